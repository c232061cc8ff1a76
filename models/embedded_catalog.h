#pragma once

#include <span>
#include <string_view>

namespace coldaisle {

// One file of models/catalog, compiled into the binary by models/embed_catalog.cmake.
struct EmbeddedFile {
  std::string_view path;  // "gpus/ID.json" or "nodes/ID.json"
  std::string_view text;
};

// All of them: GPUs, then nodes, each by name.
std::span<const EmbeddedFile> embedded_catalog_files();

}  // namespace coldaisle
