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

    /// Why it is neither enough nor too small, where the verdict is `unproven`: "not proven: …".
    [[nodiscard]] std::string why_unproven() const;
};

/// Judges `xoff` on one port. `cable` is a known length. Without a model that the policy allows the need has no
/// accepted headroom.
[[nodiscard]] PortHeadroom judge_headroom(const Analysis& analysis,
    PortId id,
    Bytes xoff,
    BitsPerSecond speed,
    const CableLength& cable,
    const HeadroomLimits& limits);

}
