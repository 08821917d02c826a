// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/advice/answers.h"
#include "models/text/result.h"
#include "workspace/input/inputs.h"

#include <string>
#include <string_view>

namespace rocelint::cli {

/// Reads a file of answers for `advise`.
[[nodiscard]] Result<advice::Answers> read_answers_file(const std::string& path);

/// Rejects costs of anything but single rules: what a prefix or a misspelt code would cost cannot be counted in a
/// fabric. Own rules are those of the policy of `input`. `option`: what the costs were stated with.
[[nodiscard]] Result<void> check_stated_costs(
    const advice::Answers& answers, std::string_view option, const workspace::InputOptions& input);

}
