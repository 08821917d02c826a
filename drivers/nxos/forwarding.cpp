// SPDX-License-Identifier: Apache-2.0
// Reads where packets go, and which of their fields select a path. Lines of another VRF are not modelled, and
// are marked so; lines of the management port's VRF do not matter.
#include "drivers/nxos/config.h"

#include <array>
#include <chrono>
#include <utility>

namespace rocelint::nxos {
namespace {

using Seconds = std::chrono::seconds;

// "source-destination port source-destination universal-id 7": addresses, and ports if the line says that
// they count.
void read_hash(Config& config, const Fact& fact)
{
    LoadBalancing& balancing = config.device.load_balancing;
    const OriginId here = config.device.origins.explicit_at(fact.at);
    HashFields fields;
    Words words(fact.text);
    const auto take_ends = [&](HashField from, HashField to) {
        const std::string_view word = words.next();
        if (word.starts_with("source"))
            fields.insert(from);
        if (word.ends_with("destination"))
            fields.insert(to);
    };
    take_ends(HashField::source_ip, HashField::destination_ip);
    while (!words.at_end()) {
        if (words.take("port")) {
            take_ends(HashField::source_port, HashField::destination_port);
        } else if (words.take("universal-id")) {
            if (const auto seed = parse_number(words.next()); seed && *seed <= 0xffffffffU)
                balancing.ecmp_seed = {static_cast<std::uint32_t>(*seed), here};
        } else if (const std::string_view word = words.next(); word == "rotate") {
            words.next();
        } else if (word != "concatenation") {
            fields.insert(HashField::other);
        }
    }
    balancing.ecmp = {fields, here};
}

// "src-dst ip-l4port": the second word names the fields, of both source and destination.
void read_lag_hash(Config& config, const Fact& fact)
{
    HashFields fields;
    const std::string_view text = fact.text;
    const bool source
        = text.find("src") != std::string_view::npos || text.find("source") != std::string_view::npos;
    const bool target
        = text.find("dst") != std::string_view::npos || text.find("dest") != std::string_view::npos;
    const bool ports = text.find("port") != std::string_view::npos;
    const bool addresses = text.find("ip") != std::string_view::npos;
    for (const auto& [used, field] : {std::pair(source && addresses, HashField::source_ip),
             std::pair(target && addresses, HashField::destination_ip),
             std::pair(source && ports, HashField::source_port),
             std::pair(target && ports, HashField::destination_port)}) {
        if (used)
            fields.insert(field);
    }
    if (!source && !target) {
        fact.node->mark(State::unsupported);
        return;
    }
    config.device.load_balancing.lag = {fields, config.device.origins.explicit_at(fact.at)};
}

}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    config.resolve_networks(LineKind::vrf, "management");
    forwarding.mlag_peer_link = config.defaults.value("mlag_peer_link", Port::no_index);
    config.fill_paths(config.defaults.number_as<std::uint32_t>("most_paths"),
        config.defaults.value("relaxed_paths", false));
    Setting<Seconds> longest;
    for (std::uint32_t index = 0; index < config.ports.size(); ++index) {
        const std::uint32_t place = config.ports[index].place;
        if (const Fact* link = config.find(place, LineKind::peer_link);
            link != nullptr && link->sense == Sense::set)
            forwarding.mlag_peer_link = {index, config.device.origins.explicit_at(link->at)};
        const Fact* arp = config.find(place, LineKind::arp_timeout);
        if (arp != nullptr && arp->sense == Sense::set
            && (!longest.known() || Seconds(arp->value()) > longest.value))
            longest = {Seconds(arp->value()), config.device.origins.explicit_at(arp->at)};
    }
    forwarding.arp_timeout = longest;
    config.take_timeout(forwarding.mac_timeout, LineKind::mac_timeout);
    if (const Fact* hash = config.global(LineKind::load_sharing);
        hash != nullptr && hash->sense == Sense::set)
        read_hash(config, *hash);
    else if (hash != nullptr && hash->sense == Sense::unread)
        config.device.load_balancing.ecmp = Setting<HashFields>::unread(config.unread(not_understood));
    if (const Fact* hash = config.global(LineKind::lag_hash); hash != nullptr && hash->sense == Sense::set)
        read_lag_hash(config, *hash);
}

}
