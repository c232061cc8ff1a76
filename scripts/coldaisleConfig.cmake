# find_package(coldaisle): gives coldaisle::core, models, scenario, workload, policy, engine, metrics,
# results and app, each bringing what it needs.
include(CMakeFindDependencyMacro)
# FindHDF5 asks the C compiler.
get_property(coldaisle_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
if(NOT "C" IN_LIST coldaisle_languages)
  enable_language(C)
endif()
find_dependency(Threads)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(CLI11)
find_dependency(ZLIB)
find_dependency(OpenSSL COMPONENTS Crypto)
set(HDF5_PREFER_PARALLEL OFF)
find_dependency(HDF5 COMPONENTS C HL)
include(${CMAKE_CURRENT_LIST_DIR}/coldaisleTargets.cmake)
