// SPDX-License-Identifier: Apache-2.0
// How loud a finding is, by the words that policies and reports use.
#include "analysis/severity.h"

#include <array>

namespace rocelint {

const char* name_of(Severity severity)
{
    constexpr std::array names{"info", "warning", "error"};
    return names[static_cast<std::size_t>(severity)];
}

}
