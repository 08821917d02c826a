// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace rocelint {

struct RuleSetting;

/// A number (or list of numbers) that a site may disagree with.
struct Parameter {
    std::string_view name;
    std::span<const double> defaults;
    std::string_view unit; ///< "ms", "percent", "priorities", ...
    std::string_view meaning;
    std::string_view source;
};

/// What a policy must know of a rule to speak of it: the rules themselves stand above the policy and hand this down.
struct KnownRule {
    std::string_view code; ///< "PFC001"
    std::string_view name; ///< "roce-port-without-pfc"
    std::span<const Parameter> parameters;
    /// It judges one device at a time, so that its parameters may differ between devices.
    bool is_of_device = true;
};

/// The parameter as `setting` has it (null: nothing is set), else its default. It must be one of `parameters`.
[[nodiscard]] std::span<const double> value_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name);
/// Its first number; zero where there is none.
[[nodiscard]] double number_of(
    std::span<const Parameter> parameters, const RuleSetting* setting, std::string_view name);

}
