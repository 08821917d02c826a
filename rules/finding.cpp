// SPDX-License-Identifier: Apache-2.0
// Names of scopes and of what counters prove, for reports and rule pages.
#include "rules/finding.h"

#include <array>

namespace rocelint {

const char* name_of(Scope scope)
{
    constexpr std::array names{"host", "link", "port", "device", "fabric"};
    return names[static_cast<std::size_t>(scope)];
}

const char* name_of(Evidence evidence)
{
    constexpr std::array names{"silent", "confirmed", "contradicted"};
    return names[static_cast<std::size_t>(evidence)];
}

}
