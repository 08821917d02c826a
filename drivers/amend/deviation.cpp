// SPDX-License-Identifier: Apache-2.0
// The single check that a device became what was intended and nothing else. It applies to an edited file
// before anything is written, and to a device that was read back.
#include "drivers/amend/deviation.h"

#include "models/change/change_document.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

bool is_made_after(const Device& before, const Device& after, const Change& change)
{
    const std::uint32_t port = change.port.port;
    const bool moved = port < before.ports.size()
        && (port >= after.ports.size() || after.ports[port].name != before.ports[port].name);
    if (!moved)
        return is_made(after, change);
    const auto there = on_device(named(before, change), after, change.port.device);
    return there && is_made(after, *there);
}

}

Deviation deviation(const Device& before, const Device& after, std::span<const Change> changes)
{
    Deviation found;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (!is_made_after(before, after, changes[index]))
            found.not_made.push_back(index);
    }
    found.more = unexplained(differences(before, after), before, changes);
    return found;
}

bool is_side_effect(const Difference& difference, const Device& before)
{
    if (difference.port >= before.ports.size())
        return difference.property == Property::buffer_pool && before.pools.empty();
    if (difference.property != Property::watchdog)
        return false;
    const Port& port = before.ports[difference.port];
    return port.admin_up.is(false) || !port.pfc_tx.known() || port.pfc_tx.value.empty();
}

std::string describe(const Difference& difference, const Device& device)
{
    if (!difference.part.empty())
        return fmt::format("the option {}", difference.part);
    return fmt::format("{} of {}",
        name_of(difference.property),
        difference.port < device.ports.size() ? device.ports[difference.port].name : "the device");
}

}
