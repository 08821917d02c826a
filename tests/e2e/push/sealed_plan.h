// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"
#include "tests/e2e/server/fleet.h"

#include <string>

namespace rocelint::e2e {

/// Seals an edited plan with the key of the fleet's user; returns the text unchanged if it cannot be parsed.
inline std::string resealed(const Fleet& fleet, const std::string& text)
{
    auto plan = push::read_plan(Source(0, "plan.json", text));
    if (!plan)
        return text;
    const std::string home = fleet.environment().front().substr(std::string_view("HOME=").size());
    std::string key = file_text(home + "/.local/state/rocelint/key");
    while (!key.empty() && key.back() == '\n')
        key.pop_back();
    push::seal_plan(*plan, key);
    return push::write_plan(*plan);
}

}
