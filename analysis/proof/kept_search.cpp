// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/kept_search.h"

#include "analysis/proof/ring.h"
#include "models/stored/reader.h"
#include "models/stored/writer.h"

#include <algorithm>

namespace rocelint::stored {

// clang-format off
template <> inline constexpr std::tuple members_of<routing::Failures>{&routing::Failures::links, &routing::Failures::devices};
template <> inline constexpr std::tuple members_of<proof::Buffer>{
    &proof::Buffer::channel, &proof::Buffer::priority, &proof::Buffer::moved};
template <> inline constexpr std::tuple members_of<proof::Bounce>{&proof::Bounce::device, &proof::Bounce::source};
template <> inline constexpr std::tuple members_of<proof::RingHop>{&proof::RingHop::buffer, &proof::RingHop::endpoint,
    &proof::RingHop::source, &proof::RingHop::evidence, &proof::RingHop::came_by, &proof::RingHop::came_evidence};
template <> inline constexpr std::tuple members_of<proof::Proposal>{&proof::Proposal::kind, &proof::Proposal::text};
template <> inline constexpr std::tuple members_of<proof::Ring>{&proof::Ring::hops, &proof::Ring::cause, &proof::Ring::cause_at,
    &proof::Ring::failures, &proof::Ring::assumed, &proof::Ring::unwatched, &proof::Ring::proposals};
template <> inline constexpr std::tuple members_of<proof::Valley>{&proof::Valley::cause, &proof::Valley::cause_at,
    &proof::Valley::in, &proof::Valley::out, &proof::Valley::endpoint};
template <> inline constexpr std::tuple members_of<proof::DeadlockProof>{&proof::DeadlockProof::rings,
    &proof::DeadlockProof::valleys, &proof::DeadlockProof::endpoints, &proof::DeadlockProof::include_failures,
    &proof::DeadlockProof::elements, &proof::DeadlockProof::examined, &proof::DeadlockProof::bound_reached,
    &proof::DeadlockProof::first_unexamined, &proof::DeadlockProof::buffers, &proof::DeadlockProof::dependencies,
    &proof::DeadlockProof::unknown, &proof::DeadlockProof::unknown_valleys, &proof::DeadlockProof::unrouted,
    &proof::DeadlockProof::assumptions};
// clang-format on

}

namespace rocelint::proof {
namespace {

using stored::EntryKind;

// The key determines which device and channel each number is, so the entry needs no frame. A file place or a
// lone port needs one and cannot be written.
const stored::Frame nowhere;

bool is_of(const routing::Graph& graph, const Ring& ring)
{
    const std::size_t devices = graph.fabric().devices.size();
    const auto is_device
        = [devices](std::uint32_t index) { return index < devices || index == routing::none; };
    return !ring.hops.empty() && is_device(ring.cause.device)
        && std::ranges::all_of(
            ring.hops, [&](const RingHop& hop) { return hop.buffer.channel < graph.channel_count(); })
        && std::ranges::all_of(
            ring.failures.links, [&](std::uint32_t link) { return 2 * link < graph.channel_count(); })
        && std::ranges::all_of(ring.failures.devices, [&](std::uint32_t device) { return device < devices; });
}

bool is_of(const routing::Graph& graph, const DeadlockProof& proof)
{
    const std::size_t devices = graph.fabric().devices.size();
    const auto is_device
        = [devices](std::uint32_t index) { return index < devices || index == routing::none; };
    return is_device(proof.first_unexamined) && is_device(proof.unrouted)
        && std::ranges::all_of(proof.rings, [&](const Ring& ring) { return is_of(graph, ring); });
}

}

bool take_search(stored::Store& store, const Digest& key, const routing::Graph& graph, DeadlockProof& proof)
{
    std::string bytes;
    if (!store.load(EntryKind::proof, key, bytes))
        return false;
    Arena arena;
    DeadlockProof kept;
    stored::Reader reader(bytes, nowhere, arena);
    reader(kept);
    if (!reader.done() || !is_of(graph, kept)) {
        store.refuse(EntryKind::proof, "its content cannot be read");
        return false;
    }
    kept.endpoints = std::move(proof.endpoints);
    kept.assumptions = std::move(proof.assumptions);
    // The key does not cover watchdogs.
    for (Ring& ring : kept.rings)
        find_unwatched(graph, ring);
    proof = std::move(kept);
    return true;
}

void keep_search(stored::Store& store, const Digest& key, const DeadlockProof& proof)
{
    const bool proposes
        = std::ranges::any_of(proof.rings, [](const Ring& ring) { return !ring.proposals.empty(); });
    if (proposes || !proof.valleys.empty())
        return;
    DeadlockProof kept = proof;
    kept.endpoints.clear();
    kept.assumptions.clear();
    for (Ring& ring : kept.rings)
        ring.unwatched.clear();
    stored::Writer writer(nowhere);
    writer(kept);
    if (writer.complete())
        store.save(EntryKind::proof, key, writer.take());
}

}
