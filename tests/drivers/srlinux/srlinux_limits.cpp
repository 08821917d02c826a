// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported srlinux_limits{{
    .platform = "srlinux",
    .beyond = {
        {"mtu 9501: out of range, 1450 to 9500 (SR Linux 25.3.1", "mtu 9232", "mtu 9501", Property::mtu, Bytes{9501}},
        {"ip-mtu 9487: out of range, 1280 to 9486 (SR Linux 25.3.1", "ip-mtu 9198", "ip-mtu 9487", {}},
        {"detection-timer 1501: out of range, 10 to 1500 ms (SR Linux 25.3.1",
            "detection-timer 200",
            "detection-timer 1501",
            Property::watchdog_timers,
            WatchdogTarget{PrioritySet::of(3), Milliseconds(1501), Milliseconds(400), {}}},
        {"recovery-timer 99: out of range, 100 to 1500 ms (SR Linux 25.3.1",
            "recovery-timer 400",
            "recovery-timer 99",
            Property::watchdog_timers,
            WatchdogTarget{PrioritySet::of(3), Milliseconds(200), Milliseconds(99), {}}},
        {"weight 256: out of range, 1 to 255 (SR Linux 25.3.1",
            "weight 60",
            "weight 256",
            Property::scheduler,
            SchedulerTarget{SchedulerKind::weighted, {}, 256},
            3},
        {"maximum-pfc-reserved-share-bytes 104857601: out of range, 0 to 104857600 (SR Linux 25.3.1",
            "maximum-pfc-reserved-share-bytes 400000",
            "maximum-pfc-reserved-share-bytes 104857601",
            Property::headroom,
            Bytes{104857601},
            3},
        {"pfc-pause-frame-priority 8: out of range, 0 to 7 (SR Linux 25.3.1",
            "pfc-pause-frame-priority 3",
            "pfc-pause-frame-priority 8",
            {}},
        {"percentage 101: out of range, 0 to 100 (SR Linux 25.3.1",
            "max-drop-probability-percent 100",
            "max-drop-probability-percent 101",
            {}},
    },
}};

}
}
