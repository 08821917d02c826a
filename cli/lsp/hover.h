// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/abilities.h"
#include "cli/lsp/stated.h"
#include "workspace/outcome.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// What is to be known of a place: the rules whose findings it shows, in short, and what the values there mean. Empty where there is
/// nothing to say. Markdown, or plain text for a client that has no other.
[[nodiscard]] std::string hover_text(const workspace::Outcome& outcome,
    const Cursor& cursor,
    std::span<const Rule* const> rules,
    const ClientAbilities& client);

}
