// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

namespace rocelint::tests {

/// The port with this name, which must exist.
inline const Port& port_of(const ReadFiles& host, std::string_view name)
{
    const Port* port = host.port(name);
    REQUIRE(port != nullptr);
    return *port;
}

/// Whether a problem of the reading says this.
inline bool warns(const ReadFiles& host, std::string_view part)
{
    return std::ranges::any_of(host.problems(),
        [part](const SyntaxProblem& problem) { return problem.message.find(part) != std::string::npos; });
}

}
