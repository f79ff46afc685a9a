# SPDX-License-Identifier: Apache-2.0
# The two executables: the command, and the worker that hosts a native engine behind the messages.
if(EXISTS "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
  add_executable(assay src/cli/main.cpp)
  target_link_libraries(assay PRIVATE assay_warnings assay_cli)
endif()
