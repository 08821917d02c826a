// SPDX-License-Identifier: Apache-2.0
// Edits a map in place if every port that binds it needs the change; else copies it under a new name and
// binds the copy to the ports that need it.
#include "drivers/sonic/edit/change_set.h"
#include "drivers/sonic/tables/fields.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {

std::string free_name(const Cells& cells, Table table, const std::string& wanted)
{
    std::string name = short_name(wanted, object_name.longest);
    for (unsigned number = 2; cells.find(table, name) != nullptr; ++number)
        name = short_name(fmt::format("{}_{}", wanted, number), object_name.longest);
    return name;
}

Fields fields_of(const Row& row)
{
    Fields fields;
    for (const Node& field : *row.fields) {
        if (field.is_scalar())
            fields[std::string(field.key)] = field.value;
    }
    return fields;
}

MapEditor::Entries MapEditor::wanted_on(std::uint32_t port, MapKind kind) const
{
    Entries entries;
    for (const Change& change : set_.asked.changes()) {
        const auto* entry = std::get_if<MapEntry>(&change.value);
        if (entry != nullptr && entry->kind == kind && change.port.port == port && !change.shared)
            entries[entry->from] = entry->to;
    }
    return entries;
}

Objection MapEditor::copy(const ClassMap& map, std::uint32_t port, const Entries& entries)
{
    const MapRow& place = *map_row(map.kind);
    const Row* row = set_.cells.find(place.table, map.name);
    if (row == nullptr)
        return Objection(fmt::format("the map {} has no row of its own", map.name));
    std::string& name = copies_[{&map, entries}];
    if (name.empty()) {
        unsigned known = 0;
        for (const auto& [from, taken] : copies_)
            known += from.first == &map ? 1 : 0;
        name = free_name(set_.cells,
            place.table,
            known == 1 ? fmt::format("{}_RDMA", map.name) : fmt::format("{}_RDMA_{}", map.name, known));
    }
    for (const auto& [from, to] : fields_of(*row))
        set_.cells.set_named(place.table, name, from, to);
    for (const auto& [from, to] : entries)
        set_.cells.set_named(place.table, name, fmt::format("{}", from), fmt::format("{}", to));
    set_.cells.set(Table::port_qos_map,
        set_.device.ports[port].name,
        place.binding,
        set_.cells.refer(Table::port_qos_map, place.binding, place.table, name));
    return {};
}

Objection MapEditor::take(const Change& change, std::uint32_t port, const MapEntry& entry)
{
    const MapRow* place = map_row(entry.kind);
    if (place == nullptr || place->member == nullptr)
        return "PORT_QOS_MAP has no such map to change";
    if (entry.from > place->from_most || entry.to > place->to_most)
        return Objection(map_sentence(*place, fmt::format("{}", entry.from), fmt::format("{}", entry.to)));
    const Setting<Ref>& binding = set_.device.ports[port].*(place->member);
    const ClassMap* map = set_.device.map(binding);
    if (map == nullptr || map->name.empty())
        return "no map is bound to the port";
    const Entries wanted = wanted_on(port, entry.kind);
    const auto agrees = [&](std::uint32_t index) {
        const Port& other = set_.device.ports[index];
        return index == port || !(other.*(place->member)).is(binding.value)
            || wanted_on(index, entry.kind) == wanted;
    };
    bool all = change.shared;
    for (std::uint32_t index = 0; index < set_.device.ports.size() && !all; ++index) {
        if (!agrees(index))
            return copy(*map, port, wanted);
    }
    set_.cells.set_named(place->table, map->name, fmt::format("{}", entry.from), fmt::format("{}", entry.to));
    return {};
}

}
