// SPDX-License-Identifier: Apache-2.0
// Which port of a generated fabric leads where. A leaf's first half of ports leads to hosts, the other to spines.
#pragma once

#include "tests/bench/fabric_generator.h"

namespace rocelint::bench {

/// The name of a switch's port number `index`, from 0, as its platform spells it.
[[nodiscard]] std::string port_name(Platform platform, std::uint32_t index);

/// The host on a leaf's port, and the number of its NIC there. NIC n of host h is number h * nics + n of all, and they are
/// dealt out to the leaves in turn.
[[nodiscard]] std::uint32_t host_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
[[nodiscard]] std::uint32_t nic_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
/// Whether there is such a host.
[[nodiscard]] bool leads_to_host(const Size& size, std::uint32_t leaf, std::uint32_t port);

/// One end of a cable between a leaf and a spine.
struct SwitchPort {
    std::uint32_t device; ///< number of the leaf or the spine
    std::uint32_t port;
    bool exists; ///< false of a port without a cable
};

/// What a leaf's port leads to, as an engineer describes it; empty where it leads nowhere.
[[nodiscard]] std::string far_end(const Size& size, std::uint32_t leaf, std::uint32_t port);

/// The spine's end of the cable at a leaf's port. Uplink u of leaf l is cable l * (ports / 2) + u; the cables are dealt out
/// to the spines in turn.
[[nodiscard]] SwitchPort spine_port_on(const Size& size, std::uint32_t leaf, std::uint32_t port);
/// The leaf's end of the cable at a spine's port.
[[nodiscard]] SwitchPort leaf_port_on(const Size& size, std::uint32_t spine, std::uint32_t port);

}
