// SPDX-License-Identifier: Apache-2.0
// Reads which packet fields select paths and LAG members. An unknown field word counts as another field.
#include "drivers/eos/config.h"
#include "models/fabric/value/roce_packet.h"

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

constexpr std::array<std::pair<std::string_view, HashField>, 11> hash_words{{
    {"source-ip", HashField::source_ip},
    {"src-ip", HashField::source_ip},
    {"destination-ip", HashField::destination_ip},
    {"dst-ip", HashField::destination_ip},
    {"protocol", HashField::ip_protocol},
    {"ip-protocol", HashField::ip_protocol},
    {"next-header", HashField::ip_protocol},
    {"source-port", HashField::source_port},
    {"src-port", HashField::source_port},
    {"destination-port", HashField::destination_port},
    {"dst-port", HashField::destination_port},
}};

void add_words(HashFields& fields, Words words)
{
    while (!words.at_end()) {
        const std::string_view word = words.next();
        // port-channel load-balance: one word for all fields that distinguish flows
        if (word == "ip-tcp-udp-header") {
            for (const auto& [field_word, field] : hash_words)
                fields.insert(field);
            continue;
        }
        const auto known
            = std::ranges::find(hash_words, word, &std::pair<std::string_view, HashField>::first);
        fields.insert(known == hash_words.end() ? HashField::other : known->second);
    }
}

}

void read_hash(Config& config, const Fact& fact)
{
    LoadBalancing& balancing = config.device.load_balancing;
    const LineKind what = static_cast<LineKind>(fact.kind);
    if (fact.statement == &line_cli::unmodelled) {
        config.unread_hashes.insert(what);
        const OriginId why = config.unread("a line about it is not understood");
        if (what == LineKind::hash_seed)
            balancing.ecmp_seed = Setting<std::uint32_t>::unread(why);
        else
            (what == LineKind::hash_fields ? balancing.ecmp : balancing.lag)
                = Setting<HashFields>::unread(why);
        return;
    }
    if (fact.sense != Sense::set || config.unread_hashes.contains(what))
        return;
    const OriginId here = config.device.origins.explicit_at(fact.at);
    if (what == LineKind::hash_seed) {
        balancing.ecmp_seed = {static_cast<std::uint32_t>(fact.value(1)), here};
        return;
    }
    HashFields fields;
    add_words(fields, Words(fact.text));
    (what == LineKind::hash_fields ? balancing.ecmp : balancing.lag) = {fields, here};
}

void read_sand_profile(Config& config, std::span<const Fact> inside)
{
    Origins& origins = config.device.origins;
    HashFields fields;
    const Fact* first = nullptr;
    bool ports = false;
    for (const Fact& fact : inside) {
        const LineKind what = static_cast<LineKind>(fact.kind);
        if (what == LineKind::sand_payload) {
            if (fact.sense == Sense::set)
                config.device.load_balancing.roce_payload
                    = {fact.value() == roce_udp_port, origins.explicit_at(fact.at)};
            fact.node->mark_subtree(fact.node->state);
        } else if (what != LineKind::sand_profile && fact.sense == Sense::set) {
            add_words(fields, Words(fact.text));
            ports = ports || what == LineKind::sand_ports;
            first = first == nullptr ? &fact : first;
        }
    }
    // If no line names the ports, the profile's own default applies, which is not known.
    if (first == nullptr || !ports)
        return;
    config.device.load_balancing.ecmp = {fields, origins.explicit_at(first->at)};
    config.device.load_balancing.lag = config.device.load_balancing.ecmp;
}

}
