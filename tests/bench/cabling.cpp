// SPDX-License-Identifier: Apache-2.0
// Both ends of a cable are worked out from its number, so that no file of a fabric needs to know another.
#include "tests/bench/cabling.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string port_name(bool sonic, std::uint32_t index)
{
    return sonic ? fmt::format("Ethernet{}", index * 4) : fmt::format("Ethernet{}/1", index + 1);
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

SwitchPort spine_port_on(const Size& size, std::uint32_t leaf, std::uint32_t port)
{
    if (size.spines == 0 || port < size.ports / 2)
        return {0, 0, false};
    const std::uint32_t cable = leaf * (size.ports / 2) + port - size.ports / 2;
    return {cable % size.spines, cable / size.spines, cable / size.spines < size.ports};
}

SwitchPort leaf_port_on(const Size& size, std::uint32_t spine, std::uint32_t port)
{
    const std::uint32_t cable = port * size.spines + spine;
    const std::uint32_t leaf = cable / (size.ports / 2);
    return {leaf, size.ports / 2 + cable % (size.ports / 2), leaf < size.leaves};
}

}
