// SPDX-License-Identifier: Apache-2.0
// What a port's own device shows of whether it carries RDMA.
#pragma once

#include "analysis/analysis.h"

namespace rocelint {

/// Whether the NIC of a host's port speaks iWARP.
[[nodiscard]] bool is_iwarp_port(const Device& device, const Port& port);
/// Gives a port that cannot carry RoCE its verdict: one of another kind, one that is down, and one of iWARP. Returns
/// false for all others, whose verdict stays as it is.
bool judge_by_kind(const Device& device, const Port& port, Judgement& judgement);
/// Gives a host's port the verdict of its own setup: PFC, marking, and trust in DSCPs.
void judge_host_port(const Device& host, const Port& port, Judgement& judgement);
/// Gives a switch port the verdict of its own configuration: PFC, the watchdog, lossless buffers, and marking of a class.
void judge_lossless_marks(
    const Device& device, const Port& port, const ClassModel& classes, Judgement& judgement);

}
