// SPDX-License-Identifier: Apache-2.0
// Both ends of a cable follow from its number, so that no file of a fabric depends on another.
#include "tests/bench/cabling.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::bench {

std::string port_name(Platform platform, std::uint32_t index)
{
    switch (platform) {
    case Platform::sonic:
        return fmt::format("Ethernet{}", index * 4);
    case Platform::eos:
        return fmt::format("Ethernet{}/1", index + 1);
    case Platform::junos:
        break;
    }
    return fmt::format("et-0/0/{}", index);
}

std::string far_end(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    if (leads_to_host(size, leaf, port))
        return fmt::format("host{} ens{}f0np0", host_on(size, leaf, port), nic_on(size, leaf, port));
    const SwitchPort spine = spine_port_on(size, leaf, port);
    return spine.exists ? fmt::format("spine{} {}", spine.device, port_name(Platform::sonic, spine.port))
                        : std::string{};
}

std::uint32_t host_on(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    return (port * size.leaves + leaf) / size.nics;
}

std::uint32_t nic_on(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    return (port * size.leaves + leaf) % size.nics;
}

bool leads_to_host(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    return port < size.ports / 2 && host_on(size, leaf, port) < size.hosts;
}

namespace {

// Every part of the fabric has the same number of leaves and its share of the spines; every leaf has the same number of uplinks
// to each of those.
struct Part {
    std::uint32_t spines;
    std::uint32_t uplinks; ///< from a leaf to one spine
};

Part part_of(const Size& size)
{
    const std::uint32_t parts = (size.leaves + size.part - 1) / size.part;
    const std::uint32_t spines = std::max(1U, size.spines / parts);
    return {spines, std::max(1U, size.ports / 2 / spines)};
}

}

SwitchPort spine_port_on(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    if (size.spines == 0 || port < size.ports / 2)
        return {0, 0, false};
    if (size.part > 0) {
        const auto [spines, uplinks] = part_of(size);
        const std::uint32_t up = port - size.ports / 2;
        const std::uint32_t spine = leaf / size.part * spines + up % spines;
        const std::uint32_t there = leaf % size.part * uplinks + up / spines;
        return {spine, there, up < spines * uplinks && there < size.ports && spine < size.spines};
    }
    const std::uint32_t cable = leaf * (size.ports / 2) + port - size.ports / 2;
    return {cable % size.spines, cable / size.spines, cable / size.spines < size.ports};
}

SwitchPort leaf_port_on(const Size& size, std::uint32_t spine, std::uint32_t port)
{
    if (size.part > 0) {
        const auto [spines, uplinks] = part_of(size);
        const std::uint32_t leaf = spine / spines * size.part + port / uplinks;
        const std::uint32_t up = port % uplinks * spines + spine % spines;
        return {leaf, size.ports / 2 + up, port / uplinks < size.part && leaf < size.leaves};
    }
    const std::uint32_t cable = port * size.spines + spine;
    const std::uint32_t leaf = cable / (size.ports / 2);
    return {leaf, size.ports / 2 + cable % (size.ports / 2), leaf < size.leaves};
}

}
