// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/fabric/quantity.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::eos {

/// Reads a running-config (also `show running-config all`, and a pasted transcript) or `show lldp neighbors detail`.
[[nodiscard]] Tree parse(const Source& source);

/// A shell or CLI prompt with or without a command: "leaf1#show running-config", "> show version", "me@host:~$".
[[nodiscard]] bool is_prompt(std::string_view line);

/// What an interface header's name part says about the kind of port ("Ethernet1/1", "Port-Channel5.100").
[[nodiscard]] PortKind kind_of_port(std::string_view name);

/// "0.05" seconds as milliseconds, up to three decimals; nothing for anything else.
[[nodiscard]] std::optional<Milliseconds> parse_seconds(std::string_view text);
/// "100g-4" (four lanes), "forced 100gfull", "auto 100full", "10000full": the rate, its lanes, and whether it was forced or negotiated.
struct SpeedLine {
    std::optional<BitsPerSecond> speed;
    std::optional<bool> autoneg;
    std::optional<std::uint8_t> lanes;
};
[[nodiscard]] std::optional<SpeedLine> parse_speed_line(Words words);
/// A DSCP as number or name: "46", "ef", "cs3", "af31".
[[nodiscard]] std::optional<Dscp> parse_dscp(std::string_view word);

/// Whether `word` is in the table, which must be sorted.
[[nodiscard]] bool contains_word(std::span<const std::string_view> sorted, std::string_view word);

}
