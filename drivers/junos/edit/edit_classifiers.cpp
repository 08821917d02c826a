// SPDX-License-Identifier: Apache-2.0
// Ports share classifiers and rewrite rules, which are edited if all users need the change, and copied
// otherwise. In Junos a port and its bundle are one, so a change of only a part of a bundle is refused.
#include "drivers/junos/edit/edit_classifiers.h"

#include "drivers/junos/read/limits.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

unsigned bits_of_kind(std::string_view kind) { return kind.starts_with("dscp") ? 6 : 3; }

const Statement* own_of_block(const Statement& block, std::string_view around, std::string_view kind)
{
    const Statement* bound = block.child(around);
    return bound == nullptr ? nullptr : bound->child(kind);
}

}

std::vector<const Statement*> classifier_bindings(const std::vector<const Statement*>& blocks)
{
    std::vector<const Statement*> found;
    const auto take = [&found](const Statement& block) {
        if (const Statement* classifiers = block.child("classifiers"); classifiers != nullptr) {
            for (const Statement& bound : *classifiers)
                found.push_back(&bound);
        }
        if (const Statement* fixed = block.child("forwarding-class"); fixed != nullptr)
            found.push_back(fixed);
    };
    for (const Statement* block : blocks) {
        take(*block);
        for (const Statement& unit : *block) {
            if (unit.word() == "unit")
                take(unit);
        }
        if (!found.empty())
            break;
    }
    return found;
}

std::optional<std::uint8_t> point_in(Config& config, std::string_view text, std::string_view kind)
{
    const Statement* top = class_of_service(config);
    const Statement* all = top == nullptr ? nullptr : top->child("code-point-aliases");
    const Statement* aliases = all == nullptr ? nullptr : all->child(kind);
    const Statement* alias = aliases == nullptr ? nullptr : aliases->child({}, text);
    if (alias != nullptr && alias->first != nullptr)
        return parse_point(alias->first->key, bits_of_kind(kind));
    return parse_point(text, bits_of_kind(kind));
}

bool ClassifierEditor::takes(const Change& change)
{
    const auto* entry = std::get_if<MapEntry>(&change.value);
    return entry != nullptr
        && (entry->kind == MapKind::dscp_to_tc || entry->kind == MapKind::pcp_to_tc
            || entry->kind == MapKind::tc_to_dscp);
}

const Statement* ClassifierEditor::binding_for(std::uint32_t port, MapKind kind) const
{
    const auto& blocks = context_.config().blocks[port];
    if (kind == MapKind::tc_to_dscp)
        return context_.binding(port).rewrite;
    for (const Statement* bound : classifier_bindings(blocks)) {
        if (kind == MapKind::dscp_to_tc ? bound->word().starts_with("dscp") : bound->word() == "ieee-802.1")
            return bound;
    }
    return nullptr;
}

Objection ClassifierEditor::find_table(const Change& change, Table& table) const
{
    const auto& entry = std::get<MapEntry>(change.value);
    const Port& port = context_.port(change.port.port);
    const Statement* binding = binding_for(change.port.port, entry.kind);
    const bool rewrites = entry.kind == MapKind::tc_to_dscp;
    if (binding == nullptr)
        return Objection(
            fmt::format("{} has no {} to change", port.name, rewrites ? "rewrite rule" : "classifier"));
    table = {rewrites ? "rewrite-rules" : "classifiers", binding->word(), binding->key};
    if (port.lag != Port::no_index && !change.shared && !context_.wants(port.lag, change))
        return Objection(fmt::format("{} is classified as its bundle {} is, which must not change",
            port.name,
            context_.port(port.lag).name));
    return {};
}

void ClassifierEditor::take(std::uint32_t index)
{
    Table table;
    if (const Objection reason = find_table(change(index), table))
        return refuse(index, reason);
    wishes_[table].push_back(index);
}

void ClassifierEditor::finish()
{
    for (const auto& [table, wishes] : wishes_)
        edit_table(table, wishes);
}

void ClassifierEditor::edit_table(const Table& table, const Wishes& wishes)
{
    const bool all
        = std::ranges::any_of(wishes, [this](std::uint32_t index) { return change(index).shared; });
    const MapKind kind = std::get<MapEntry>(change(wishes.front()).value).kind;
    // Groups of ports that want the same; a bundle decides for its members.
    struct Group {
        std::vector<Request> requests;
        std::vector<std::uint32_t> ports;
        Wishes wishes;
    };
    std::vector<Group> groups;
    for (std::uint32_t port = 0; port < context_.device().ports.size(); ++port) {
        const Port& candidate = context_.port(port);
        const Statement* binding = candidate.kind == PortKind::physical || candidate.kind == PortKind::lag
            ? binding_for(port, kind)
            : nullptr;
        if (binding == nullptr || binding->word() != table.kind || binding->key != table.name)
            continue;
        Group own;
        for (const std::uint32_t index : wishes) {
            const bool mine = change(index).port.port == port || change(index).port.port == candidate.lag
                || change(index).shared;
            if (!mine || is_made(context_.device(), change(index)))
                continue;
            own.requests.push_back(request_of(change(index)));
            own.wishes.push_back(index);
        }
        const auto same = std::ranges::find_if(
            groups, [&](const Group& group) { return same_requests(group.requests, own.requests); });
        Group& group = same == groups.end() ? groups.emplace_back(Group{own.requests, {}, {}}) : *same;
        group.ports.push_back(port);
        group.wishes.insert(group.wishes.end(), own.wishes.begin(), own.wishes.end());
    }
    for (const Group& group : groups) {
        if (group.requests.empty())
            continue;
        const Objection reason = edit_group(table, group.ports, group.wishes, all || groups.size() == 1);
        if (!reason)
            continue;
        for (const std::uint32_t index : group.wishes)
            refuse(index, reason);
    }
}

