// SPDX-License-Identifier: Apache-2.0
// The way back, out of two texts: lines that were added are negated, those that were displaced are said again.
#include "drivers/line_cli/undo.h"

#include "drivers/onyx/config.h"
#include "drivers/onyx/onyx.h"

namespace rocelint::onyx {
namespace {

// An entry of a map comes back as the default says it, since no text tells how one is negated.
std::vector<Fact> usual_entries(const Fact& line)
{
    const Says what = static_cast<Says>(line.kind);
    const bool binding = what == Says::class_binding || what == Says::group_binding;
    if ((what != Says::dscp_map && what != Says::pcp_map && !binding) || line.sense != Sense::set)
        return {};
    const std::size_t slot = binding ? 1 : 0;
    const std::uint8_t step = what == Says::dscp_map ? class_count : 1;
    std::vector<Fact> entries;
    for (std::uint8_t to = 0; to < class_count; ++to) {
        const std::uint64_t usual = what == Says::group_binding
            ? (to == 0 ? 0xffU : 0U)
            : ((std::uint64_t{1} << step) - 1) << (to * step);
        Fact entry = line;
        entry.number = to;
        entry.values[slot].number = line.value(slot) & usual;
        if (entry.value(slot) != 0)
            entries.push_back(entry);
    }
    return entries;
}

}

Commands undo(
    std::span<const Tree> before, std::span<const Tree> after, const Device&, std::span<const Change>)
{
    Commands made;
    made.text = line_cli::undo_flat_lines(grammar(), scope::top, before, after, usual_entries);
    return made;
}

}
