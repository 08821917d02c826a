// SPDX-License-Identifier: Apache-2.0
#include "rules/report_cause.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn008 {
namespace {

constexpr std::string_view leaf_only = "version: 1\nprofile: lossless\nclasses:\n"
                                       "  - {name: gpu, priority: 3, dscp: [26], roles: [host, leaf]}\n"
                                       "cnp: {priority: 6, dscp: 48}\nrules:\n  PFC002: off\n";
constexpr std::string_view over_spine
    = "devices:\n  leaf1: {role: leaf}\n  spine1: {role: spine}\n  host1: {role: host}\n  host2: {role: host}\n"
      "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
      "  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"
      "  - {a: \"spine1:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "Paths of a class that the policy gives to leaves lead over a spine that never marks",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"QUEUE": {"Ethernet4|3": {"wred_profile": null}}})"},
            {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only,
        .flagged = R"("Ethernet4|3": {)",
        .flagged_device = "spine1"},
    {.title = "The spine marks too",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}, {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only},
};

bool is_marking(proof::Aspect aspect) { return aspect == proof::Aspect::ecn; }

void check(FabricContext& context)
{
    if (context.classes.classes.empty())
        return;
    for (const proof::BrokenCause& cause : proof::broken_causes(context.paths(), is_marking)) {
        Finding& finding = report_cause(context, cause, "lies on a path between RDMA hosts, but its ");
        finding.fix
            = fmt::format("Turn ECN marking on for the class on {}.", context.port_label(cause.step.port));
    }
    explain_unproven(context, is_marking);
}

}

extern const Rule rule = {
    .code = "ECN008",
    .name = "path-without-ecn",
    .severity = Severity::error,
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
