// SPDX-License-Identifier: Apache-2.0
// Lookups in a subnet manager's files.
#include "models/fabric/subnet/subnet_manager.h"

#include <algorithm>
#include <array>

namespace rocelint {

const SmOption* SubnetManager::option(std::string_view name) const
{
    const auto found = std::ranges::find_if(
        options, [name](const SmOption& option) { return option.name == name && !option.overridden; });
    return found == options.end() ? nullptr : &*found;
}

std::uint32_t SubnetManager::part_of(std::string_view name) const
{
    const SmOption* found = option(name);
    return found == nullptr ? 0xffffffffU : static_cast<std::uint32_t>(found - options.data());
}

const SmQosClass* SubnetManager::arbitration_of(SmPortClass of, bool high) const
{
    const SmQosClass* of_all = nullptr;
    for (const SmQosClass& each : qos_classes) {
        if ((high ? each.high : each.low).empty())
            continue;
        if (each.of == of)
            return &each;
        if (each.of == SmPortClass::all)
            of_all = &each;
    }
    return of_all;
}

const Setting<SlToVl>& SubnetManager::sl2vl_of(SmPortClass of) const
{
    static const Setting<SlToVl> nothing;
    const Setting<SlToVl>* of_all = &nothing;
    for (const SmQosClass& each : qos_classes) {
        // A list of its own that could not be read is unknown, and not the list of all ports.
        if (each.of == of && each.sl2vl.origin != OriginId{})
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
