// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/line_index.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// A file that is open in the editor.
struct Document {
    std::string uri; ///< as the client writes it
    std::string path; ///< as the workspace knows it
    std::optional<std::int64_t> version;
    std::string text;
    std::uint64_t turn = 0; ///< increases with each text that the client sends
};

/// Reads a position or a range of the protocol. Returns nothing if a member is missing or is not a number in
/// range.
[[nodiscard]] std::optional<LspPosition> read_position(const Node* node);
[[nodiscard]] std::optional<LspRange> read_range(const Node* node);

/// Applies the `contentChanges` of a didChange one after another, each to the result of the one before. If
/// one of them is malformed, changes nothing and returns false.
[[nodiscard]] bool apply_changes(std::string& text, const Node* changes, Encoding encoding);

}
