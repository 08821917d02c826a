// SPDX-License-Identifier: Apache-2.0
#include "drivers/aoscx/grammar.h"
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported aoscx_limits{{
    .platform = "aoscx",
    .beyond = {
        {"mtu 9199: out of range, 46 to 9198", "mtu 9198", "mtu 9199", {}},
        {"weight 128: out of range, 1 to 127", "weight 60", "weight 128", {}},
        {"timeout 1501: out of range, 10 to 1500", "timeout 200", "timeout 1501", {}},
        {"resume 100001: out of range, 1 to 100000", "resume 400", "resume 100001", {}},
        {"headroom 10241: out of range, 0 to 10240", "headroom 4096", "headroom 10241", {}},
    },
    .grammar = &aoscx::grammar(),
}};

}
}
