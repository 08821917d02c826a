// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// A device name for comparison: in lower case, without its domain.
[[nodiscard]] std::string device_key(std::string_view name);

/// Looks up devices by name, ignoring case and domain suffixes. Does not find jobs.
class DeviceIndex {
public:
    explicit DeviceIndex(const std::vector<Device>& devices);
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view wanted) const;

private:
    std::unordered_map<std::string, std::uint32_t> by_name_;
};

/// Looks up ports of one device by any form of their names. Built once per device that a link names.
class PortIndex {
public:
    explicit PortIndex(const Device& device);
    /// Port::no_index if no port has the name.
    [[nodiscard]] std::uint32_t find(std::string_view name) const;

private:
    std::unordered_map<std::string, std::uint32_t> by_name_;
};

}
