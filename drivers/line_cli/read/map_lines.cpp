// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/map_lines.h"

#include <algorithm>

namespace rocelint::line_cli {

const MapLine* find_map(std::span<const MapLine> maps, MapKind kind)
{
    const auto found = std::ranges::find(maps, kind, &MapLine::kind);
    return found == maps.end() ? nullptr : &*found;
}

const MapLine* find_map_of_line(std::span<const MapLine> maps, std::uint8_t fact)
{
    const auto found = std::ranges::find(maps, fact, &MapLine::fact);
    return found == maps.end() ? nullptr : &*found;
}

std::vector<Fact> usual_entries(std::span<const MapLine> maps, const Fact& line)
{
    const MapLine* map = find_map_of_line(maps, line.kind);
    std::vector<Fact> entries;
    if (map == nullptr || line.sense != Sense::set)
        return entries;
    for (std::uint8_t to = 0; to <= map->usually(static_cast<std::uint8_t>(map->points - 1)); ++to) {
        Fact entry = line;
        entry.number = to;
        for (std::uint8_t point = 0; point < map->points; ++point) {
            if (map->usually(point) != to)
                entry.values[map->slot].number &= ~(std::uint64_t{1} << point);
        }
        if (entry.value(map->slot) != 0)
            entries.push_back(entry);
    }
    return entries;
}

}
