// SPDX-License-Identifier: Apache-2.0
// Facts from which the contract tests write lines of any row.
#pragma once

#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/grammar/statement.h"

namespace rocelint::contract {

/// A fact with a value in every slot of the row, each within its range.
inline line_cli::Fact filled(const line_cli::Statement& row)
{
    line_cli::Fact fact{.kind = row.fact, .text = "x"};
    for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
        const line_cli::Slot& slot = row.slots[at];
        const std::uint64_t unit = slot.terms.empty() ? 1 : slot.terms.front().number;
        switch (slot.kind) {
        case line_cli::SlotKind::index:
            fact.number = static_cast<std::uint8_t>(slot.terms.empty() ? slot.least : unit);
            break;
        case line_cli::SlotKind::word:
            fact.values[at] = line_cli::Value::of(unit);
            break;
        case line_cli::SlotKind::set:
        case line_cli::SlotKind::points:
            fact.values[at] = line_cli::Value::of(1);
            break;
        default:
            fact.values[at] = line_cli::Value::of((slot.least + unit - 1) / unit * unit);
        }
    }
    return fact;
}

}
