# SPDX-License-Identifier: Apache-2.0
# tests/fuzz/NAME_fuzz.cpp reads input that Assay did not write, and tests/fuzz/corpus/NAME holds some of it: real pieces,
# and whatever once broke. Every build replays the corpora as ctest cases; with ASSAY_FUZZ (preset fuzz: clang and
# libFuzzer) the targets fuzz_NAME look for more.
option(ASSAY_FUZZ "Build the fuzz targets too: needs clang" OFF)

# Of every target, the rooms that it reads with.
set(fuzz_rooms_probe plan report)
set(fuzz_rooms_wgsl plan)
set(fuzz_rooms_result result protocol report)
set(fuzz_rooms_timing result protocol report)
set(fuzz_rooms_request messages)
set(fuzz_rooms_answer messages)
# Real files that are elsewhere already.
set(fuzz_also_probe probes tests/plan/fixtures)
set(fuzz_also_wgsl probes kernels tests/plan/fixtures)

foreach(name IN ITEMS probe wgsl result timing request answer)
  set(source "${PROJECT_SOURCE_DIR}/tests/fuzz/${name}_fuzz.cpp")
  list(TRANSFORM fuzz_rooms_${name} PREPEND assay_ OUTPUT_VARIABLE rooms)
  set(targets replay_${name})
  add_executable(replay_${name} "${PROJECT_SOURCE_DIR}/tests/fuzz/replay.cpp" "${source}")
  list(TRANSFORM fuzz_also_${name} PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE also)
  add_test(NAME "fuzz: the corpus of ${name} is read without a fault"
    COMMAND replay_${name} "${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name}" ${also})
  set_tests_properties("fuzz: the corpus of ${name} is read without a fault" PROPERTIES TIMEOUT 120)
  if(ASSAY_FUZZ)
    add_executable(fuzz_${name} "${source}")
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    list(APPEND targets fuzz_${name})
  endif()
  foreach(target IN LISTS targets)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(${target} PRIVATE assay_warnings ${rooms} fmt::fmt)
  endforeach()
endforeach()
