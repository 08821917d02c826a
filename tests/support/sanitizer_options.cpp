// SPDX-License-Identifier: Apache-2.0
// What AddressSanitizer is told unless ASAN_OPTIONS says otherwise. A third of the time of the tests went into keeping
// 256 MB of freed blocks, thirty frames for each block, and stacks that outlive their functions; the fuzz targets still do.

/// Called by the sanitizer's runtime before main() (sanitizer/asan_interface.h).
extern "C" const char* __asan_default_options(); // NOLINT(bugprone-reserved-identifier)

// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options()
{
    return "quarantine_size_mb=16:malloc_context_size=6:detect_stack_use_after_return=0:"
           "allocator_release_to_os_interval_ms=-1";
}
