// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/device_lines.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

/// Maps of ports that several lines make together: each leads points to its own number, and what no line speaks of is as
/// usual.
namespace rocelint::line_cli {

/// The lines of one kind of map.
struct MapLine {
    MapKind kind;
    std::uint8_t fact = 0; ///< its number is what the points lead to
    std::uint8_t points = 8;
    std::uint8_t step = 1; ///< usually point P leads to P divided by it
    std::size_t slot = 0; ///< of the points

    [[nodiscard]] std::uint8_t usually(std::uint8_t point) const
    {
        return static_cast<std::uint8_t>(point / step);
    }
};

/// The one of a kind of map, or null.
[[nodiscard]] const MapLine* find_map(std::span<const MapLine> maps, MapKind kind);
/// The one of a kind of line, or null.
[[nodiscard]] const MapLine* find_map_of_line(std::span<const MapLine> maps, std::uint8_t fact);

/// The maps of one device, one for each different list of lines.
class LineMaps {
public:
    /// The map that the lines make of the usual one. `usual`: the origin of what no line says; unread: nobody knows it.
    /// `counts(line)`: whether its points count; `origin_of(line)`: of what it says.
    template <class Counts, class OriginOf>
    [[nodiscard]] Setting<Ref> make(Device& device,
        const MapLine& rows,
        const std::vector<const Fact*>& lines,
        OriginId usual,
        Counts&& counts,
        OriginOf&& origin_of)
    {
        if (std::ranges::find(lines, Sense::unread, &Fact::sense) != lines.end())
            return Setting<Ref>::unread(device.origins.unread("a line of it is not understood"));
        const bool known = usual.kind() == OriginKind::default_;
        const auto [entry, fresh] = made_.try_emplace({rows.kind, lines});
        if (fresh) {
            ClassMap map;
            map.kind = rows.kind;
            for (std::uint8_t point = 0; point < rows.points && known; ++point)
                map.set(point, rows.usually(point), usual);
            for (const Fact* line : lines) {
                for (const Dscp point : DscpSet{counts(*line) ? line->value(rows.slot) : 0})
                    map.set(point,
                        line->sense == Sense::set ? line->number : rows.usually(point),
                        origin_of(*line));
            }
            map.at = lines.empty() ? Span{} : device.origins.span(origin_of(*lines.front()));
            entry->second = add_to(device.maps, map);
        }
        if (lines.empty() && !known)
            return Setting<Ref>::unread(usual);
        return {entry->second, lines.empty() ? usual : origin_of(*lines.back())};
    }

private:
    std::map<std::pair<MapKind, std::vector<const Fact*>>, Ref> made_;
};

/// Facts that say in words what is usual for the points of a line: an undo of a map whose entries have no negation.
[[nodiscard]] std::vector<Fact> usual_entries(std::span<const MapLine> maps, const Fact& line);

}
