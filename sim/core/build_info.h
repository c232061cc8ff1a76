#pragma once

namespace coldaisle {

// What this binary is. Plain C strings that live as long as the program; "unknown" where the build
// could not tell.

// Version of the project, e.g. "0.1.0".
const char* tool_version();

// Full git SHA of the sources, with "-dirty" behind it when tracked files differed from it.
const char* git_sha();

// "Release", "Debug", ...
const char* build_type();

// Whether the CUDA back end is compiled in; a device may still be absent.
bool cuda_enabled();

// Version of the HDF5 headers, e.g. "1.10.8".
const char* hdf5_version();

// Name and version of the compiler, e.g. "GNU 12.2.0".
const char* compiler();

// The folder that the sources were built from; `../shared/data` is looked for beside it.
const char* source_directory();

}  // namespace coldaisle
