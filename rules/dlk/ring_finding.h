// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/deadlock.h"
#include "rules/rule.h"

#include <array>

namespace rocelint {

// Parameters and texts that the two rules about deadlock proofs share.

inline constexpr double one_failure[] = {1};
inline constexpr double failures_at_most[] = {256};
inline constexpr double two_failures[] = {2};
inline constexpr std::array<Parameter, 3> deadlock_parameters{{
    {.name = "include_failures",
        .defaults = one_failure,
        .unit = "failures",
        .meaning
        = "links or switches that may fail at once. A ring that closes only after a failure is a warning",
        .source = "Hu et al., Tagger, CoNEXT 2017: link failures bring bounced paths into use"},
    {.name = "link_state_failures",
        .defaults = two_failures,
        .unit = "failures",
        .meaning
        = "likewise, if that is more, where switches run OSPF or IS-IS: whatever links are left, these take the "
          "shortest paths over them, and two lost links can close a ring",
        .source = "Hu et al., Tagger, CoNEXT 2017: packets that bounce after link failures close cycles"},
    {.name = "most_failures",
        .defaults = failures_at_most,
        .unit = "failures",
        .meaning
        = "how many failures, or sets of them, are examined one by one where they cannot be ruled out "
          "together",
        .source = "choice of this program, for a bounded run time"},
}};

/// The deadlock proof for the rule's parameters.
[[nodiscard]] const proof::DeadlockProof& deadlock_proof_of(const FabricContext& context);

/// The ends of a channel of the proof.
[[nodiscard]] routing::Channel channel_of(const Fabric& fabric, std::uint32_t channel);

/// Reports "not checked" where the proof is incomplete for lack of data or time.
void explain_unproven(FabricContext& context, const proof::DeadlockProof& proof);

/// "leaf1 -> spine1 -> leaf1"
[[nodiscard]] std::string ring_of_names(const proof::Ring& ring, const Fabric& fabric);

/// Lists the hops of the ring as evidence and offers the changes that are proven to break it.
void show_ring(
    Diagnosis& diagnosis, const proof::Ring& ring, const proof::DeadlockProof& proof, const Fabric& fabric);

/// Where to flag the ring: the line that makes packets leave the path up and down, otherwise the switch where
/// they do.
[[nodiscard]] Span place_of(const proof::Ring& ring, const Fabric& fabric);

}
