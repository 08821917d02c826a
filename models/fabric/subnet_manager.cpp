// SPDX-License-Identifier: Apache-2.0
// Look-ups in what a subnet manager's files say.
#include "models/fabric/subnet_manager.h"

#include <algorithm>
#include <array>

namespace rocelint {

const SmOption* SubnetManager::option(std::string_view name) const
{
    const auto found = std::ranges::find_if(
        options, [name](const SmOption& option) { return option.name == name && !option.overridden; });
    return found == options.end() ? nullptr : &*found;
}

const Setting<SlToVl>& SubnetManager::sl2vl_of(SmPortClass of) const
{
    static const Setting<SlToVl> nothing;
    const Setting<SlToVl>* of_all = &nothing;
    for (const SmQosClass& each : qos_classes) {
        if (each.of == of && each.sl2vl.known_by_the_way())
            return each.sl2vl;
        if (each.of == SmPortClass::all)
            of_all = &each.sl2vl;
    }
    return *of_all;
}

unsigned vls_of_code(std::uint8_t code)
{
    // PortInfo:OperationalVLs, IBA 14.2.5.6.
    constexpr std::array<unsigned, 6> vls{0, 1, 2, 4, 8, 15};
    return code < vls.size() ? vls[code] : 0;
}

}
