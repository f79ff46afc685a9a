# SPDX-License-Identifier: Apache-2.0
# Rules of the house as ctest cases (tests/house), and the cases that try the shipping build through ./assay.
option(ASSAY_TEST_SHIPPING_BUILD "Test cases that run ./assay, which ./test has built" OFF)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(house "${PROJECT_SOURCE_DIR}/tests/house")
add_test(NAME "house: rules find what they are for" COMMAND "${Python3_EXECUTABLE}" -B "${house}/rules_test.py")
foreach(rule IN ITEMS arrows fences licence form portable links)
  add_test(NAME "house: ${rule}" COMMAND "${Python3_EXECUTABLE}" -B "${house}/check_tree.py" "${PROJECT_SOURCE_DIR}" ${rule})
endforeach()

# The include paths and flags that rooms compile with, so that no header leans on what its users include before it.
set(flags -std=c++20 -Wall -Wextra -Werror "-I${PROJECT_SOURCE_DIR}/src" "-I${PROJECT_SOURCE_DIR}/include")
if(NOT ASSAY_TL_EXPECTED STREQUAL "/usr/include")  # naming that one breaks the C++ library's own #include_next
  list(APPEND flags -isystem "${ASSAY_TL_EXPECTED}")
endif()
if(ASSAY_DEPS)
  list(APPEND flags -isystem "${ASSAY_DEPS}/wgpu-native/include")
endif()
add_test(NAME "house: headers compile alone"
  COMMAND "${Python3_EXECUTABLE}" -B "${house}/headers_alone.py" "${PROJECT_SOURCE_DIR}" "${CMAKE_CXX_COMPILER}" ${flags})
set_tests_properties("house: headers compile alone" PROPERTIES TIMEOUT 600 PROCESSORS 2)

if(ASSAY_TEST_SHIPPING_BUILD)
  add_test(NAME "shipping build: says its version" COMMAND "${PROJECT_SOURCE_DIR}/assay" --version)
  set_tests_properties("shipping build: says its version" PROPERTIES
    PASS_REGULAR_EXPRESSION "assay ${PROJECT_VERSION}" TIMEOUT 60)
  # A kernel against itself: exit status 0 without --gate, and never a word of faster or slower.
  if(EXISTS "${PROJECT_SOURCE_DIR}/probes/reduce_same.toml")
    add_test(NAME "shipping build: a kernel is neither faster nor slower than itself"
      COMMAND "${PROJECT_SOURCE_DIR}/assay" compare probes/reduce_same.toml --budget 10s
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties("shipping build: a kernel is neither faster nor slower than itself" PROPERTIES
      PASS_REGULAR_EXPRESSION "null|unresolved|NULL|UNRESOLVED" RUN_SERIAL ON TIMEOUT 180)
  endif()
endif()
