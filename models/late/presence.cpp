// SPDX-License-Identifier: Apache-2.0
#include "models/late/presence.h"

#include <dlfcn.h>

namespace rocelint::late {
namespace {

constexpr LateLibrary late_libraries[] = {
    {"libcrypto", ROCELINT_LIBCRYPTO, ROCELINT_LIBCRYPTO_VERSION, "plan, push, rollback"},
    {"libgit2", ROCELINT_LIBGIT2, ROCELINT_LIBGIT2_VERSION, "diff REV:PATH, check --changed-since"},
    {"libjq", ROCELINT_LIBJQ, ROCELINT_LIBJQ_VERSION, "custom_rules of a policy"},
    {"libnetconf2",
        ROCELINT_LIBNETCONF2,
        ROCELINT_LIBNETCONF2_VERSION,
        "collect, plan, push, rollback and drift on Junos"},
    {"libssh", ROCELINT_LIBSSH, ROCELINT_LIBSSH_VERSION, "collect, plan, push, rollback, drift"},
    {"libyang",
        ROCELINT_LIBYANG,
        ROCELINT_LIBYANG_VERSION,
        "render, plan --intent; and the same as libnetconf2"},
};

}

std::span<const LateLibrary> libraries() { return late_libraries; }

bool is_installed(const LateLibrary& library)
{
    // Leaves the library open, because the next caller would have to open it again.
    return ::dlopen(library.soname, RTLD_NOW | RTLD_LOCAL) != nullptr;
}

}
