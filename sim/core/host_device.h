#pragma once

// Marks a function that runs on the host and, in a CUDA build, on the device. Such functions live
// in headers and take plain numbers and pointers only.
#if defined(__CUDACC__)
#define COLDAISLE_HD __host__ __device__
#else
#define COLDAISLE_HD
#endif

// Keeps a function in one place in device code, so that all lanes of a warp meet there.
#if defined(__CUDACC__)
#define COLDAISLE_MEETING_POINT __noinline__
#else
#define COLDAISLE_MEETING_POINT
#endif
