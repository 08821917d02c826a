// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <array>
#include <cstdint>

namespace rocelint::line_cli {

/// What a platform makes of the lines of a port, step by step. Null: nothing.
template <class Config>
struct PortSteps {
    using Step = void (*)(Config& config, std::uint32_t port);
    Step link = nullptr; ///< of every port: its link, its sizes
    Step classes = nullptr; ///< of a physical port or a LAG: how packets that enter are classified
    Step of_vlan = nullptr; ///< of the interface of a VLAN
    std::array<Step, 4> queues{}; ///< of a physical port: pause, queues, priority groups, in this order
};

/// Takes these steps for each port with lines of its own. A port that other lines only refer to (a neighbor's or next hop's
/// port) has no lines to judge.
template <class Config>
void resolve_ports(Config& config, const PortSteps<Config>& steps)
{
    const auto take = [&](typename PortSteps<Config>::Step step, std::uint32_t port) {
        if (step != nullptr)
            step(config, port);
    };
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        if (!config.ports[index].configured)
            continue;
        take(steps.link, index);
        const PortKind kind = config.device.ports[index].kind;
        if (kind == PortKind::physical || kind == PortKind::lag)
            take(steps.classes, index);
        else if (kind == PortKind::vlan)
            take(steps.of_vlan, index);
        for (const auto step : steps.queues)
            take(kind == PortKind::physical ? step : nullptr, index);
    }
}

/// Calls `use(port, line)` with each port of a kind that has a line of this kind.
template <class Config, class Kind, class Use>
void for_each_with(Config& config, PortKind kind, Kind what, Use&& use)
{
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const auto* line = config.device.ports[index].kind == kind
            ? config.find(config.ports[index].place, what)
            : nullptr;
        if (line != nullptr)
            use(index, *line);
    }
}

}
