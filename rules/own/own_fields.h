// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// A field that an expression reads but that no value can have.
struct UnknownField {
    std::string name;
    std::string nearest; ///< empty if no known field has a similar name
    std::size_t line = 0; ///< line within the expression, from 1
};

/// The first `.field` of an expression that is a key neither of the model (docs/model.md) nor of an object
/// that the expression builds. nullopt if the expression builds keys that are only known at run time, as
/// from_entries and {(…): …} do. `."field"` and `.["field"]` are never reported. The expression must be valid
/// jq.
[[nodiscard]] std::optional<UnknownField> find_unknown_field(std::string_view expression);

/// Whether an expression closes a parenthesis that it does not open, as `true) | (true` does: jq accepts such
/// text when it is wrapped in parentheses.
[[nodiscard]] bool closes_too_much(std::string_view expression);

}
