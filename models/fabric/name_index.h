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

/// A device name for comparison: in small letters, without its domain.
[[nodiscard]] std::string device_key(std::string_view name);

/// Looks devices up by name, whatever its letters' case, with and without a domain suffix. Jobs are not found.
class DeviceIndex {
public:
    explicit DeviceIndex(const std::vector<Device>& devices);
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view wanted) const;

private:
    std::unordered_map<std::string, std::uint32_t> by_name_;
};

/// Looks ports of one device up by every form of their names. Built once per device that a link names.
class PortIndex {
public:
    explicit PortIndex(const Device& device);
    /// Port::no_index where no port has the name.
    [[nodiscard]] std::uint32_t find(std::string_view name) const;

private:
    std::unordered_map<std::string, std::uint32_t> by_name_;
};

}
