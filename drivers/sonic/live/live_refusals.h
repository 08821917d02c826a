// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/sonic/live/live_answer.h"
#include "drivers/sonic/tables/config_document.h"
#include "models/text/objection.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

inline constexpr std::string_view several_asics
    = "the switch has a configuration for each of its ASICs; only switches with one are pushed to";

/// The message about another user's transaction that is still pending.
[[nodiscard]] std::string others_change(std::string_view id);

/// Why nothing may be pushed, according to the output of ready_script().
/// `automatic`: the profiles that the device would create by itself.
Objection refusal_of(const Answer& ready,
    const Transaction& transaction,
    const Document& document,
    const std::vector<std::string>& automatic);

}
