// SPDX-License-Identifier: Apache-2.0
// Forwarding classes, classifiers and rewrite rules.
#include "drivers/junos/read/config.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::junos {
namespace {

using Aliases = std::unordered_map<std::string_view, std::uint8_t>;

void read_class(Config& config, const Statement& statement, std::string_view name, const Statement* queue)
{
    ForwardingClass& made = config.classes[name];
    made.name = name;
    if (queue != nullptr) {
        if (const auto number = number_of(config, *queue, queues_at_most - 1))
            made.queue = {static_cast<std::uint8_t>(*number), config.here(*queue)};
    }
    // Without the option an explicit class is lossy, whatever its name (Junos OS 13.2 for the QFX Series,
    // class).
    const Statement* lossless = statement.child("no-loss");
    made.lossless = {lossless != nullptr, config.here(lossless != nullptr ? *lossless : statement)};
    if (const Statement* priority = statement.child("pfc-priority"); priority != nullptr) {
        if (const auto number = number_of(config, *priority, pfc_priority_limit, 7))
            made.pfc_priority = {static_cast<std::uint8_t>(*number), config.here(*priority)};
    }
}

// "best-effort 0, fcoe 3 no-loss, …" of the catalog: classes that exist unless the configuration renames
// their queue.
void add_default_classes(Config& config)
{
    if (config.device.fragment)
        return;
    std::string_view text = config.defaults.text(Default::forwarding_classes);
    while (!text.empty()) {
        Words words(ascii::take_until(text, ','));
        const std::string_view name = words.next();
        const auto queue = static_cast<std::uint8_t>(parse_number(words.next()).value_or(0));
        const auto [entry, is_new] = config.classes.try_emplace(name);
        if (!is_new)
            continue;
        entry->second.name = name;
        entry->second.queue = config.defaults.value<std::uint8_t>(Default::forwarding_classes, queue);
        entry->second.lossless
            = config.defaults.value(Default::forwarding_classes, words.next() == "no-loss");
    }
}

// Several classes may share a queue.
void choose_classes(Config& config)
{
    const auto stands_before = [](const ForwardingClass& a, const ForwardingClass& b) {
        if (a.queue.configured() != b.queue.configured())
            return a.queue.configured();
        if (a.lossless.is(true) != b.lossless.is(true))
            return a.lossless.is(true);
        return a.name < b.name;
    };
    for (const auto& [name, of_class] : config.classes) {
        if (!of_class.queue.known() || of_class.queue.value >= queues_at_most)
            continue;
        const ForwardingClass*& chosen = config.class_of_queue[of_class.queue.value];
        if (chosen == nullptr || stands_before(of_class, *chosen))
            chosen = &of_class;
    }
}

Aliases read_aliases(Config& config, std::string_view kind, unsigned bits)
{
    Aliases aliases;
    const Statement* all = class_of_service(config)->child("code-point-aliases");
    const Statement* of_kind = all == nullptr ? nullptr : all->child(kind);
    if (of_kind == nullptr)
        return aliases;
    for (const Statement& alias : *of_kind) {
        if (alias.first == nullptr)
            continue;
        if (const auto point = parse_point(alias.first->key, bits))
            aliases[alias.key] = *point;
        else
            config.reject(*alias.first, fmt::format("\"{}\" is not a code point", alias.first->key));
    }
    return aliases;
}

std::optional<std::uint8_t> point_of(
    Config& config, const Statement& statement, const Aliases& aliases, unsigned bits)
{
    if (const auto alias = aliases.find(statement.key); alias != aliases.end())
        return alias->second;
    const auto point = parse_point(statement.key, bits);
    if (!point)
        config.reject(statement, fmt::format("\"{}\" is neither a code point nor an alias", statement.key));
    return point;
}

const ForwardingClass* class_named(Config& config, const Statement& reference, std::string_view name)
{
    const auto found = config.classes.find(name);
    if (found != config.classes.end())
        return &found->second;
    if (!is_class_of_other_hardware(name))
        static_cast<void>(config.lost(reference, "forwarding class", name));
    return nullptr;
}

// The last statement about a code point counts, as in the map.
void take_loss_priority(
    std::vector<Meter>& meters, const Statement& loss, const Statement& point, Dscp number)
{
    DscpSet points;
    points.insert(number);
    for (Meter& meter : meters)
        meter.dscps = meter.dscps - points;
    const std::optional<Colour> colour = colour_of(loss.key);
    if (colour && *colour != Colour::green)
        meters.push_back({.dscps = points,
            .effect = *colour == Colour::red ? MeterEffect::red : MeterEffect::yellow,
            .at = point.at});
}

void read_classifier(Config& config,
    const Statement& classifier,
    ClassMap& map,
    const Aliases& aliases,
    unsigned bits,
    std::vector<Meter>& meters)
{
    for (const Statement& entry : classifier) {
        if (entry.word() != "forwarding-class")
            continue;
        const ForwardingClass* target = class_named(config, entry, entry.key);
        for (const Statement& loss : entry) {
            for (const Statement& point : loss) {
                const auto number = point_of(config, point, aliases, bits);
                if (number)
                    take_loss_priority(meters, loss, point, *number);
                if (number && target != nullptr && target->queue.known())
                    map.set(*number, target->queue.value, config.here(point));
                else if (number)
                    map.set(*number,
                        ClassMap::unmapped,
                        config.device.origins.unread("its forwarding class is not known"));
            }
        }
    }
}

// Code points that a classifier does not name are as in the classifier that it imports. The tables of the
// default classifiers differ between product lines, so they stay unread.
void read_import(Config& config,
    const Statement& classifier,
    ClassMap& map,
    const std::unordered_map<std::string_view, std::uint32_t>& known)
{
    const Statement* import = classifier.child("import");
    if (import == nullptr || import->key == "default")
        return;
    const auto found = known.find(import->key);
    config.names.use("classifier", import->key);
    if (found == known.end()) {
        const OriginId lost = config.lost(*import, "classifier", import->key);
        map.origin.fill(lost);
        return;
    }
    const ClassMap& imported = config.device.maps[found->second];
    map.to = imported.to;
    map.origin = imported.origin;
}

std::vector<Meter> imported_loss_priorities(const Config& config,
    const Statement& classifier,
    const std::unordered_map<std::string_view, std::uint32_t>& known)
{
    const Statement* import = classifier.child("import");
    const auto found = import == nullptr ? known.end() : known.find(import->key);
    const auto meters
        = found == known.end() ? config.loss_priorities.end() : config.loss_priorities.find(found->second);
    return meters == config.loss_priorities.end() ? std::vector<Meter>() : meters->second;
}

void read_classifiers_of(Config& config,
    std::string_view kind,
    MapKind map_kind,
    unsigned bits,
    std::unordered_map<std::string_view, std::uint32_t>& known)
{
    const Statement* all = class_of_service(config)->child("classifiers");
    if (all == nullptr)
        return;
    const Aliases aliases = read_aliases(config, kind, bits);
    for (const Statement& classifier : *all) {
        if (classifier.word() != kind)
            continue;
        ClassMap map;
        map.kind = map_kind;
        map.name = classifier.key;
        map.at = classifier.at;
        read_import(config, classifier, map, known);
        const auto index = static_cast<std::uint32_t>(config.device.maps.size());
        std::vector<Meter> meters = imported_loss_priorities(config, classifier, known);
        read_classifier(config, classifier, map, aliases, bits, meters);
        if (!meters.empty())
            config.loss_priorities[index] = std::move(meters);
        known[classifier.key] = index;
        config.device.maps.push_back(map);
    }
}

void read_rewrites(Config& config)
{
    const Statement* all = class_of_service(config)->child("rewrite-rules");
    if (all == nullptr)
        return;
    const Aliases aliases = read_aliases(config, "dscp", 6);
    for (const Statement& rule : *all) {
        if (rule.word() != "dscp")
            continue;
        ClassMap map;
        map.kind = MapKind::tc_to_dscp;
        map.name = rule.key;
        map.at = rule.at;
        for (const Statement& entry : rule) {
            const ForwardingClass* from
                = entry.word() == "forwarding-class" ? class_named(config, entry, entry.key) : nullptr;
            // Packets that no policer has colored have loss priority low.
            const Statement* low = entry.child("loss-priority", "low");
            if (from == nullptr || !from->queue.known() || low == nullptr || low->first == nullptr)
                continue;
            if (const auto point = point_of(config, *low->first, aliases, 6))
                map.set(from->queue.value, *point, config.here(*low->first));
        }
        config.rewrites[rule.key] = static_cast<std::uint32_t>(config.device.maps.size());
        config.device.maps.push_back(map);
    }
}

}

void read_forwarding_classes(Config& config)
{
    const Statement* top = class_of_service(config);
    const Statement* all = top == nullptr ? nullptr : top->child("forwarding-classes");
    if (all != nullptr) {
        for (const Statement& statement : *all) {
            if (statement.word() == "class")
                read_class(config, statement, statement.key, statement.child("queue-num"));
            else if (statement.word() == "queue") {
                for (const Statement& named : statement)
                    read_class(config, named, named.key, &statement);
            }
        }
    }
    add_default_classes(config);
    choose_classes(config);
}

void read_classifiers(Config& config)
{
    if (class_of_service(config) == nullptr)
        return;
    read_classifiers_of(config, "dscp", MapKind::dscp_to_tc, 6, config.dscp_classifiers);
    read_classifiers_of(config, "dscp-ipv6", MapKind::dscp_to_tc, 6, config.dscp_classifiers);
    read_classifiers_of(config, "ieee-802.1", MapKind::pcp_to_tc, 3, config.pcp_classifiers);
    read_rewrites(config);
}

}
