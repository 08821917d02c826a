// SPDX-License-Identifier: Apache-2.0
#include "drivers/iosxr/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported iosxr_limits{{
    .platform = "iosxr",
    .beyond = {
        {"mtu 65536: out of range, 64 to 65535", "mtu 9216", "mtu 65536", {}},
        {"interval 1001: out of range, 100 to 1000", "watchdog interval 100", "watchdog interval 1001", {}},
        {"shutdown-multiplier 11: out of range, 1 to 10", "shutdown-multiplier 2", "shutdown-multiplier 11", {}},
        {"auto-restore-multiplier 101: out of range, 0 to 100",
            "auto-restore-multiplier 4",
            "auto-restore-multiplier 101",
            {}},
        {"pause-threshold 5760001 bytes: out of range, 307200 to 5760000 bytes",
            "pause-threshold 2100000",
            "pause-threshold 5760001",
            {}},
        {"headroom 1651201 bytes: out of range, 201600 to 1651200 bytes",
            "headroom 1300000",
            "headroom 1651201",
            Property::headroom,
            Bytes{1'651'201},
            3},
        {"ecn 153599 bytes: out of range, 153600 to 5749376 bytes", "ecn 160000", "ecn 153599", {}},
        {"level 8: out of range, 1 to 7", "priority level 1", "priority level 8", {}},
    },
    .grammar = &iosxr::grammar(),
}};

}
}
