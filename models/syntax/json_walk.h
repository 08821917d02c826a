// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/json_text.h"
#include "models/syntax/tree_builder.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace rocelint {

/// A document for simdjson: bytes of the source, or a copy of them in which something was put right. Source::padding
/// readable bytes follow what is walked.
struct JsonPart {
    std::string_view text;
    std::size_t offset = 0; ///< of its first byte in the source
    std::size_t size
        = 0; ///< so much of it is walked; one more than there is where a closing bracket was put behind it
};

/// How far a walk came.
struct JsonWalk {
    enum class Opened : std::uint8_t {
        yes,
        no, ///< simdjson takes nothing of the text
        bad_string, ///< nor of this, for a string that is not closed or holds a control character; it does not say which
    };
    Opened opened = Opened::yes;
    /// Where and why it went no further. What stands before that place is in the tree.
    std::optional<JsonMistake> mistake;
};

/// Whether all of it is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Makes the nodes of a document, in order, below the builder's open node.
[[nodiscard]] JsonWalk walk_json(TreeBuilder& builder, const JsonPart& part);

}
