// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

/// Maps of ports that several lines build together: each line maps points to its own number, and points that
/// no line names keep their usual value.
namespace rocelint::line_cli {

/// The lines of one kind of map.
struct MapLine {
    MapKind kind;
    std::uint8_t fact = 0; ///< its number is what the points map to
    std::uint8_t points = 8;
    std::uint8_t step = 1; ///< point P usually maps to P divided by this
    std::size_t slot = 0; ///< slot of the points

    [[nodiscard]] std::uint8_t usually(std::uint8_t point) const
    {
        return static_cast<std::uint8_t>(point / step);
    }
};

/// Returns the entry for a kind of map, or null.
[[nodiscard]] const MapLine* find_map(std::span<const MapLine> maps, MapKind kind);
/// Returns the entry for a kind of line, or null.
[[nodiscard]] const MapLine* find_map_of_line(std::span<const MapLine> maps, std::uint8_t fact);

/// The maps of one device, one for each distinct list of lines.
class LineMaps {
public:
    /// Returns the map that the lines make from the usual one. `usual`: the origin of what no line states, or
    /// unread if it is unknown. `counts(line)`: whether the line's points apply; `origin_of(line)`: the
    /// origin of what the line says.
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

/// Returns facts that state the usual values of a line's points, to undo a map whose entries have no
/// negation.
[[nodiscard]] std::vector<Fact> usual_entries(std::span<const MapLine> maps, const Fact& line);

}
