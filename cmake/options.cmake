# SPDX-License-Identifier: Apache-2.0
option(ASSAY_TESTS "Build the tests" ON)
option(ASSAY_WERROR "Treat warnings as errors" ON)
set(ASSAY_SANITIZE "" CACHE STRING "Sanitizers, comma-separated: address,undefined or thread")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# The presets that users and ./test build compile up to eight files of a room as one (CMAKE_UNITY_BUILD): parsing the 29
# files of src/plan takes 9 s together and 70 s one by one. So no two files of a room have a local name in common. Preset
# dev and lint compile file by file and so see a missing #include.
