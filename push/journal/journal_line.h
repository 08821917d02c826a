// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/journal/journal.h"

#include <string>
#include <string_view>

namespace rocelint::push {

/// The first line of a journal, with the current time.
[[nodiscard]] std::string head_line(const JournalHead& head);
/// The line of an entry.
[[nodiscard]] std::string entry_line(const Entry& entry);
/// The line that says that the push is being rolled back, with the journal of the rollback.
[[nodiscard]] std::string undoing_line(const std::string& rollback_journal);
/// The text without an incomplete last line, which a crash may have left.
[[nodiscard]] std::string_view whole_lines(std::string_view text);

}
