// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/draft.h"
#include "models/change/editing.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace rocelint::hierarchy {

/// Refuses all of `count` changes for one reason, and nothing else.
void refuse_all(std::vector<Refusal>& refused, std::size_t count, const std::string& reason);
/// Whether a file has an error in its syntax, so that nothing can be edited.
[[nodiscard]] bool is_damaged(std::span<const Tree> trees);
/// Why a draft could not be undone: a removed statement can be restored only if all of it is understood. `plain`: another
/// draft of the same trees without any amendments.
Objection why_not_back(const Draft& draft, const Draft& plain);
/// Refuses commands in which a name holds a control character: a line feed would end a line of commands, and XML cannot
/// represent most others (XML 1.0, 2.2).
void refuse_control_characters(Commands& made, std::size_t count);

}
