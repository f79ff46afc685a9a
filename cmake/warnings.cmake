# SPDX-License-Identifier: Apache-2.0
add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor)
# g++ 12 sees overlapping copies in `"text" + std::string` at -O3 where there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(assay_warnings INTERFACE -Wno-restrict)
endif()
if(ASSAY_WERROR)
  target_compile_options(assay_warnings INTERFACE -Werror)
endif()
