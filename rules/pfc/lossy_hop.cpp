// SPDX-License-Identifier: Apache-2.0
#include "rules/path_rule.h"

namespace rocelint::rules::pfc007 {
namespace {

constexpr Example examples[] = {
    path_examples::with_spine(
        "A class that the policy assigns to leaves crosses a spine whose last port is lossy",
        R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": ""}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}}})",
        R"("pfc_enable": "")"),
    path_examples::with_spine("The spine is lossless too"),
};

// DLK007 reports the others.
bool is_at_the_edge(const proof::BrokenCause& cause) { return !cause.between_lossless; }

constexpr PathRule row{
    .is_about = proof::keeps_packets,
    .reports = is_at_the_edge,
    .lead = "lies on a path between RDMA hosts, but ",
    .fix = "Make the class lossless on {}, as on the rest of the path.",
};

void check(FabricContext& context) { check_paths(context, row); }

}

extern const Rule rule = {
    .code = "PFC007",
    .name = "lossy-hop-on-a-path",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A path between RDMA hosts begins or ends with a hop that does not protect the class from "
               "loss.",
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
