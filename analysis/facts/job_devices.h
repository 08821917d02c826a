// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// The RDMA devices that NCCL_IB_HCA lets a job use: "mlx5" are all that begin so, "=mlx5_0,mlx5_1:1" these two alone, and
/// '^' before either all others.
class DeviceFilter {
public:
    /// `list` is the variable's value; an empty one lets all through.
    explicit DeviceFilter(std::string_view list);

    [[nodiscard]] bool lets_through(std::string_view device) const;
    /// Whether the list names what to leave out.
    [[nodiscard]] bool excludes() const { return excludes_; }
    /// The names in it, without their ports.
    [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }
    /// Whether this name of the list means the device.
    [[nodiscard]] bool means(std::string_view name, std::string_view device) const;

private:
    bool excludes_ = false;
    bool exact_ = false;
    std::vector<std::string_view> names_;
};

/// The hosts that a job runs on, or may: the one that its file belongs to, else all.
[[nodiscard]] std::vector<std::uint32_t> hosts_of_job(const Fabric& fabric, std::uint32_t job);

}
