// SPDX-License-Identifier: Apache-2.0
#include "rules/path_rule.h"

namespace rocelint::rules::dlk007 {
namespace {

constexpr Example examples[] = {
    path_examples::with_spine(
        "The link between leaf and spine is lossy, and both ends of the path are lossless",
        R"({"PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": ""}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "ingress_lossy_profile"}}})",
        R"("pfc_enable": "")"),
    path_examples::with_spine("Every hop is lossless"),
};

bool is_between_lossless(const proof::BrokenCause& cause) { return cause.between_lossless; }

constexpr PathRule row{
    .is_about = proof::keeps_packets,
    .reports = is_between_lossless,
    .lead = "lies between lossless hops, but ",
    .fix = "Make the class lossless on {}, or lossy along the whole path.",
};

void check(FabricContext& context) { check_paths(context, row); }

}

extern const Rule rule = {
    .code = "DLK007",
    .name = "lossy-hop-between-lossless-ones",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A path between RDMA hosts is lossless, lossy and lossless again.",
    .why = "Pause from the lossless hop downstream ends at the lossy one, which then drops what it can "
           "neither send nor hold back. The fabric gets the worst of both worlds: head-of-line blocking on "
           "the lossless hops, and loss with retransmission on the lossy one.",
    .source = "IEEE 802.1Q-2022 clause 36 (PFC works hop by hop); Hu et al., Tagger, CoNEXT 2017",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give the hop the classification, PFC and headroom of its neighbours. `rocelint trace` shows the path.",
    .yields = true,
    .check_fabric = check,
};

}
