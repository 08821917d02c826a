// SPDX-License-Identifier: Apache-2.0
// The running configuration of a router with IOS XR: the platform's example with the requested number of identical ports.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string iosxr_leaf(const Size& size)
{
    std::string out
        = "!! IOS XR Configuration 24.4.1\n!\nhostname leaf1\n"
          "hw-module profile priority-flow-control location 0/RP0/CPU0\n"
          " buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes "
          "max-threshold 1500000 bytes probability-percentage 10\n!\n"
          "priority-flow-control watchdog mode on\npriority-flow-control watchdog interval 100\n"
          "priority-flow-control watchdog shutdown-multiplier 2\npriority-flow-control watchdog auto-restore-multiplier 4\n";
    for (const auto& [name, match] : {std::pair{"CNP", "dscp 48"},
             std::pair{"RDMA", "dscp 26"},
             std::pair{"TC3", "traffic-class 3"},
             std::pair{"TC6", "traffic-class 6"}})
        out += fmt::format("class-map match-any {}\n match {}\n end-class-map\n!\n", name, match);
    out += "policy-map FABRIC-IN\n class RDMA\n  set traffic-class 3\n !\n class CNP\n  set traffic-class 6\n !\n"
           " class class-default\n  set traffic-class 0\n !\n end-policy-map\n!\n"
           "policy-map FABRIC-OUT\n class TC6\n  priority level 1\n !\n class TC3\n  bandwidth remaining ratio 60\n !\n"
           " class class-default\n  bandwidth remaining ratio 40\n !\n end-policy-map\n!\n";
    for (std::uint32_t port = 0; port < size.ports; ++port)
        out += fmt::format("interface HundredGigE0/0/0/{0}\n description host{0} ens1f0np0\n mtu 9216\n"
                           " service-policy input FABRIC-IN\n service-policy output FABRIC-OUT\n"
                           " ipv4 address 10.{1}.{2}.0 255.255.255.254\n priority-flow-control mode on\n!\n",
            port,
            port / 256,
            port % 256);
    return out + "lldp\n!\nend\n";
}

}
