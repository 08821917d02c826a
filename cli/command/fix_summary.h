// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/corrections.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// What was (or would be) corrected: a line for each rule and change, with its first place and how many more there are.
[[nodiscard]] std::string corrected_text(const workspace::Outcome& outcome,
    const std::vector<workspace::Correction>& corrections,
    std::string_view before = "");

/// What is left and why: a line for each rule and reason, with its first place and how many more there are, and a sum.
/// `hitless`: disruptive corrections were not wanted.
[[nodiscard]] std::string left_text(const workspace::Outcome& outcome,
    const FixPlan& plan,
    const std::vector<workspace::Correction>& corrections,
    bool hitless);

/// What goes down while the devices take the commands, and what they may refuse; empty where nothing does.
[[nodiscard]] std::string interruptions_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

/// What the files can have but the devices' own commands cannot do; empty where there is nothing.
[[nodiscard]] std::string without_commands_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

}
