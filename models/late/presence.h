// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace rocelint::late {

/// A system library that is opened when it is first needed.
struct LateLibrary {
    const char* name; ///< "libssh"
    const char* soname; ///< "libssh.so.4", the SONAME that belongs to the headers used in the build
    const char* built_with; ///< version of the headers used in the build
    const char* needed_by; ///< what needs it, in words of the command line
};

/// All such libraries.
[[nodiscard]] std::span<const LateLibrary> libraries();

/// Whether this system has the library. Opens it, which takes some milliseconds.
[[nodiscard]] bool is_installed(const LateLibrary& library);

}
