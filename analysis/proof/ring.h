// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock.h"
#include "analysis/proof/failure_turns.h"

#include <utility>
#include <vector>

namespace rocelint::proof {

/// A fabric with what a proposal changes about it.
struct Case {
    const Analysis* analysis = nullptr;
    const routing::Graph* graph = nullptr;
    const routing::Destinations* destinations = nullptr;
    const LosslessHops* hops = nullptr;
    Measures measures;
};

/// A failure with the classes that it makes turn otherwise.
struct Breakage {
    Element element = routing::none; ///< none: everything works
    std::vector<std::uint32_t> classes; ///< of a single element
    std::vector<Element> others; ///< lost at the same time
};
[[nodiscard]] routing::Failures failures_of(const routing::Graph& graph, const Breakage& breakage);

/// The turns of the case while the element is broken. `base` are those while nothing is.
[[nodiscard]] Turns turns_after(const Case& one, const Turns& base, const Breakage& breakage);

/// The shortest ring among the turns, or nothing.
[[nodiscard]] std::vector<Buffer> shortest_ring(
    const Case& one, const Turns& turns, const routing::Failures& failures);
/// The same in a graph of waits that is there already.
[[nodiscard]] std::vector<Buffer> shortest_ring(
    const Case& one, const BufferGraph& buffers, const routing::DependencyGraph& waits);

/// Which packets make each buffer of a ring wait for the next, and where they leave the way up and down.
[[nodiscard]] Ring explain(const Case& one, const std::vector<Buffer>& buffers, const Breakage& breakage);

/// Fills in which ports of the ring no PFC watchdog guards.
void find_unwatched(const routing::Graph& graph, Ring& ring);

/// For whom packets that come by the first channel of a turn go up again by the second, and what sends them there.
/// Turns that rest on no more than an assumption are left out.
[[nodiscard]] std::vector<Valley> explain_valleys(
    const Case& one, std::vector<std::pair<std::uint32_t, std::uint32_t>> turns);

/// Whether packets that leave the way up and down at the cause still close some ring.
[[nodiscard]] bool still_closes(
    const Case& one, const Turns& turns, const routing::Failures& failures, const Bounce& cause);

/// Changes that break the ring, each proved with the turns that it would leave. `chosen` becomes the case after the
/// first of them; `graph` holds that case's graph.
[[nodiscard]] std::vector<Proposal> propose(
    const Case& one, const Ring& ring, const Breakage& breakage, Case& chosen, routing::Graph& graph);

}
