# Writes the styles and scripts of a page into one header: OUT from the files DIR/<name>, as constants of the namespace SPACE.
# Each comes with its SHA-256 in base64, by which a Content-Security-Policy lets it run and nothing else. A literal may not
# be longer than 65536 characters everywhere, so the files must be shorter.
set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)

# 64 hexadecimal digits as base64 (RFC 4648, 4): 32 bytes are ten groups of three and one of two.
function(to_base64 hex result)
  string(APPEND hex "00")
  set(text "")
  foreach(group RANGE 0 10)
    math(EXPR at "${group} * 6")
    string(SUBSTRING ${hex} ${at} 6 part)
    foreach(shift 18 12 6 0)
      math(EXPR index "(0x${part} >> ${shift}) & 63")
      string(SUBSTRING ${digits} ${index} 1 digit)
      string(APPEND text ${digit})
    endforeach()
  endforeach()
  string(SUBSTRING ${text} 0 43 text)
  set(${result} "${text}=" PARENT_SCOPE)
endfunction()

set(header "// Generated from the files of a page.\n#pragma once\n\nnamespace ${SPACE} {\n\n")
foreach(name IN ITEMS ${NAMES})
  file(READ "${DIR}/${name}" text)
  string(LENGTH "${text}" length)
  if(length GREATER 65000)
    message(FATAL_ERROR "${name} is too long for one string literal")
  endif()
  string(SHA256 hash "${text}")
  to_base64(${hash} hash)
  string(MAKE_C_IDENTIFIER "${name}" constant)
  string(APPEND header "inline constexpr char ${constant}[] = R\"page(${text})page\";\n"
    "inline constexpr char ${constant}_sha256[] = \"${hash}\";\n\n")
endforeach()
string(APPEND header "}\n")
file(WRITE "${OUT}" "${header}")
