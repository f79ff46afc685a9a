# SPDX-License-Identifier: Apache-2.0
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# Header-only or plain libraries that bring no CMake package on every distribution.
find_path(ASSAY_TL_EXPECTED tl/expected.hpp REQUIRED)
find_path(ASSAY_TOMLPLUSPLUS toml++/toml.h REQUIRED)
find_path(ASSAY_BOOST_MATH boost/math/distributions/students_t.hpp REQUIRED)

add_library(assay_tomlplusplus INTERFACE)
target_include_directories(assay_tomlplusplus SYSTEM INTERFACE "${ASSAY_TOMLPLUSPLUS}")
