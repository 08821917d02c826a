// SPDX-License-Identifier: Apache-2.0
// The limit contract for rows of lines: a number out of range in any slot of any row.
#include "drivers/line_cli/grammar/slot.h"
#include "tests/contract/limits.h"
#include "tests/contract/line_facts.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::limit_contract {
using contract::filled;

TEST_SUITE_BEGIN("limit contract");

TEST_CASE("a row gives the same message for a value that is read and for one that is to be written")
{
    constexpr std::uint64_t unlimited = 1'000'000'000'000;
    for (const Limits& limits : all_limits()) {
        const line_cli::Grammar* grammar = limits.grammar;
        if (grammar == nullptr)
            continue;
        CAPTURE(limits.platform);
        int checked = 0;
        for (const line_cli::Statement& row : grammar->rows()) {
            for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
                const line_cli::Slot& slot = row.slots[at];
                const bool counted
                    = slot.kind == line_cli::SlotKind::number || slot.kind == line_cli::SlotKind::thousandths;
                if (!counted || slot.most >= unlimited)
                    continue;
                CAPTURE(row.pattern.text());
                CAPTURE(slot.name);
                line_cli::Fact fact = filled(row);
                const std::uint64_t unit = slot.terms.empty() ? 1 : slot.terms.front().number;
                fact.values[at] = line_cli::Value::of((slot.most / unit + 1) * unit);
                const std::string refusal = out_of_range(row, fact);
                CHECK(refusal.find(": out of range, ") != std::string::npos);
                CHECK(out_of_range(row, in_range(row, fact)).empty());
                const std::string line = write(grammar->dialect(), row, fact);
                const line_cli::Match match
                    = grammar->match(static_cast<line_cli::Scopes>(row.scopes & -row.scopes), line);
                if (match.statement != &row)
                    continue;
                CHECK(problem_of(match) == refusal);
                ++checked;
            }
        }
        CHECK(checked > 0);
    }
}

TEST_SUITE_END();

}
