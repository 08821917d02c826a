// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// A field that an expression reads and that nothing can have.
struct UnknownField {
    std::string name;
    std::string nearest; ///< empty where nothing is spelt like it
    std::size_t line = 0; ///< of the expression, from 1
};

/// The first `.field` of an expression that is a key neither of the model (docs/model.md) nor of what the expression makes. Nothing
/// where the expression makes keys that cannot be told by reading it, as from_entries and {(…): …} do. `."field"` and `.["field"]`
/// may be anything. The expression must be one that jq takes.
[[nodiscard]] std::optional<UnknownField> find_unknown_field(std::string_view expression);

/// Whether an expression closes a parenthesis that it does not open, as `true) | (true` does: in parentheses jq takes it.
[[nodiscard]] bool closes_too_much(std::string_view expression);

}
