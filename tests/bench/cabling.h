// SPDX-License-Identifier: Apache-2.0
// Where the ports of a generated fabric lead. The first half of a leaf's ports leads to hosts, the other half to spines.
#pragma once

#include "tests/bench/fabric_generator.h"

namespace rocelint::bench {

/// The name of a switch's port number `index`, counted from 0, as its platform spells it.
[[nodiscard]] std::string port_name(Platform platform, std::uint32_t index);

/// The host on a leaf's port, and the number of its NIC there. NIC n of host h has number h * nics + n overall; NICs are assigned
/// to the leaves in turn.
[[nodiscard]] std::uint32_t host_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
[[nodiscard]] std::uint32_t nic_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
/// Whether that host exists.
[[nodiscard]] bool leads_to_host(const Size& size, std::uint32_t leaf, std::uint32_t port);

/// One end of a cable between a leaf and a spine.
struct SwitchPort {
    std::uint32_t device; ///< number of the leaf or the spine
    std::uint32_t port;
    bool exists; ///< false for a port without a cable
};

/// The device that a leaf's port leads to, as an engineer would describe it; empty if it leads nowhere.
[[nodiscard]] std::string far_end(const Size& size, std::uint32_t leaf, std::uint32_t port);

/// The spine's end of the cable at a leaf's port. Uplink u of leaf l is cable l * (ports / 2) + u; cables are assigned to the
/// spines in turn.
[[nodiscard]] SwitchPort spine_port_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
/// The leaf's end of the cable at a spine's port.
[[nodiscard]] SwitchPort leaf_port_on(const Size& size, std::uint32_t spine, std::uint32_t port);

}
