# SPDX-License-Identifier: Apache-2.0
# The commit that `assay --version` names, looked up at every build and rewritten only when it changed.
set(ASSAY_COMMIT_HEADER "${PROJECT_BINARY_DIR}/commit/commit.hpp")
add_custom_target(assay_commit
  COMMAND "${CMAKE_COMMAND}" "-DHEADER=${ASSAY_COMMIT_HEADER}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
          -P "${PROJECT_SOURCE_DIR}/cmake/commit_script.cmake"
  BYPRODUCTS "${ASSAY_COMMIT_HEADER}"
  VERBATIM)
add_dependencies(assay_cli assay_commit)
target_include_directories(assay_cli PRIVATE "${PROJECT_BINARY_DIR}/commit")
target_compile_definitions(assay_cli PRIVATE ASSAY_VERSION="${PROJECT_VERSION}")
