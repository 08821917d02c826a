// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// One `rocelint: ignore=CODE[,CODE] reason="…" owner="…" until=DATE` comment. It covers its own line and, if
/// the line has nothing else, the next line that is not a comment. `expires=`, the policy's key, is accepted
/// for `until=`.
struct InlineWaiver {
    std::string_view codes;
    std::string_view reason;
    std::string_view until;
    std::string_view unknown; ///< an unknown key, as written; a comment with one waives nothing
    Span at;
    std::uint32_t line = 0;
    std::uint32_t covers_to = 0;
    bool used = false;
    [[nodiscard]] std::vector<std::string_view> list() const; ///< the codes, separated
    [[nodiscard]] bool lists(std::string_view code) const;
    /// Whether the waiver is in force: it has a reason, no unknown key, and no date or a date that has not
    /// passed. `today` is an ISO date.
    [[nodiscard]] bool holds(std::string_view today) const;
    /// Whether the waiver's date has passed.
    [[nodiscard]] bool is_over(std::string_view today) const;
};

/// The inline waivers of a file, in order.
[[nodiscard]] std::vector<InlineWaiver> find_inline_waivers(const Source& source);

}
