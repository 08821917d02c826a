// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/congestion.h"

#include "analysis/facts/memory/group_memory.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

std::uint32_t feeding_ports(const Analysis& analysis, PortId port)
{
    const Device& device = analysis.fabric->device(port);
    const Setting<BitsPerSecond>& speed = device.ports[port.port].speed;
    if (!speed.known())
        return 2;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& other = device.ports[index];
        if (may_carry_traffic(other) && analysis.is_roce({port.device, index}) && other.speed.known()
            && other.speed.value > speed.value)
            return 1;
    }
    return 2;
}

Congestion easiest_congestion(const Analysis& analysis, std::uint32_t device_index, const BoundProfile& bound)
{
    const Device& device = analysis.fabric->devices[device_index];
    // The slowest port is enough: if any port has a faster one, the slowest does.
    const auto slowest = std::ranges::min_element(bound.ports, {}, [&device](std::uint32_t index) {
        const Setting<BitsPerSecond>& speed = device.ports[index].speed;
        return speed.known() ? speed.value.count : ~std::uint64_t{0};
    });
    const PortId port{device_index, *slowest};
    return {port, feeding_ports(analysis, port)};
}

std::string list_fills(const PauseFill& fill, std::uint32_t most, Bytes at)
{
    std::string out;
    for (std::uint32_t ports = 1;; ports = std::min(ports * 2, most)) {
        const physics::EcnMargin margin = fill.margin(ports, at);
        add_item(out, fmt::format("{}: {} ({:+})", ports, margin.queue.count, margin.margin));
        if (ports >= most)
            return out;
    }
}

std::uint32_t count_roce_ports(const Analysis& analysis, std::uint32_t device_index)
{
    const Device& device = analysis.fabric->devices[device_index];
    std::uint32_t count = 0;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (may_carry_traffic(device.ports[index]) && analysis.is_roce({device_index, index}))
            ++count;
    }
    return count;
}

}
