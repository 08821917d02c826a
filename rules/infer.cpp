// SPDX-License-Identifier: Apache-2.0
// Without a policy the classes are what devices, hosts and jobs agree on: a priority is lossless when at least half of
// the switches that have PFC at all, or at least half of the RDMA hosts, pause it; its DSCPs are those that hosts put
// on RDMA packets of that priority, or, where no host tells, those that at least half of the switches put into it.
#include "models/fabric/classify.h"
#include "rules/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace rocelint {
namespace {

struct Votes {
    std::uint32_t switches = 0; ///< switches with PFC on any port
    std::uint32_t hosts = 0; ///< RDMA hosts whose PFC is known
    std::array<std::uint32_t, 8> switch_priority{};
    std::array<std::uint32_t, 8> host_priority{};
    std::array<std::array<std::uint32_t, 64>, 8> switch_dscp{};
    std::array<std::array<std::uint32_t, 64>, 8> host_dscp{};
    std::array<std::uint32_t, 64> cnp_dscp{};
    std::array<std::uint32_t, 8> cnp_priority{};
    std::array<Span, 8> seen_at{};
};

// Ports that share their maps classify alike; the key says which do.
using MapKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Trust>;

MapKey maps_of(const Port& port)
{
    return {port.dscp_to_tc.value.index,
        port.tc_to_priority_group.value.index,
        port.priority_to_priority_group.value.index,
        port.tc_to_queue.value.index,
        port.ingress_policy.value.index,
        port.trust.value};
}

void vote_dscps(const Device& device, const Port& port, PrioritySet priorities, std::array<DscpSet, 8>& seen)
{
    for (Dscp dscp = 0; dscp < 64; ++dscp) {
        const Setting<std::uint8_t> priority = classify_dscp(device, port, dscp).tx_priority;
        if (priority.known() && priorities.has(priority.value))
            seen[priority.value].insert(dscp);
    }
}

void vote_switch(const Device& device, Votes& votes)
{
    PrioritySet paused;
    std::array<DscpSet, 8> dscps{};
    std::vector<MapKey> looked_at;
    for (const Port& port : device.ports) {
        if (port.kind != PortKind::physical || !port.pfc_tx.known() || port.pfc_tx.value.empty())
            continue;
        PrioritySet mine = port.pfc_tx.value;
        // Tunnel remapping adds lossless priorities that no host uses; the watchdog watches only the real ones.
        if (device.tunnel_remap && port.watchdog.priorities.known()
            && !port.watchdog.priorities.value.empty())
            mine = mine & port.watchdog.priorities.value;
        for (Priority priority = 0; priority < 8; ++priority) {
            if (mine.has(priority) && !paused.has(priority) && !votes.seen_at[priority].somewhere())
                votes.seen_at[priority] = device.place(port.pfc_tx.origin, &port);
        }
        paused = paused | mine;
        const MapKey key = maps_of(port);
        if (std::ranges::find(looked_at, key) != looked_at.end())
            continue;
        looked_at.push_back(key);
        vote_dscps(device, port, mine, dscps);
    }
    if (paused.empty())
        return;
    ++votes.switches;
    for (Priority priority = 0; priority < 8; ++priority) {
        if (!paused.has(priority))
            continue;
        ++votes.switch_priority[priority];
        for (Dscp dscp = 0; dscp < 64; ++dscp)
            votes.switch_dscp[priority][dscp] += dscps[priority].has(dscp) ? 1 : 0;
    }
}

void vote_host(const Device& host, DscpSet job_dscps, Votes& votes)
{
    PrioritySet paused;
    std::array<DscpSet, 8> dscps{};
    bool known = false;
    for (const Nic& nic : host.nics) {
        if (nic.port >= host.ports.size())
            continue;
        const Port& port = host.ports[nic.port];
        if (!port.pfc_tx.known() || port.kind == PortKind::virtual_function)
            continue;
        known = true;
        for (Priority priority = 0; priority < 8; ++priority) {
            if (port.pfc_tx.value.has(priority) && !votes.seen_at[priority].somewhere())
                votes.seen_at[priority] = host.place(port.pfc_tx.origin, &port);
        }
        paused = paused | port.pfc_tx.value;
        DscpSet marked = job_dscps;
        if (nic.traffic_class.known() && nic.traffic_class.value != 0)
            marked.insert(static_cast<Dscp>(nic.traffic_class.value >> 2));
        else if (nic.cm_tos.known() && nic.cm_tos.value != 0)
            marked.insert(static_cast<Dscp>(nic.cm_tos.value >> 2));
        for (Dscp dscp = 0; dscp < 64; ++dscp) {
            const Setting<std::uint8_t> priority = classify_dscp(host, port, dscp).tc;
            if (marked.has(dscp) && priority.known() && port.pfc_tx.value.has(priority.value))
                dscps[priority.value].insert(dscp);
        }
        if (nic.cnp_dscp.known())
            ++votes.cnp_dscp[nic.cnp_dscp.value & 63];
        if (nic.cnp_priority.known())
            ++votes.cnp_priority[nic.cnp_priority.value & 7];
    }
    if (!known)
        return;
    ++votes.hosts;
    for (Priority priority = 0; priority < 8; ++priority) {
        votes.host_priority[priority] += paused.has(priority) ? 1 : 0;
        for (Dscp dscp = 0; dscp < 64; ++dscp)
            votes.host_dscp[priority][dscp] += dscps[priority].has(dscp) ? 1 : 0;
    }
}

bool at_least_half(std::uint32_t votes, std::uint32_t voters) { return votes > 0 && votes * 2 >= voters; }

template <std::size_t Count>
std::optional<std::uint8_t> most_voted(const std::array<std::uint32_t, Count>& votes)
{
    const auto best = std::ranges::max_element(votes);
    return *best == 0 ? std::nullopt : std::optional(static_cast<std::uint8_t>(best - votes.begin()));
}

RdmaClass make_class(Priority priority, const Votes& votes)
{
    RdmaClass made{
        .name = fmt::format("priority {}", priority), .priority = priority, .at = votes.seen_at[priority]};
    made.used_by_hosts = votes.host_priority[priority] > 0;
    DscpSet marked;
    for (Dscp dscp = 0; dscp < 64; ++dscp) {
        if (at_least_half(votes.host_dscp[priority][dscp], votes.host_priority[priority]))
            marked.insert(dscp);
    }
    if (!marked.empty()) {
        made.dscps = marked;
    } else {
        for (Dscp dscp = 0; dscp < 64; ++dscp) {
            if (at_least_half(votes.switch_dscp[priority][dscp], votes.switch_priority[priority]))
                made.dscps.insert(dscp);
        }
    }
    made.evidence = fmt::format("{} of {} switches with PFC and {} of {} RDMA hosts pause it",
        votes.switch_priority[priority],
        votes.switches,
        votes.host_priority[priority],
        votes.hosts);
    return made;
}

}

ClassModel infer_classes(const Fabric& fabric)
{
    DscpSet job_dscps;
    for (const Device& device : fabric.devices) {
        for (const Job& job : device.jobs) {
            if (job.traffic_class.known() && job.traffic_class.value != 0)
                job_dscps.insert(static_cast<Dscp>(job.traffic_class.value >> 2));
        }
    }
    Votes votes;
    for (const Device& device : fabric.devices) {
        if (device.kind == DeviceKind::network_switch)
            vote_switch(device, votes);
        else if (device.kind == DeviceKind::host)
            vote_host(device, job_dscps, votes);
    }
    ClassModel model;
    model.assumed = true;
    for (Priority priority = 0; priority < 8; ++priority) {
        if (at_least_half(votes.switch_priority[priority], votes.switches)
            || at_least_half(votes.host_priority[priority], votes.hosts))
            model.classes.push_back(make_class(priority, votes));
    }
    model.cnp.dscp = most_voted(votes.cnp_dscp);
    model.cnp.priority = most_voted(votes.cnp_priority);
    return model;
}

}
