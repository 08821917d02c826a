// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported nxos_limits{{
    .platform = "nxos",
    .beyond = {
        {"mtu 9217: out of range, 576 to 9216", "mtu 9216\n  speed", "mtu 9217\n  speed", {}},
        {"level 9: out of range, 1 to 8", "priority level 1", "priority level 9", {}},
    },
    .grammar = &nxos::grammar(),
}};

}
}
