// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// The kind that a name implies, for captures of `ip link` without -d (systemd.net-naming-scheme(7), and
/// names that container runtimes and hypervisors use).
[[nodiscard]] std::optional<PortKind> kind_by_name(std::string_view name);

/// The stem of a virtual function's name ("ens1f0v3" is function 3 of "ens1f0np0" or "ens1f0"), or empty.
[[nodiscard]] std::string_view stem_of_virtual_function(std::string_view name);

/// The port of its card that an interface is, from 1, by systemd's name with the PCI function: 2 of "ens1f1np1". Nothing
/// for names that a person or the kernel chose.
[[nodiscard]] std::optional<std::uint8_t> card_port_by_name(std::string_view name);

/// Whether this is the switch side of a virtual function: "ens1f0npf0vf3", "pf0vf3", "enp3s0f0_3".
[[nodiscard]] bool is_representor(std::string_view name);

}
