// SPDX-License-Identifier: Apache-2.0
// Reads all eight kinds of map with one table of limits. A pair
// beyond the limits is reported and skipped, as orchagent does.
#include "drivers/sonic/read/reader.h"
#include "models/fabric/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace rocelint::sonic {
namespace {

NameIndex& names_of(Reader& reader, MapKind kind) { return reader.maps[static_cast<std::size_t>(kind)]; }

// A code point without a row: what SAI does with it, or, if that is undocumented, why its target is unread.
void fill_absent(Reader& reader, const Row& row, const MapRow& table, ClassMap& map)
{
    constexpr std::string_view no_row
        = "its map has no row for it, and what the switch does then is undocumented";
    constexpr std::string_view refused = "the row of its map cannot be read";
    const bool defined = table.kind == MapKind::dscp_to_tc || table.kind == MapKind::pcp_to_tc
        || table.kind == MapKind::tc_to_queue;
    Origins& origins = reader.origins();
    const OriginId usual = reader.defaults().origin(Default::absent_map_row);
    const OriginId absent
        = defined ? origins.derived(row.span(), {}, origins.look_up(usual).note) : origins.unread(no_row);
    for (std::uint8_t from = 0; from <= table.from_most; ++from) {
        if (map.to[from] != ClassMap::unmapped)
            continue;
        if (map.origin[from] != OriginId{})
            map.origin[from] = origins.unread(refused);
        else if (defined)
            map.set(from, 0, absent);
        else
            map.origin[from] = absent;
    }
}

void take_pair(Reader& reader,
    const Row& row,
    const MapRow& table,
    ClassMap& map,
    const Node& place,
    std::string_view from_text,
    std::string_view to_text)
{
    const auto from = parse_number(from_text);
    const auto to = parse_number(to_text);
    if (!from || *from > table.from_most || !to || *to > table.to_most) {
        reader.unreadable(row.span_of(place), map_sentence(table, from_text, to_text));
        if (from && *from <= table.from_most)
            map.origin[*from] = reader.at(row, place);
        return;
    }
    map.set(static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to), reader.at(row, place));
}

// "DSCP_TO_TC_MAP": [{"dscp": "3", "tc": "3"}] is how YANG writes the pairs.
void take_yang_pairs(Reader& reader, const Row& row, const MapRow& table, ClassMap& map, const Node& list)
{
    list.mark_subtree(CoverageState::read);
    for (const Node& pair : list) {
        const Node* from = pair.child(table.from_leaf);
        const Node* to = nullptr;
        for (const Node& leaf : pair) {
            if (&leaf != from)
                to = &leaf;
        }
        if (from != nullptr && to != nullptr)
            take_pair(reader, row, table, map, pair, from->value, to->value);
    }
}

// Two namespaces of one device usually have the same maps: equal ones are merged.
bool is_same_row(const Row& a, const Row& b)
{
    if (a.fields->child_count != b.fields->child_count)
        return false;
    const Node* other = b.fields->first;
    for (const Node& field : *a.fields) {
        if (field.key != other->key || field.value != other->value || field.is_container())
            return false;
        other = other->next;
    }
    return true;
}

void read_map_table(Reader& reader, const MapRow& table)
{
    Device& device = reader.device();
    NameIndex& names = names_of(reader, table.kind);
    const std::vector<Row>& rows = reader.rows(table.table);
    std::vector<std::pair<const Row*, std::uint32_t>> made;
    for (const Row& row : rows) {
        const std::string_view name = reader.keep(*row.tree, row.key);
        std::uint32_t index = names.find(name, reader.space(row));
        if (index == NameIndex::none && reader.config().namespaces) {
            for (std::size_t known = 0; known < made.size() && known < 64; ++known) {
                if (made[known].first->key == row.key && is_same_row(*made[known].first, row))
                    index = made[known].second;
            }
        }
        if (index == NameIndex::none) {
            index = static_cast<std::uint32_t>(device.maps.size());
            ClassMap& fresh = device.maps.emplace_back();
            fresh.kind = table.kind;
            fresh.name = name;
            fresh.at = row.span();
            made.emplace_back(&row, index);
        }
        names.put(name, index, reader.space(row));
        ClassMap& map = device.maps[index];
        for (const Node& field : *row.fields) {
            if (field.kind == Node::Kind::array) {
                take_yang_pairs(reader, row, table, map, field);
            } else if (field.is_scalar() && field.key != "NULL" && field.key != "name") {
                field.mark(CoverageState::read);
                take_pair(reader, row, table, map, field, field.key, field.value);
            } else if (field.key == "NULL") {
                field.mark(CoverageState::irrelevant);
            }
        }
        fill_absent(reader, row, table, map);
    }
}

