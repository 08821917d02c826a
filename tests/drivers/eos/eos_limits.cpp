// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported eos_limits{{
    .platform = "eos",
    .beyond = {
        {"mtu 9215: out of range, 68 to 9214 (Arista EOS User Manual",
            "mtu 9214",
            "mtu 9215",
            Property::mtu,
            Bytes{9215 + 14}},
        {"timeout 0.205: out of range, 0.01 to 60 in steps of 0.01 (Arista AVD", "timeout 0.2", "timeout 0.205", {}},
        {"recovery-time 0.777: out of range, 0.01 to 60 in steps of 0.01 (Arista AVD",
            "recovery-time 0.4",
            "recovery-time 0.777",
            {}},
    },
    .rendered = {"mtu"},
    .grammar = &eos::grammar(),
}};

}
}
