# SPDX-License-Identifier: Apache-2.0
# Run by cmake/commit.cmake: writes HEADER with the commit of SOURCE_DIR.
cmake_minimum_required(VERSION 3.25)
set(commit "unknown")
execute_process(COMMAND git -C "${SOURCE_DIR}" -c safe.directory=* describe --always --dirty --abbrev=12 --exclude=*
                OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed)
  set(commit "${found}")
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT
  "// Made by cmake/commit.cmake.\n#pragma once\nnamespace assay::cli {\ninline constexpr const char* kCommit = \"@commit@\";\n}\n" @ONLY)
