// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::nxos {

/// Calls `use` for the rows of a table, and marks them as read. A table with one row holds the row itself instead of a list.
template <class Use>
void take_rows(const Node& table, Use&& use)
{
    for (const Node& rows : table) {
        if (!rows.is_container())
            continue;
        rows.mark(CoverageState::read);
        if (rows.kind == Node::Kind::object) {
            use(rows);
            continue;
        }
        for (const Node& row : rows) {
            row.mark(CoverageState::read);
            use(row);
        }
    }
}

/// The same for each TABLE_{name} below `node`, at any depth. Marks what is around the tables as read, and returns whether
/// there is one.
template <class Use>
bool for_each_row(const Node& node, std::string_view name, Use&& use)
{
    constexpr std::string_view prefix = "TABLE_";
    bool any = false;
    for (const Node& child : node) {
        const bool is_table = child.key.starts_with(prefix) && child.key.substr(prefix.size()) == name;
        if (is_table)
            take_rows(child, use);
        if (!is_table && !for_each_row(child, name, use))
            continue;
        child.mark(CoverageState::read);
        any = true;
    }
    return any;
}

}
