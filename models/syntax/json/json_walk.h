// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/json/json_text.h"
#include "models/syntax/tree_builder.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace rocelint {

/// A document for simdjson: bytes of the source, or a corrected copy of them. Source::padding readable bytes
/// must follow it.
struct JsonPart {
    std::string_view text;
    std::size_t offset = 0; ///< of its first byte in the source
    /// number of bytes to parse; one more than the source has if a closing bracket was appended
    std::size_t size = 0;
};

/// The result of a walk.
struct JsonWalk {
    enum class Opened : std::uint8_t {
        yes,
        no, ///< simdjson accepts no part of the text
        /// the same, because a string is not closed or contains a control character; simdjson does not say
        /// which string
        bad_string,
    };
    Opened opened = Opened::yes;
    /// Where and why the walk stopped. The tree holds everything before that place.
    std::optional<JsonMistake> mistake;
};

/// Whether the whole text is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Creates the nodes of a document, in order, below the builder's open node.
[[nodiscard]] JsonWalk walk_json(TreeBuilder& builder, const JsonPart& part);

}
