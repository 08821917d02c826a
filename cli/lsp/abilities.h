// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/line_index.h"
#include "models/syntax/tree.h"

#include <string>

namespace rocelint::cli {

/// What the client told of itself in `initialize`, as far as it changes what it is sent.
struct ClientAbilities {
    Encoding encoding = Encoding::utf16;
    bool related_information = false;
    bool code_description = false;
    bool versions = false; ///< of published diagnostics
    bool code_action_literals = false; ///< else code actions are commands, and there are none
    bool disabled_actions = false;
    bool preferred_actions = false;
    bool document_changes = false; ///< edits that state the version which they are for
    bool creates_files = false; ///< edits that make a file
    bool markdown = false; ///< in hovers
    bool progress = false;
    bool watches_files = false; ///< when it is asked to, after `initialize`
    std::string rule_pages; ///< where the pages of the rules are, as a URI that ends in '/'; empty: nowhere
};

/// Reads them from the parameters of `initialize`. The first encoding of the client's list that we know is taken; every
/// client knows UTF-16.
[[nodiscard]] ClientAbilities read_abilities(const Node* params);

}
