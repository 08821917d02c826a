// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/text/span.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One result of an own rule for one subject, sent from the process that evaluated it. Or, once per batch:
/// that the rule was evaluated for any subject (asked), and that its `where` was true for one (met).
struct OwnEvent {
    enum class Kind : std::uint8_t { finding, not_checked, error, asked, met };
    Kind kind = Kind::finding;
    std::uint32_t rule = 0; ///< index in the list of the rules that run
    std::uint32_t ports = 0; ///< the number of ports of a not_checked row
    PortId port; ///< the subject; not valid for the whole fabric
    Span at;
    std::string text; ///< message, reason or error
};

/// Serializes events to the bytes sent by the process, and reads them back.
[[nodiscard]] std::string write_own_events(const std::vector<OwnEvent>& events);
[[nodiscard]] std::vector<OwnEvent> read_own_events(std::string_view bytes);

}
