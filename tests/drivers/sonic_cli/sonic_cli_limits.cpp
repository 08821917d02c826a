// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic_cli/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported sonic_cli_limits{{
    .platform = "sonic-cli",
    .beyond = {
        {"mtu 9217: out of range, 1312 to 9216", "mtu 9216\n speed", "mtu 9217\n speed", {}},
        {"mtu 1000: out of range, 1312 to 9216", "mtu 9216\n speed", "mtu 1000\n speed", {}},
        {"seed 16777216: out of range, 0 to 16777215",
            "ip load-share hash ipv4 ipv4-src-ip\n",
            "ip load-share hash seed 16777216\nip load-share hash ipv4 ipv4-src-ip\n",
            {}},
        {"weight 101: out of range, 1 to 100", "weight 40", "weight 101", {}},
        {"minimum-threshold 0: out of range, 1 to 12480", "minimum-threshold 150", "minimum-threshold 0", {}},
        {"drop-probability 101: out of range, 0 to 100", "drop-probability 10", "drop-probability 101", {}},
        {"detect-time 6000: out of range, 100 to 5000", "on detect-time 200", "on detect-time 6000", {}},
        {"polling-interval 90: out of range, 100 to 3000", "polling-interval 100", "polling-interval 90", {}},
    },
    .grammar = &sonic_cli::grammar(),
}};

}
}
