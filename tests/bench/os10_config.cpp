// SPDX-License-Identifier: Apache-2.0
// The running configuration of a Dell OS10 leaf.
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string os10_leaf(const Size& size)
{
    std::string out
        = "! Version 10.5.4.3\n! Last configuration change at Mar  02 09:00:00 2026\n!\nhostname leaf1\n!\n"
          "wred RDMA\n random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10\n"
          " random-detect ecn\n!\n"
          "class-map type network-qos RDMA\n match qos-group 3\n!\n"
          "class-map type queuing QUEUE-0\n match queue 0\n!\n"
          "class-map type queuing QUEUE-3\n match queue 3\n!\n"
          "class-map type queuing QUEUE-6\n match queue 6\n!\n"
          "trust dscp-map DSCP\n qos-group 0 dscp 0-25,27-47,49-63\n qos-group 3 dscp 26\n qos-group 6 dscp 48\n!\n"
          "qos-map traffic-class QUEUES\n queue 0 qos-group 0-2,4-5,7\n queue 3 qos-group 3\n queue 6 qos-group 6\n!\n"
          "policy-map type network-qos PFC\n !\n class RDMA\n"
          "  pause buffer-size 300 pause-threshold 100 resume-threshold 80\n  pfc-cos 3\n!\n"
          "policy-map type queuing OUT\n !\n class QUEUE-0\n  bandwidth percent 40\n !\n class QUEUE-3\n"
          "  bandwidth percent 60\n  random-detect RDMA\n !\n class QUEUE-6\n  priority\n!\n"
          "system qos\n trust-map dscp DSCP\n qos-map traffic-class QUEUES\n!\n";
    for (std::uint32_t port = 1; port <= size.ports; ++port)
        out += fmt::format(
            "interface ethernet1/1/{0}\n description host{0} ens1f0np0\n no shutdown\n no switchport\n mtu 9216\n"
            " speed 100000\n ip address 10.{1}.{2}.0/31\n flowcontrol receive off\n flowcontrol transmit off\n"
            " priority-flow-control mode on\n service-policy input type network-qos PFC\n"
            " service-policy output type queuing OUT\n!\n",
            port,
            port / 256,
            port % 256);
    return out;
}

}
