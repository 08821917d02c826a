// SPDX-License-Identifier: Apache-2.0
// Libraries that most commands do not need. Opening libssh, libnetconf2, libyang and libcrypto, with the
// dozen libraries that they depend on, takes longer than checking a small file. So each library is opened on
// the first call of one of its functions. Callers include its header and call it as usual; the functions that
// they reach are defined in a file named after the library.
#pragma once

#include <mutex>
#include <stdexcept>

namespace rocelint::late {

/// A library that a command needs is not installed, or has another version than the program was built for.
/// The text is a sentence for the person who installed the program.
class NotInstalled : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A shared library of the system, opened when it is first needed and never closed.
class Library {
public:
    /// `name` is its SONAME, a literal: "libssh.so.4".
    explicit constexpr Library(const char* name) : name_(name) { }

    /// Returns the function of this name. Throws NotInstalled if the library, or the function in it, does not
    /// exist.
    template <class Function>
    [[nodiscard]] Function* find(const char* function)
    {
        return reinterpret_cast<Function*>(address_of(function));
    }

private:
    [[nodiscard]] void* address_of(const char* function);

    const char* name_;
    std::once_flag opened_;
    void* handle_ = nullptr;
};

/// For the one libyang function with variable arguments, which cannot be forwarded.
[[nodiscard]] Library& libyang();

}
