// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/live/live_answer.h"

#include <chrono>
#include <string>
#include <string_view>

/// Interpret the answers of the scripts that change something. `device` is its name in messages, `id` that of
/// the transaction. Errors: `refused` if the device is unchanged or gives a reason; `unreachable` if the
/// outcome is not known; `invalid` if the device is left half-changed.
namespace rocelint::sonic {

/// Interprets the answer to commit_script().
[[nodiscard]] Result<void> outcome_of_commit(
    const std::string& device, std::string_view id, const Answer& answer);
/// Interprets the answer to confirm_script().
[[nodiscard]] Result<void> outcome_of_confirmation(const std::string& device, const Answer& answer);
/// Interprets the answer to persist_script().
[[nodiscard]] Result<void> outcome_of_saving(
    const std::string& device, std::string_view id, const Answer& answer);
/// Interprets the answer to abandon_script(): how long the rollback still takes.
[[nodiscard]] Result<std::chrono::seconds> outcome_of_return(
    const std::string& device, std::string_view id, const Answer& answer);

}
