// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"
#include "models/fabric/value/vlan_ids.h"

#include <cstdint>
#include <vector>

namespace rocelint::line_cli {

/// How a platform spells the lines of a port's VLANs.
enum class VlanWords : std::uint8_t {
    switchport, ///< `switchport access vlan 10`
    vlan, ///< `vlan access 10`, `vlan trunk allowed 10,20`
};

/// In which VLANs a switched port of a platform is besides those that its lines state. The platform names the manual.
struct VlanDefaults {
    VlanWords words = VlanWords::switchport;
    /// The VLAN of an access port without `switchport access vlan`; 0: not known.
    std::uint16_t access = 0;
    /// A trunk without a list of VLANs carries all of them. Otherwise this is not known, and treated the same.
    bool has_modes
        = true; ///< false: a port has an untagged VLAN and tagged ones, and none that its lines do not state
    /// `allowed vlan add` without a list before it adds to none; false: to all VLANs.
    bool add_begins_empty = true;
    /// A trunk also carries its access VLAN, untagged.
    bool trunk_has_access = false;
};

/// Reads the VLAN lines of all ports and LAGs, by port index, and marks them as read. A port with a line that is not
/// understood, or with a profile that may have such lines, may be in any VLAN. Members of a LAG are not looked at.
[[nodiscard]] std::vector<PortVlans> read_port_vlans(DeviceLines& lines, const VlanDefaults& defaults);

}
