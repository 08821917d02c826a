// SPDX-License-Identifier: Apache-2.0
#include "models/late/library.h"

#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace rocelint::late {

void* Library::address_of(const char* function)
{
    // RTLD_NOW: a library that does not fit is told of before anything is sent to a device.
    std::call_once(opened_, [this] { handle_ = ::dlopen(name_, RTLD_NOW | RTLD_LOCAL); });
    void* const found = handle_ == nullptr ? nullptr : ::dlsym(handle_, function);
    if (found == nullptr) {
        const char* const reason = ::dlerror();
        throw std::runtime_error(
            std::string(
                "a library that rocelint needs here is not installed, or another one than it was built for: ")
            + (reason == nullptr ? name_ : reason));
    }
    return found;
}

}
