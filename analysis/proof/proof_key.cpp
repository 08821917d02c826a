// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/proof_key.h"

#include "models/stored/meaning.h"

namespace rocelint::proof {
namespace {

using routing::Graph;
using stored::EntryKind;

void add_device(stored::Meaning& meaning, const Graph& graph, std::uint32_t index)
{
    const Device& device = graph.fabric().devices[index];
    meaning(device.kind);
    meaning(device.name); // the switches of a pair refer to each other by name
    meaning(device.tunnel_remap);
    meaning(graph.tier(index));
    meaning(graph.is_switch(index));
    // A host's forwarding state is not needed: the addresses that packets are sent to are part of its
    // endpoints.
    if (device.kind == DeviceKind::network_switch)
        meaning(device.forwarding);
    meaning(device.ports.size());
    for (const Port& port : device.ports) {
        meaning(port.kind);
        meaning(port.lag);
    }
    meaning(graph.fabric().link_of_port[index]);
    for (const std::uint32_t channel : graph.out_of(index))
        meaning(channel);
    for (std::uint32_t route = 0; route < device.forwarding.routes.size(); ++route) {
        for (const std::uint32_t channel : graph.next_hops(index, route))
            meaning(channel);
        meaning(routing::none);
    }
}

void add_port(stored::Meaning& meaning, PortId port)
{
    meaning(port.device);
    meaning(port.port);
}

void add_endpoint(stored::Meaning& meaning, const routing::Endpoint& endpoint)
{
    add_port(meaning, endpoint.host);
    meaning(endpoint.attachments.size());
    for (const PortId attachment : endpoint.attachments)
        add_port(meaning, attachment);
    meaning(endpoint.name);
    meaning(endpoint.addresses);
}

bool take(const std::string& bytes, routing::TurnTable& turns)
{
    stored::ByteReader in(bytes);
    for (std::uint64_t& word : turns.words())
        word = in.number();
    return in.done();
}

}

void add_routing(Sha256& key, const Graph& graph, const routing::Destinations& destinations)
{
    stored::Meaning meaning;
    meaning(graph.fabric().devices.size());
    for (std::uint32_t device = 0; device < graph.fabric().devices.size(); ++device)
        add_device(meaning, graph, device);
    meaning(graph.channel_count());
    for (std::uint32_t channel = 0; channel < graph.channel_count(); ++channel) {
        add_port(meaning, graph.channel(channel).from);
        meaning(graph.is_down(channel));
        meaning(graph.direction(channel));
    }
    meaning(graph.fabric().y_cables.size());
    for (const auto& [port, link] : graph.fabric().y_cables) {
        add_port(meaning, port);
        meaning(link);
    }
    meaning(destinations.endpoints.size());
    for (const routing::Endpoint& endpoint : destinations.endpoints)
        add_endpoint(meaning, endpoint);
    meaning(destinations.class_of);
    for (const routing::DestinationClass& one : destinations.classes) {
        meaning(one.endpoints);
        meaning(one.leaves);
        meaning(one.prefixes);
    }
    meaning(destinations.prefixes);
    key.add_text(meaning.bytes());
}

void add_hops(Sha256& key, const LosslessHops& hops)
{
    stored::Meaning meaning;
    meaning(hops.any_unknown);
    meaning(hops.rows);
    key.add_text(meaning.bytes());
}

routing::TurnTable kept_turns_in_use(
    const Graph& graph, const routing::Destinations& destinations, stored::Store* store)
{
    if (store == nullptr)
        return routing::turns_in_use(graph, destinations);
    Sha256 begun = store->begin_key(EntryKind::proof);
    begun.add_text("turns in use");
    add_routing(begun, graph, destinations);
    const Digest key = begun.finish();
    std::string bytes;
    if (store->load(EntryKind::proof, key, bytes)) {
        routing::TurnTable kept(graph);
        if (take(bytes, kept))
            return kept;
        store->refuse(EntryKind::proof, "its content cannot be read");
    }
    const routing::TurnTable turns = routing::turns_in_use(graph, destinations);
    stored::ByteWriter out;
    for (const std::uint64_t word : turns.words())
        out.number(word);
    store->save(EntryKind::proof, key, out.take());
    return turns;
}

}
