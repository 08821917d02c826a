// SPDX-License-Identifier: Apache-2.0
#include "drivers/comware/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported comware_limits{{
    .platform = "comware",
    .beyond = {
        {"dynamic 101: out of range, 0 to 100", "ingress-buffer dynamic 33", "ingress-buffer dynamic 101", {}},
        {"discard-probability 101: out of range, 0 to 100", "discard-probability 10", "discard-probability 101", {}},
        {"weighting-constant 16: out of range, 0 to 15", "weighting-constant 0", "weighting-constant 16", {}},
        {"drop-level 3: out of range, 0 to 2", "drop-level 1", "drop-level 3", {}},
        {"mtu 45: out of range, 46 to 65535", "mtu 9198", "mtu 45", {}},
    },
    .grammar = &comware::grammar(),
}};

}
}
