// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/esxi_host/facts.h"

#include <span>
#include <string_view>

namespace rocelint::esxi_host {

/// The name of this platform, also in the catalog of defaults.
inline constexpr std::string_view platform_name = "esxi-host";
/// The modules of NVIDIA's NICs: the driver of the port, and that of its RDMA device.
inline constexpr std::string_view nvidia_driver = "nmlx5_core";
inline constexpr std::string_view nvidia_rdma = "nmlx5_rdma";

/// Reads one host from all of its files (Driver::read).
[[nodiscard]] Reading read_host(std::span<const Tree> trees, std::string_view fallback_name);

/// What the files of a host state, with the corrections made. Names are in the trees.
[[nodiscard]] HostFacts read_facts(std::span<const Tree> trees, Device& scratch);

/// Creates the host's ports and NICs from the facts in its files.
void assemble(Device& device, const HostFacts& facts);

}
