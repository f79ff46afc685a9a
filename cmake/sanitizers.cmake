# SPDX-License-Identifier: Apache-2.0
if(ASSAY_SANITIZE)
  add_compile_options(-fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ASSAY_SANITIZE})
endif()

# Instrumented code costs twice the compile time at -O1 (a test file 11 s instead of 4.6, a *_json.cpp 50 s), so only the
# rooms whose tests simulate thousands of sessions are optimised.
set(ASSAY_OPTIMISED_ROOMS "")
if(ASSAY_SANITIZE)
  set(ASSAY_OPTIMISED_ROOMS stats clock lower protocol engine)
endif()
