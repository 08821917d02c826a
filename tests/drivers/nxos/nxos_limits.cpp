// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported nxos_limits{{
    .platform = "nxos",
    .beyond = {
        {"mtu 9217: out of range, 576 to 9216", "mtu 9216\n  speed", "mtu 9217\n  speed", {}},
        {"interval 1001: out of range, 100 to 1000 (CiscoDevNet",
            "watch-dog interval 200",
            "watch-dog interval 1001",
            Property::watchdog_timers,
            WatchdogTarget{.priorities = PrioritySet::of(3), .detection = Milliseconds{1001}}},
        {"interval 50: out of range, 100 to 1000", "watch-dog interval 200", "watch-dog interval 50", {}},
        {"class-map type qos RDMA-OF-THE-TRAINING-CLUSTER-IN-HALL-NORTH has 42 characters, where at most 40 are taken (Cisco-NX-OS-device.yang",
            "class-map type qos match-any RDMA",
            "class-map type qos match-any RDMA-OF-THE-TRAINING-CLUSTER-IN-HALL-NORTH",
            {}},
        {"level 9: out of range, 1 to 8", "priority level 1", "priority level 9", {}},
    },
    .rendered = {"interval 70000: out of range, 100 to 1000"},
    .grammar = &nxos::grammar(),
}};

}
}