void take_priorities(Reader& reader, const Row& row, const Node& field, PrioritySet& set, OriginId& origin)
{
    const auto found = parse_priorities(reader.list_text(row, field));
    if (found) {
        set = *found;
        origin = reader.at(row, field);
        return;
    }
    reader.unreadable(row.span_of(field),
        fmt::format("{} is not a list of priorities 0 to 7: \"{}\"", field.key, field.value.substr(0, 40)));
    set = {};
    origin = reader.origins().unread("it is not a list of priorities 0 to 7");
}

// The values of one row of PORT_QOS_MAP, parsed once for all the ports of its key.
struct QosRow {
    Setting<PrioritySet> pfc;
    Setting<PrioritySet> watched;
    std::array<Setting<Ref>, 8> maps; ///< by MapKind
    Setting<BitsPerSecond> limit; ///< of the scheduler of the port as a whole
};

QosRow take_qos_row(Reader& reader, const Row& row)
{
    QosRow qos;
    for (const Node& field : *row.fields) {
        CoverageState state = CoverageState::unrecognised;
        if (&field == row.header)
            continue;
        if (field.key == "pfc_enable" || field.key == "pfc_enable@") {
            take_priorities(reader, row, field, qos.pfc.value, qos.pfc.origin);
            state = CoverageState::read;
        } else if (field.key == "pfcwd_sw_enable" || field.key == "pfcwd_sw_enable@") {
            take_priorities(reader, row, field, qos.watched.value, qos.watched.origin);
            state = CoverageState::read;
        } else if (field.key == "scheduler") {
            const Setting<Ref> bound = reader.refer(reader.schedulers, Table::scheduler, row, field);
            if (const Scheduler* scheduler = target_of(reader.device().schedulers, bound);
                scheduler != nullptr && scheduler->limit.origin != OriginId{})
                qos.limit = scheduler->limit;
            state = CoverageState::read;
        } else if (field.key == "tc_to_dot1p_map") {
            state = CoverageState::unsupported;
        } else if (field.key == "dscp_to_fc_map" || field.key == "exp_to_fc_map"
            || field.key == "mpls_tc_to_tc_map" || field.key == "NULL") {
            state = CoverageState::irrelevant;
        } else {
            const auto* binding = std::ranges::find(map_rows, field.key, &MapRow::binding);
            if (binding != std::end(map_rows) && binding->member != nullptr) {
                qos.maps[static_cast<std::size_t>(binding->kind)]
                    = reader.refer(names_of(reader, binding->kind), binding->table, row, field);
                state = CoverageState::read;
            }
        }
        field.mark_subtree(state);
    }
    return qos;
}

void bind(Port& port, const QosRow& qos)
{
    for (const MapRow& row : map_rows) {
        const Setting<Ref>& bound = qos.maps[static_cast<std::size_t>(row.kind)];
        if (row.member != nullptr && bound.origin != OriginId{})
            port.*row.member = bound;
    }
    if (qos.pfc.origin != OriginId{})
        port.pfc_tx = qos.pfc;
    if (qos.limit.origin != OriginId{})
        port.limit = qos.limit;
}

}

std::string map_sentence(const MapRow& row, std::string_view from, std::string_view to)
{
    constexpr std::size_t most_shown = 20;
    return fmt::format("{} cannot map \"{}\" to \"{}\": the two go up to {} and {}{}{}{}",
        name_of(row.table),
        from.substr(0, most_shown),
        to.substr(0, most_shown),
        row.from_most,
        row.to_most,
        row.source.empty() ? "" : " (",
        row.source,
        row.source.empty() ? "" : ")");
}

