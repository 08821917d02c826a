// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/memory/headroom_limits.h"
#include "analysis/facts/memory/headroom_need.h"
#include "analysis/facts/memory/lossless_headroom.h"

namespace rocelint {

/// The headroom that a buffer profile gives one port, and what the models require there.
struct PortHeadroom {
    Bytes xoff;
    BitsPerSecond speed;
    CableLength cable;
    HeadroomQuestion question;
    HeadroomNeed need;
    HeadroomVerdict verdict = HeadroomVerdict::enough;

    /// For the verdict `unproven`, why the headroom is neither enough nor too small: "not proven: …".
    [[nodiscard]] std::string why_unproven() const;
};

/// Judges `xoff` on one port. The length of `cable` must be known. If the policy allows no applicable model,
/// `need` has no accepted headroom.
[[nodiscard]] PortHeadroom judge_headroom(const Analysis& analysis,
    PortId id,
    Bytes xoff,
    BitsPerSecond speed,
    const CableLength& cable,
    const HeadroomLimits& limits);

}
