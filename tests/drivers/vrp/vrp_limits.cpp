// SPDX-License-Identifier: Apache-2.0
#include "drivers/vrp/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported vrp_limits{{
    .platform = "vrp",
    .beyond = {
        {"enable 15361: out of range, 1518 to 15360", "jumboframe enable 9216", "jumboframe enable 15361", {}},
        {"hardware with PFC takes frames up to 9500 bytes, and not 9501", "jumboframe enable 9216", "jumboframe enable 9501", Property::mtu, Bytes{9497}},
        {"mtu 9601: out of range, 46 to 9600", "mtu 9100", "mtu 9601", {}},
        {"weight 101: out of range, 1 to 100", "weight 40", "weight 101", {}},
        {"discard-percentage 101: out of range, 1 to 100", "discard-percentage 10", "discard-percentage 101", {}},
        {"low-limit 100: out of range, 128 to 34078720", "low-limit 150000", "low-limit 100", {}},
        {"dynamic 13: out of range, 1 to 12", "xoff dynamic 5", "xoff dynamic 13", {}},
        {"time 16: out of range, 1 to 15", "deadlock-detect time 2", "deadlock-detect time 16", {}},
    },
    .grammar = &vrp::grammar(),
}};

}
}
