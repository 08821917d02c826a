// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"

#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// For captures of `ip link` without -d: the kinds that names give away (systemd.net-naming-scheme(7) and the names
/// that container runtimes and hypervisors give).
[[nodiscard]] std::optional<PortKind> kind_by_name(std::string_view name);

/// "ens1f0v3" is virtual function 3 of "ens1f0np0" or "ens1f0"; the stem, or nothing.
[[nodiscard]] std::string_view stem_of_virtual_function(std::string_view name);

/// "ens1f0npf0vf3", "pf0vf3", "enp3s0f0_3": the switch side of a virtual function.
[[nodiscard]] bool is_representor(std::string_view name);

}
