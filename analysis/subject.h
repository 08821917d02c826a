// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>

namespace rocelint {

/// The identity of a fault: which property of what is wrong. Not the span, since an absent line has none.
struct Subject {
    static constexpr std::uint8_t whole = 0xff;
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    /// Priority (for pfc, ecn, headroom, watchdog) or DSCP (for maps and marking); `whole` for all.
    std::uint8_t number = whole;
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

}
