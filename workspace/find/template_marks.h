// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <optional>

namespace rocelint::workspace {

/// Marks left in a file where a template engine should have inserted a value: `{{ mtu }}`, `{% if … %}`,
/// `${MTU}`.
struct TemplateMarks {
    std::vector<Span> marks; ///< in order; at least one
    bool has_statements = false; ///< `{% … %}`: the file is a whole template
};

/// Finds the marks in a file that was read, outside of comments and of irrelevant parts. Returns nothing if
/// there are none. If the platform's own language has variables, marks that could be shell variables or Go
/// format strings are ignored.
[[nodiscard]] std::optional<TemplateMarks> find_template_marks(const Tree& tree, const Driver& driver);

/// Replaces the parser's messages about the marks with one sentence about the template; for a whole template,
/// it replaces all messages about the file.
void report_template(const Source& source, const TemplateMarks& found, std::vector<SyntaxProblem>& problems);

}
