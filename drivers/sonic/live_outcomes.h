// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/live_answer.h"

#include <chrono>
#include <string>
#include <string_view>

/// What the answers to the scripts that change something mean for a transaction. `device` is its name for people, `id` the
/// transaction's. Errors: `refused` where the device is as it was, or says why; `unreachable` where the outcome is not known;
/// `invalid` where the device is left halfway.
namespace rocelint::sonic {

/// Of commit_script().
[[nodiscard]] Result<void> outcome_of_commit(
    const std::string& device, std::string_view id, const Answer& answer);
/// Of confirm_script().
[[nodiscard]] Result<void> outcome_of_confirmation(const std::string& device, const Answer& answer);
/// Of persist_script().
[[nodiscard]] Result<void> outcome_of_saving(
    const std::string& device, std::string_view id, const Answer& answer);
/// Of abandon_script(): how long the way back still takes.
[[nodiscard]] Result<std::chrono::seconds> outcome_of_return(
    const std::string& device, std::string_view id, const Answer& answer);

}
