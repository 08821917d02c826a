// SPDX-License-Identifier: Apache-2.0
// Which objects of a Kubernetes cluster set up the NICs of its nodes. Other platforms than Kubernetes meet them as well:
// a host among its files, a job in its manifest.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace rocelint::cluster {

/// Of NVIDIA's NIC configuration operator.
inline constexpr std::string_view nic_template = "NicConfigurationTemplate";
/// A kind of the SR-IOV network operator.
inline constexpr std::string_view sriov_policy = "SriovNetworkNodePolicy";
/// Of nmstate.
inline constexpr std::string_view node_network_policy = "NodeNetworkConfigurationPolicy";

/// The kinds of objects that set up NICs.
inline constexpr std::array<std::string_view, 3> kinds_for_nics{
    nic_template, sriov_policy, node_network_policy};
/// The kind of the nodes, whose labels objects select.
inline constexpr std::array<std::string_view, 1> kinds_of_nodes{"Node"};

/// Whether objects of this kind set up NICs.
[[nodiscard]] constexpr bool sets_up_nics(std::string_view kind)
{
    return std::ranges::find(kinds_for_nics, kind) != kinds_for_nics.end();
}
/// Whether an object is a node of the cluster.
[[nodiscard]] constexpr bool is_node(std::string_view kind) { return kind == kinds_of_nodes.front(); }

/// Whether a text of YAML or JSON holds an object of one of these kinds. A definition of the kind, or a file that only refers to
/// such objects, has the kind without "apiVersion:" in the same mapping.
[[nodiscard]] bool has_object(std::string_view text, std::span<const std::string_view> kinds);

}
