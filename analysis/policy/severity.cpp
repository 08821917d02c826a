// SPDX-License-Identifier: Apache-2.0
// Names of severities, as used in policies and reports.
#include "analysis/policy/severity.h"

#include <array>

namespace rocelint {

const char* name_of(Severity severity)
{
    constexpr std::array names{"info", "warning", "error"};
    return names[static_cast<std::size_t>(severity)];
}

}
