// SPDX-License-Identifier: Apache-2.0
// What links and the topology show of whether a port carries RDMA.
#pragma once

#include "analysis/analysis.h"

namespace rocelint {

/// Gives switch ports that lead to hosts the verdict of the host's port, and both ends that of a link that the topology
/// states.
void judge_host_links(Analysis& analysis);
/// Gives a verdict to ports that the topology links to a host whose captures are missing.
void judge_planned_hosts(Analysis& analysis);
/// Gives a verdict to ports between switches that lie on paths between hosts with RDMA.
void judge_paths(Analysis& analysis);
/// Whether the device is a switch whose role does not take it out of the fabric, as that of a border switch does.
[[nodiscard]] bool is_within_fabric(const Device& device);
/// Gives a verdict to switch ports whose far end is configured for RDMA. A leaf or spine that lost its whole configuration
/// shows no evidence itself, but its neighbors do, from whatever source the link between them is known. Goes only one
/// step: a verdict reached here is no evidence for a further link.
void judge_far_ends(Analysis& analysis);

}
