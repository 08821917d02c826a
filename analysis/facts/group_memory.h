// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/fabric/device.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// What one priority group takes of a switch's packet memory.
struct GroupMemory {
    Bytes size; ///< set aside for the group alone, headroom included as far as it is not shared
    Bytes xoff; ///< headroom that it may fill; zero for a lossy group
    std::string_view source; ///< where the numbers come from when the configuration has none; else empty
};

/// From the group's profile, else from the headroom table shipped for the hardware. Nothing where neither tells, and
/// `reason` then says why.
[[nodiscard]] std::optional<GroupMemory> memory_of_group(
    const Device& device, const Port& port, const PriorityGroup& group, std::string_view& reason);

/// The row of the shipped headroom table from which the device's daemons make the profile of a lossless group, where
/// the configuration does not show its numbers; else null.
[[nodiscard]] const catalog::HeadroomRow* made_from(
    const Device& device, const Port& port, const PriorityGroup& group);

/// The buffer profile that a setting names, or null for none or unread.
[[nodiscard]] const BufferProfile* buffer_profile_of(const Device& device, const Setting<Ref>& buffer);

/// The pool of a buffer profile, or null where it is not known.
[[nodiscard]] const BufferPool* pool_of(const Device& device, const BufferProfile& profile);

/// The lossless priority groups of a device share the headroom of one pool: it has a size, or an oversubscription from
/// which the device works the size out.
[[nodiscard]] bool shares_headroom(const Device& device);

/// A buffer profile of lossless groups and the ports whose groups use it, ascending.
struct LosslessProfile {
    const BufferProfile* profile = nullptr;
    std::vector<std::uint32_t> ports;
};
/// The profiles of the lossless groups of a device in the order of their first ports, without those of ports that
/// `wanted` refuses.
[[nodiscard]] std::vector<LosslessProfile> lossless_profiles(
    const Device& device, const std::function<bool(std::uint32_t port)>& wanted);

/// A physical port that is not switched off.
[[nodiscard]] bool may_carry_traffic(const Port& port);

}
