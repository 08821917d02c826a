// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::sample_cli {

using namespace line_cli::vocabulary;

/// The kinds of lines, by meaning.
enum class LineKind : std::uint8_t {
    nothing,
    hostname,
    class_of_dscp,
    service, ///< how a queue is served
    port, ///< the header of a port's block
    description,
    speed,
    mtu,
    pfc,
    trust,
    marking,
    watchdog,
};

/// The blocks that a line may be in.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2;
}

[[nodiscard]] constexpr std::uint8_t kind(LineKind what) { return static_cast<std::uint8_t>(what); }

/// Every line that the driver reads or writes.
[[nodiscard]] const line_cli::Grammar& grammar();
/// How lines are assigned to ports.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
