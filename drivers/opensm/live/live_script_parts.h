// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/timed_host/host_scripts.h"

namespace rocelint {
struct Transaction;
}

namespace rocelint::opensm {

/// The dead-man of a subnet manager's host. Files survive a reboot, but the timer does not, so a unit that runs
/// before opensm rolls an unconfirmed change back at boot.
inline constexpr dead_man::Style dead_man_style{.folder = "/var/lib/rocelint/opensm",
    .unit = "rocelint-undo-opensm",
    .boot_unit = "rocelint-deadman-opensm",
    .boot_order
    = "After=local-fs.target\nBefore=opensm.service opensmd.service $(tr '\\n' ' ' < \"$D/units\")",
    .boot_type = "Type=oneshot"};

/// The functions with which scripts find and query opensm, put files in place and restore them, make opensm read
/// its files, and check that it works.
[[nodiscard]] timed_host::HostSteps manager_steps();

}
