#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <stdlib.h>

namespace coldaisle::test {

// A folder of its own under the system's temporary one, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "coldaisle-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }

  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(std::string_view name) const { return (path_ / name).string(); }

  // Writes a file there and returns its path.
  std::string write(std::string_view name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace coldaisle::test
