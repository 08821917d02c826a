// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/host.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// The RDMA devices that NCCL_IB_HCA lets a job use. "mlx5" matches every name with that prefix,
/// "=mlx5_0,mlx5_1:1" exactly these two, and a leading '^' excludes the listed devices.
class DeviceFilter {
public:
    /// `list` is the variable's value; an empty list allows all devices.
    explicit DeviceFilter(std::string_view list);

    /// Whether the job may use the device, or this port of it. Without a port, a name counts whatever its port.
    [[nodiscard]] bool lets_through(
        std::string_view device, std::optional<std::uint32_t> port = std::nullopt) const;
    /// Whether the list names devices to exclude.
    [[nodiscard]] bool excludes() const { return excludes_; }
    /// The listed names, without ports.
    [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }
    /// Whether this name from the list matches the device.
    [[nodiscard]] bool means(std::string_view name, std::string_view device) const;

private:
    bool excludes_ = false;
    bool exact_ = false;
    std::vector<std::string_view> names_;
    std::vector<std::optional<std::uint32_t>> ports_; ///< by name: the only port that is meant
};

/// Whether the job asks NCCL for sockets by NCCL_NET.
[[nodiscard]] bool asks_for_sockets(const Job& job);
/// Whether the job keeps NCCL from using its InfiniBand transport, so that its variables have no effect: it sets
/// NCCL_IB_DISABLE or requests sockets.
[[nodiscard]] bool nccl_avoids_rdma(const Job& job);
/// Whether the job sets variables of NCCL's InfiniBand transport, and not only those of UCX or NVSHMEM. Only then do
/// NCCL's defaults apply to variables that the job does not set.
[[nodiscard]] bool uses_nccl(const Job& job);

/// Whether a job is a daemon of storage, which runs on the hosts that serve jobs.
[[nodiscard]] bool serves_storage(const Job& job);

}
