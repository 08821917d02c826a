// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/custom_rule.h"
#include "models/text/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

/// What a number that a program of own rules puts out says of the outputs behind it, up to the next number.
struct OwnStage {
    enum class What : std::uint8_t { where, assertion, message, place };
    static constexpr std::uint32_t stages = 4;
    std::uint32_t rule = 0; ///< its place in the list that the program was made of
    What what = What::where;
};

/// The program of jq that asks all of these rules of its input, one after the other. Each stage of a rule begins with a number
/// (see own_stage()). Behind `where` and `assertion` something follows only where they are not single booleans: the list of what
/// they gave, or {"error": …}. Where the assertion is false, behind `message` there is a list of one string, and behind `place`
/// a list of paths, or again {"error": …}.
[[nodiscard]] std::string own_program(std::span<const CustomRule* const> rules);
[[nodiscard]] OwnStage own_stage(double number);

/// The expression alone as a program, for what jq says against it.
[[nodiscard]] std::string lone_program(const PolicyText& expression);
/// The same as a part of a program: definitions alone are none.
[[nodiscard]] std::string inner_program(const PolicyText& expression);
/// As an expression of jq that makes the message.
[[nodiscard]] PolicyText message_expression(const PolicyText& message);

/// A word of jq that own rules may not use, and why; nothing where there is none. They reach beyond the model: files, the
/// environment, the clock, the terminal.
[[nodiscard]] std::optional<std::string> refused_word(std::string_view expression);

}
