#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "sim/app/exit_code.h"
#include "sim/app/machine.h"
#include "sim/app/verbs.h"
#include "sim/batch/cuda_device.h"
#include "sim/core/build_info.h"

namespace coldaisle {
namespace {

// The folder that trace files are looked for in, and who named it.
struct DataDirectory {
  std::string path;
  std::string named_by;
  bool found = false;
};

DataDirectory find_data(const std::string& flag) {
  DataDirectory data{flag, "--data", false};
  const char* const variable = std::getenv("COLDAISLE_DATA");
  if (data.path.empty() && variable != nullptr && *variable != '\0') {
    data = {variable, "COLDAISLE_DATA", false};
  }
  if (data.path.empty()) {
    data = {std::string(source_directory()) + "/../shared/data", "default", false};
  }
  std::error_code ignored;
  data.path = std::filesystem::path(data.path).lexically_normal().string();
  data.found = std::filesystem::is_directory(data.path, ignored);
  return data;
}

// The device that `evaluate --backend cuda` would use, or why there is none.
nlohmann::ordered_json device_json(const CudaDevice& device) {
  return {{"usable", device.reason.empty()},
          {"reason", device.reason},
          {"name", device.name},
          {"memory_bytes", device.memory_bytes},
          {"multiprocessors", device.multiprocessors},
          {"compute_capability", device.compute_capability / 10.0},
          {"driver_version", device.driver_version},
          {"runtime_version", device.runtime_version}};
}

nlohmann::ordered_json as_json(const Machine& machine, const CudaDevice& device,
                               const DataDirectory& data) {
  return {
      {"version", tool_version()},
      {"git_sha", git_sha()},
      {"build_type", build_type()},
      {"compiler", compiler()},
      {"hdf5_version", hdf5_version()},
      {"backends", {{"cpu", true}, {"cuda", cuda_enabled()}}},
      {"cpu", machine.cpu},
      {"avx2", machine.avx2},
      {"avx512", machine.avx512},
      {"cores", machine.cores},
      {"memory_bytes", machine.memory_bytes},
      {"memory_available_bytes", machine.memory_available_bytes},
      {"cuda_driver",
       {{"present", machine.cuda_driver},
        {"version", machine.cuda_driver_version},
        {"devices", machine.cuda_devices},
        {"note", machine.cuda_note}}},
      {"cuda_device", device_json(device)},
      {"data_directory", {{"path", data.path}, {"named_by", data.named_by}, {"found", data.found}}},
      {"zoneinfo", {{"path", machine.zoneinfo_directory}, {"found", machine.zoneinfo}}},
      {"locale", machine.locale},
  };
}

const char* yes_or_no(bool value) {
  return value ? "yes" : "no";
}

double gibibytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0);
}

std::string cuda_text(const Machine& machine) {
  if (!machine.cuda_driver) return "absent: " + machine.cuda_note;
  if (machine.cuda_devices.empty()) {
    return fmt::format("{}; {}", machine.cuda_driver_version, machine.cuda_note);
  }
  return fmt::format("{}: {}", machine.cuda_driver_version, fmt::join(machine.cuda_devices, ", "));
}

std::string device_text(const CudaDevice& device) {
  if (!device.reason.empty()) return "none: " + device.reason;
  return fmt::format("{}, {:.1f} GiB, {} multiprocessors, compute capability {:.1f}, runtime {}",
                     device.name, gibibytes(device.memory_bytes), device.multiprocessors,
                     device.compute_capability / 10.0, device.runtime_version);
}

std::string as_text(const Machine& machine, const CudaDevice& device, const DataDirectory& data) {
  const std::vector<std::pair<const char*, std::string>> lines = {
      {"coldaisle",
       fmt::format("{} ({}, {}, {})", tool_version(), git_sha(), build_type(), compiler())},
      {"back ends", fmt::format("cpu yes, cuda {}", cuda_enabled() ? "yes" : "not compiled in")},
      {"CPU", fmt::format("{}, {} cores usable", machine.cpu, machine.cores)},
      {"instructions",
       fmt::format("avx2 {}, avx512 {}", yes_or_no(machine.avx2), yes_or_no(machine.avx512))},
      {"memory", fmt::format("{:.1f} GiB, {:.1f} GiB available", gibibytes(machine.memory_bytes),
                             gibibytes(machine.memory_available_bytes))},
      {"HDF5", hdf5_version()},
      {"CUDA driver", cuda_text(machine)},
      {"CUDA device", device_text(device)},
      {"trace data",
       fmt::format("{} ({}): {}", data.path, data.named_by,
                   data.found ? "found" : "not found; name it with --data or COLDAISLE_DATA")},
      {"time zones", fmt::format("{}: {}", machine.zoneinfo_directory,
                                 machine.zoneinfo ? "found" : "not found; install tzdata")},
      {"locale", machine.locale.empty() ? "C (none set)" : machine.locale},
  };
  std::string text;
  for (const auto& [name, value] : lines) text += fmt::format("{:<13} {}\n", name, value);
  return text;
}

}  // namespace

int doctor_verb(const CommonOptions& options, std::ostream& out, std::ostream& /*err*/) {
  const auto machine = inspect_machine();
  const auto device = find_cuda_device();
  const auto data = find_data(options.data_directory);
  if (options.json) {
    out << as_json(machine, device, data)
               .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
        << '\n';
  } else {
    out << as_text(machine, device, data);
  }
  return exit_code::kOk;
}

}  // namespace coldaisle
