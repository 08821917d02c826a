// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"
#include "models/fabric/value/limit.h"
#include "models/fabric/value/spelling.h"

namespace rocelint::linux_host {

/// For the code point whose priority is set.
inline constexpr Limit dscp_limit{"DSCP", 0, 63, "RFC 2474, section 3"};

/// The link as printed by `ethtool IF` (ethtool.c, dump_ecmd).
inline constexpr Spelling<bool> yes_no_words[]{{"no", false}, {"yes", true}};

/// The active encoding as printed by `ethtool --show-fec` (ethtool netlink/fec.c and fec.c before it).
inline constexpr Spelling<Fec> active_fec_words[]{{"RS", Fec::rs},
    {"LLRS", Fec::rs},
    {"BaseR", Fec::base_r},
    {"BASER", Fec::base_r},
    {"Off", Fec::none},
    {"None", Fec::none}};

}
