// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// Lists what was (or would be) corrected: one line for each rule and change, with its first place and the
/// number of others.
[[nodiscard]] std::string corrected_text(const workspace::Outcome& outcome,
    const std::vector<workspace::Correction>& corrections,
    std::string_view before = "");

/// Lists what is not corrected and why: one line for each rule and reason, with its first place and the
/// number of others, and a total. `hitless`: disruptive corrections were not wanted.
[[nodiscard]] std::string left_text(const workspace::Outcome& outcome,
    const FixPlan& plan,
    const std::vector<workspace::Correction>& corrections,
    bool hitless);

/// Lists which links go down while the devices apply the commands, and which commands they may refuse; empty
/// if there is nothing to report.
[[nodiscard]] std::string interruptions_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

/// Lists the corrections that are possible in the files but not with the devices' own commands; empty if
/// there are none.
[[nodiscard]] std::string without_commands_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

}
