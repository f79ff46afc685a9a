# SPDX-License-Identifier: Apache-2.0
# Run by assay_embed(): writes HEADER and SOURCE for FILES.
string(CONCAT header_text
  "// Made by cmake/embed.cmake.\n#pragma once\n#include <string_view>\nnamespace assay::embedded {\n"
  "/// Text of the embedded file of that name; empty: there is none.\n"
  "std::string_view ${NAME}(std::string_view file);\n}\n")
set(source_text "// Made by cmake/embed.cmake.\n#include \"embedded/${NAME}.hpp\"\nnamespace assay::embedded {\nstd::string_view ${NAME}(std::string_view file) {\n")
foreach(path IN LISTS FILES)
  get_filename_component(base "${path}" NAME)
  file(READ "${path}" text)
  string(APPEND source_text "  if (file == \"${base}\") return R\"assay~(${text})assay~\";\n")
endforeach()
string(APPEND source_text "  return {};\n}\n}\n")
file(WRITE "${HEADER}" "${header_text}")
file(WRITE "${SOURCE}" "${source_text}")
