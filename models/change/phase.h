// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/word.h"

#include <cstdint>

namespace rocelint {

/// When a change is made on a device, in phase order. Enabling goes room, pfc, watch, map_in; disabling goes
/// map_out, pfc_off, room_away. Moving traffic from one lossless class to another is map_in: the new class is
/// complete beforehand, and the old one is taken down afterwards.
enum class Phase : std::uint8_t {
    map_out, ///< traffic leaves lossless classes
    room, ///< headroom and the values that it is computed from
    pfc, ///< PFC on
    watch, ///< stuck-pause protection of the priorities with PFC
    map_in, ///< traffic enters lossless classes, or needs more headroom than before
    pfc_off,
    room_away,
    any, ///< no lossless class depends on it: goes with the first phase that exists
};

template <>
inline constexpr auto words_of<Phase> = words_detail::list(
    "map-out", "room", "pfc", "watch", "map-in", "pfc-off", "room-away", "any");

[[nodiscard]] constexpr const char* name_of(Phase phase) { return word_of(phase).data(); }

}
