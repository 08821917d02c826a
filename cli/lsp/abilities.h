// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/line_index.h"
#include "models/syntax/tree.h"

#include <string>

namespace rocelint::cli {

/// The client's capabilities from `initialize` that affect what the server sends.
struct ClientAbilities {
    Encoding encoding = Encoding::utf16;
    bool related_information = false;
    bool code_description = false;
    bool versions = false; ///< of published diagnostics
    /// False: the client accepts no CodeAction literals, only commands, so it gets no code actions.
    bool code_action_literals = false;
    bool disabled_actions = false;
    bool preferred_actions = false;
    bool document_changes = false; ///< supports edits with the version that they apply to
    bool creates_files = false; ///< supports edits that create a file
    bool markdown = false; ///< in hovers
    bool progress = false;
    bool watches_files = false; ///< watches files if asked to after `initialize`
    std::string rule_pages; ///< Address of the rules' pages, for page_address(); empty: none.
};

/// Reads the capabilities from the parameters of `initialize`. Uses the first encoding in the client's list
/// that is known here; every client supports UTF-16.
[[nodiscard]] ClientAbilities read_abilities(const Node* params);

}
