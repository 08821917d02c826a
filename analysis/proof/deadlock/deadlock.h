// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/proof/deadlock/buffer_graph.h"
#include "analysis/proof/deadlock/class_walk.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::proof {

/// One buffer of a ring, and why its packets wait for the next one.
struct RingHop {
    Buffer buffer;
    /// Index into DeadlockProof::endpoints: the destination of packets that continue to the next buffer.
    std::uint32_t endpoint = routing::none;
    /// The kind of route that sends the packets to the next buffer.
    routing::RouteSource source = routing::RouteSource::up_down;
    Span evidence; ///< where that is written; empty for an assumption
    /// The kind of route that brought the packets into this buffer.
    routing::RouteSource came_by = routing::RouteSource::up_down;
    Span came_evidence;
};

/// A change that removes a ring. Each is proved by the same analysis before it is offered.
struct Proposal {
    enum class Kind : std::uint8_t { drop_way, own_class, lossy_hop };
    Kind kind = Kind::drop_way;
    std::string text; ///< in the imperative
};

/// A cycle of lossless buffers, each waiting for the next: once all of them are full, none ever drains.
struct Ring {
    std::vector<RingHop> hops;
    Bounce cause; ///< where packets leave the path that goes up, then down
    Span cause_at; ///< the line that causes it; empty for an assumption
    /// The failures that create the ring; empty: it exists while everything works.
    routing::Failures failures;
    /// The ring depends on assumed paths where tiers are unknown, or on standbys in an unknown state.
    bool assumed = false;
    std::vector<PortId> unwatched; ///< ports of the ring that no PFC watchdog guards
    std::vector<Proposal> proposals;
};

/// A path of lossless packets that goes up again after it went down or sideways.
struct Valley {
    Bounce cause;
    Span cause_at;
    std::uint32_t in = routing::none; ///< channel on which the packets arrive
    std::uint32_t out = routing::none; ///< channel on which they go up again
    /// Index into DeadlockProof::endpoints: a destination of such packets.
    std::uint32_t endpoint = routing::none;
};

/// The result of a search for deadlocks, with the extent of the search.
struct DeadlockProof {
    std::vector<Ring> rings; ///< one per cause, those without failures first
    std::vector<Valley> valleys; ///< one per cause
    std::vector<std::string> endpoints; ///< names, for RingHop::endpoint
    std::uint32_t include_failures = 0; ///< how many elements may fail at once
    std::size_t elements = 0; ///< links and devices that may fail
    std::size_t examined = 0; ///< failures that were examined one by one
    bool bound_reached = false; ///< there were more failures to examine than allowed
    /// With bound_reached: a device at which the unexamined failures start.
    std::uint32_t first_unexamined = routing::none;
    std::size_t buffers = 0;
    std::size_t dependencies = 0;
    /// Ports with unknown settings: a ring would close if they were lossless.
    std::vector<PortId> unknown;
    /// The same for lossless packets that would go up again after they went down.
    std::vector<PortId> unknown_valleys;
    /// A switch on a ring that only assumed paths close, because the fabric's tiers do not determine all
    /// paths; or none.
    std::uint32_t unrouted = routing::none;
    std::vector<std::string> assumptions;
    [[nodiscard]] bool proven() const
    {
        return rings.empty() && unknown.empty() && !bound_reached && unrouted == routing::none;
    }
};

struct DeadlockOptions {
    std::uint32_t include_failures = 1; ///< links and devices that may fail at the same time
    /// Used if larger, where switches run OSPF or IS-IS: there two lost links are enough to let packets
    /// bounce.
    std::uint32_t link_state_failures = 2;
    /// The maximum number of failures, or sets of failures, examined one by one.
    std::uint32_t most_failures = 256;
    routing::Failures failed; ///< what is assumed to be broken from the start
    friend bool operator==(const DeadlockOptions&, const DeadlockOptions&) = default;
};

/// Searches for rings of lossless buffers over the routes of all destination classes (Dally and Seitz 1987:
/// without a ring, no deadlock can form). With failures, includes the paths that the simultaneous loss of
/// that many links and devices brings into use.
[[nodiscard]] DeadlockProof prove_freedom_from_deadlock(
    const Analysis& analysis, const DeadlockOptions& options);

/// The result as lines of text.
[[nodiscard]] std::string to_text(const DeadlockProof& proof, const Fabric& fabric);

/// "the link between leaf1 Ethernet5 and spine1 Ethernet3", "spine1".
[[nodiscard]] std::string describe(const routing::Failures& failures, const Fabric& fabric);
[[nodiscard]] const char* name_of(routing::RouteSource source);

}
