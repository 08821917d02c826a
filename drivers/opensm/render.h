// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::opensm {

/// Writes opensm.conf, partitions.conf, and where they are needed qos-policy.conf and root_guid.conf for opensm 3.3.23. What
/// opensm starts with by itself is not written; above every other option stands why. See Driver::render.
[[nodiscard]] Rendering render(const DeviceDesign& design);

/// The parts of a Rendering.
[[nodiscard]] std::string render_options(const ManagerDesign& design, std::string_view name);
[[nodiscard]] std::string render_partitions(const ManagerDesign& design);
[[nodiscard]] std::string render_policy(const ManagerDesign& design);
[[nodiscard]] std::string render_roots(const ManagerDesign& design);

/// Whether paths get service levels by a policy.
[[nodiscard]] bool needs_policy(const ManagerDesign& design);
/// The names of the files beside opensm.conf.
inline constexpr std::string_view partitions_file = "partitions.conf";
inline constexpr std::string_view policy_file = "qos-policy.conf";
inline constexpr std::string_view roots_file = "root_guid.conf";

}
