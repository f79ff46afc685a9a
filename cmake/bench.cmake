# SPDX-License-Identifier: Apache-2.0
# Experiments that print the tables in docs/; built by name only: cmake --build build/release --target judging_table.
add_executable(judging_table EXCLUDE_FROM_ALL
  "${PROJECT_SOURCE_DIR}/bench/judging_table.cpp" "${PROJECT_SOURCE_DIR}/bench/judging_cells.cpp"
  "${PROJECT_SOURCE_DIR}/tests/protocol/simulated_comparison.cpp")
target_include_directories(judging_table PRIVATE "${PROJECT_SOURCE_DIR}/bench" "${PROJECT_SOURCE_DIR}/tests")
target_link_libraries(judging_table PRIVATE assay_warnings assay_protocol fmt::fmt)

add_executable(analysis EXCLUDE_FROM_ALL
  "${PROJECT_SOURCE_DIR}/bench/analysis.cpp" "${PROJECT_SOURCE_DIR}/tests/protocol/simulated_comparison.cpp")
target_include_directories(analysis PRIVATE "${PROJECT_SOURCE_DIR}/tests")
target_link_libraries(analysis PRIVATE assay_warnings assay_protocol fmt::fmt)
