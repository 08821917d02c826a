// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/broken_causes.h"
#include "rules/rule.h"

#include <string_view>

namespace rocelint {

/// A rule about one property of the paths between RDMA hosts: every line that breaks it is a finding.
struct PathRule {
    bool (*is_about)(proof::Aspect); ///< the property of a hop
    /// Which causes the rule reports; null: all of them.
    bool (*reports)(const proof::BrokenCause&) = nullptr;
    std::string_view lead; ///< starts the sentence after the port's name
    std::string_view fix; ///< where {} stands for the port
};

/// Reports the broken hops of all paths, and "not checked" for each port that could not be judged.
void check_paths(FabricContext& context, const PathRule& row);

/// Examples of these rules: two hosts with a leaf and a spine between them, and a policy that excludes the
/// class from spines, although the topology leads its packets over one.
namespace path_examples {

inline constexpr std::string_view leaf_only
    = "version: 1\nprofile: lossless\nclasses:\n"
      "  - {name: gpu, priority: 3, dscp: [26], roles: [host, leaf]}\n"
      "cnp: {priority: 6, dscp: 48}\nrules:\n  PFC002: off\n";
inline constexpr std::string_view over_spine
    = "devices:\n  leaf1: {role: leaf}\n  spine1: {role: spine}\n  host1: {role: host}\n  host2: {role: host}\n"
      "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
      "  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"
      "  - {a: \"spine1:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

/// A spine with this change and this text on the flagged line; without either, the example is accepted.
constexpr Example with_spine(
    std::string_view title, std::string_view patch = {}, std::string_view flagged = {})
{
    return {.title = title,
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", patch}, {"linux-host", "host1", ""}}},
        .topology = over_spine,
        .policy = leaf_only,
        .flagged = flagged,
        .flagged_device = flagged.empty() ? std::string_view() : std::string_view("spine1")};
}

}

}
