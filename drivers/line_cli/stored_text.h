// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// What of a platform's configuration may be stored.
struct StoredForm {
    const Grammar& grammar;
    Scopes top; ///< scope of the outermost lines
    Tree (*parse)(const Source& source);
    /// Beginnings of lines by which the platform is recognised: they stay.
    std::span<const std::string_view> kept{};
};

/// Of a platform's signs (Driver::signs) what StoredForm::kept needs: those that speak for it by the beginning of a line alone.
template <class Signs>
[[nodiscard]] std::vector<std::string_view> kept_beginnings(const Signs& signs)
{
    std::vector<std::string_view> beginnings;
    for (const auto& sign : signs) {
        if (sign.weight > 0 && sign.holds.empty())
            beginnings.push_back(sign.begins);
    }
    return beginnings;
}

/// The configuration as it is stored: without secrets. Of a line that the grammar knows as nothing that is read (users,
/// banners, handlers, licences, aliases), and of an outermost line that it does not know, the first words stay, as many as tell what it is; of what stands in its block, and of
/// free text, nothing does. In place of the rest stands "<redacted 0123456789ab>", made with `key`, so that what is equal
/// stays equal and a change is seen; "<redacted>" where the key is empty. In all other lines what looks like a secret is
/// redacted (redact_lines). Each line that is read means what it meant.
[[nodiscard]] std::string stored_text(const StoredForm& form, std::string_view text, std::string_view key);

}
