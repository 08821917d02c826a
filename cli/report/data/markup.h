// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::cli {

/// Appends `text` as XML 1.0 or HTML character data, for an element or a quoted attribute. Characters that
/// would control a terminal, or that XML does not allow, are escaped as by visible_lines().
void append_markup(std::string& out, std::string_view text);

/// Appends `text` to Markdown as literal text on one line: no emphasis, link, table, HTML or mention.
void append_markdown(std::string& out, std::string_view text);

}
