// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/setting.h"

namespace rocelint {

/// LLDP in the firmware of a NIC's port. DCBX is a part of LLDP, so firmware that neither sends nor receives LLDP
/// speaks no DCBX, whatever its own setting for DCBX is (IEEE 802.1Q-2022 clause 38; OpenStack os-net-config,
/// dcb_config.py, switches all three on together).
struct FirmwareLldp {
    Setting<bool> dcbx;
    Setting<bool> sends;
    Setting<bool> receives;

    /// Whether the firmware speaks DCBX.
    [[nodiscard]] Setting<bool> speaks_dcbx() const
    {
        return dcbx.is(true) && sends.is(false) && receives.is(false) ? receives : dcbx;
    }
};

}
