// SPDX-License-Identifier: Apache-2.0
#include "cli/command/print_gaps.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {

void print_gaps(const std::vector<workspace::Gap>& gaps, std::string_view side)
{
    for (const workspace::Gap& gap : gaps) {
        const bool says_side = !side.empty() && gap.kind == workspace::GapKind::blind;
        print_error(fmt::format("{}{}{}{}\n",
            gap.placed ? "" : "rocelint: ",
            says_side ? visible(side) : std::string(),
            says_side ? ": " : "",
            visible(gap.sentence)));
    }
}

ExitCode code_of(const std::vector<workspace::Gap>& gaps)
{
    ExitCode code = ExitCode::good;
    for (const workspace::Gap& gap : gaps)
        code = worst_of(
            code, gap.kind == workspace::GapKind::own_rule ? ExitCode::usage : ExitCode::unreadable);
    return code;
}

ExitCode worst_of(ExitCode a, ExitCode b) { return std::max(a, b); }

}
