# What every target of ours shares. Not exported: a consumer's warnings are the consumer's business.
add_library(rocelint_options INTERFACE)
target_compile_features(rocelint_options INTERFACE cxx_std_20)
target_include_directories(rocelint_options INTERFACE ${PROJECT_SOURCE_DIR})
# Records are built with designated initialisers on purpose: what is left out keeps its default.
target_compile_options(rocelint_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-missing-field-initializers
  # Files that a unity build puts beside each other must not have to avoid each other's names.
  $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>
  # GCC 12 at -O2 gives these three where it loses sight of a check while it inlines. For real ones the tests are built
  # with sanitizers.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-array-bounds;-Wno-maybe-uninitialized;-Wno-stringop-overflow>
  $<$<BOOL:${ROCELINT_WERROR}>:-Werror>)
if(ROCELINT_SANITIZE)
  target_compile_options(rocelint_options INTERFACE -fsanitize=${ROCELINT_SANITIZE} -fno-sanitize-recover=all
    # These four instrument every pointer access and add an eighth to the build time. AddressSanitizer detects most of the same
    # errors, and the fuzz targets keep all four enabled.
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=null,alignment,vptr,object-size>)
  # What sanitizers say of each line holds millions of addresses. At a fixed place the linker writes them; else each start of
  # the program does, which takes as long as the rest of a short run, and tests start it thousands of times.
  target_link_options(rocelint_options INTERFACE -fsanitize=${ROCELINT_SANITIZE} -no-pie)
endif()
if(ROCELINT_FUZZ)
  target_compile_options(rocelint_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined)
  target_link_options(rocelint_options INTERFACE -fsanitize=address,undefined)
endif()

# One precompiled header for every target (see precompiled.h). Unity batches of tests are small, so that the rebuild after an edit is.
if(ROCELINT_PRECOMPILE)
  add_library(rocelint_precompiled STATIC ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
  target_link_libraries(rocelint_precompiled PUBLIC rocelint_options fmt::fmt tl::expected)
  target_precompile_headers(rocelint_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
  # Without the moments of its headers, so that ccache knows it again after another checkout.
  target_compile_options(rocelint_precompiled PRIVATE $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
  set_target_properties(rocelint_precompiled PROPERTIES UNITY_BUILD OFF)
endif()

# rocelint_precompile(<target>): lets a target use it.
function(rocelint_precompile target)
  if(ROCELINT_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM rocelint_precompiled)
    target_link_libraries(${target} PRIVATE fmt::fmt tl::expected)
  endif()
endfunction()

# rocelint_library(<name> SOURCES <files> LINK <libraries>): one static library per folder. What a folder may
# link says what it may include; tests/layering.py checks the includes themselves.
function(rocelint_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  # Four times the batch of the tests: each unit instantiates the same templates again, so that one large unit takes three
  # quarters of the time of four small ones, and a rebuild after one edit still takes seconds.
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 24)
  target_link_libraries(${name} PUBLIC rocelint_options ${arg_LINK})
  rocelint_precompile(${name})
endfunction()
