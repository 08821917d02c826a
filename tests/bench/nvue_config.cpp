// SPDX-License-Identifier: Apache-2.0
// startup.yaml of a Cumulus Linux leaf with every port on its own, as NVUE writes it if no two are alike.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string nvue_leaf(const Size& size)
{
    std::string out = "- header:\n    model: SN5600\n    nvue-api-version: nvue_v1\n    rev-id: 1.0\n"
                      "    version: Cumulus Linux 5.14.0\n- set:\n    interface:\n";
    for (std::uint32_t port = 1; port <= size.ports; ++port)
        out += fmt::format(
            "      swp{0}:\n        description: host{0} ens1f0np0\n        ip:\n          address:\n"
            "            10.{1}.{2}.0/31: {{}}\n        link:\n          mtu: 9216\n          speed: 400G\n"
            "          state:\n            up: {{}}\n        qos:\n          congestion-control:\n"
            "            profile: marking-1\n          pfc:\n            profile: lossless-{3}m\n"
            "          pfc-watchdog:\n            state: enabled\n        router:\n"
            "          adaptive-routing:\n            enable: on\n        type: swp\n",
            port,
            port / 256,
            port % 256,
            port % 3 * 10 + 5);
    out += "    qos:\n      congestion-control:\n        marking-1:\n          traffic-class:\n            '3':\n"
           "              ecn: enable\n              max-threshold: 1500000\n              min-threshold: 150000\n"
           "              probability: 10\n      pfc:\n";
    for (const int length : {5, 15, 25})
        out += fmt::format(
            "        lossless-{0}m:\n          cable-length: {0}\n          switch-priority:\n            '3': {{}}\n",
            length);
    return out
        + "      roce:\n        enable: on\n        mode: lossless\n    system:\n      hostname: leaf1\n";
}

}
