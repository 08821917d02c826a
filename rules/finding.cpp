// SPDX-License-Identifier: Apache-2.0
// Names of scopes and of what counters prove, for reports and rule pages; the ports that a row counts.
#include "rules/finding.h"

#include "models/fabric/fabric.h"

#include <array>

namespace rocelint {

void NotChecked::count(PortId one)
{
    if (one.port == Port::no_index)
        return;
    if (counted.size() <= one.port)
        counted.resize(std::size_t{one.port} + 1);
    ports += counted[one.port] ? 0 : 1;
    counted[one.port] = true;
}

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
