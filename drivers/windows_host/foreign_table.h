// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/record.h"

#include <optional>
#include <span>
#include <string_view>

namespace rocelint::windows_host {

/// A warning about the table or list that a cmdlet of RDMA printed (`asked`: its command) and of which no property has a known name, such
/// as one that was translated. Nothing for any other output.
[[nodiscard]] std::optional<SyntaxProblem> warning_of_foreign_table(
    const Tree& tree, std::string_view asked, std::span<const Record> records);

}
