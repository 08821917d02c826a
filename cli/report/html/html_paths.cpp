// SPDX-License-Identifier: Apache-2.0
// The proof of all pairs as a table, by leaves as long as that is legible, otherwise by the parts of the
// drawing; then the rings.
#include "analysis/proof/deadlock/deadlock.h"
#include "analysis/proof/path/pairs.h"
#include "analysis/proof/proofs.h"
#include "cli/report/html/html_data.h"
#include "models/text/sentence.h"
#include "rules/deadlock_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::cli {
namespace {

// The largest table that people can read.
constexpr std::size_t most_rows = 48;
constexpr std::size_t most_causes = 200;

// The rows of the table: endpoints by the switches that they are connected to, or by the part of the first of
// these switches.
struct Rows {
    proof::Parts parts;
    std::vector<std::string> names;
    std::vector<std::uint64_t> endpoints;
};

Rows make_rows(const proof::FabricProof& proof, const PageLayout& layout, const Fabric& fabric)
{
    const std::vector<routing::DestinationClass>& classes = proof.destinations().classes;
    std::map<std::vector<std::uint32_t>, std::uint32_t> by_leaves;
    for (const routing::DestinationClass& one : classes)
        by_leaves.try_emplace(one.leaves, 0);
    const bool by_part = by_leaves.size() > most_rows;
    Rows rows;
    std::map<std::uint32_t, std::uint32_t> by_number;
    for (const routing::DestinationClass& one : classes) {
        const std::uint32_t part
            = one.leaves.empty() ? PagePlace{}.part : layout.places[one.leaves.front()].part;
        std::string name = "no switch";
        if (by_part && part < layout.parts.size())
            name = layout.parts[part];
        else if (!by_part && !one.leaves.empty()) {
            name.clear();
            for (const std::uint32_t leaf : one.leaves)
                add_item(name, fabric.devices[leaf].name, " + ");
        }
        const auto found = std::ranges::find(rows.names, name);
        const auto row = static_cast<std::uint32_t>(found - rows.names.begin());
        if (found == rows.names.end()) {
            rows.names.push_back(std::move(name));
            rows.endpoints.push_back(0);
        }
        rows.parts.of_class.push_back(row);
        rows.endpoints[row] += one.endpoints.size();
    }
    rows.parts.count = static_cast<std::uint32_t>(rows.names.size());
    return rows;
}

void write_causes(const PageWriter& page, const proof::AllPairs& all)
{
    const Fabric& fabric = page.data.outcome.fabric;
    page.out.begin_array();
    for (std::size_t index = 0; index < std::min(all.causes.size(), most_causes); ++index) {
        const proof::AffectedPairs& cause = all.causes[index];
        const PortId port = cause.cause.step.port;
        page.out.begin_array();
        page.text(proof::name_of(cause.cause.step.outcome));
        page.text(cause.cause.step.text);
        page.device(port.device);
        page.text(workspace::name_port(port, fabric).port);
        page.out.number(cause.cause.ports.size());
        page.place(cause.cause.step.at);
        page.out.number(cause.pairs);
        page.out.end();
    }
    page.out.end();
}

void write_ring(const PageWriter& page, const proof::Ring& ring, const routing::Graph& graph)
{
    const Fabric& fabric = page.data.outcome.fabric;
    page.out.begin_array();
    page.text(ring.failures.empty() ? std::string() : proof::describe(ring.failures, fabric));
    page.out.number(ring.assumed ? 1 : 0);
    page.out.begin_array();
    for (const proof::RingHop& hop : ring.hops) {
        const routing::Channel& channel = graph.channel(hop.buffer.channel);
        page.out.begin_array();
        page.device(channel.from.device);
        page.text(workspace::name_port(channel.from, fabric).port);
        page.device(channel.to.device);
        page.text(workspace::name_port(channel.to, fabric).port);
        page.out.number(hop.buffer.priority);
        page.text(proof::name_of(hop.source));
        page.place(hop.evidence.somewhere() ? hop.evidence : hop.came_evidence);
        page.out.end();
    }
    page.out.end();
    page.out.begin_array();
    for (const proof::Proposal& proposal : ring.proposals)
        page.text(proposal.text);
    page.out.end();
    page.out.end();
}

}

void write_paths(const PageWriter& page, const PageLayout& layout)
{
    const workspace::Outcome& outcome = page.data.outcome;
    const std::shared_ptr<proof::Proofs> proofs = outcome.report.proofs != nullptr
        ? outcome.report.proofs
        : std::make_shared<proof::Proofs>(outcome.analysis);
    const proof::FabricProof& proof = proofs->paths();
    const Rows rows = make_rows(proof, layout, outcome.fabric);
    const proof::AllPairs all = proof::prove_all_pairs(proof, rows.parts);
    const proof::DeadlockProof& deadlock = proofs->deadlocks(deadlock_options(outcome.policy));
    JsonWriter& out = page.out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("endpoints", all.endpoints);
    out.count("pairs", all.pairs);
    out.key("rows").begin_array();
    for (std::size_t row = 0; row < rows.names.size(); ++row) {
        page.text(rows.names[row]);
        out.number(rows.endpoints[row]);
    }
    out.end();
    out.key("cells").begin_array();
    for (const proof::PartPairs& cell : all.between) {
        for (const std::uint64_t count : {cell.proven, cell.unproven, cell.broken, cell.unreachable})
            out.number(count);
    }
    out.end();
    out.key("causes");
    write_causes(page, all);
    out.count("causesInAll", all.causes.size());
    out.key("rings").begin_array();
    for (const proof::Ring& ring : deadlock.rings)
        write_ring(page, ring, proof.graph());
    out.end();
    out.key("deadlockProven").boolean(deadlock.proven());
    out.count("buffers", deadlock.buffers);
    out.count("failures", deadlock.include_failures);
    out.count("elements", deadlock.elements);
    out.key("boundReached").boolean(deadlock.bound_reached);
    out.count("unknownPorts", deadlock.unknown.size());
    out.end();
}

}
