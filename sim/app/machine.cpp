#include "sim/app/machine.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sched.h>

namespace coldaisle {
namespace {

// The text behind "NAME...:" in a file of /proc, without blanks around it.
std::string proc_field(const char* path, const std::string& name) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.compare(0, name.size(), name) != 0) continue;
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return {};
}

std::int64_t memory_bytes(const std::string& name) {
  const auto text = proc_field("/proc/meminfo", name);
  return std::strtoll(text.c_str(), nullptr, 10) * 1024;
}

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void inspect_system(Machine& machine) {
  machine.cpu = proc_field("/proc/cpuinfo", "model name");
#if defined(__x86_64__)
  machine.avx2 = __builtin_cpu_supports("avx2") != 0;
  machine.avx512 = __builtin_cpu_supports("avx512f") != 0;
#endif
  machine.cores = usable_cores();
  machine.memory_bytes = memory_bytes("MemTotal");
  machine.memory_available_bytes = memory_bytes("MemAvailable");
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (machine.locale.empty()) machine.locale = environment(name);
  }
  machine.zoneinfo_directory = environment("TZDIR");
  if (machine.zoneinfo_directory.empty()) machine.zoneinfo_directory = "/usr/share/zoneinfo";
  std::error_code ignored;
  machine.zoneinfo = std::filesystem::exists(machine.zoneinfo_directory + "/UTC", ignored);
}

// The driver's library, opened at run time so that the program starts without it.
struct CloseLibrary {
  void operator()(void* library) const { dlclose(library); }
};

using Library = std::unique_ptr<void, CloseLibrary>;

template <typename Function>
Function symbol(const Library& library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library.get(), name));
}

// Names and types are those of the CUDA driver API (cuda.h); 0 is CUDA_SUCCESS.
void list_devices(const Library& library, Machine& machine) {
  const auto count_devices = symbol<int (*)(int*)>(library, "cuDeviceGetCount");
  const auto name_device = symbol<int (*)(char*, int, int)>(library, "cuDeviceGetName");
  int count = 0;
  if (count_devices == nullptr || name_device == nullptr || count_devices(&count) != 0) count = 0;
  for (int device = 0; device < count; ++device) {
    std::array<char, 256> name{};
    if (name_device(name.data(), static_cast<int>(name.size()), device) != 0) continue;
    machine.cuda_devices.emplace_back(name.data());
  }
  if (machine.cuda_devices.empty()) machine.cuda_note = "the driver reports no device";
}

void inspect_cuda(Machine& machine) {
  const Library library(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL));
  if (library == nullptr) {
    machine.cuda_note = "libcuda.so.1 is not installed";
    return;
  }
  const auto initialise = symbol<int (*)(unsigned)>(library, "cuInit");
  const auto get_version = symbol<int (*)(int*)>(library, "cuDriverGetVersion");
  const int status = initialise == nullptr ? -1 : initialise(0);
  if (status != 0) {
    machine.cuda_note = fmt::format("libcuda.so.1 is there, but cuInit fails with {}", status);
    return;
  }
  machine.cuda_driver = true;
  int version = 0;
  if (get_version != nullptr && get_version(&version) == 0) {
    machine.cuda_driver_version = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  }
  list_devices(library, machine);
}

}  // namespace

Machine inspect_machine() {
  Machine machine;
  inspect_system(machine);
  inspect_cuda(machine);
  return machine;
}

}  // namespace coldaisle
