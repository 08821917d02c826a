// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// The parts of a platform's configuration that may be stored.
struct StoredForm {
    const Grammar& grammar;
    Scopes top; ///< scope of the outermost lines
    Tree (*parse)(const Source& source);
    /// Beginnings of the lines by which the platform is recognized: these lines are kept.
    std::span<const std::string_view> kept{};
};

/// Returns StoredForm::kept for a platform's signs (Driver::signs): the beginnings that identify the platform
/// on their own.
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

/// Returns the form of a platform, by its driver's record; made once for each.
template <const auto& driver>
[[nodiscard]] const StoredForm& stored_form_of(const Grammar& grammar, Scopes top)
{
    static const std::vector<std::string_view> kept = kept_beginnings(driver.signs);
    static const StoredForm form{grammar, top, driver.parse, kept};
    return form;
}

/// Returns the configuration in the form that is stored, without secrets.
/// * A line that the grammar knows but does not read (users, banners, handlers, licenses, aliases) and an
///   outermost line that it does not know keep only as many first words as are needed to recognize them.
///   Nothing is kept of their blocks and of free text. The removed part becomes "<redacted 0123456789ab>",
///   made with `key` so that equal text stays equal and a change shows, or "<redacted>" if the key is empty.
/// * In all other lines, whatever looks like a secret is redacted (redact_lines).
/// Each line that is read keeps its meaning.
[[nodiscard]] std::string stored_text(const StoredForm& form, std::string_view text, std::string_view key);

}
