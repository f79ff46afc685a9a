# SPDX-License-Identifier: Apache-2.0
# Experiments that print the tables in docs/; built by name only: cmake --build build/release --target judging_table.
# What they are made of is a library, which tests/bench tries with small counts.
add_library(assay_bench STATIC EXCLUDE_FROM_ALL
  "${PROJECT_SOURCE_DIR}/bench/drawn_session.cpp" "${PROJECT_SOURCE_DIR}/bench/known_figures.cpp"
  "${PROJECT_SOURCE_DIR}/bench/rejected_procedures.cpp")
# Experiments have words of their own for the same things.
set_target_properties(assay_bench PROPERTIES UNITY_BUILD OFF)
target_include_directories(assay_bench PUBLIC "${PROJECT_SOURCE_DIR}/bench")
target_link_libraries(assay_bench PUBLIC assay_protocol PRIVATE assay_warnings fmt::fmt)

function(assay_experiment name)
  add_executable(${name} EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/bench/${name}.cpp" ${ARGN})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE assay_warnings assay_bench fmt::fmt)
endfunction()

set(whole_comparisons "${PROJECT_SOURCE_DIR}/tests/protocol/simulated_comparison.cpp")
assay_experiment(judging_table "${PROJECT_SOURCE_DIR}/bench/judging_cells.cpp" "${whole_comparisons}")
assay_experiment(analysis "${whole_comparisons}")
assay_experiment(figures)
assay_experiment(rejected_table)
assay_experiment(peer_series)
