// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rocelint::testing {

/// How RDMA packets and CNPs are treated, by place and question ("leaf1 Ethernet0 dscp 26 queue" -> "3"): whether they are
/// carried, in which class, queue and priority group, and whether they are paused, marked, buffered and watched. A number that a
/// site chooses (a threshold, a share, a size, a time) counts only by its consequence: that the queue marks at all, that the
/// headroom holds what is on the cable. "?" is an answer that no reading gives.
using Treatments = std::map<std::string, std::string>;

/// Covers all ports that carry RDMA in the `sound` fabric, for the classes of that fabric.
[[nodiscard]] Treatments treatments(const workspace::Outcome& sound, const workspace::Outcome& outcome);

/// How the treatment of packets differs.
enum class Effect : std::uint8_t {
    none, ///< none; also if a capture of a host shows less, which changes nothing on the host
    untold, ///< a switch's answer changed to "?": the hardware or the far end decides
    otherwise, ///< packets are treated differently
};
/// "leaf1 Ethernet0 dscp 26 queue: 3 -> 4" for each difference.
[[nodiscard]] std::vector<std::string> differences_of(const Treatments& sound, const Treatments& mutant);
[[nodiscard]] Effect effect_of(const Treatments& sound, const Treatments& mutant);

}
