// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <cstdint>

namespace rocelint::workspace {

/// What became of a change that another one follows.
enum class Joined : std::uint8_t {
    unrelated, ///< the two are of different values: both stand
    same, ///< the later one asks for nothing that the first does not make
    changed, ///< the first one now makes what both ask for
};

/// Joins a change with a later one. Of two changes of one value the later one holds, since its finding saw the earlier one made.
[[nodiscard]] Joined join_later(Change& kept, const Change& later);

}
