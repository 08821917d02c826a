// SPDX-License-Identifier: Apache-2.0
#include "drivers/junos/read/load_balancing.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace rocelint::junos {
namespace {

// Global load balancing: a spine only reports the load of its links, a leaf only uses what spines report, and
// a switch without either word does both (Junos OS Evolved AI-ML Data Center Feature Guide, Global Load
// Balancing).
void read_global_balancing(Config& config, const Statement& bgp)
{
    LoadBalancing& balancing = config.device.load_balancing;
    const Statement* global = bgp.child("global-load-balancing");
    if (global == nullptr) {
        balancing.reports_load = balancing.uses_reported_load
            = config.lacking(&bgp, Default::global_balancing, false);
        return;
    }
    const Statement* helper = global->child("helper-only");
    const Statement* balancer = global->child("load-balancer-only");
    balancing.reports_load = {balancer == nullptr, config.here(balancer == nullptr ? *global : *balancer)};
    balancing.uses_reported_load = {helper == nullptr, config.here(helper == nullptr ? *global : *helper)};
}

// BGP takes one path for each route unless `multipath` is set, for all peers, a group or a neighbor. It then takes
// several paths through the same neighboring AS, and with `multiple-as` those through others as well (Junos OS CLI
// Reference, multipath (Protocols BGP)).
void read_paths_of_bgp(Config& config, const Statement& bgp)
{
    LoadBalancing& balancing = config.device.load_balancing;
    std::vector<const Statement*> blocks{&bgp};
    while (!blocks.empty()) {
        const Statement* block = blocks.back();
        blocks.pop_back();
        for (const Statement& inner : *block) {
            if (inner.word() == "group" || inner.word() == "neighbor")
                blocks.push_back(&inner);
            if (inner.word() != "multipath" || inner.child("disable") != nullptr)
                continue;
            const Statement* relaxed = inner.child("multiple-as");
            if (relaxed != nullptr || !balancing.relaxed_paths.peek_known())
                balancing.relaxed_paths
                    = {relaxed != nullptr, config.here(relaxed == nullptr ? inner : *relaxed)};
        }
    }
    if (balancing.relaxed_paths.peek_known())
        return;
    balancing.most_paths = config.defaults.number_as<std::uint32_t>(Default::most_paths);
    balancing.most_paths.origin = config.device.origins.lacking(balancing.most_paths.origin, bgp.at);
}

struct FieldWord {
    std::string_view word;
    HashField field;
};

constexpr std::array hash_words{FieldWord{"source-address", HashField::source_ip},
    FieldWord{"destination-address", HashField::destination_ip},
    FieldWord{"ip-protocol", HashField::ip_protocol},
    FieldWord{"source-port", HashField::source_port},
    FieldWord{"destination-port", HashField::destination_port}};

constexpr std::array removed_words{FieldWord{"no-ipv4-source-address", HashField::source_ip},
    FieldWord{"no-ipv4-destination-address", HashField::destination_ip},
    FieldWord{"no-protocol", HashField::ip_protocol},
    FieldWord{"no-l4-source-port", HashField::source_port},
    FieldWord{"no-l4-destination-port", HashField::destination_port}};

constexpr HashFields fields_of(std::initializer_list<HashField> list)
{
    HashFields fields;
    for (const HashField field : list)
        fields.insert(field);
    return fields;
}

// The only single field of a layer of IPv4.
constexpr std::string_view own_field = "destination-address";

void read_layer(Config& config, const Statement& layer, HashFields& fields)
{
    if (layer.first == nullptr) {
        // A layer without fields stands for all its fields.
        const HashFields all = layer.word() == "layer-3"
            ? fields_of({HashField::source_ip, HashField::destination_ip, HashField::ip_protocol})
            : fields_of({HashField::source_port, HashField::destination_port});
        fields.bits = static_cast<std::uint8_t>(fields.bits | all.bits);
    }
    for (const Statement& field : layer) {
        for (const FieldWord& known : hash_words) {
            if (known.word == field.word())
                fields.insert(known.field);
        }
        if (field.word() != own_field)
            config.warn(field,
                fmt::format("hash-key family inet takes {} as a whole, so the switch refuses \"{} {}\" ({})",
                    layer.word(),
                    layer.word(),
                    field.word(),
                    forwarding_schema));
    }
}

void read_hash_key(Config& config, const Statement& inet)
{
    HashFields fields;
    const Statement* last = nullptr;
    for (const Statement& layer : inet) {
        last = &layer;
        read_layer(config, layer, fields);
    }
    if (last != nullptr)
        config.device.load_balancing.ecmp = {fields, config.here(*last)};
}

// Dynamic load balancing moves flows, flowlets or single packets, and only packets of the types that
// ether-type names.
void read_dynamic(Config& config, const Statement& balancing)
{
    const Statement* types = balancing.child("ether-type");
    const bool of_nothing = types != nullptr && types->child("none") != nullptr;
    Setting<bool>& per_packet = config.device.load_balancing.per_packet;
    if (const Statement* packets = balancing.child("per-packet"); packets != nullptr)
        per_packet = {!of_nothing, config.here(*packets)};
    for (const std::string_view word : {"flowlet", "assigned-flow"}) {
        if (const Statement* flows = balancing.child(word); flows != nullptr)
            per_packet = {false, config.here(*flows)};
    }
}

void read_enhanced(Config& config, const Statement& key)
{
    const Statement* inet = key.child("inet");
    if (inet != nullptr && inet->first != nullptr) {
        HashFields fields = fields_of({HashField::source_ip,
            HashField::destination_ip,
            HashField::ip_protocol,
            HashField::source_port,
            HashField::destination_port});
        const Statement* last = nullptr;
        for (const Statement& removed : *inet) {
            for (const FieldWord& known : removed_words) {
                if (known.word == removed.word())
                    fields.bits = static_cast<std::uint8_t>(
                        fields.bits & ~(1U << static_cast<unsigned>(known.field)));
            }
            last = &removed;
        }
        config.device.load_balancing.ecmp = {fields, config.here(*last)};
        config.device.load_balancing.lag = config.device.load_balancing.ecmp;
    }
    if (const Statement* balancing = key.child("ecmp-dlb"); balancing != nullptr)
        read_dynamic(config, *balancing);
    if (const Statement* seed = key.child("hash-seed"); seed != nullptr) {
        if (const auto number = number_of(config, *seed, 0xffffffffU))
            config.device.load_balancing.ecmp_seed
                = {static_cast<std::uint32_t>(*number), config.here(*seed)};
    }
}

void read_hashes(Config& config, const Statement& options)
{
    if (const Statement* key = options.child("hash-key"); key != nullptr) {
        const Statement* family = key->child("family");
        const Statement* inet = family == nullptr ? nullptr : family->child("inet");
        if (inet != nullptr)
            read_hash_key(config, *inet);
    }
    if (const Statement* key = options.child("enhanced-hash-key"); key != nullptr)
        read_enhanced(config, *key);
}

// Returns the line with which a policy lets routes use all their next hops, or null. Load balancing per
// prefix installs only one next hop for each prefix. A term for only some routes is assumed to match the
// routes that matter.
const Statement* spreading_action(const Statement& policy)
{
    const auto action_of = [](const Statement& block) {
        const Statement* then = block.child("then");
        const Statement* action = then == nullptr ? nullptr : then->child("load-balance");
        return action == nullptr || action->key == "per-prefix" ? nullptr : action;
    };
    if (const Statement* action = action_of(policy))
        return action;
    for (const Statement& term : policy) {
        const Statement* action = term.word() == "term" ? action_of(term) : nullptr;
        if (action != nullptr)
            return action;
    }
    return nullptr;
}

const Statement* policy_named(const Config& config, std::string_view name)
{
    const Statement* options = config.root.child("policy-options");
    if (options == nullptr)
        return nullptr;
    for (const Statement& policy : *options) {
        if (policy.word() == "policy-statement" && policy.key == name)
            return &policy;
    }
    return nullptr;
}

}

