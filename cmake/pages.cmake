# Writes the manual pages and completions of ROCELINT, and CHANGELOG as Debian's packages have it, to OUT.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${OUT})
execute_process(COMMAND ${ROCELINT} man -o ${OUT}/man COMMAND_ERROR_IS_FATAL ANY)
foreach(script "bash;rocelint.bash" "zsh;_rocelint" "fish;rocelint.fish")
  list(GET script 0 shell)
  list(GET script 1 name)
  execute_process(COMMAND ${ROCELINT} completion ${shell} OUTPUT_FILE ${OUT}/${name} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB manuals ${OUT}/man/*.1)
# Without names and times, so that the same text is the same file.
execute_process(COMMAND gzip -9n ${manuals} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND awk -v contact=${CONTACT} -f ${CMAKE_CURRENT_LIST_DIR}/debian_changelog.awk ${CHANGELOG}
  COMMAND gzip -9n OUTPUT_FILE ${OUT}/changelog.Debian.gz COMMAND_ERROR_IS_FATAL ANY)
file(TOUCH ${OUT}/made)
