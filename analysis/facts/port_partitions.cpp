// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/port_partitions.h"

#include <algorithm>

namespace rocelint {
namespace {

// Whether a port is a member of a partition; absent if a group of ports may contain it.
std::optional<bool> is_member(const SubnetManager& manager, const SmPartition& partition, Guid port)
{
    bool unknown = false;
    for (const SmMember& member : partition.members) {
        switch (member.kind) {
        case SmMember::Kind::guid:
            if (member.guid == port)
                return true;
            break;
        case SmMember::Kind::all:
        case SmMember::Kind::all_channel_adapters:
            return true;
        case SmMember::Kind::self:
            if (manager.guid.peek_known() && manager.guid.value == port)
                return true;
            break;
        case SmMember::Kind::group:
            unknown = true;
            break;
        case SmMember::Kind::all_switches:
        case SmMember::Kind::all_routers:
            break;
        }
    }
    return unknown ? std::nullopt : std::optional(false);
}

}

std::optional<std::vector<PortPartition>> partitions_of_port(const SubnetManager& manager, Guid port)
{
    if (!manager.has_partitions || manager.partitions_dropped)
        return std::nullopt;
    std::vector<PortPartition> list;
    bool has_default = false;
    bool has_index_0 = false;
    for (const SmPartition& partition : manager.partitions) {
        const auto member = is_member(manager, partition, port);
        if (!member)
            return std::nullopt;
        has_default = has_default || partition.pkey == default_pkey;
        if (!*member)
            continue;
        const auto known = std::ranges::find(list, partition.pkey, &PortPartition::pkey);
        PortPartition& made = known == list.end()
            ? list.emplace_back(PortPartition{partition.pkey, false, partition.at})
            : *known;
        made.at_index_0 = made.at_index_0 || partition.indx0;
        has_index_0 = has_index_0 || partition.indx0;
    }
    // Without a rule of its own, the default partition has every port as a limited member (opensm(8), PARTITION
    // CONFIGURATION). Its key has index 0 unless a partition claims it (osm_pkey_mgr.c of opensm 3.3.23).
    if (!has_default)
        list.push_back({default_pkey, false, {}});
    for (PortPartition& partition : list)
        partition.at_index_0 = partition.at_index_0 || (!has_index_0 && partition.pkey == default_pkey);
    return list;
}

std::optional<IbPkeys> captured_pkeys(const Fabric& fabric, const IbHostPort& port)
{
    const Subnet& subnet = *fabric.devices[port.port.device].subnet;
    if (const IbPkeys* table = subnet.pkeys_of(port.port.port))
        return *table;
    if (port.host == IbHostPort::none)
        return std::nullopt;
    for (const HostIbPort& own : fabric.devices[port.host].ib_ports) {
        if (own.rdma_device != port.rdma_device || own.number != subnet.ports[port.port.port].number
            || own.pkeys.empty())
            continue;
        IbPkeys table{.at = own.pkeys_at};
        for (const std::uint16_t key : own.pkeys)
            table.add(key);
        return table;
    }
    return std::nullopt;
}

}
