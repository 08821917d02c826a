// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/text/span.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One thing that an own rule said of one subject, on its way out of the process that evaluated it; or, once of each batch, that
/// the rule was asked of any subject, and that its `where` held for one.
struct OwnEvent {
    enum class Kind : std::uint8_t { finding, not_checked, error, asked, met };
    Kind kind = Kind::finding;
    std::uint32_t rule = 0; ///< its place in the list of those that run
    std::uint32_t ports = 0; ///< of a row of not_checked
    PortId port; ///< the subject; not valid for the whole fabric
    Span at;
    std::string text; ///< message, reason or error
};

/// Events as the bytes that leave the process, and back.
[[nodiscard]] std::string write_own_events(const std::vector<OwnEvent>& events);
[[nodiscard]] std::vector<OwnEvent> read_own_events(std::string_view bytes);

}
