// SPDX-License-Identifier: Apache-2.0
#include "rules/report_cause.h"

#include <fmt/format.h>

namespace rocelint::rules::dlk007 {
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
    {.title = "The link between leaf and spine is lossy, and both ends of the path are lossless",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": ""}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "ingress_lossy_profile"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only,
        .flagged = R"("pfc_enable": "")",
        .flagged_device = "spine1"},
    {.title = "Every hop is lossless",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}, {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only},
};

void check(FabricContext& context)
{
    if (context.classes.classes.empty())
        return;
    for (const proof::BrokenCause& cause : proof::broken_causes(context.paths(), proof::keeps_packets)) {
        if (!cause.between_lossless)
            continue;
        Finding& finding = report_cause(context, cause, "lies between lossless hops, but ");
        finding.fix = fmt::format("Make the class lossless on {}, or lossy along the whole path.",
            context.port_label(cause.step.port));
    }
    explain_unproven(context, proof::keeps_packets);
}

}

extern const Rule rule = {
    .code = "DLK007",
    .name = "lossy-hop-between-lossless-ones",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A path between RDMA hosts is lossless, lossy and lossless again.",
    .why
    = "Pause from the lossless hop behind stops at the lossy one, which then drops what it can neither send "
      "nor hold back. The fabric pays for both worlds: head-of-line blocking on the lossless hops, and loss "
      "with go-back-N retransmission on the lossy one.",
    .source = "IEEE 802.1Q-2022 clause 36 (PFC works hop by hop); Hu et al., Tagger, CoNEXT 2017",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give the hop the classification, PFC and headroom of its neighbours. `rocelint trace` shows the path.",
    .yields = true,
    .check_fabric = check,
};

}
