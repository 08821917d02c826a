// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

namespace rocelint::tests {

/// `rdma link` of a host with two RDMA devices.
inline constexpr std::string_view two_devices
    = "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
      "link mlx5_3/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0\n";

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
