# rocelint_late_library(<target> <pkg-config prefix>): lets a target include the headers of a library that is opened at run time,
# not linked, and tells it the SONAME as ROCELINT_<PREFIX>, and the version of the headers as ROCELINT_<PREFIX>_VERSION.
function(rocelint_late_library target library)
  target_include_directories(${target} SYSTEM PRIVATE ${${library}_INCLUDE_DIRS})
  list(GET ${library}_LINK_LIBRARIES 0 path)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${path} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT headers MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${path} has no SONAME")
  endif()
  string(TOUPPER ${library} name)
  target_compile_definitions(${target} PRIVATE ROCELINT_${name}="${CMAKE_MATCH_1}" ROCELINT_${name}_VERSION="${${library}_VERSION}")
endfunction()
