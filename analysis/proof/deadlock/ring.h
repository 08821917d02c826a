// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/deadlock.h"
#include "analysis/proof/deadlock/failure_turns.h"

#include <utility>
#include <vector>

namespace rocelint::proof {

/// A fabric with the changes of a proposal.
struct Case {
    const Analysis* analysis = nullptr;
    const routing::Graph* graph = nullptr;
    const routing::Destinations* destinations = nullptr;
    const LosslessHops* hops = nullptr;
    Measures measures;
};

/// A failure, with the destination classes whose turns it changes.
struct Breakage {
    Element element = routing::none; ///< none: everything works
    std::vector<std::uint32_t> classes; ///< destination classes that it affects; only for a single element
    std::vector<Element> others; ///< other elements lost at the same time
};
[[nodiscard]] routing::Failures failures_of(const routing::Graph& graph, const Breakage& breakage);

/// The turns of the case while the element is broken. `base` are the turns while nothing is broken.
[[nodiscard]] Turns turns_after(const Case& one, const Turns& base, const Breakage& breakage);

/// The shortest ring among the turns, or empty.
[[nodiscard]] std::vector<Buffer> shortest_ring(
    const Case& one, const Turns& turns, const routing::Failures& failures);
/// The same, for an existing graph of waits.
[[nodiscard]] std::vector<Buffer> shortest_ring(
    const Case& one, const BufferGraph& buffers, const routing::DependencyGraph& waits);

/// Explains which packets make each buffer of a ring wait for the next, and where they leave the path up and
/// down.
[[nodiscard]] Ring explain(const Case& one, const std::vector<Buffer>& buffers, const Breakage& breakage);

/// Fills in the ports of the ring that no PFC watchdog guards.
void find_unwatched(const routing::Graph& graph, Ring& ring);

/// For each turn, which packets arrive by the first channel and go up again by the second, and what sends
/// them there. Turns that are based only on an assumption are left out.
[[nodiscard]] std::vector<Valley> explain_valleys(
    const Case& one, std::vector<std::pair<std::uint32_t, std::uint32_t>> turns);

/// Whether packets that leave the path up and down at `cause` still close some ring.
[[nodiscard]] bool still_closes(
    const Case& one, const Turns& turns, const routing::Failures& failures, const Bounce& cause);

/// Changes that break the ring, each proved with the turns that remain. `chosen` becomes the case after the
/// first change, and `graph` the graph of that case.
[[nodiscard]] std::vector<Proposal> propose(
    const Case& one, const Ring& ring, const Breakage& breakage, Case& chosen, routing::Graph& graph);

}
