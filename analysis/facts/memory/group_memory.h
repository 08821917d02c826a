// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// The packet memory that one priority group takes.
struct GroupMemory {
    Bytes size; ///< reserved for the group alone, including headroom unless it is shared
    Bytes xoff; ///< headroom that the group may fill; zero for a lossy group
    std::string_view source; ///< where the numbers come from if not from the configuration; else empty
};

/// From the group's profile, otherwise from the headroom table shipped for the hardware. nullopt if neither
/// has the numbers; `reason` then says why.
[[nodiscard]] std::optional<GroupMemory> memory_of_group(
    const Device& device, const Port& port, const PriorityGroup& group, std::string_view& reason);

/// The row of the shipped headroom table from which the device's daemons generate the profile of a lossless
/// group, if the configuration does not contain its numbers; else null.
[[nodiscard]] const catalog::HeadroomRow* made_from(
    const Device& device, const Port& port, const PriorityGroup& group);

/// The buffer profile that a setting names; null if no profile is bound or the setting is unread.
[[nodiscard]] const BufferProfile* buffer_profile_of(const Device& device, const Setting<Ref>& buffer);

/// The pool of a buffer profile; null if unknown.
[[nodiscard]] const BufferPool* pool_of(const Device& device, const BufferProfile& profile);

/// Whether the lossless priority groups of a device share the headroom of one pool: the pool has a size, or
/// an oversubscription ratio from which the device computes the size.
[[nodiscard]] bool shares_headroom(const Device& device);

/// A buffer profile of lossless groups, and the ports whose groups use it, ascending.
struct LosslessProfile {
    const BufferProfile* profile = nullptr;
    std::vector<std::uint32_t> ports;
};
/// The profiles of a device's lossless groups, in the order of their first ports. Ports that `wanted` rejects
/// are skipped.
[[nodiscard]] std::vector<LosslessProfile> lossless_profiles(
    const Device& device, const std::function<bool(std::uint32_t port)>& wanted);

/// Whether the port is physical and not shut down.
[[nodiscard]] bool may_carry_traffic(const Port& port);

}
