// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/hdr/headroom_need.h"
#include "rules/hdr/lossless_headroom.h"

#include <optional>

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

/// How much short of a model is still enough, as the parameters of HDR001 have it.
struct HeadroomLimits {
    Bytes tolerance;
    double floor_share = 0;
    Bytes lossless_mtu;
};
/// `context` is one of HDR001.
[[nodiscard]] HeadroomLimits headroom_limits(const RuleContext& context);
/// As the site states them, else the defaults. Nothing where the site has switched the rule off.
[[nodiscard]] std::optional<HeadroomLimits> headroom_limits(const Analysis& analysis);

/// Judges `xoff` on one port. `cable` is a known length. Without a model that the policy allows the need has no
/// accepted headroom and the verdict is `enough`.
[[nodiscard]] PortHeadroom judge_headroom(const Analysis& analysis,
    PortId id,
    Bytes xoff,
    BitsPerSecond speed,
    const CableLength& cable,
    const HeadroomLimits& limits);

}
