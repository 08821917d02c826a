// SPDX-License-Identifier: Apache-2.0
#include "models/late/library.h"

#include <dlfcn.h>
#include <string>

namespace rocelint::late {

void* Library::address_of(const char* function)
{
    // RTLD_NOW reports an incompatible library before anything is sent to a device.
    std::call_once(opened_, [this] { handle_ = ::dlopen(name_, RTLD_NOW | RTLD_LOCAL); });
    void* const found = handle_ == nullptr ? nullptr : ::dlsym(handle_, function);
    if (found == nullptr) {
        const char* const reason = ::dlerror();
        throw NotInstalled(
            std::string(
                "a library that this command needs is not installed, or is not the one that rocelint was built for "
                "(`rocelint version --json` lists them): ")
            + (reason == nullptr ? name_ : reason));
    }
    return found;
}

}
