// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::cli {

/// Appends `text` as characters of XML 1.0 or HTML, in an element or a quoted attribute. What a terminal would obey, and what
/// XML has no character for, is written as by visible_lines().
void append_markup(std::string& out, std::string_view text);

/// Appends `text` as characters of Markdown, on one line, with no meaning to it: no emphasis, link, table, HTML or mention.
void append_markdown(std::string& out, std::string_view text);

}
