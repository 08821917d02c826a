// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::onyx {

inline constexpr std::string_view header = "the header of an Onyx configuration";
inline constexpr std::string_view only_ours = "lines that only Onyx writes";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"## Running database \"", Sign::certain, header},
    Sign{"## Active saved database \"", Sign::certain, header},
    // Others open a block with this; Onyx repeats it in front of every line.
    Sign{"interface ethernet 1/", 40, only_ours, " ", {}, 3},
    Sign{"interface mlag-port-channel ", 40, only_ours, " ", {}, 3},
    Sign{"no cli default prefix-modes", 40, only_ours, {}, {}, 3},
    Sign{"dcb priority-flow-control ", 25, only_ours, {}, {}, 3},
    Sign{"traffic pool ", 25, only_ours, {}, {}, 3},
    Sign{"advanced buffer management", 25, only_ours, {}, {}, 3},
    Sign{"protocol mlag", 20, only_ours, {}, {}, 3},
    Sign{"roce l", 20, only_ours, {}, {}, 3},
};

}
