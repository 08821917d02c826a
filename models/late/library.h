// SPDX-License-Identifier: Apache-2.0
// Libraries that most commands do not need. Opening libssh, libnetconf2, libyang and libcrypto, with the dozen that they bring
// along, takes longer than to check a small file, so that each is opened when the first of its functions is called. Callers
// include its header and call it as ever: what they call stands in a file that has the name of the library.
#pragma once

#include <mutex>
#include <stdexcept>

namespace rocelint::late {

/// A library that a command needs is not installed, or is another one than the program was built for. Its text is the sentence
/// for whoever installed the program.
class NotInstalled : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A shared library of the system that is opened when it is needed, and stays open.
class Library {
public:
    /// `name` is its SONAME, a literal: "libssh.so.4".
    explicit constexpr Library(const char* name) : name_(name) { }

    /// The function of this name. Throws where there is no such library, or no such function in it: the program was installed
    /// without what it needs, and says so.
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

/// For the one function of libyang that takes any number of arguments and cannot be passed on.
[[nodiscard]] Library& libyang();

}
