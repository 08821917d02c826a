// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::opensm {

/// Writes opensm.conf, partitions.conf and, if needed, qos-policy.conf and root_guid.conf for opensm 3.3.23.
/// Options that equal opensm's own default are not written; a comment above every other option gives the
/// reason. See Driver::render.
[[nodiscard]] Rendering render(const DeviceDesign& design);

/// The parts of a Rendering.
[[nodiscard]] std::string render_options(const ManagerDesign& design, std::string_view name);
[[nodiscard]] std::string render_partitions(const ManagerDesign& design);
[[nodiscard]] std::string render_policy(const ManagerDesign& design);
[[nodiscard]] std::string render_roots(const ManagerDesign& design);

/// Whether paths get their service levels from a policy.
[[nodiscard]] bool needs_policy(const ManagerDesign& design);
/// The names of the files besides opensm.conf.
inline constexpr std::string_view partitions_file = "partitions.conf";
inline constexpr std::string_view policy_file = "qos-policy.conf";
inline constexpr std::string_view roots_file = "root_guid.conf";

}
