// SPDX-License-Identifier: Apache-2.0
#include "rules/path_rule.h"

namespace rocelint::rules::ecn008 {
namespace {

constexpr Example examples[] = {
    path_examples::with_spine("A class that the policy assigns to leaves crosses a spine that never marks",
        R"({"QUEUE": {"Ethernet4|3": {"wred_profile": null}}})",
        R"("Ethernet4|3": {)"),
    path_examples::with_spine("The spine marks too"),
};

bool is_marking(proof::Aspect aspect) { return aspect == proof::Aspect::ecn; }

constexpr PathRule row{
    .is_about = is_marking,
    .lead = "lies on a path between RDMA hosts, but its ",
    .fix = "Turn ECN marking on for the class on {}.",
};

void check(FabricContext& context) { check_paths(context, row); }

}

extern const Rule rule = {
    .code = "ECN008",
    .name = "path-without-ecn",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A path between RDMA hosts crosses a queue that never marks packets.",
    .why
    = "Every egress queue of a path may become the congested one. If it does not mark, the senders go on at "
      "full rate, the queue fills until PFC pauses the link before it, and the pause spreads to flows that "
      "never touch that queue.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3; RFC 3168",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Bind the marking profile of the class to its queue on every port of the path. Where ECN001 reports "
      "the port, its correction does that.",
    .yields = true,
    .check_fabric = check,
};

}
