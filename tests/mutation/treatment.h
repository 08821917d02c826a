// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rocelint::testing {

/// What becomes of an RDMA packet or a CNP, by place and question ("leaf1 Ethernet0 dscp 26 queue" -> "3"): whether it is
/// carried, by which class, queue and priority group it goes, whether it is paused for, marked, kept and watched. A number
/// that a site chooses (a threshold, a share, a size, a time) counts only by what hangs on it: that the queue marks at all,
/// that headroom holds what is on the cable. "?" is what no reading tells.
using Treatments = std::map<std::string, std::string>;

/// Of all ports that carry RDMA in the `sound` fabric, for the classes of that fabric.
[[nodiscard]] Treatments treatments(const workspace::Outcome& sound, const workspace::Outcome& outcome);

/// How the treatment of packets differs.
enum class Effect : std::uint8_t {
    none, ///< not at all; or a capture of a host shows less, which changes nothing on the host
    untold, ///< a switch is another one now, and no reading tells how: the hardware or the far end decides
    otherwise, ///< packets are treated otherwise
};
/// "leaf1 Ethernet0 dscp 26 queue: 3 -> 4" for each that differs.
[[nodiscard]] std::vector<std::string> differences_of(const Treatments& sound, const Treatments& mutant);
[[nodiscard]] Effect effect_of(const Treatments& sound, const Treatments& mutant);

}
