// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"

namespace rocelint::windows_host {

/// The name of the class that has what the other classes leave.
constexpr std::string_view default_class = "[Default]";

/// Adds what scripts set to what captures show, where no capture shows it.
void join(HostFacts& shown, const HostFacts& set);
/// Makes corrections in what the files state. Reports each setting that a capture shows otherwise.
void correct(
    Device& device, std::vector<SyntaxProblem>& problems, HostFacts& facts, const HostFacts& corrected);

}
