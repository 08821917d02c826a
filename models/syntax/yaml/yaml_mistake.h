// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// What is wrong in a YAML text, whichever library found it.
enum class YamlMistake : std::uint8_t {
    tab, ///< as indentation
    open_quote,
    escape, ///< unknown, after a backslash
    first_character, ///< one that no value may begin with
    entry, ///< a '-' where no list entry may begin
    key, ///< a ':' or '?' where no key may end or begin
    structure, ///< anything other than what the innermost open mapping or list accepts next
    missing_value, ///< in a flow list or mapping, before a comma or bracket
    unknown_alias,
    alias_name,
    block_header, ///< after '|' or '>'
    end_of_line, ///< text after a document marker or a quoted text
    directive, ///< a line that begins with '%'
    tag,
    too_deep,
    complex_key, ///< a mapping or list as a key
    open_alias, ///< an alias inside its own anchor
    container_alias, ///< an alias of a mapping or list
    alias_bomb,
    other,
};

/// What was open when reading stopped.
struct YamlContext {
    std::string_view text;
    const Node* innermost = nullptr; ///< the open mapping or list; if none is open, the root
    bool in_flow = false;
    bool is_open = false; ///< whether `innermost` is still open
};

/// A mistake, described for people.
struct YamlMessage {
    std::uint32_t at = 0; ///< offset, moved to the text that must be changed
    std::string words;
};

[[nodiscard]] YamlMessage describe(YamlMistake mistake, std::uint32_t at, const YamlContext& context);

}
