// SPDX-License-Identifier: Apache-2.0
// Junos leaves in both notations, since different code parses them.
#include "tests/bench/cabling.h"
#include "tests/bench/fabric_generator.h"

#include <fmt/format.h>

namespace rocelint::bench {
namespace {

constexpr std::string_view junos_classes = R"(class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class CNP {
                loss-priority low code-points 110000;
            }
            forwarding-class NO-LOSS {
                loss-priority low code-points 011010;
            }
        }
    }
    drop-profiles {
        dcqcn {
            interpolate {
                fill-level [ 55 90 ];
                drop-probability [ 0 20 ];
            }
        }
    }
    forwarding-classes {
        class CNP queue-num 6;
        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
    }
    congestion-notification-profile {
        lossless {
            pfc-watchdog;
            input {
                dscp {
                    code-point 011010 {
                        pfc;
                    }
                }
            }
            output {
                ieee-802.1 {
                    code-point 011 {
                        flow-control-queue 3;
                    }
                }
            }
        }
    }
    interfaces {
        et-* {
            congestion-notification-profile lossless;
            scheduler-map rdma;
            unit * {
                classifiers {
                    dscp rdma;
                }
            }
        }
    }
    scheduler-maps {
        rdma {
            forwarding-class CNP scheduler cnp;
            forwarding-class NO-LOSS scheduler rdma;
        }
    }
    schedulers {
        cnp {
            priority strict-high;
        }
        rdma {
            transmit-rate percent 60;
            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
            explicit-congestion-notification;
        }
    }
}
)";

}

std::string junos_leaf(const Size& size, std::uint32_t leaf)
{
    std::string out = fmt::format("system {{\n    host-name leaf{};\n}}\ninterfaces {{\n", leaf);
    for (std::uint32_t port = 0; port < size.ports; ++port) {
        out += fmt::format("    {} {{\n", port_name(Platform::junos, port));
        if (const std::string description = far_end(size, leaf, port); !description.empty())
            out += fmt::format("        description \"{}\";\n", description);
        out += fmt::format("        speed 100g;\n        mtu 9216;\n"
                           "        unit 0 {{\n            family inet {{\n                mtu 9170;\n"
                           "                address 10.0.{}.1/31;\n            }}\n        }}\n    }}\n",
            port);
    }
    return out + "}\n" + std::string(junos_classes);
}

std::string junos_commands(const Size& size)
{
    std::string out = "set system host-name leaf0\n";
    for (std::uint32_t port = 0; port < size.ports; ++port)
        out += fmt::format(
            "set interfaces et-0/0/{0} description \"to host{0} ens1f0np0\"\n"
            "set interfaces et-0/0/{0} mtu 9216\n"
            "set interfaces et-0/0/{0} unit 0 family inet mtu 9170\n"
            "set interfaces et-0/0/{0} unit 0 family inet address 10.0.{0}.1/31\n"
            "set protocols l2circuit neighbor 10.0.0.1 interface et-0/0/{0}.0 virtual-circuit-id {0}\n"
            "set class-of-service interfaces et-0/0/{0} unit 0 classifiers dscp rdma\n",
            port);
    return out;
}

}
