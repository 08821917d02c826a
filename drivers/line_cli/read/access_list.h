// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/priority.h"
#include "models/syntax/tree.h"

namespace rocelint::line_cli {

/// The packets that an access list matches, as far as their DSCP determines it or they are of RoCE.
struct AccessMatch {
    bool everything = false;
    DscpSet dscps;
    bool all_roce = false; ///< all packets of RoCE, and not all others
    DscpSet roce_dscps; ///< packets of RoCE with these DSCPs, and not all others
    bool other = false; ///< entries match packets of RoCE by more than their DSCP
    DscpSet possible; ///< no such entry matches packets of another DSCP

    /// Whether no packet of RoCE matches.
    [[nodiscard]] bool takes_no_roce() const
    {
        return !everything && dscps.empty() && !all_roce && roce_dscps.empty() && !other;
    }
    /// The DSCPs of the packets that match, or may match.
    [[nodiscard]] DscpSet any_dscps() const
    {
        return everything || all_roce ? DscpSet::all() : dscps | roce_dscps | (other ? possible : DscpSet{});
    }
    /// Adds what else matches.
    void add(const AccessMatch& more)
    {
        everything = everything || more.everything;
        dscps = dscps | more.dscps;
        all_roce = all_roce || more.all_roce;
        roce_dscps = roce_dscps | more.roce_dscps;
        other = other || more.other;
        possible = possible | more.possible;
    }
};

/// A condition that is not understood: any packet may meet it.
[[nodiscard]] inline AccessMatch any_packet_may_match()
{
    return {.other = true, .possible = DscpSet::all()};
}

/// Reads the entries below the header of an access list, and marks them.
[[nodiscard]] AccessMatch read_access_list(const Node& list);

}
