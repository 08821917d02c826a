// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/headroom_limits.h"
#include "analysis/facts/headroom_need.h"
#include "analysis/facts/lossless_headroom.h"

namespace rocelint {

/// The headroom that a buffer profile gives one port, and what the models ask for there.
struct PortHeadroom {
    Bytes xoff;
    BitsPerSecond speed;
    CableLength cable;
    HeadroomQuestion question;
    HeadroomNeed need;
    HeadroomVerdict verdict = HeadroomVerdict::enough;

    /// Only the worst case of any switch asks for more: no formula and no table is known for this one, so that it can
    /// be neither called enough nor too small.
    [[nodiscard]] bool undecided() const;
};

/// Judges `xoff` on one port. `cable` is a known length. Without a model that the policy allows the need has no
/// accepted headroom and the verdict is `enough`.
[[nodiscard]] PortHeadroom judge_headroom(const Analysis& analysis,
    PortId id,
    Bytes xoff,
    BitsPerSecond speed,
    const CableLength& cable,
    const HeadroomLimits& limits);

}
