# Writes the catalog's YAML files into one header of string constants: OUT from the files of DIR. A literal may not be
# longer than 65536 characters everywhere, so the files must be shorter.
set(header "// Generated from models/catalog/*.yaml.\n#pragma once\n\nnamespace rocelint::catalog::text {\n\n")
foreach(name IN ITEMS ${NAMES})
  file(READ "${DIR}/${name}.yaml" yaml)
  string(LENGTH "${yaml}" length)
  if(length GREATER 65000)
    message(FATAL_ERROR "${name}.yaml is too long for one string literal")
  endif()
  string(APPEND header "inline constexpr char ${name}[] = R\"yaml(${yaml})yaml\";\n\n")
endforeach()
string(APPEND header "}\n")
file(WRITE "${OUT}" "${header}")
