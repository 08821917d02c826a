# Writes the catalog's YAML files into one header of string constants: OUT from the files of DIR.
set(header "// Generated from models/catalog/*.yaml.\n#pragma once\n\nnamespace rocelint::catalog::text {\n\n")
foreach(name IN ITEMS platform_defaults profile_lossless)
  file(READ "${DIR}/${name}.yaml" yaml)
  string(APPEND header "inline constexpr char ${name}[] = R\"yaml(${yaml})yaml\";\n\n")
endforeach()
string(APPEND header "}\n")
file(WRITE "${OUT}" "${header}")
