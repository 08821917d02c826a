# Writes the commit that a build is made of: OUT, from the git checkout SOURCE, or COMMIT where that is given.
if(COMMIT STREQUAL "" AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND git -c safe.directory=${SOURCE} -C ${SOURCE} describe --always --abbrev=12 --dirty --exclude=*
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "inline constexpr const char* commit = \"${COMMIT}\";\n")
set(before "")
if(EXISTS "${OUT}")
  file(READ "${OUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUT}" "${text}")
endif()
