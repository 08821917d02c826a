// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::tests::ib_fabric {

/// The driver that reads the subnet.
inline constexpr std::string_view platform = "ib-fabric";

/// The subnet that was read.
inline const Subnet& subnet_of(const tests::ReadFiles& read)
{
    REQUIRE(read.device().subnet);
    return *read.device().subnet;
}

/// The port with this number on the node with this name.
inline const IbPort& port_of(const tests::ReadFiles& read, std::string_view name, std::uint8_t number)
{
    const Subnet& subnet = subnet_of(read);
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        const std::uint32_t port = subnet.port_of(node, number);
        if (subnet.node_name(node) == name && port != Subnet::none)
            return subnet.ports[port];
    }
    FAIL("no port " << static_cast<int>(number) << " of " << std::string(name));
    return subnet.ports.front();
}

/// The name of the port at the other end; "none" if there is none, "unknown" if nothing shows it.
inline std::string peer_of(const tests::ReadFiles& read, std::string_view name, std::uint8_t number)
{
    const Subnet& subnet = subnet_of(read);
    const IbPort& port = port_of(read, name, number);
    if (!port.peer.known())
        return "unknown";
    return port.peer.value == Subnet::none ? "none" : subnet.port_name(port.peer.value);
}

/// ibnetdiscover's output: a leaf with a host and a spine, and the records of all three.
inline constexpr std::string_view small
    = R"(=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2026.06.15 12:06:05 =~=~=~=~=~=~=~=~=~=~=~=
[root@host1 ~]# ibnetdiscover
#
# Topology file: generated on Mon Jun 15 12:00:00 2026
#
# Initiated from node 00000000000000a1 port 00000000000000a2

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x11		# Chassis 1
switchguid=0x11(11)	# Leaf 3 (MQM8700)
Switch	40 "S-0000000000000011"		# "leaf1" enhanced port 0 lid 11 lmc 0
[1]	"H-00000000000000a1"[1](a2) 		# "host1 mlx5_0" lid 101 4xHDR
[7][ext 4]	"S-0000000000000021"[2][ext 9]		# "spine1" lid 21 4xHDR s=1 w=2 v=4

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x21
switchguid=0x21(21)
Switch	40 "S-0000000000000021"		# "spine1" base port 0 lid 21 lmc 0
[2]	"S-0000000000000011"[7]		# "leaf1" lid 11 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0xa1
caguid=0xa1
Ca	1 "H-00000000000000a1"		# "host1 mlx5_0"
[1](a2) 	"S-0000000000000011"[1]		# lid 101 lmc 2 "leaf1" lid 11 4xHDR

)";

}
