// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint::rules {

/// Whether the port belongs to the link between the two switches of an MLAG pair, which carries hosts'
/// packets only when one of the switches has lost a link of its own.
[[nodiscard]] inline bool is_of_peer_link(const PortContext& context)
{
    const Setting<std::uint32_t>& link = context.device().forwarding.mlag_peer_link;
    return link.known() && link.value != Port::no_index
        && (link.value == context.id.port || link.value == context.port().lag);
}

}
