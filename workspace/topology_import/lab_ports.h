// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The name that a node of this kind of containerlab itself has for an interface of its container: "eth1" of
/// arista_ceos is Ethernet1. A name that the kind does not translate stays as it is.
[[nodiscard]] std::string lab_port_name(std::string_view kind, std::string_view interface);

}
