// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/link/name_index.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// Finds the ports that names and descriptions mean. Ports of a device are indexed when they are first needed.
class EndFinder {
public:
    /// The fabric must outlive it and keep its devices.
    explicit EndFinder(const Fabric& fabric);

    [[nodiscard]] std::optional<std::uint32_t> find_device(std::string_view name) const
    {
        return devices_.find(name);
    }
    /// Port::no_index if the device has no port of this name.
    [[nodiscard]] std::uint32_t find_port(std::uint32_t device, std::string_view name);
    /// The same, where a neighbour called the device `called`, which may be the name of one of its cards.
    [[nodiscard]] std::uint32_t find_port(
        std::uint32_t device, std::string_view called, std::string_view name);
    /// The port of another device that a physical port's description names. A description such as
    /// "to leaf1 Eth49" counts only if it contains the name of a known device and, later, one of its ports as
    /// whole words.
    [[nodiscard]] std::optional<PortId> described_by(PortId here);

private:
    [[nodiscard]] std::optional<PortId> described_by_word(PortId here, std::string_view word);
    [[nodiscard]] bool usable(std::uint32_t device, std::uint32_t port) const;

    const Fabric& fabric_;
    DeviceIndex devices_;
    std::vector<std::optional<PortIndex>> ports_;
};

}
