// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/sonic/live/live_answer.h"

namespace rocelint::sonic {

/// Parses the output of health_script().
[[nodiscard]] Health health_of(const Answer& answer);

}
