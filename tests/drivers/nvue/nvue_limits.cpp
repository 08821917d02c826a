// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported nvue_limits{{
    .platform = "nvue",
    .beyond = {
        {"link mtu 9217: out of range, 552 to 9216", "mtu 9216", "mtu 9217", {}},
        {"pfc-watchdog polling-interval 99: out of range, 100 to 5000", "polling-interval 100", "polling-interval 99", {}},
        {"roce cable-length 100001: out of range, 1 to 100000", "cable-length 40", "cable-length 100001", {}},
        {"memory-percent 101: out of range, 1 to 100 (NVIDIA", "default-lossy memory-percent 50", "default-lossy memory-percent 101", {}},
        {"memory-percent 0: out of range, 1 to 100", "default-lossy memory-percent 50", "default-lossy memory-percent 0", {}},
    },
}};

}
}
