# What is installed runs from where it was installed to.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PREFIX}/bin/rocelint --version OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
if(NOT said MATCHES "^rocelint [0-9]+\\.[0-9]+\\.[0-9]+\n$")
  message(FATAL_ERROR "the installed program says: ${said}")
endif()
foreach(file doc/rocelint/rules/README.md doc/rocelint/schema/report.schema.json doc/rocelint/howto/ci.md doc/rocelint/copyright
    doc/rocelint/LICENSE doc/rocelint/CHANGELOG.md doc/rocelint/changelog.Debian.gz man/man1/rocelint.1.gz man/man1/rocelint-policy.1.gz man/man1/rocelint-policy-infer.1.gz
    bash-completion/completions/rocelint fish/vendor_completions.d/rocelint.fish zsh/site-functions/_rocelint)
  if(NOT EXISTS ${PREFIX}/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
# What only some commands need is opened by them alone: it would double the time of each start.
find_program(objdump NAMES objdump llvm-objdump-16 llvm-objdump REQUIRED)
execute_process(COMMAND ${objdump} -p ${PREFIX}/bin/rocelint OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
if(headers MATCHES "NEEDED +(lib(ssh|netconf2|yang|crypto|curl|git2)[^\n]*)")
  message(FATAL_ERROR "the installed program opens ${CMAKE_MATCH_1} at its start")
endif()
