# SPDX-License-Identifier: Apache-2.0
# tests/NAME/*_test.cpp → test_NAME, linked with the room of that name; every claim is a ctest case of its own.
# tests/NAME/programs/X.cpp → the program X, for tests that start other processes; they find it at ASSAY_TEST_PROGRAMS/X.
find_package(GTest REQUIRED)
include(GoogleTest)

# The test library's headers cost two seconds of every file that includes them. The presets that build in batches parse
# them once for all; preset dev parses them file by file and so sees a missing #include.
if(CMAKE_UNITY_BUILD)
  file(WRITE "${PROJECT_BINARY_DIR}/precompiled_tests.cpp" "// What all tests include, parsed once.\n")
  add_executable(precompiled_tests EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/precompiled_tests.cpp")
  set_target_properties(precompiled_tests PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(precompiled_tests PRIVATE assay_warnings fmt::fmt GTest::gtest GTest::gmock GTest::gtest_main)
  target_precompile_headers(precompiled_tests PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()

function(assay_test_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/${name}/*.cpp")
  set(programs ${sources})
  list(FILTER programs INCLUDE REGEX "/programs/")
  list(FILTER sources EXCLUDE REGEX "/programs/")
  if(NOT sources)
    return()
  endif()
  add_executable(test_${name} ${sources})
  set_target_properties(test_${name} PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(test_${name} PRIVATE assay_warnings assay_${name} ${ARGN} fmt::fmt GTest::gtest GTest::gmock GTest::gtest_main)
  if(CMAKE_UNITY_BUILD)
    target_precompile_headers(test_${name} REUSE_FROM precompiled_tests)
  endif()
  target_include_directories(test_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(test_${name} PRIVATE
    ASSAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ASSAY_BINARY_DIR="${PROJECT_BINARY_DIR}"
    ASSAY_TEST_PROGRAMS="${PROJECT_BINARY_DIR}/test-programs")
  foreach(program IN LISTS programs)
    get_filename_component(program_name "${program}" NAME_WE)
    add_executable(${program_name} "${program}")
    target_include_directories(${program_name} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_libraries(${program_name} PRIVATE assay_warnings assay_${name} fmt::fmt)
    set_target_properties(${program_name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test-programs")
    add_dependencies(test_${name} ${program_name})
  endforeach()
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}: " DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()

assay_test_room(error)
assay_test_room(json nlohmann_json::nlohmann_json)
assay_test_room(stats)
assay_test_room(clock)
assay_test_room(host)
assay_test_room(plan nlohmann_json::nlohmann_json)
assay_test_room(messages nlohmann_json::nlohmann_json)
assay_test_room(lower)
assay_test_room(result nlohmann_json::nlohmann_json)
assay_test_room(engine)
assay_test_room(instrument)
assay_test_room(protocol assay_json nlohmann_json::nlohmann_json)
assay_test_room(report)
assay_test_room(bench)
assay_test_room(cli)
if(TARGET assay-worker)
  if(TARGET test_engine)  # launches it
    add_dependencies(test_engine assay-worker)
  endif()
  assay_test_room(worker)
  if(TARGET test_worker)  # drives the real process
    add_dependencies(test_worker assay-worker)
    target_compile_definitions(test_worker PRIVATE
      ASSAY_WORKER="$<TARGET_FILE:assay-worker>" ASSAY_DEPS="${ASSAY_DEPS}")
  endif()
endif()

include(fuzz)
include(house)
