// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace rocelint::late {

/// A library of the system that is opened when it is needed.
struct LateLibrary {
    const char* name; ///< "libssh"
    const char* soname; ///< "libssh.so.4", as that of the headers that the program was built with
    const char* built_with; ///< version of these headers
    const char* needed_by; ///< what cannot be done without it, in words of the command line
};

/// All of them.
[[nodiscard]] std::span<const LateLibrary> libraries();

/// Whether this system has it. Opens it, which takes some milliseconds.
[[nodiscard]] bool is_installed(const LateLibrary& library);

}
