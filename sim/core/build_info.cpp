#include "sim/core/build_info.h"

// Written by scripts/git_sha.cmake on each build, touched only when the SHA changes.
#include "coldaisle_git_sha.h"

namespace coldaisle {

const char* tool_version() {
  return COLDAISLE_VERSION;
}

const char* git_sha() {
  return COLDAISLE_GIT_SHA;
}

const char* build_type() {
  return COLDAISLE_BUILD_TYPE;
}

bool cuda_enabled() {
  return COLDAISLE_WITH_CUDA != 0;
}

const char* hdf5_version() {
  return COLDAISLE_HDF5_VERSION;
}

const char* compiler() {
  return COLDAISLE_COMPILER;
}

const char* source_directory() {
  return COLDAISLE_SOURCE_DIR;
}

}  // namespace coldaisle
