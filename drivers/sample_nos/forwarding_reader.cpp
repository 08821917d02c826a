// SPDX-License-Identifier: Apache-2.0
// Cables, addresses, routes and hashing of the sample: the input for judging paths and load balancing.
#include "drivers/sample_nos/device_reader.h"

#include <algorithm>
#include <utility>

namespace rocelint::sample_nos {
namespace {

using State = CoverageState;

constexpr std::array<std::pair<std::string_view, Fec>, 4> fec_words{
    {{"none", Fec::none}, {"fc", Fec::base_r}, {"rs528", Fec::rs528}, {"rs544", Fec::rs544}}};

constexpr std::array<std::pair<std::string_view, HashField>, 5> hash_words{
    {{"source-ip", HashField::source_ip},
        {"destination-ip", HashField::destination_ip},
        {"ip-protocol", HashField::ip_protocol},
        {"source-port", HashField::source_port},
        {"destination-port", HashField::destination_port}}};

}

void DeviceReader::problem(const Node& node, std::string message)
{
    problems_.push_back({SyntaxProblem::Severity::error, tree_.value_span(node), std::move(message)});
}

void DeviceReader::flag(Setting<bool>& setting, const Node& node, std::string_view key)
{
    const Node* found = node.child(key);
    if (found != nullptr && (word(*found, "yes") || word(*found, "no")))
        setting = {found->value == "yes", written(*found)};
}

std::uint32_t DeviceReader::port_index(const Node& node)
{
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        if (device_.ports[index].name == node.value) {
            node.mark(State::read);
            return index;
        }
    }
    problem(node, "no such port");
    return Port::no_index;
}

// Reads the port's cable and transceiver, and how well the link performs on them.
void DeviceReader::read_cable(Port& port, const Node& node)
{
    if (const Node* fec = node.child("fec")) {
        const auto known = std::ranges::find(fec_words, fec->value, &std::pair<std::string_view, Fec>::first);
        if (known != fec_words.end()) {
            fec->mark(State::read);
            port.fec = {known->second, written(*fec)};
        }
    }
    if (const Node* rate = node.child("bit_error_rate")) {
        if (const auto value = parse_rate(rate->value)) {
            rate->mark(State::read);
            port.bit_error_rate = {*value, written(*rate)};
        }
    }
    port.energy_efficient = {false, default_};
    flag(port.energy_efficient, node, "energy_efficient");
    const Node* media = member(node, "media");
    if (media == nullptr)
        return;
    flag(port.passive_copper, *media, "passive_copper");
    const bool reach = media->child("reach") != nullptr;
    if (number(port.media_length, *media, reach ? "reach" : "length", "m"))
        port.media_is_reach = {reach, port.media_length.origin};
}

// Everything here names ports, so it is read once all of them are known.
void DeviceReader::read_forwarding(const Node& root)
{
    std::uint32_t index = 0;
    if (const Node* ports = root.child("ports")) {
        for (const Node& port : *ports)
            read_addresses(port, index++);
    }
    if (const Node* routes = member(root, "routes")) {
        for (const Node& route : *routes)
            read_route(route);
    }
    Forwarding& forwarding = device_.forwarding;
    if (const Node* bgp = member(root, "bgp")) {
        forwarding.allow_own_as = {0, default_};
        number(forwarding.bgp_asn, *bgp, "asn", "");
        number(forwarding.allow_own_as, *bgp, "allow_own_as", "", 1, 10);
    }
    if (const Node* timeouts = member(root, "timeouts")) {
        number(forwarding.arp_timeout, *timeouts, "arp", "s");
        number(forwarding.mac_timeout, *timeouts, "mac", "s");
    }
    read_pair(root);
    if (const Node* balancing = member(root, "ecmp"))
        read_balancing(*balancing);
}

void DeviceReader::read_addresses(const Node& port, std::uint32_t index)
{
    if (const Node* lag = port.child("lag")) {
        const std::uint32_t target = port_index(*lag);
        if (target != Port::no_index && target != index) {
            device_.ports[index].lag = target;
            device_.ports[target].kind = PortKind::lag;
        }
    }
    const Node* addresses = member(port, "addresses");
    for (const Node* item = addresses == nullptr ? nullptr : addresses->first; item != nullptr;
         item = item->next) {
        if (const auto prefix = parse_prefix(item->value)) {
            item->mark(State::read);
            device_.forwarding.addresses.push_back({index, *prefix, written(*item)});
        } else {
            problem(*item, "an address with its length is expected here, such as 10.0.0.1/31");
        }
    }
}

// Reads {to: 10.0.0.0/8, via: 10.0.0.1, port: p1, distance: 20}, {to: 10.0.0.0/8, discard: yes}.
void DeviceReader::read_route(const Node& node)
{
    node.mark(State::read);
    const Node* to = node.child("to");
    const auto prefix = to == nullptr ? std::nullopt : parse_prefix(to->value);
    if (!prefix) {
        problem(node, "a route needs `to` with a prefix");
        return;
    }
    to->mark(State::read);
    StaticRoute route;
    route.to = *prefix;
    route.at = tree_.span(*to);
    if (const Node* via = node.child("via")) {
        route.via = parse_address(via->value);
        if (route.via)
            via->mark(State::read);
        else
            problem(*via, "an address is expected here");
    }
    if (const Node* port = node.child("port"))
        route.port = port_index(*port);
    Setting<bool> discard;
    flag(discard, node, "discard");
    route.discards = discard.is(true);
    Setting<std::uint8_t> distance{1, default_};
    number(distance, node, "distance", "", 1, 255);
    route.distance = distance.value;
    if (route.discards || route.via || route.port != Port::no_index)
        device_.forwarding.routes.push_back(route);
}

// Reads the other switch of a pair: MLAG's peer link, and the peer to which packets are tunneled.
void DeviceReader::read_pair(const Node& root)
{
    Forwarding& forwarding = device_.forwarding;
    forwarding.mlag_peer_link = {Port::no_index, default_};
    forwarding.tunnel_peer = {{}, default_};
    if (const Node* link = root.child("mlag_peer_link"))
        forwarding.mlag_peer_link = {port_index(*link), written(*link)};
    if (const Node* peer = root.child("tunnel_peer"))
        forwarding.tunnel_peer = {text(root, "tunnel_peer"), written(*peer)};
}

void DeviceReader::read_balancing(const Node& node)
{
    number(device_.load_balancing.ecmp_seed, node, "seed", "");
    flag(device_.load_balancing.roce_payload, node, "roce_payload");
    flag(device_.load_balancing.per_packet, node, "per_packet");
    const Node* fields = member(node, "fields");
    if (fields == nullptr)
        return;
    HashFields hashed;
    for (const Node& item : *fields) {
        const auto known
            = std::ranges::find(hash_words, item.value, &std::pair<std::string_view, HashField>::first);
        if (known == hash_words.end())
            continue;
        item.mark(State::read);
        hashed.insert(known->second);
    }
    device_.load_balancing.ecmp = {hashed, written(*fields)};
}

}
