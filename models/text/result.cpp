// SPDX-License-Identifier: Apache-2.0
// A bug in the program's own code is thrown, never returned: no caller could handle it.
#include "models/text/result.h"

namespace rocelint {

void add_mistake(std::optional<Error>& all, Error mistake)
{
    constexpr std::size_t most = 20;
    if (!all)
        all = std::move(mistake);
    else if (all->further.size() < most)
        all->further.push_back(std::move(mistake.message));
}

void ensure(bool condition, const char* what)
{
    if (!condition)
        throw Bug{what};
}

}
