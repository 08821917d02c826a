// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// One `rocelint: ignore=CODE[,CODE] reason="…" owner="…" until=DATE` comment. It covers the line that it stands on and, where
/// it stands alone, the next line that is no comment. `expires=` is `until=`, as the policy has it.
struct InlineWaiver {
    std::string_view codes;
    std::string_view reason;
    std::string_view until;
    std::string_view unknown; ///< a key that is none of these, as written; such a comment waives nothing
    Span at;
    std::uint32_t line = 0;
    std::uint32_t covers_to = 0;
    bool used = false;
    [[nodiscard]] std::vector<std::string_view> list() const; ///< of the codes
    [[nodiscard]] bool lists(std::string_view code) const;
    /// It has a reason, no key that nobody knows, and a day that is none or not over. `today` is an ISO date.
    [[nodiscard]] bool holds(std::string_view today) const;
    /// It names a day, and that is over.
    [[nodiscard]] bool is_over(std::string_view today) const;
};

/// Those of a file, in its order.
[[nodiscard]] std::vector<InlineWaiver> find_inline_waivers(const Source& source);

}
