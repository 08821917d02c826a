// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::eos {

/// "0.2" for 200 ms.
[[nodiscard]] std::string seconds_text(Milliseconds time);
/// A `random-detect ecn` line for the target; nothing where its probability is no whole percent.
[[nodiscard]] std::optional<std::string> ecn_text(const EcnTarget& target);
/// The same line with the target's numbers, in the units that it is written in. Nothing where they do not come out even,
/// or where a unit depends on hardware that is not known.
[[nodiscard]] std::optional<std::string> ecn_text(
    std::string_view line, const EcnTarget& target, const Setting<BitsPerSecond>& speed);
/// The line with the word after `name` replaced by `value`; both appended where the name is not there.
[[nodiscard]] std::string with_part(std::string_view line, std::string_view name, std::string_view value);

/// A `qos map dscp 8 10 to traffic-class 1` line in parts.
struct MapText {
    DscpSet from;
    std::string_view what; ///< "dscp", "cos" or "traffic-class"
    std::string_view target; ///< "traffic-class", "tx-queue", "uc-tx-queue"
    std::uint8_t to = 0;
};
[[nodiscard]] std::optional<MapText> parse_map(std::string_view line);
[[nodiscard]] std::string map_text(const MapText& map);

}
