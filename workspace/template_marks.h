// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <optional>

namespace rocelint::workspace {

/// What stands in a file where a template engine should have put a value: `{{ mtu }}`, `{% if … %}`, `${MTU}`.
struct TemplateMarks {
    std::vector<Span> marks; ///< in order; at least one
    bool has_statements = false; ///< `{% … %}`: the file is a whole template
};

/// The marks of a file that was read, outside of comments and of what is irrelevant, or nothing. Where the platform's own language has variables, only what
/// no shell and no Go format string is counts.
[[nodiscard]] std::optional<TemplateMarks> find_template_marks(const Tree& tree, const Driver& driver);

/// Puts one sentence about the template in the place of what the parser said about its marks, and about all of the file
/// where it is a whole template.
void report_template(const Source& source, const TemplateMarks& found, std::vector<SyntaxProblem>& problems);

}
