// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/packets.h"

#include <span>
#include <string>
#include <string_view>

namespace rocelint::testing {

/// An incast of the page docs/simulate.md.
struct IncastCase {
    std::string_view title; ///< "8 x 100G, 12 MB, alpha 1/8"
    simulate::Incast incast;
    bool loses = false;
};
[[nodiscard]] std::span<const IncastCase> incast_cases();

/// Its packets, without congestion control.
[[nodiscard]] simulate::PacketOutcome packets_of(const IncastCase& one);

/// The text of docs/simulate.md.
[[nodiscard]] std::string simulate_page();

}
