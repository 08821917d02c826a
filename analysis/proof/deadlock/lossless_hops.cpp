// SPDX-License-Identifier: Apache-2.0
// A hop holds packets back only if the receiver, its pause and the sender's queue agree (802.1Q-2022 clause
// 36). Code points that the fabric treats alike share a row, so that one search for rings covers all of them.
#include "analysis/proof/deadlock/lossless_hops.h"

#include "models/fabric/classify.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace rocelint::proof {
namespace {

// A code point on packets of a class: a DSCP, or the PCP of a class without DSCPs.
struct CodePoint {
    std::uint8_t value = 0;
    bool is_pcp = false;
};

std::vector<CodePoint> code_points_of(const ClassModel& classes)
{
    std::vector<CodePoint> points;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (rdma_class.dscps.empty())
            points.push_back({rdma_class.priority, true});
        for (const Dscp dscp : rdma_class.dscps)
            points.push_back({dscp, false});
    }
    return points;
}

std::uint8_t buffer_behind(const Fabric& fabric, const routing::Channel& channel, CodePoint point)
{
    const Device& receiver = fabric.device(channel.to);
    const Device& sender = fabric.device(channel.from);
    const Port& in = fabric.port(channel.to);
    const Port& out = fabric.port(channel.from);
    if (receiver.pfc_all_off.is(true) || sender.pfc_all_off.is(true)
        || (in.pfc_tx.known() && in.pfc_tx.value.empty()) || (out.pfc_rx.known() && out.pfc_rx.value.empty()))
        return LosslessHops::lossy;
    const auto treat = [point](const Device& device, const Port& port) {
        return point.is_pcp ? classify_pcp(device, port, point.value)
                            : classify_dscp(device, port, point.value);
    };
    const Setting<std::uint8_t> priority = priority_of(treat(receiver, in));
    if (!priority.known() || priority.value >= 8 || !in.pfc_tx.known() || !out.pfc_rx.known())
        return LosslessHops::unknown;
    if (!in.pfc_tx.value.has(priority.value) || !out.pfc_rx.value.has(priority.value))
        return LosslessHops::lossy;
    // Pause of a priority other than that of the packets' queue does not stop them.
    const Setting<std::uint8_t> stopped = treat(sender, out).rx_priority;
    return stopped.known() && stopped.value != priority.value ? LosslessHops::lossy : priority.value;
}

}

PrioritySet LosslessHops::priorities() const
{
    PrioritySet found;
    for (const std::vector<std::uint8_t>& row : rows) {
        for (const std::uint8_t hop : row)
            found.insert(hop);
    }
    return found;
}

LosslessHops find_lossless_hops(const Analysis& analysis, const routing::Graph& graph)
{
    LosslessHops hops;
    for (const CodePoint point : code_points_of(analysis.classes)) {
        std::vector<std::uint8_t> row(graph.channel_count(), LosslessHops::lossy);
        for (std::uint32_t index = 0; index < graph.channel_count(); ++index) {
            if (graph.is_switch(graph.from_device(index)) && graph.is_switch(graph.to_device(index)))
                row[index] = buffer_behind(*analysis.fabric, graph.channel(index), point);
        }
        hops.rows.push_back(std::move(row));
    }
    std::ranges::sort(hops.rows);
    hops.rows.erase(std::ranges::unique(hops.rows).begin(), hops.rows.end());
    hops.any_unknown = std::ranges::any_of(hops.rows, [](const std::vector<std::uint8_t>& row) {
        return std::ranges::count(row, LosslessHops::unknown) != 0;
    });
    return hops;
}

LosslessHops assume_lossless(const LosslessHops& hops, const Analysis& analysis)
{
    LosslessHops assumed = hops;
    const Priority priority
        = analysis.classes.classes.empty() ? Priority{} : analysis.classes.classes.front().priority;
    for (std::vector<std::uint8_t>& row : assumed.rows)
        std::ranges::replace(row, LosslessHops::unknown, priority);
    assumed.any_unknown = false;
    return assumed;
}

std::vector<std::vector<bool>> rdma_endpoints(const Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    std::vector<std::vector<bool>> include;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const std::vector<Port>& ports = fabric.devices[device].ports;
        include.emplace_back(ports.size(), false);
        if (fabric.devices[device].kind != DeviceKind::host)
            continue;
        for (std::uint32_t port = 0; port < ports.size(); ++port)
            include[device][port] = analysis.is_roce({device, port});
    }
    // A leaf port whose neighbor is named but unknown may also be an uplink, unless a role says otherwise.
    std::unordered_map<std::string_view, Role> planned;
    for (const TopologyDevice& device : fabric.topology.devices)
        planned.emplace(device.name, device.role);
    for (const OpenEnd& end : fabric.open_ends) {
        const Device& device = fabric.device(end.port);
        const bool may_have_hosts = device.kind == DeviceKind::network_switch
            && (device.role.is(Role::leaf) || device.role.is(Role::border) || device.role.is(Role::storage));
        const auto plan = planned.find(end.neighbour);
        const Role role = plan == planned.end() ? Role::unknown : plan->second;
        const bool is_host = role == Role::host || role == Role::storage;
        const bool is_switch = !is_host && role != Role::unknown;
        include[end.port.device][end.port.port]
            = analysis.is_roce(end.port) && !is_switch && (may_have_hosts || is_host);
    }
    return include;
}

}
