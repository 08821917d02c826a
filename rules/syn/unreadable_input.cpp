// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

namespace rocelint::rules::syn001 {
namespace {

constexpr Example examples[] = {
    {.title = "No such watchdog action exists",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"Ethernet0": {"action": "dorp"}}})"}}},
        .flagged = R"("action": "dorp")"},
    {.title = "Everything can be read", .files = {{{"sonic", "leaf1", ""}}}},
};

}

// The readers find these faults, so that there is nothing left to check here.
extern const Rule rule = {
    .code = "SYN001",
    .name = "unreadable-input",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A part of an input cannot be read or contradicts itself.",
    .why = "What could not be read was not checked: the rest of the report says nothing about it. The part "
           "counts as "
           "unread, never as absent.",
    .source
    = "the grammar of each platform, as its driver's README.md tells; RFC 8259 for JSON, YAML 1.2 for YAML",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Correct the line, or collect the file anew.",
};

}
