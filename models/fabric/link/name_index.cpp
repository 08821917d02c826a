// SPDX-License-Identifier: Apache-2.0
// Finds devices and ports by any of their names: with or without a domain, in any case, by any alias.
#include "models/fabric/link/name_index.h"

#include "models/fabric/value/port_name.h"
#include "models/text/ascii.h"

namespace rocelint {
namespace {

std::string_view without_domain(std::string_view name) { return name.substr(0, name.find('.')); }

}

std::string device_key(std::string_view name) { return ascii::lowered(without_domain(name)); }

DeviceIndex::DeviceIndex(const std::vector<Device>& devices)
{
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        // A subnet is not a neighbor of any device, and the host of a subnet manager may have been collected
        // too.
        if (devices[index].kind == DeviceKind::job || devices[index].kind == DeviceKind::subnet
            || devices[index].kind == DeviceKind::subnet_manager)
            continue;
        const std::string name = ascii::lowered(devices[index].name);
        by_name_.try_emplace(name, index);
        by_name_.try_emplace(std::string(without_domain(name)), index);
    }
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        for (const std::string_view card : devices[index].cards)
            by_name_.try_emplace(device_key(card), index);
    }
}

std::optional<std::uint32_t> DeviceIndex::find(std::string_view wanted) const
{
    const std::string name = ascii::lowered(wanted);
    auto found = by_name_.find(name);
    if (found == by_name_.end())
        found = by_name_.find(std::string(without_domain(name)));
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

PortIndex::PortIndex(const Device& device)
{
    for (std::uint32_t port = 0; port < device.ports.size(); ++port)
        by_name_.try_emplace(comparable_port_name(device.ports[port].name), port);
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (!device.ports[port].alias.empty())
            by_name_.try_emplace(comparable_port_name(device.ports[port].alias), port);
    }
}

std::uint32_t PortIndex::find(std::string_view name) const
{
    const auto found = by_name_.find(comparable_port_name(name));
    return found == by_name_.end() ? Port::no_index : found->second;
}

}
