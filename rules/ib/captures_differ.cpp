// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ib025 {
namespace {

constexpr Example examples[] = {
    {.title = "The other file shows another link",
        .files = {{{"ib-fabric", "fabric", ""},
            {"ib-fabric",
                "fabric",
                R"(-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
+[3]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[3]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
)"}}},
        .flagged = "[3]"},
    ib::example("One capture does not contradict itself"),
};

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    for (const IbConflict& conflict : subnet.conflicts) {
        context.report({.at = conflict.other,
            .message = fmt::format("{}: the captures were taken at different times", conflict.message),
            .subjects = {context.subject(Property::cabling)},
            .related = {{conflict.believed, "what the other file shows"}}});
    }
}

}

extern const Rule rule = {
    .code = "IB025",
    .name = "ib-captures-differ",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Captures of one InfiniBand subnet contradict each other.",
    .why
    = "Links and LIDs of one subnet at one time are the same whichever tool shows them. Where two "
      "captures differ, the fabric changed between them or one is from another day: forwarding tables of "
      "the one do not belong to the links of the other, and a proof over both describes a fabric that "
      "never existed.",
    .source = "IBA 1.5 14.2.5 (the attributes that all tools read are the same)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Take all captures of a subnet in one go, and keep those of another day in a different folder.",
    .check_device = check,
};

}
