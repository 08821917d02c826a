// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/proof/buffer_graph.h"
#include "analysis/proof/class_walk.h"
#include "models/stored/store.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::proof {

/// One buffer of a ring, and why its packets wait for the next one.
struct RingHop {
    Buffer buffer;
    std::uint32_t endpoint
        = routing::none; ///< of the proof's endpoints: whose packets go on to the next buffer
    routing::RouteSource source = routing::RouteSource::up_down; ///< what sends them there
    Span evidence; ///< where that is written; nowhere for an assumption
    routing::RouteSource came_by = routing::RouteSource::up_down; ///< what brought them into this buffer
    Span came_evidence;
};

/// A change that takes a ring away. Proved by the same analysis before it is offered.
struct Proposal {
    enum class Kind : std::uint8_t { drop_way, own_class, lossy_hop };
    Kind kind = Kind::drop_way;
    std::string text; ///< in the imperative
};

/// Lossless buffers each of which waits for the next, and the last for the first: if all of them are full, none ever
/// empties.
struct Ring {
    std::vector<RingHop> hops;
    Bounce cause; ///< where packets leave the way that goes up, then down
    Span cause_at; ///< the line that makes them; nowhere for an assumption
    routing::Failures failures; ///< that bring it about; empty: it is there while everything works
    bool assumed
        = false; ///< it rests on ways that are only assumed where no tiers are known, or on unknown standbys
    std::vector<PortId> unwatched; ///< ports of the ring that no PFC watchdog guards
    std::vector<Proposal> proposals;
};

/// A way of lossless packets that goes up again after it went down, or after it went sideways.
struct Valley {
    Bounce cause;
    Span cause_at;
    std::uint32_t in = routing::none; ///< channel by which the packets come
    std::uint32_t out = routing::none; ///< channel by which they go up again
    std::uint32_t endpoint = routing::none; ///< for one of which they are
};

/// What was asked and what was found.
struct DeadlockProof {
    std::vector<Ring> rings; ///< one for each cause, those without failures first
    std::vector<Valley> valleys; ///< one for each cause
    std::vector<std::string> endpoints; ///< names, for RingHop::endpoint
    std::uint32_t include_failures = 0; ///< as many elements may fail at once
    std::size_t elements = 0; ///< links and devices that may fail
    std::size_t examined = 0; ///< failures that were looked at one by one
    bool bound_reached = false; ///< more had to be looked at than was allowed
    std::uint32_t first_unexamined
        = routing::none; ///< with bound_reached: a device that the rest begins with
    std::size_t buffers = 0;
    std::size_t dependencies = 0;
    /// Ports about which too little is known: a ring would close if they were lossless.
    std::vector<PortId> unknown;
    /// Likewise, where lossless packets would go up again after they went down.
    std::vector<PortId> unknown_valleys;
    /// A switch on a ring that only assumed ways close, since the tiers of the fabric do not lead everywhere; or none.
    std::uint32_t unrouted = routing::none;
    std::vector<std::string> assumptions;
    [[nodiscard]] bool proven() const
    {
        return rings.empty() && unknown.empty() && !bound_reached && unrouted == routing::none;
    }
};

struct DeadlockOptions {
    std::uint32_t include_failures = 1; ///< links and devices that may fail at the same time
    /// Likewise, if that is more, where switches run OSPF or IS-IS: there two lost links already let packets bounce.
    std::uint32_t link_state_failures = 2;
    std::uint32_t most_failures = 256; ///< failures, or sets of them, that are looked at one by one
    routing::Failures failed; ///< what is taken to be broken from the beginning
    friend bool operator==(const DeadlockOptions&, const DeadlockOptions&) = default;
};

/// Looks for rings of lossless buffers over the routes of all destination classes (Dally and Seitz 1987: where there
/// is none, no deadlock can form). With failures: over the ways that the loss of so many links and devices at once
/// brings into use, too.
/// What was found is kept in `store`, which may be null, if it shows no line of a file.
[[nodiscard]] DeadlockProof prove_freedom_from_deadlock(
    const Analysis& analysis, const DeadlockOptions& options, stored::Store* store = nullptr);

/// The result as lines of text.
[[nodiscard]] std::string to_text(const DeadlockProof& proof, const Fabric& fabric);

/// "the link between leaf1 Ethernet5 and spine1 Ethernet3", "spine1".
[[nodiscard]] std::string describe(const routing::Failures& failures, const Fabric& fabric);
[[nodiscard]] const char* name_of(routing::RouteSource source);

}
