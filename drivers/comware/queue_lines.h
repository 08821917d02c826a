// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/comware/config.h"

#include <array>
#include <cstdint>

namespace rocelint::comware {

/// Whether a line is the curve of one drop level, and not of all.
[[nodiscard]] inline bool is_of_level(const Fact& line)
{
    return says(line) == LineKind::curve || says(line) == LineKind::port_curve;
}

/// The lines of a WRED table, or of a port, about one queue: the last of each kind.
struct QueueLines {
    std::array<const Fact*, level_count> levels{}; ///< by drop level
    const Fact* marks = nullptr;
    const Fact* averaging = nullptr;
    const Fact* any = nullptr; ///< the last of all
    bool unknown = false; ///< a line is not understood

    /// Takes a line in its turn. False if it is about another queue.
    bool take(const Fact& line, std::uint8_t queue)
    {
        if (line.sense == Sense::unread && (line.number == queue || line.number == Fact::no_number)) {
            unknown = true;
            any = &line;
            return true;
        }
        if (line.number != queue)
            return false;
        const Fact* stated = line.sense == Sense::set ? &line : nullptr;
        switch (says(line)) {
        case LineKind::curve:
        case LineKind::port_curve:
            if (line.value(1) < level_count)
                levels.at(line.value(1)) = stated;
            break;
        case LineKind::curves:
        case LineKind::port_curves:
            levels.fill(stated);
            break;
        case LineKind::marks:
        case LineKind::port_marks:
            marks = stated;
            break;
        case LineKind::averaging:
        case LineKind::port_averaging:
            averaging = stated;
            break;
        default:
            return false;
        }
        any = &line;
        return true;
    }
};

}
