#pragma once

// Marks a function that runs on the host and, in a CUDA build, on the device. Such functions live
// in headers and take plain numbers and pointers only.
#if defined(__CUDACC__)
#define COLDAISLE_HD __host__ __device__
#else
#define COLDAISLE_HD
#endif
