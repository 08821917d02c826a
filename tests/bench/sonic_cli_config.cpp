// SPDX-License-Identifier: Apache-2.0
// Running configuration of a Dell Enterprise SONiC leaf with every port on its own, as the CLI shows it.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::bench {

std::string sonic_cli_leaf(const Size& size)
{
    std::string out
        = "!\nhostname leaf1\ninterface-naming standard\nroce enable pfc-priority 3\n!\n"
          "ip load-share hash ipv4 ipv4-src-ip\nip load-share hash ipv4 ipv4-dst-ip\nip load-share hash ipv4 ipv4-l4-src-port\n!\n"
          "priority-flow-control watchdog polling-interval 100\n!\nqos wred-policy ROCE\n"
          " green minimum-threshold 150 maximum-threshold 1500 drop-probability 10\n ecn green\n!\n"
          "qos scheduler-policy ROCE\n !\n queue 0\n  type dwrr\n  weight 40\n !\n queue 3\n  type dwrr\n  weight 60\n"
          " !\n queue 6\n  type strict\n!\nqos map dscp-tc ROCE\n dscp 0-25,27-47,49-63 traffic-class 0\n"
          " dscp 26 traffic-class 3\n dscp 48 traffic-class 6\n!\nqos map tc-queue ROCE\n";
    for (int number = 0; number < 8; ++number)
        out += fmt::format(" traffic-class {0} queue {0}\n", number);
    out += "!\nqos map tc-pg ROCE\n traffic-class 3 priority-group 3\n traffic-class 0-2,4-7 priority-group 7\n!\n"
           "qos map pfc-priority-queue ROCE\n";
    for (int number = 0; number < 8; ++number)
        out += fmt::format(" pfc-priority {0} queue {0}\n", number);
    constexpr std::array<int, 3> lengths{5, 40, 300};
    for (std::uint32_t port = 1; port <= size.ports; ++port)
        out += fmt::format(
            "!\ninterface Eth1/{0}\n description \"host{0} ens1f0np0\"\n mtu 9216\n speed 400000\n fec RS\n"
            " unreliable-los auto\n no shutdown\n ip address 10.{1}.{2}.0/31\n queue 3 wred-policy ROCE\n"
            " scheduler-policy ROCE\n cable-length {3}m\n qos-map dscp-tc ROCE\n qos-map tc-queue ROCE\n"
            " qos-map tc-pg ROCE\n qos-map pfc-priority-queue ROCE\n priority-flow-control priority 3\n"
            " priority-flow-control watchdog action drop\n"
            " priority-flow-control watchdog on detect-time 200\n"
            " priority-flow-control watchdog restore-time 400\n",
            port,
            port / 256,
            port % 256,
            lengths[port % 3]);
    return out + "!\nend\n";
}

}
