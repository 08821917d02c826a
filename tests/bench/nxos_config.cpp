// SPDX-License-Identifier: Apache-2.0
// The running configuration of an NX-OS leaf: the platform's example with the requested number of identical ports.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string nxos_leaf(const Size& size)
{
    std::string out
        = "!Command: show running-config\n\nversion 10.3(4a) Bios:version 05.47\nhostname leaf1\nfeature lldp\n\n"
          "class-map type qos match-any RDMA\n  match dscp 26\nclass-map type qos match-any CNP\n  match dscp 48\n"
          "policy-map type qos FABRIC-IN\n  class RDMA\n    set qos-group 3\n  class CNP\n    set qos-group 6\n"
          "policy-map type queuing FABRIC-OUT\n";
    for (const auto& [queue, action] : {std::pair{"q7", "bandwidth remaining percent 0"},
             std::pair{"q6", "priority level 1"},
             std::pair{"q5", "bandwidth remaining percent 0"},
             std::pair{"q4", "bandwidth remaining percent 0"},
             std::pair{"q3",
                 "bandwidth remaining percent 60\n    random-detect minimum-threshold 150 kbytes "
                 "maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn"},
             std::pair{"q2", "bandwidth remaining percent 0"},
             std::pair{"q1", "bandwidth remaining percent 0"},
             std::pair{"q-default", "bandwidth remaining percent 40"}})
        out += fmt::format("  class type queuing c-out-8q-{}\n    {}\n", queue, action);
    out += "policy-map type network-qos FABRIC-NQ\n  class type network-qos c-8q-nq3\n    mtu 9216\n    pause pfc-cos 3\n"
           "  class type network-qos c-8q-nq-default\n    mtu 9216\nsystem qos\n"
           "  service-policy type network-qos FABRIC-NQ\n  service-policy type queuing output FABRIC-OUT\n"
           "priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog interval 200\n\n"
           "ip load-sharing address source-destination port source-destination\n\n";
    for (std::uint32_t port = 1; port <= size.ports; ++port)
        out += fmt::format(
            "interface Ethernet1/{0}\n  description host{0} ens1f0np0\n  no switchport\n  mtu 9216\n"
            "  speed 100000\n  priority-flow-control mode on\n"
            "  priority-flow-control watch-dog-interval on\n"
            "  service-policy type qos input FABRIC-IN\n  ip address 10.{1}.{2}.0/31\n  no shutdown\n\n",
            port,
            port / 256,
            port % 256);
    return out;
}

}
