// SPDX-License-Identifier: Apache-2.0
// The defaults of AddressSanitizer; ASAN_OPTIONS overrides them. A third of the tests' time went into keeping 256 MB of freed
// blocks, thirty frames per block, and stacks that outlive their functions; the fuzz targets still do all that.

/// Called by the sanitizer's runtime before main() (sanitizer/asan_interface.h).
extern "C" const char* __asan_default_options(); // NOLINT(bugprone-reserved-identifier)

// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options()
{
    // The thread-local storage of libraries that are loaded late is found elsewhere than where LeakSanitizer of clang 16 looks
    // for it, and it crashed when it searched there (`render` of a fabric with SONiC and Junos).
    return "quarantine_size_mb=16:malloc_context_size=6:detect_stack_use_after_return=0:"
           "allocator_release_to_os_interval_ms=-1:intercept_tls_get_addr=0";
}

/// The same for LeakSanitizer (sanitizer/lsan_interface.h).
extern "C" const char* __lsan_default_suppressions(); // NOLINT(bugprone-reserved-identifier)

// libcrypto is loaded on demand and keeps a table until the program ends. libyang 2.1 leaks the text of a union's value if none of
// the union's types accepts it (lyplg_type_store_union). By the libraries' names, since function names need a symbolizer.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() { return "leak:libcrypto\nleak:libyang.so\n"; }
