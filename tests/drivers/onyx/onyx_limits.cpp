// SPDX-License-Identifier: Apache-2.0
#include "drivers/onyx/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported onyx_limits{{
    .platform = "onyx",
    .beyond = {
        {"mtu 9217: out of range, 1 to 9216", "mtu 9216", "mtu 9217", {}},
    },
    .grammar = &onyx::grammar(),
}};

}
}
