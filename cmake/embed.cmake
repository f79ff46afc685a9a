# SPDX-License-Identifier: Apache-2.0
# assay_embed(TARGET NAME FILE...): each file as `std::string_view` in assay::embedded, looked up by file name:
#   #include "embedded/NAME.hpp"   std::string_view assay::embedded::NAME("assay_fill.wgsl")
function(assay_embed target name)
  set(header "${CMAKE_CURRENT_BINARY_DIR}/embedded/embedded/${name}.hpp")
  set(source "${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp")
  add_custom_command(
    OUTPUT "${header}" "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DHEADER=${header}" "-DSOURCE=${source}" "-DFILES=${ARGN}"
            -P "${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/cmake/embed_script.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}" "${header}")
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/embedded")
endfunction()
