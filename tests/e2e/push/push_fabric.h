// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/rocelint_run.h"
#include "tests/e2e/server/fleet.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint::e2e {

/// Runs the program in the fleet's work folder with the home of the fleet's user.
inline Run run_at(
    const Fleet& fleet, std::vector<std::string> arguments, std::vector<std::string> more_environment = {})
{
    RunOptions options;
    options.folder = fleet.work().path();
    options.environment = fleet.environment();
    options.environment.insert(options.environment.end(), more_environment.begin(), more_environment.end());
    return rocelint(arguments, options);
}

/// Replaces the first `what`; the test fails if there is none.
inline void replace_in(std::string& text, std::string_view what, std::string_view instead)
{
    const std::size_t at = text.find(what);
    REQUIRE_MESSAGE(at != std::string::npos, what);
    text.replace(at, what.size(), instead);
}

}
