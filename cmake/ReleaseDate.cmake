# The date of the release, which CHANGELOG.md states: manual pages and packages show it, so that what is built twice of a
# version is the same. Sets ROCELINT_RELEASE_DATE (2026-11-24).
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md newest LIMIT_COUNT 1 REGEX "^## [0-9.]+ \\(")
if(NOT newest MATCHES "^## ([0-9.]+) \\(([0-9]+-[0-9]+-[0-9]+)\\)$")
  message(FATAL_ERROR "CHANGELOG.md has no heading \"## VERSION (YYYY-MM-DD)\"")
endif()
if(NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
  message(FATAL_ERROR "CHANGELOG.md begins with version ${CMAKE_MATCH_1}, but CMakeLists.txt states ${PROJECT_VERSION}")
endif()
set(ROCELINT_RELEASE_DATE ${CMAKE_MATCH_2})
