// SPDX-License-Identifier: Apache-2.0
// What corrections of all platforms with a hierarchical configuration refuse alike.
#include "drivers/hierarchy/correction.h"

#include "drivers/hierarchy/changes.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::hierarchy {

void refuse_all(std::vector<Refusal>& refused, std::size_t count, const std::string& reason)
{
    refused.clear();
    for (std::uint32_t index = 0; index < count; ++index)
        refused.push_back({index, reason});
}

bool is_damaged(std::span<const Tree> trees)
{
    return std::ranges::any_of(trees, [](const Tree& tree) {
        return !tree.complete() || std::ranges::any_of(tree.problems, [](const SyntaxProblem& problem) {
            return problem.severity == SyntaxProblem::Severity::error;
        });
    });
}

Objection why_not_back(const Draft& draft, const Draft& plain)
{
    Objection reason;
    visit_standing_blocks(draft, [&](const Statement& block) {
        for (const Statement* removed : changes_of(draft, block).removed) {
            Statement* written = plain.written(*removed);
            const std::string words = fmt::format("{}", fmt::join(path_words(*removed), " "));
            if (written == nullptr) {
                reason = Objection(
                    fmt::format("\"{}\" would be deleted, and where it was written is not known", words));
                continue;
            }
            visit_statements(written, [&](const Statement& statement) {
                if (statement.holds_more || statement.inactive)
                    reason = Objection(fmt::format(
                        "\"{}\" would be deleted, and holds {}, which could not be restored: remove it by "
                        "hand first",
                        words,
                        statement.inactive ? "inactive statements"
                                           : "statements that rocelint does not know"));
            });
        }
    });
    return reason;
}

void refuse_control_characters(Commands& made, std::size_t count)
{
    bool in_quotes = false;
    for (std::size_t at = 0; at < made.text.size(); ++at) {
        const char c = made.text[at];
        if (c == '"')
            in_quotes = !in_quotes;
        else if (in_quotes && c == '\\')
            ++at;
        const char seen = at < made.text.size() ? made.text[at] : c;
        const bool is_control = static_cast<unsigned char>(seen) < ' ' || seen == '\x7f';
        if (!is_control || (seen == '\n' && !in_quotes))
            continue;
        made.text.clear();
        made.netconf.clear();
        return refuse_all(made.refused,
            count,
            "a name that stands in the commands holds a control character, which a command line would take for more than a name");
    }
}

}
