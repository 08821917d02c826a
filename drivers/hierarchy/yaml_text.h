// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/statement.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::hierarchy {

/// Returns the key that a statement has in a document: its word, or the name where any name is allowed.
[[nodiscard]] inline std::string_view key_of(const Statement& statement)
{
    return statement.word().empty() ? statement.key : statement.word();
}
/// Returns the statements in a block, in order.
[[nodiscard]] std::vector<const Statement*> contents_of(const Statement& block);
/// Writes statements as YAML, in which every word and name is a key: a line each, indented by `indent` blanks and ended by
/// `line_end`. A block without statements is `{}`.
void print_yaml(std::span<const Statement* const> statements,
    std::size_t indent,
    std::string_view line_end,
    std::string& out);

}
