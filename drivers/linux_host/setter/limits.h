// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/setter/setter.h"
#include "models/fabric/value/limit.h"
#include "models/fabric/value/spelling.h"

namespace rocelint::linux_host {

/// The range of a host setting, defined once: of each of a list's eight numbers, or of the amount.
[[nodiscard]] constexpr Limit limit_of(Knob sets)
{
    constexpr std::string_view dcbnl = "linux/dcbnl.h of Linux 6.1, IEEE_8021QAZ_MAX_TCS";
    constexpr std::int64_t most_classes = 7;
    switch (sets) {
    case Knob::mtu:
        return {"mtu", 68, 65535, "linux/if_ether.h of Linux 6.1, ETH_MIN_MTU and ETH_MAX_MTU"};
    case Knob::buffer_size:
        return {"buffer_size", 0, 0x7fffffff, {}};
    case Knob::priority_buffer:
        return {"prio2buffer", 0, most_classes, "linux/dcbnl.h of Linux 6.1, DCBX_MAX_BUFFERS"};
    case Knob::cable_length:
        return {"cable_len", 0, 0xffff, "linux/dcbnl.h of Linux 6.1, the 16 bits of ieee_pfc.delay"};
    case Knob::dscp_priority:
    case Knob::default_priority:
    case Knob::cnp_priority:
        return {"priority", 0, 7, "IEEE 802.1Q-2022, 6.9"};
    case Knob::class_map:
        return {"traffic class", 0, most_classes, dcbnl};
    case Knob::share:
        return {"bandwidth share", 0, 100, "dcb-ets(8), tc-bw", "percent"};
    case Knob::rate_limit:
        return {"rate limit", 0, 1'000'000, {}, "Gbit/s"};
    case Knob::traffic_class:
    case Knob::cm_tos:
        return {"type of service", 0, 255, "RFC 2474, section 3"};
    case Knob::cnp_dscp:
        return {"DSCP", 0, 63, "RFC 2474, section 3"};
    case Knob::pfc:
    case Knob::notification:
    case Knob::reaction:
        return {"on or off", 0, 1, {}};
    default:
        return {"value", 0, 0xffffffff, {}};
    }
}
/// The amount for a traffic class of -1: MLNX_OFED then forces none (mlx5_ib, tclass_parse_tclass).
inline constexpr std::uint32_t unset_traffic_class = 0xffffffff;

/// For the code point whose priority is set.
inline constexpr Limit dscp_limit{"DSCP", 0, 63, "RFC 2474, section 3"};

/// The words of `ethtool --set-fec` (ethtool(8): auto, off, rs, baser, llrs).
inline constexpr Spelling<Fec> fec_words[]{{"off", Fec::none},
    {"baser", Fec::base_r},
    {"rs", Fec::rs},
    {"rs", Fec::rs528},
    {"rs", Fec::rs544},
    {"auto", Fec::automatic}};
/// The active encoding as printed by `ethtool --show-fec` (ethtool netlink/fec.c and fec.c before it).
inline constexpr Spelling<Fec> active_fec_words[]{{"RS", Fec::rs},
    {"LLRS", Fec::rs},
    {"BaseR", Fec::base_r},
    {"BASER", Fec::base_r},
    {"Off", Fec::none},
    {"None", Fec::none}};

}