Objection ClassifierEditor::edit_group(
    const Table& table, const std::vector<std::uint32_t>& ports, const Wishes& distinct, bool in_place)
{
    const Statement* top = class_of_service(config());
    const Statement* block = top == nullptr ? nullptr : top->child(table.block);
    const Statement* now = block == nullptr ? nullptr : block->child(table.kind, table.name);
    Statement* text = now == nullptr ? nullptr : draft().written(*now);
    if (text == nullptr)
        return Objection(fmt::format("{} {} is not in the files read", table.kind, table.name));
    if (!in_place) {
        const std::string_view name
            = draft().keep(short_name(fmt::format("{}-2", table.name), class_of_service_name.longest));
        if (draft().find(draft().root(), {"class-of-service", table.block, table.kind, name}) != nullptr)
            return Objection(
                fmt::format("other ports use {} too, and there is a {} already", table.name, name));
        Objection reason = draft().set(draft().root(), {"class-of-service", table.block, table.kind, name});
        if (reason)
            return reason;
        text = draft().find(draft().root(), {"class-of-service", table.block, table.kind, name});
        if (reason = draft().copy(*now, *text); !reason)
            reason = rebind(table, ports, name);
        if (reason)
            return reason;
    }
    Objection reason;
    for (const std::uint32_t index : distinct) {
        const auto& entry = std::get<MapEntry>(change(index).value);
        if (entry.kind == MapKind::tc_to_dscp)
            reason = map_rewrite(*text, entry);
        else
            reason = map_point(*text, table, entry);
        if (!reason && !in_place)
            reason = paused_point(ports, entry);
        if (!reason && in_place && entry.kind == MapKind::dscp_to_tc)
            reason = follow_in_profiles(table, entry);
        if (reason)
            return reason;
    }
    return reason;
}

Objection ClassifierEditor::rebind(
    const Table& table, const std::vector<std::uint32_t>& ports, std::string_view name)
{
    const StatementOfPort binding = [&](std::uint32_t index) -> const Statement* {
        const MapKind kind = table.block == "rewrite-rules" ? MapKind::tc_to_dscp
            : table.kind == "ieee-802.1"                    ? MapKind::pcp_to_tc
                                                            : MapKind::dscp_to_tc;
        return binding_for(index, kind);
    };
    for (const std::uint32_t port : ports) {
        if (context_.port(port).lag != Port::no_index)
            continue;
        const Statement* now = binding(port);
        const bool mine = context_.further_user(ports, *now, binding) == Port::no_index;
        if (Statement* written = draft().written(*now); written != nullptr && mine) {
            draft().change(*written, name);
            continue;
        }
        Statement* block = nullptr;
        if (Objection reason = context_.own_block(port, block))
            return reason;
        std::vector<Statement*> inner{block};
        for (Statement* unit = block->first; unit != nullptr; unit = unit->next) {
            if (unit->word() == "unit" && !draft().is_removed(*unit))
                inner.push_back(unit);
        }
        bool found = false;
        for (Statement* at : inner) {
            const Statement* bound = own_of_block(*at, table.block, table.kind);
            if (bound == nullptr || bound->key != table.name)
                continue;
            draft().change(*draft().find(at, {table.block, table.kind}), name);
            found = true;
        }
        if (!found)
            return Objection(fmt::format("{} gets its {} from a place that it shares with other ports",
                context_.port(port).name,
                table.block == "classifiers" ? "classifier" : "rewrite rule"));
    }
    return {};
}

Objection ClassifierEditor::map_point(Statement& classifier, const Table& table, const MapEntry& entry)
{
    const ForwardingClass* target = entry.to < queues_at_most ? config().class_of_queue[entry.to] : nullptr;
    if (target == nullptr)
        return Objection(fmt::format("no forwarding class has queue {}", entry.to));
    std::vector<Statement*> stale;
    bool there = false;
    visit_statements(&classifier, [&](Statement& statement) {
        const bool point
            = statement.keyword->form == Form::list && statement.word().starts_with("code-point");
        if (!point || statement.deleted || draft().is_removed(statement)
            || point_in(config(), statement.key, table.kind) != std::optional(entry.from))
            return;
        if (statement.parent->parent->key == target->name)
            there = true;
        else
            stale.push_back(&statement);
    });
    for (Statement* statement : stale)
        draft().remove(*statement);
    if (there)
        return {};
    return draft().set(&classifier,
        {"forwarding-class",
            target->name,
            "loss-priority",
            "low",
            "code-points",
            bits_of(entry.from, bits_of_kind(table.kind))});
}

Objection ClassifierEditor::map_rewrite(Statement& rule, const MapEntry& entry)
{
    const ForwardingClass* from = entry.from < queues_at_most ? config().class_of_queue[entry.from] : nullptr;
    if (from == nullptr)
        return Objection(fmt::format("no forwarding class has queue {}", entry.from));
    const std::string bits = bits_of(entry.to, 6);
    Statement* loss = draft().find(&rule, {"forwarding-class", from->name, "loss-priority", "low"});
    if (loss != nullptr) {
        for (Statement* point = loss->first; point != nullptr; point = point->next) {
            if (!point->deleted && point->key != bits)
                draft().remove(*point);
        }
    }
    return draft().set(&rule, {"forwarding-class", from->name, "loss-priority", "low", "code-point", bits});
}

}
