// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// `{{ … }}`, `{% … %}` or `{# … #}` in the template of a script.
struct JinjaMark {
    enum class Kind : std::uint8_t { expression, statement, comment };
    Kind kind = Kind::expression;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// The marks of a text, in order. What looks like a mark between `{% raw %}` and `{% endraw %}`, or has no end, is text.
[[nodiscard]] std::vector<JinjaMark> jinja_marks(std::string_view text);

/// Whether a comment is at an offset.
[[nodiscard]] bool is_in_jinja_comment(const std::vector<JinjaMark>& marks, std::size_t offset);

/// Whether what is at an offset may be left out or go somewhere else when the template is filled in: it is between
/// statements such as `{% if … %}` and `{% endif %}`.
[[nodiscard]] bool is_in_jinja_block(
    std::string_view text, const std::vector<JinjaMark>& marks, std::size_t offset);

/// "endif" in "{%- endif %}".
[[nodiscard]] std::string_view jinja_keyword(std::string_view statement);

}
