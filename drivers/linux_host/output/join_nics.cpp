// SPDX-License-Identifier: Apache-2.0
// Gives each RDMA device of a host its interface, and what captures show of the NIC under either name.
#include "drivers/linux_host/output/host_builder.h"

#include <algorithm>
#include <span>
#include <vector>

namespace rocelint::linux_host {
namespace {

template <class T>
void take_known(Setting<T>& into, const Setting<T>& from)
{
    if (from.known() || !into.known())
        into = from;
}

}

void HostBuilder::merge_net_facts(Nic& into, const Nic& from) const
{
    // mlx5 has these files by interface, bnxt_re and irdma by RDMA device.
    if (!from.notification_seen.empty() || from.ecn_notification.known()) {
        into.ecn_notification = from.ecn_notification;
        into.notification_seen = from.notification_seen;
        into.notification_at = from.notification_at;
    }
    if (!from.reaction_seen.empty() || from.ecn_reaction.known()) {
        into.ecn_reaction = from.ecn_reaction;
        into.reaction_seen = from.reaction_seen;
        into.reaction_at = from.reaction_at;
    }
    take_known(into.cnp_dscp, from.cnp_dscp);
    take_known(into.cnp_priority, from.cnp_priority);
    take_known(into.congestion_dscp, from.congestion_dscp);
    take_known(into.congestion_priority, from.congestion_priority);
    take_known(into.ecn_capable, from.ecn_capable);
    into.roce_priority = from.roce_priority;
    into.dcbx = from.dcbx;
    if (from.traffic_class.peek_known() || from.class_unset.peek_known()) {
        into.traffic_class = from.traffic_class;
        into.class_unset = from.class_unset;
    }
    take_known(into.cm_tos, from.cm_tos);
    take_known(into.cm_version, from.cm_version);
    take_known(into.driver, from.driver);
    take_known(into.driver_version, from.driver_version);
    take_known(into.firmware, from.firmware);
    take_known(into.board, from.board);
    into.storm_prevention = from.storm_prevention;
    if (!from.port_id.empty())
        into.port_id = from.port_id;
    into.no_drop = from.no_drop;
    into.pauses_priorities = from.pauses_priorities;
    into.ack_dscp = from.ack_dscp;
    into.cc_priorities = from.cc_priorities;
    into.stored_cnp_dscp = from.stored_cnp_dscp;
    into.stored_cnp_priority = from.stored_cnp_priority;
    into.stored_out_of_order = from.stored_out_of_order;
    into.stored_selective_repeat = from.stored_selective_repeat;
    into.firmware_dcbx = from.firmware_dcbx;
    into.firmware_dcbx_off = from.firmware_dcbx_off;
    into.dcbx_willing = from.dcbx_willing;
    into.host_willing = from.host_willing;
    into.host_agent = from.host_agent;
    take_known(into.iwarp, from.iwarp);
    take_known(into.has_v2_gid, from.has_v2_gid);
    into.ats = from.ats;
    into.dcqcn = from.dcqcn;
    into.out_of_order = from.out_of_order;
    into.adaptive_retransmission = from.adaptive_retransmission;
    into.slow_restart = from.slow_restart;
    into.slow_restart_idle = from.slow_restart_idle;
    into.send_window = from.send_window;
    into.selective_repeat = from.selective_repeat;
    into.programmable_cc = from.programmable_cc;
    into.infiniband = from.infiniband;
    into.reacts_to_qcn = from.reacts_to_qcn;
    into.pcie_lane_rate = from.pcie_lane_rate;
    into.pcie_lanes = from.pcie_lanes;
    into.pcie_slow = from.pcie_slow;
    into.pcie_narrow = from.pcie_narrow;
    into.read_request = from.read_request;
    into.arp_ignore = from.arp_ignore;
    into.arp_announce = from.arp_announce;
    into.reverse_path = from.reverse_path;
}

void HostBuilder::add_nic(std::uint32_t port, Nic nic)
{
    nic.port = port;
    if (port != Port::no_index) {
        merge_net_facts(nic, nets_[port].nic);
        device_.ports[port].nic = static_cast<std::uint32_t>(device_.nics.size());
    }
    device_.nics.push_back(nic);
}

// Scripts set up RDMA devices and interfaces in two loops. If every device gets the same settings, it does
// not matter which device belongs to which interface.
bool HostBuilder::join_alike(std::span<const RdmaPort* const> homeless)
{
    const auto alike = [&](const RdmaPort* rdma) {
        const Nic& nic = rdma->nic;
        const Nic& first = homeless.front()->nic;
        const auto same = [](const auto& one, const auto& other) {
            return one.known() == other.known() && (!one.known() || one.value == other.value);
        };
        return nic.gids.empty() && !nic.rdma_mtu.known() && same(nic.traffic_class, first.traffic_class)
            && same(nic.cm_tos, first.cm_tos) && same(nic.cm_version, first.cm_version);
    };
    std::vector<std::uint32_t> set_up;
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        const Port& port = device_.ports[index];
        if (port.kind == PortKind::physical && port.nic == Port::no_index
            && (nets_[index].has_nic || port.pfc_tx.known() || port.trust.known()))
            set_up.push_back(index);
    }
    if (homeless.empty() || homeless.size() != set_up.size() || homeless.size() != rdmas_.size()
        || !std::ranges::all_of(homeless, alike))
        return false;
    for (std::size_t index = 0; index < set_up.size(); ++index) {
        Nic nic = homeless[index]->nic;
        nic.rdma_device = {};
        add_nic(set_up[index], nic);
    }
    return true;
}

void HostBuilder::join_nics()
{
    std::vector<std::vector<std::uint32_t>> members(device_.ports.size());
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        if (device_.ports[index].lag != Port::no_index)
            members[device_.ports[index].lag].push_back(index);
    }
    std::vector<const RdmaPort*> homeless;
    for (const RdmaPort& rdma : rdmas_) {
        if (rdma.infiniband) {
            device_.ib_ports.push_back(
                {rdma.nic.rdma_device, rdma.number, rdma.node_guid, rdma.pkeys, rdma.pkeys_at});
            continue;
        }
        const auto found = port_by_name_.find(rdma.net_device);
        if (found == port_by_name_.end()) {
            homeless.push_back(&rdma);
            continue;
        }
        if (rdma.down != OriginId{})
            device_.ports[found->second].link_up = {false, rdma.down};
        // The RDMA device of a bond sends through its members, and the members pause and mark.
        const std::vector<std::uint32_t>& below = members[found->second];
        const auto first = static_cast<std::uint32_t>(device_.nics.size());
        if (below.empty() || device_.ports[found->second].nic != Port::no_index) {
            add_nic(found->second, rdma.nic);
            continue;
        }
        for (const std::uint32_t member : below)
            add_nic(member, rdma.nic);
        device_.ports[found->second].nic = first;
    }
    std::vector<std::uint32_t> unclaimed;
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        if (nets_[index].has_nic && device_.ports[index].nic == Port::no_index)
            unclaimed.push_back(index);
    }
    if (homeless.size() == 1 && unclaimed.size() == 1 && rdmas_.size() == 1) {
        add_nic(unclaimed.front(), homeless.front()->nic);
        return;
    }
    if (homeless.size() > 1 && join_alike(homeless))
        return;
    for (const std::uint32_t index : unclaimed)
        add_nic(index, Nic{});
    for (const RdmaPort* rdma : homeless)
        add_nic(Port::no_index, rdma->nic);
}

}
