// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint {

/// A set of VLANs by their VID; 0 and 4095 are no VLANs (802.1Q-2022 table 9-2).
using VlanIds = std::bitset<4096>;

/// Returns the VLANs of a list such as "10,20-29", in which blanks may separate the parts. Nothing if a part is neither
/// a VID nor an ascending range.
[[nodiscard]] std::optional<VlanIds> parse_vlan_ids(std::string_view list);

/// Returns the VLAN whose interface has this name: "Vlan10", "vlan10". Empty for any other name.
[[nodiscard]] VlanIds vlan_of_interface(std::string_view name);

/// The VLANs that packets of a port or LAG may be in, as its configuration states.
struct PortVlans {
    VlanIds ids;
    bool known = false; ///< false: not stated or not understood, so that the port may be in any VLAN
};

}
