#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace coldaisle {

// What this machine offers a simulation. Found by asking the system; nothing here throws, and what
// cannot be told stays empty or zero.
struct Machine {
  std::string cpu;
  bool avx2 = false, avx512 = false;
  int cores = 0;  // that this process may use
  std::int64_t memory_bytes = 0, memory_available_bytes = 0;
  bool cuda_driver = false;
  std::string cuda_driver_version;        // "13.0"
  std::vector<std::string> cuda_devices;  // names
  std::string cuda_note;                  // why there is no driver or device
  std::string locale;                     // of the environment
  bool zoneinfo = false;                  // the system's time zone files
  std::string zoneinfo_directory;
};

Machine inspect_machine();

}  // namespace coldaisle
