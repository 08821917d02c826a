# What is installed besides the program, and what CPack makes of it for `./dev package`, which packaging/package.sh describes.
include(GNUInstallDirs)
set(CPACK_PACKAGE_CONTACT "rocelint developers <rocelint@packages.invalid>")

# The manual pages and completions are what the program that was built says of itself.
set(pages ${CMAKE_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/made
  COMMAND ${CMAKE_COMMAND} -DROCELINT=$<TARGET_FILE:rocelint> -DOUT=${pages}
    -DCHANGELOG=${PROJECT_SOURCE_DIR}/CHANGELOG.md -DCONTACT=${CPACK_PACKAGE_CONTACT} -P ${PROJECT_SOURCE_DIR}/cmake/pages.cmake
  DEPENDS rocelint ${PROJECT_SOURCE_DIR}/cmake/pages.cmake ${PROJECT_SOURCE_DIR}/cmake/debian_changelog.awk ${PROJECT_SOURCE_DIR}/CHANGELOG.md
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
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/packaging/copyright ${pages}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

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
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
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
vendors, joins it into one fabric, and shows where RDMA traffic (RoCE and
InfiniBand) would be dropped, deadlock or be put into the wrong class. It
explains each finding, corrects files, renders configurations from an intent,
and pushes changes to devices, which roll them back if they are not confirmed.")

# The .rpm is made of a tree that has its libraries in it (packaging/package.sh): no other distribution has those of Debian.
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_PACKAGE_GROUP Applications/Internet)
set(CPACK_RPM_PACKAGE_DESCRIPTION "${CPACK_DEBIAN_PACKAGE_DESCRIPTION}")
set(CPACK_PACKAGE_VENDOR "rocelint developers")
set(CPACK_RPM_PACKAGE_AUTOREQPROV no)
# Folders that other packages have.
foreach(folder /lib /share/bash-completion /share/bash-completion/completions /share/fish /share/fish/vendor_completions.d /share/man
    /share/man/man1 /share/zsh /share/zsh/site-functions)
  list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr${folder})
endforeach()
# The files stay as they are, and get times and a host that do not depend on where the package is made.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define __os_install_post %{nil}
%define _build_id_links none
%define _buildhost localhost
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1")
set(CPACK_RPM_COMPRESSION_TYPE xz)
include(CPack)
