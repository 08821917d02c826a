// SPDX-License-Identifier: Apache-2.0
#include "drivers/os10/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported os10_limits{{
    .platform = "os10",
    .beyond = {
        {"mtu 9217: out of range, 1280 to 9216", "mtu 9216\n speed", "mtu 9217\n speed", {}},
        {"drop-probability 101", "drop-probability 10", "drop-probability 101", {}},
        {"minimum-threshold 12481: out of range, 1 to 12480", "minimum-threshold 150", "minimum-threshold 12481", {}},
    },
    .grammar = &os10::grammar(),
}};

}
}
