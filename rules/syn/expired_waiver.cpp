// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn002 {
namespace {

constexpr Example examples[] = {
    {.title = "The waiver of a lab ended years ago",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\nwaivers:\n"
                  "  - {code: WD001, device: leaf1, reason: lab rack, expires: 2024-01-31}\n",
        .flagged = "expires: 2024-01-31",
        .flagged_device = "rocelint.yaml"},
    {.title = "Nothing is waived", .files = {{{"sonic", "leaf1", ""}}}},
};

}

// This rule has no check function: its findings are made where waivers are applied.
extern const Rule rule = {
    .code = "SYN002",
    .name = "expired-waiver",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A waiver has expired: what it accepted counts again.",
    .why = "A waiver accepts a fault until the date that it states. After that date the fault is a finding "
           "again, and the waiver has no effect: renew it with a new date, or remove it.",
    .source = "docs/reference/policy.md, waivers",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Correct the fault and remove the waiver, or have its owner set a new date.",
};

}
