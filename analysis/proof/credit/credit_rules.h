// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/credit/credit_loops.h"
#include "analysis/proof/credit/engine_facts.h"
#include "models/routing/dependency.h"

#include <string>
#include <vector>

namespace rocelint::proof {

/// Judges a subnet without forwarding tables by what its routing engines allow and require.
void judge_by_rules(const lid_routing::SubnetGraph& graph, const EngineFacts& facts, CreditProof& proof);

/// "ftree, minhop": the engines in the order in which they are tried.
[[nodiscard]] std::string engine_list(const EngineFacts& facts);
/// The shortest cycle of one component.
[[nodiscard]] std::vector<std::uint32_t> shortest_ring_of(
    const routing::DependencyGraph& graph, const std::vector<std::uint32_t>& component);
/// "leaf1 -> spine1 -> leaf1": the switches that these channels leave, ending with the first again.
[[nodiscard]] std::string ring_text(
    const lid_routing::SubnetGraph& graph, const std::vector<std::uint32_t>& channels);

}