void read_maps(Reader& reader)
{
    for (const MapRow& table : map_rows)
        read_map_table(reader, table);
}

namespace {

// The map by which a chip classifies packets from a tunnel if the configuration names none for the whole switch.
ClassMap default_tunnel_map(OriginId origin)
{
    constexpr std::uint8_t points = 64;
    constexpr std::uint8_t points_of_class = 8;
    ClassMap map;
    map.kind = MapKind::dscp_to_tc;
    for (std::uint8_t dscp = 0; dscp < points; ++dscp)
        map.set(dscp, dscp / points_of_class, origin);
    return map;
}

// The switch-wide map classifies packets from a tunnel that has none of its own; the maps of ports do not (sonic-swss
// pull request 2046).
Setting<Ref> tunnel_map(Reader& reader, const Setting<Ref>& switch_wide)
{
    if (switch_wide.origin != OriginId{})
        return switch_wide;
    const OriginId origin = reader.absent(Table::port_qos_map, reader.platform_default("tunnel_map"));
    if (origin.kind() == OriginKind::unread)
        return Setting<Ref>::unread(origin);
    Device& device = reader.device();
    device.maps.push_back(default_tunnel_map(origin));
    return {Ref{static_cast<std::uint32_t>(device.maps.size() - 1)}, origin};
}

// The maps that tunnels name for themselves (SONiC doc/qos/tunnel_dscp_remapping.md).
void read_tunnel_maps(Reader& reader)
{
    for (const TunnelMap& table : tunnel_maps) {
        const MapRow* map = map_row(table.kind);
        std::optional<Setting<Ref>> first;
        for (const Row& row : reader.rows(Table::tunnel)) {
            const Node* field = row.fields->child(table.name);
            if (field == nullptr || map == nullptr)
                continue;
            field->mark_subtree(CoverageState::read);
            const Setting<Ref> stated = reader.refer(names_of(reader, table.kind), map->table, row, *field);
            Setting<Ref>& held = reader.device().forwarding.*table.member;
            if (!first)
                held = stated;
            else if (first->peek_known() != stated.peek_known() || first->value != stated.value)
                held = Setting<Ref>::unread(
                    reader.origins().unread("the tunnels of this switch name different maps"));
            if (!first)
                first = stated;
        }
    }
}

}

void read_port_qos_map(Reader& reader)
{
    const Row* global = nullptr;
    QosRow global_qos;
    for (const Row& row : reader.rows(Table::port_qos_map)) {
        const QosRow qos = take_qos_row(reader, row);
        if (row.key == "global") {
            global = &row;
            global_qos = qos;
            continue;
        }
        visit_items(row.key, [&](std::string_view name) {
            const std::uint32_t index = reader.find_port(name, row);
            if (index == NameIndex::none)
                return;
            PortNotes& notes = reader.notes(index);
            notes.qos_row = row.span();
            if (qos.watched.origin != OriginId{}) {
                notes.watched = qos.watched.value;
                notes.watched_origin = qos.watched.origin;
            }
            bind(reader.device().ports[index], qos);
            // Without PORT, rules point to the row about PFC.
            if (!reader.config().has(Table::port))
                reader.device().ports[index].at = row.span();
        });
    }
    const auto& map = global_qos.maps[static_cast<std::size_t>(MapKind::dscp_to_tc)];
    read_tunnel_maps(reader);
    Forwarding& forwarding = reader.device().forwarding;
    if (forwarding.tunnel_peer.configured() && forwarding.tunnel_map.origin == OriginId{})
        forwarding.tunnel_map = tunnel_map(reader, map);
    // The switch-wide map applies to ports that bind none of their own (saiswitch.h).
    if (global == nullptr || !map.known())
        return;
    const OriginId origin = reader.origins().inherited(global->span(), reader.origins().span(map.origin));
    for (Port& port : reader.device().ports) {
        if (port.kind == PortKind::physical && port.dscp_to_tc.origin == OriginId{})
            port.dscp_to_tc = {map.value, origin};
    }
}

}
