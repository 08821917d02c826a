// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/path/longest_path.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::dlk006 {
namespace {

constexpr double default_switches[] = {5};
constexpr Parameter parameters[] = {{.name = "switches",
    .defaults = default_switches,
    .unit = "switches",
    .meaning = "the longest lossless path between two hosts that is not reported",
    .source
    = "a fat tree of three tiers has five switches on its longest path (Al-Fares et al., SIGCOMM 2008)"}};

constexpr std::string_view chain
    = "devices:\n  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n  host1: {role: host}\n  host2: {role: host}\n"
      "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
      "  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n"
      "  - {a: \"leaf2:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "A path crosses two switches where the site wants one at most",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"linux-host", "host1", ""},
            {"linux-host", "host2", ""}}},
        .topology = chain,
        .policy
        = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n"
          "rules:\n  DLK006: {parameters: {switches: 1}}\n",
        .flagged = "priority: 3",
        .flagged_device = "rocelint.yaml"},
    {.title = "Two switches are within the limit",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"linux-host", "host1", ""},
            {"linux-host", "host2", ""}}},
        .topology = chain},
};

void check(FabricContext& context)
{
    const auto rdma_class = std::ranges::find_if(
        context.classes.classes, [](const RdmaClass& each) { return each.pause == Pause::everywhere; });
    if (rdma_class == context.classes.classes.end() || context.number("switches") < 1)
        return;
    const auto most = static_cast<std::uint32_t>(context.number("switches"));
    const auto longest = proof::path_longer_than(context.paths(), most);
    if (!longest)
        return;
    const routing::Destinations& destinations = context.paths().destinations();
    context.report({.at = rdma_class->at,
        .message = fmt::format(
            "lossless packets from {} to {} cross {} switches, more than {}: pause can spread that far, and "
            "every hop needs its headroom",
            destinations.endpoints[longest->from].name,
            destinations.endpoints[longest->to].name,
            longest->switches,
            most),
        .fix
        = "Keep RDMA hosts that talk to each other nearer together, or accept it with a larger parameter.",
        .fix_class = FixClass::manual});
}

}

extern const Rule rule = {
    .code = "DLK006",
    .name = "long-lossless-path",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "A lossless path between two hosts crosses more switches than the site allows.",
    .why
    = "Pause spreads hop by hop from the congested port towards the senders. The longer lossless paths are, the "
      "more flows that have no part in the congestion stand still with it, and the more ways there are to "
      "close a ring of ports that wait for each other.",
    .source
    = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4; Hu et al., Tagger, "
      "CoNEXT 2017",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Shorten the path, or make the class lossy where traffic leaves its part of the fabric.",
    .check_fabric = check,
};

}
