// SPDX-License-Identifier: Apache-2.0
#include "drivers/sample_cli/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported sample_cli_limits{{
    .platform = "sample-cli",
    .beyond = {
        {"mtu 9217: out of range, 68 to 9216",
            "mtu 9114",
            "mtu 9217",
            Property::mtu,
            Bytes{9217}},
    },
    .grammar = &sample_cli::grammar(),
}};

}
}