void read_multipath(Config& config)
{
    const Statement* routing_options = config.root.child("routing-options");
    const Statement* table
        = routing_options == nullptr ? nullptr : routing_options->child("forwarding-table");
    Setting<bool>& multipath = config.device.load_balancing.multipath;
    multipath = config.lacking(table, Default::multipath, false);
    if (table == nullptr)
        return;
    for (const Statement& exported : *table) {
        if (exported.word() != "export")
            continue;
        const Statement* policy = policy_named(config, exported.key);
        if (policy == nullptr) {
            multipath = Setting<bool>::unread(config.lost(exported, "policy", exported.key));
            return;
        }
        if (const Statement* action = spreading_action(*policy)) {
            multipath = {true, config.through(exported, action->at)};
            return;
        }
        multipath = {false, config.through(exported, policy->at)};
    }
}

void read_bgp_balancing(Config& config, const Statement& bgp)
{
    read_global_balancing(config, bgp);
    read_paths_of_bgp(config, bgp);
}

void read_balancing(Config& config, const Statement* options)
{
    if (options != nullptr)
        read_hashes(config, *options);
    Setting<bool>& per_packet = config.device.load_balancing.per_packet;
    if (per_packet.origin == OriginId{})
        per_packet = config.lacking(options, Default::per_packet, false);
}

}
