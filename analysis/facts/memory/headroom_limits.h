// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"

#include <optional>

namespace rocelint {

inline constexpr double headroom_tolerances[] = {1024};
inline constexpr double headroom_floor_shares[] = {0.6};
inline constexpr double usual_lossless_mtus[] = {1024};
/// The parameters of HDR001, shared by all rules that judge headroom.
inline constexpr Parameter headroom_parameters[] = {
    {.name = "tolerance",
        .defaults = headroom_tolerances,
        .unit = "bytes",
        .meaning = "how much a headroom may be short of a model",
        .source
        = "sonic-buildimage device/mellanox/x86_64-nvidia_sn5600-r0/ACS-SN5600/pg_profile_lookup.ini and "
          "sonic-swss cfgmgr/buffer_headroom_mellanox.lua differ by up to 1024 bytes"},
    {.name = "floor_share",
        .defaults = headroom_floor_shares,
        .unit = "of the least that is shipped or worked out for the chip",
        .meaning
        = "below it, or below what the cable and one packet hold, the finding is an error, else a warning",
        .source = "a round number: the tables that are shipped for one chip differ by less"},
    {.name = "lossless_mtu",
        .defaults = usual_lossless_mtus,
        .unit = "bytes",
        .meaning = "largest lossless packet where the switch's configuration does not state it",
        .source = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua, default of LOSSLESS_TRAFFIC_PATTERN"},
};

/// How far a headroom may fall short of a model and still be enough.
struct HeadroomLimits {
    Bytes tolerance;
    double floor_share = 0;
    Bytes lossless_mtu;
};
/// The parameters of HDR001 from the policy, or the defaults. nullopt if the policy turns HDR001 off.
[[nodiscard]] std::optional<HeadroomLimits> headroom_limits(const Policy& policy);

}
