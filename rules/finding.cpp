// SPDX-License-Identifier: Apache-2.0
// Names of scopes, for reports and rule pages.
#include "rules/finding.h"

#include <array>

namespace rocelint {

const char* name_of(Scope scope)
{
    constexpr std::array names{"host", "link", "port", "device", "fabric"};
    return names[static_cast<std::size_t>(scope)];
}

}
