// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm035 {
namespace {

constexpr Example examples[] = {
    sm::with_file("No level DEFAULT",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: usual
        sl: 0
    end-qos-level
end-qos-levels
)",
        "qos-levels"),
    sm::with_file("A service level that does not exist",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 99
    end-qos-level
end-qos-levels
)",
        "sl: 99"),
    sm::with_file("A misspelt key",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
        mtu_limit: 4
    end-qos-level
end-qos-levels
)",
        "mtu_limit: 4"),
    sm::with_file("A level that is not there",
        "qos-policy.conf",
        R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
qos-match-rules
    qos-match-rule
        pkey: 0x8001
        qos-level-name: ai
    end-qos-match-rule
end-qos-match-rules
)",
        "qos-level-name: ai"),
    sm::with_file("A row of qos-ulps with an unknown word",
        "qos-policy.conf",
        R"(qos-ulps
    default: 0
    any, pkeys 0x8001: 1
end-qos-ulps
)",
        "any, pkeys"),
    sm::with_file("A row of qos-ulps without what it is about",
        "qos-policy.conf",
        R"(qos-ulps
    default: 0
    any: 1
end-qos-ulps
)",
        "any: 1"),
    sm::with_file("Rows of qos-ulps of every kind", "qos-policy.conf", R"(qos-ulps
    default: 0
    ipoib, pkey 0x8001-0x8003: 1
    any, target-port-guid 0x0002c90300a1b011,0x0002c90300a1b012: 1
    any , service-id 0x1000-0x1fff : 1
    SRP, target-port-guid 0x0002c90300a1b013: 1
    rds: 1
end-qos-ulps
)"),
    sm::with_file("A level DEFAULT", "qos-policy.conf", R"(qos-levels
    qos-level
        name: DEFAULT
        sl: 0
    end-qos-level
end-qos-levels
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(context,
        SmFault::Kind::policy_dropped,
        Property::virtual_lanes,
        "Correct the line: until then the subnet has no qos-policy.");
    sm::report_faults(
        context, SmFault::Kind::policy_value, Property::virtual_lanes, "Write a service level from 0 to 15.");
}

}

extern const Rule rule = {
    .code = "SM035",
    .name = "policy-given-up",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The subnet manager rejects the qos-policy, or gives paths a different service level from "
               "the one it states.",
    .why = "One line that opensm does not accept, such as a row of qos-ulps with an unknown word, a level "
           "that does not exist, or a missing level DEFAULT, and the whole policy is dropped. Only its log "
           "shows errors AC03 to AC13. A service level above 15 is cut to 4 bits in the path records that "
           "hosts get.",
    .source
    = "opensm 3.3.23, opensm/osm_qos_parser_y.y, osm_qos_parser_l.l; opensm/osm_qos_policy.c: osm_qos_policy_validate",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Correct the policy. `fix` corrects misspelt keys and names, and closes sections; no file shows "
           "which level or service level was meant elsewhere.",
    .check_device = check,
};

}
