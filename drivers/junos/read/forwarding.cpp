// SPDX-License-Identifier: Apache-2.0
// Routes and BGP.
#include "drivers/junos/read/config.h"
#include "drivers/junos/read/load_balancing.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace rocelint::junos {
namespace {

std::uint8_t distance_of(Config& config, const Statement& block)
{
    constexpr std::uint8_t of_static_routes
        = 5; // Junos OS Routing Protocols Overview, default route preferences
    const Statement* preference = block.child("preference");
    if (preference == nullptr)
        return of_static_routes;
    const auto number = parse_number(preference->key);
    if (!number)
        config.reject(*preference, fmt::format("preference \"{}\" is not a number", preference->key));
    return static_cast<std::uint8_t>(std::min<std::uint64_t>(number.value_or(of_static_routes), 255));
}

void add_hop(Config& config, const Statement& hop, StaticRoute route)
{
    route.via = parse_address(hop.key);
    if (!route.via) {
        const std::string_view name = hop.key.substr(0, hop.key.find('.'));
        const auto port = config.port_by_name.find(name);
        if (port != config.port_by_name.end())
            route.port = port->second;
    }
    route.at = hop.at;
    config.device.forwarding.routes.push_back(route);
}

void read_route(Config& config, const Statement& statement)
{
    const auto prefix = parse_prefix(statement.key);
    if (!prefix)
        return config.reject(statement, fmt::format("\"{}\" is not a prefix", statement.key));
    StaticRoute route;
    route.to = *prefix;
    route.at = statement.at;
    route.distance = distance_of(config, statement);
    for (const Statement& inner : statement) {
        const std::string_view word = inner.word();
        if (word == "next-hop") {
            add_hop(config, inner, route);
        } else if (word == "qualified-next-hop") {
            StaticRoute other = route;
            other.distance
                = inner.child("preference") == nullptr ? route.distance : distance_of(config, inner);
            add_hop(config, inner, other);
        } else if (word == "discard" || word == "reject") {
            StaticRoute nowhere = route;
            nowhere.discards = true;
            config.device.forwarding.routes.push_back(nowhere);
        }
    }
}

void read_static(Config& config, const Statement& options)
{
    for (const Statement& inner : options) {
        if (inner.word() == "rib")
            read_static(config, inner); // one level only: a rib contains no rib
        if (inner.word() != "static")
            continue;
        for (const Statement& route : inner) {
            if (route.word() == "route")
                read_route(config, route);
        }
    }
}

// `loops N` refuses a path that contains the own AS N times, so N - 1 are accepted (Junos OS CLI Reference,
// loops).
void allow_loops(Config& config, const Statement& statement)
{
    const auto number = parse_number(statement.key);
    constexpr std::uint64_t most = 10;
    if (!number || *number == 0 || *number > most)
        return config.reject(
            statement, fmt::format("loops \"{}\" is not a number from 1 to {}", statement.key, most));
    const auto accepted = static_cast<std::uint8_t>(*number - 1);
    Setting<std::uint8_t>& kept = config.device.forwarding.allow_own_as;
    if (!kept.known() || accepted > kept.value)
        kept = {accepted, config.here(statement)};
}

void read_loops(Config& config, const Statement& top)
{
    std::vector<const Statement*> blocks{&top};
    while (!blocks.empty()) {
        const Statement* block = blocks.back();
        blocks.pop_back();
        for (const Statement& inner : *block) {
            if (inner.word() == "loops" && inner.first != nullptr)
                allow_loops(config, *inner.first);
            else if (inner.word() == "loops" && !inner.key.empty())
                allow_loops(config, inner);
            else if (inner.first != nullptr)
                blocks.push_back(&inner);
        }
    }
}

void read_link_state(Config& config, const Statement& protocols)
{
    for (const std::string_view word : {"ospf", "ospf3", "isis"}) {
        const Statement* protocol = protocols.child(word);
        if (protocol != nullptr && protocol->child("disable") == nullptr)
            config.device.forwarding.link_state = {true, config.here(*protocol)};
    }
}

void read_autonomous_system(Config& config, const Statement& statement)
{
    std::optional<std::uint64_t> number = parse_number(statement.key);
    // "1.10" is 1 * 65536 + 10 (RFC 5396).
    if (const std::size_t dot = statement.key.find('.'); dot != std::string_view::npos) {
        const auto high = parse_number(statement.key.substr(0, dot));
        const auto low = parse_number(statement.key.substr(dot + 1));
        if (high && low && *high <= 0xffff && *low <= 0xffff)
            number = *high << 16U | *low;
    }
    if (!number || *number > 0xffffffffU)
        return config.reject(statement, fmt::format("\"{}\" is not an AS number", statement.key));
    config.device.forwarding.bgp_asn = {static_cast<std::uint32_t>(*number), config.here(statement)};
    if (const Statement* loops = statement.child("loops"); loops != nullptr)
        allow_loops(config, *loops);
}

}

void read_forwarding(Config& config)
{
    read_multipath(config);
    if (const Statement* options = config.root.child("routing-options"); options != nullptr) {
        if (const Statement* as = options->child("autonomous-system"); as != nullptr)
            read_autonomous_system(config, *as);
        read_static(config, *options);
    }
    const Statement* protocols = config.root.child("protocols");
    if (protocols != nullptr)
        read_link_state(config, *protocols);
    if (const Statement* bgp = protocols == nullptr ? nullptr : protocols->child("bgp"); bgp != nullptr) {
        read_loops(config, *bgp);
        read_bgp_balancing(config, *bgp);
    }
    read_balancing(config, config.root.child("forwarding-options"));
}

}
