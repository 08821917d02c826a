// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/custom_rule.h"
#include "models/text/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

/// Identifies a stage: the program outputs a number, which says what the outputs up to the next number are.
struct OwnStage {
    enum class What : std::uint8_t { where, assertion, message, place };
    static constexpr std::uint32_t stages = 4;
    std::uint32_t rule = 0; ///< index in the list that the program was built from
    What what = What::where;
};

/// The jq program that evaluates all these rules on its input, one after another. Each stage of a rule starts
/// with a number (see own_stage()). After `where` and `assertion` there is output only if the result is not a
/// single boolean: the list of the results, or {"error": …}. If the assertion is false, `message` is followed
/// by a list with one string, and `place` by a list of paths, or either by {"error": …}.
[[nodiscard]] std::string own_program(std::span<const CustomRule* const> rules);
[[nodiscard]] OwnStage own_stage(double number);

/// The expression alone as a program, to obtain jq's error messages for it.
[[nodiscard]] std::string lone_program(const PolicyText& expression);
/// The same as part of a larger program, in which definitions alone are invalid.
[[nodiscard]] std::string inner_program(const PolicyText& expression);
/// The jq expression that builds the message.
[[nodiscard]] PolicyText message_expression(const PolicyText& message);

/// A jq word in the expression that own rules may not use, and why; nullopt if there is none. Such words
/// access things outside the model: files, the environment, the clock, the terminal.
[[nodiscard]] std::optional<std::string> refused_word(std::string_view expression);

}
