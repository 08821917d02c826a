// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/statement.h"
#include "models/fabric/forwarding.h"
#include "models/syntax/indent_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Takes "10.0.0.1/24", "10.0.0.1 /24", "2001:db8::1/64" or the older "10.0.0.1 255.255.255.0". Nothing for
/// anything else.
[[nodiscard]] std::optional<IpPrefix> take_prefix(Words& words);

/// Takes "10.0.0.1 31" and returns it as other platforms write it: "10.0.0.1/31". An address with a dotted mask, or
/// without a mask, is returned as it is, and a dotted mask is not taken.
[[nodiscard]] std::string take_slashed(Words& words);

/// A static route as its line states it.
struct RouteLine {
    StaticRoute route;
    std::string_view vrf; ///< empty: the default VRF
    /// Outgoing interface, not looked up; may be empty, or a name that is not an interface.
    std::string_view interface;
    const Node* node = nullptr;
    CoverageState state = CoverageState::read;
};

/// Parses a fact whose text is "[vrf V] PREFIX (ADDRESS | INTERFACE [ADDRESS] | Null0) [DISTANCE] …".
[[nodiscard]] RouteLine parse_route(const Fact& fact);

/// Parses an AS number: "65000", or "65000.2" in the notation of RFC 5396.
[[nodiscard]] std::optional<std::uint32_t> parse_asn(std::string_view text);

}
