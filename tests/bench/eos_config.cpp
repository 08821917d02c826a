// SPDX-License-Identifier: Apache-2.0
// Running configurations of the generator's Arista leaves.
#include "tests/bench/cabling.h"
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {

std::string eos_leaf(const Size& size, std::uint32_t leaf)
{
    std::string out
        = fmt::format("! Command: show running-config\n! device: leaf{0} (DCS-7060CX-32S, EOS-4.28.3M)\n!\n"
                      "hostname leaf{0}\n!\nqos map dscp 24 25 27 28 29 30 31 to traffic-class 1\n!\n"
                      "priority-flow-control pause watchdog default timeout 0.4\n"
                      "priority-flow-control pause watchdog default recovery-time 0.4\n"
                      "priority-flow-control pause watchdog default polling-interval 0.2\n!\n",
            leaf);
    for (std::uint32_t port = 0; port < size.ports; ++port) {
        const std::string description = far_end(size, leaf, port);
        out += fmt::format("interface {}\n", port_name(Platform::eos, port));
        if (!description.empty())
            out += fmt::format("   description {}\n", description);
        out += "   mtu 9214\n"
               "   speed 100g-4\n"
               "   no switchport\n"
               "   priority-flow-control on\n"
               "   priority-flow-control priority 3 no-drop\n"
               "   priority-flow-control pause watchdog\n"
               "   qos trust dscp\n"
               "   !\n"
               "   tx-queue 3\n"
               "      no priority\n"
               "      bandwidth percent 50\n"
               "      random-detect ecn minimum-threshold 250 kbytes maximum-threshold 1000 "
               "kbytes max-mark-probability 10\n"
               "   !\n"
               "   tx-queue 6\n"
               "      priority strict\n"
               "!\n";
    }
    return out + "ip routing\n!\nend\n";
}

}
