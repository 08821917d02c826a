# What is installed besides the program, and a Debian package of it: `./dev package`.
include(GNUInstallDirs)

# The manual pages and completions are what the program that was built says of itself.
set(pages ${CMAKE_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/made
  COMMAND ${CMAKE_COMMAND} -DROCELINT=$<TARGET_FILE:rocelint> -DOUT=${pages}
    -DCHANGELOG=${PROJECT_SOURCE_DIR}/packaging/changelog -P ${PROJECT_SOURCE_DIR}/cmake/pages.cmake
  DEPENDS rocelint ${PROJECT_SOURCE_DIR}/cmake/pages.cmake ${PROJECT_SOURCE_DIR}/packaging/changelog
  VERBATIM)
add_custom_target(pages ALL DEPENDS ${pages}/made)

install(DIRECTORY ${pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/rocelint.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME rocelint)
install(FILES ${pages}/rocelint.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Where zsh looks: Debian's looks elsewhere for what comes from packages.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr/?$\" AND EXISTS /etc/debian_version)
    set(folder vendor-completions)
  endif()
  file(INSTALL ${pages}/_rocelint DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/reference ${PROJECT_SOURCE_DIR}/docs/rules ${PROJECT_SOURCE_DIR}/docs/schema ${PROJECT_SOURCE_DIR}/docs/howto
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/packaging/copyright ${pages}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The Debian package that has a library which is opened late (models/late), so that no linker tells of it.
function(rocelint_package_of library out)
  get_target_property(definitions rocelint_late COMPILE_DEFINITIONS)
  string(TOUPPER ${library} name)
  string(REGEX MATCH "ROCELINT_${name}=\"([^\"]+)\"" found "${definitions}")
  execute_process(COMMAND dpkg-query -S "*/${CMAKE_MATCH_1}" OUTPUT_VARIABLE said ERROR_QUIET)
  string(REGEX MATCH "^[^:]+" package "${said}")
  set(${out} "${package}" PARENT_SCOPE)
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "rocelint developers <rocelint@packages.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
find_program(ROCELINT_DPKG_QUERY dpkg-query)
if(ROCELINT_DPKG_QUERY)
  # All of them: a package that can do half of what its manual says helps nobody.
  set(late "")
  foreach(library libcrypto libgit2 libjq libnetconf2 libssh libyang)
    rocelint_package_of(${library} package)
    list(APPEND late ${package})
  endforeach()
  list(JOIN late ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "check switch and host configuration for RDMA")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "\
rocelint reads the configuration of switches and network adapters of several
vendors, puts it together into one fabric, and tells where RDMA traffic (RoCE
and InfiniBand) would be dropped, paused for ever or put into the wrong class.
It explains each finding, corrects files, renders configurations from an
intent, and pushes changes to devices with a way back.")
include(CPack)
