// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported junos_limits{{
    .platform = "junos",
    .beyond = {
        {"mtu 9217: out of range, 256 to 9216 (of EX and QFX Series switches;",
            "mtu 9216",
            "mtu 9217",
            Property::mtu,
            Bytes{9217}},
        {"mtu 255: out of range, 256 to 9216 (of EX and QFX Series switches;",
            "mtu 9216",
            "mtu 255",
            Property::mtu,
            Bytes{255}},
        {"forwarding-class CONGESTION-NOTIFICATION-PACKETS-OF-THE-TRAINING-CLUSTER-IN-NORTH- has 65 characters, where at most 64 are taken (Junos OS 23.2R1",
            "CNP",
            "CONGESTION-NOTIFICATION-PACKETS-OF-THE-TRAINING-CLUSTER-IN-NORTH-",
            {}},
        {"poll-interval 1001: out of range, 100 to 1000 ms (Junos OS 23.2R1",
            "poll-interval 100",
            "poll-interval 1001",
            Property::watchdog_timers,
            times(2002, 200, 1001)},
        {"detection 11: out of range, 2 to 10 (Junos OS 23.2R1",
            "detection 2",
            "detection 11",
            Property::watchdog_timers,
            times(1100, 200, 100)},
        {"recovery 1001: out of range, 200 to 1000 ms (Junos OS 23.2R1",
            "recovery 200",
            "recovery 1001",
            Property::watchdog_timers,
            times(200, 1001, 100)},
        {"percent 101: out of range, 0 to 100 (Junos OS 23.2R1",
            {},
            {},
            Property::scheduler,
            SchedulerTarget{SchedulerKind::weighted, Percent{10'100}, {}},
            3},
    },
    .rendered = {"mtu takes 256 to 9216 (of EX and QFX Series switches;",
            "poll-interval takes 100 to 1000 ms (Junos OS 23.2R1",
            "recovery takes 200 to 1000 ms (Junos OS 23.2R1",
            "Junos counts 2 to 10 polls (Junos OS 23.2R1"},
}};

}
}
