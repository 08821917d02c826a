// SPDX-License-Identifier: Apache-2.0
#include "rules/report_cause.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc007 {
namespace {

// The policy excludes the class from spines, but the topology leads its packets over one.
constexpr std::string_view leaf_only = "version: 1\nprofile: lossless\nclasses:\n"
                                       "  - {name: gpu, priority: 3, dscp: [26], roles: [host, leaf]}\n"
                                       "cnp: {priority: 6, dscp: 48}\nrules:\n  PFC002: off\n";
constexpr std::string_view over_spine
    = "devices:\n  leaf1: {role: leaf}\n  spine1: {role: spine}\n  host1: {role: host}\n  host2: {role: host}\n"
      "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
      "  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"
      "  - {a: \"spine1:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "Paths of a class that the policy gives to leaves lead over a spine whose last port is lossy",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": ""}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only,
        .flagged = R"("pfc_enable": "")",
        .flagged_device = "spine1"},
    {.title = "The spine is lossless too",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}, {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only},
};

void check(FabricContext& context)
{
    if (context.classes.classes.empty())
        return;
    for (const proof::BrokenCause& cause : proof::broken_causes(context.paths(), proof::keeps_packets)) {
        if (cause.between_lossless)
            continue; // DLK007 reports it
        Finding& finding = report_cause(context, cause, "lies on a path between RDMA hosts, but ");
        finding.fix = fmt::format("Make the class lossless on {}, as on the rest of the path.",
            context.port_label(cause.step.port));
    }
    explain_unproven(context, proof::keeps_packets);
}

}

extern const Rule rule = {
    .code = "PFC007",
    .name = "lossy-hop-on-a-path",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A path between RDMA hosts begins or ends with a hop that does not keep the class from loss.",
    .why
    = "RDMA is lossless only if every hop of every equal-cost path is. Which path a flow takes is decided by "
      "a hash, so a single lossy port shows as rare, random loss between some pairs of hosts, which is far "
      "harder to find than a port that always fails.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015; IEEE 802.1Q-2022 "
      "clause 36",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give the hop the classification, PFC and headroom of the rest of the path. `rocelint trace` shows it.",
    .yields = true,
    .check_fabric = check,
};

}
