// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint {

struct RuleSetting;

/// A number (or list of numbers) that a site may override.
struct Parameter {
    std::string_view name;
    std::span<const double> defaults;
    std::string_view unit; ///< "ms", "percent", "priorities", ...
    std::string_view meaning;
    std::string_view source;
};

/// What a policy must know about a rule to refer to it. Rules depend on the policy, so they pass this down.
struct KnownRule {
    std::string_view code; ///< "PFC001"
    std::string_view name; ///< "roce-port-without-pfc"
    std::span<const Parameter> parameters;
    /// The rule checks one device at a time, so its parameters may differ between devices.
    bool is_of_device = true;
};

/// The parameter's value from `setting` (null: none is set), otherwise its default. `name` must be one of
/// `parameters`.
[[nodiscard]] std::span<const double> value_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name);
/// The first number of the parameter; zero if it is empty.
[[nodiscard]] double first_value_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name);

}
