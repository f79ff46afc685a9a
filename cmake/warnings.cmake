# SPDX-License-Identifier: Apache-2.0
add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor)
if(ASSAY_WERROR)
  target_compile_options(assay_warnings INTERFACE -Werror)
endif()
