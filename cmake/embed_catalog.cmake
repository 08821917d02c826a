# Writes text files into one header of string constants, so that the program is one file: OUT from the files
# DIR/<name>.EXT, as constants of the namespace SPACE whose names have underscores for dashes. A literal may not be
# longer than 65536 characters everywhere, so the files must be shorter.
set(header "// Generated from ${EXT} files.\n#pragma once\n\nnamespace ${SPACE} {\n\n")
foreach(name IN ITEMS ${NAMES})
  file(READ "${DIR}/${name}.${EXT}" text)
  string(LENGTH "${text}" length)
  if(length GREATER 65000)
    message(FATAL_ERROR "${name}.${EXT} is too long for one string literal")
  endif()
  string(REPLACE "-" "_" constant "${name}")
  string(APPEND header "inline constexpr char ${constant}[] = R\"${EXT}(${text})${EXT}\";\n\n")
endforeach()
string(APPEND header "}\n")
file(WRITE "${OUT}" "${header}")
