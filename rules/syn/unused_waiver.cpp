// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn003 {
namespace {

constexpr Example examples[] = {
    {.title = "The port was corrected, and its waiver was left behind",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\nwaivers:\n"
                  "  - {code: PFC002, device: leaf1, reason: storage moves in spring}\n",
        .flagged = "code: PFC002",
        .flagged_device = "rocelint.yaml"},
    {.title = "Nothing is waived", .files = {{{"sonic", "leaf1", ""}}}},
};

}

// This rule has no check function: its findings are made where waivers are applied.
extern const Rule rule = {
    .code = "SYN003",
    .name = "unused-waiver",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "A waiver covers nothing that was found.",
    .why = "A waiver that nothing needs would let the same fault pass unseen when it comes again. It is "
           "reported only where the rule was run and could be checked, and where what the waiver names was "
           "read: checking a part of a fabric does not report the waivers of the rest, and the waivers of a "
           "policy that several fabrics extend are checked only against devices and files that they name.",
    .source = "docs/reference/policy.md, waivers",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Remove the waiver, or correct the device, port, file or key that it names.",
};

}
