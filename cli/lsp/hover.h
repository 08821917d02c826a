// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/abilities.h"
#include "cli/lsp/stated.h"
#include "workspace/check/outcome.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The hover text for a place: the rules with findings there, in brief, and the meaning of the values. Empty
/// if there is nothing to show. Markdown, or plain text for clients without Markdown.
[[nodiscard]] std::string hover_text(const workspace::Outcome& outcome,
    const Cursor& cursor,
    std::span<const Rule* const> rules,
    const ClientAbilities& client);

}
