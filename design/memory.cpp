// SPDX-License-Identifier: Apache-2.0
// Headroom comes first, then the reservations of groups; pools get the rest. A design whose headroom alone
// exceeds the memory is refused. For chips whose memory is not in the catalog, the sizes stay open.
#include "design/memory.h"

#include "analysis/facts/memory/pool_availability.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <tuple>

namespace rocelint::design {
namespace {

// Memory taken by the groups of all ports.
struct Taken {
    std::uint64_t xoff = 0;
    std::uint64_t reserved = 0;
    std::uint32_t groups = 0;
    bool known = true;
};

Taken taken_by_groups(const DeviceDesign& design)
{
    Taken taken;
    for (const PortDesign& port : design.ports) {
        for (const LosslessDesign& lossless : port.lossless) {
            taken.known = taken.known && lossless.xoff.has_value();
            taken.xoff += lossless.xoff.value_or(Bytes{}).count;
            taken.reserved += lossless.reserved.count;
            ++taken.groups;
        }
    }
    return taken;
}

// The device in the form that the pool arithmetic needs: groups and their reservations.
Device groups_of(const DeviceDesign& design)
{
    Device device;
    const OriginId made = device.origins.derived({}, {}, "the design");
    // The pool has no size yet: the arithmetic computes it.
    device.pools.push_back({.name = "pool"});
    device.pools.back().direction = {PoolDirection::ingress, made};
    device.buffer_profiles.push_back({.name = "lossy"});
    device.buffer_profiles.back().reserved = {Bytes{}, made};
    for (const PortDesign& port : design.ports) {
        Port& added = device.ports.emplace_back();
        added.queues_visible = added.groups_visible = true;
        if (port.lanes != 0)
            added.lanes = {static_cast<std::uint8_t>(port.lanes), made};
        added.first_group = static_cast<std::uint32_t>(device.groups.size());
        device.groups.push_back({.number = 0, .buffer = {Ref{0}, made}, .lossless = {false, made}});
        for (const LosslessDesign& lossless : port.lossless) {
            const Ref profile{static_cast<std::uint32_t>(device.buffer_profiles.size())};
            BufferProfile& buffer = device.buffer_profiles.emplace_back();
            buffer.reserved = {lossless.reserved, made};
            buffer.xon = {lossless.xon, made};
            buffer.xoff = {lossless.xoff.value_or(Bytes{}), made};
            device.groups.push_back(
                {.number = lossless.priority, .buffer = {profile, made}, .lossless = {true, made}});
        }
        added.group_count = static_cast<std::uint16_t>(device.groups.size() - added.first_group);
    }
    return device;
}

// Rounds down to whole cells, the unit in which pools are programmed.
Bytes whole_cells(std::uint64_t bytes, const catalog::Asic& asic)
{
    const std::uint64_t cell = asic.cell.known() && asic.cell.value.count != 0 ? asic.cell.value.count : 1;
    return {bytes / cell * cell};
}

std::optional<Bytes> left_for_pools(const Hardware& hardware, const DeviceDesign& design, const Taken& taken)
{
    const catalog::Asic& asic = *hardware.asic;
    if (asic.model.known() && asic.model.value == catalog::HeadroomModel::spectrum) {
        std::string reason;
        return available_for_pools(groups_of(design), asic, reason);
    }
    const std::uint64_t used = taken.reserved + (hardware.shared_headroom ? taken.xoff : 0);
    const std::uint64_t whole = asic.packet_memory.value.count;
    return Bytes{whole > used ? whole - used : 0};
}

}

std::string design_memory(const Hardware& hardware, DeviceDesign& design)
{
    if (hardware.asic == nullptr || !hardware.asic->packet_memory.known()) {
        design.open.emplace_back(
            "the sizes of buffer pools: the packet memory of its hardware is not in the catalog");
        return {};
    }
    if (hardware.asic->deep_buffer.known() && hardware.asic->deep_buffer.value) {
        design.open.emplace_back(
            fmt::format("the sizes of buffer pools: the {} keeps packets in memory beside the chip",
                hardware.asic->name));
        return {};
    }
    const Taken taken = taken_by_groups(design);
    if (!taken.known) {
        design.open.emplace_back("the sizes of buffer pools, which depend on headroom that is not known");
        return {};
    }
    const auto left = left_for_pools(hardware, design, taken);
    if (!left)
        return {};
    const Bytes pool = whole_cells(left->count, *hardware.asic);
    if (pool.count == 0)
        return fmt::format(
            "{}: the headroom of {} lossless groups takes {} bytes, and the {} has {} bytes of packet "
            "memory; shorten cables, or make fewer classes lossless or fewer ports RDMA ports",
            design.name,
            taken.groups,
            taken.xoff,
            hardware.asic->name,
            hardware.asic->packet_memory.value.count);
    MemoryDesign& memory = design.memory;
    memory.total = hardware.asic->packet_memory.value;
    memory.ingress_lossless = pool;
    memory.egress_lossless = whole_cells(memory.total->count, *hardware.asic);
    memory.egress_lossy = pool;
    if (hardware.shared_headroom && taken.xoff != 0)
        memory.shared_headroom = Bytes{taken.xoff};
    return {};
}

void equal_pools(std::vector<DeviceDesign>& designs)
{
    using Kind = std::tuple<Role, std::string_view, std::string_view, std::string_view>;
    std::map<Kind, std::vector<DeviceDesign*>> alike;
    for (DeviceDesign& design : designs) {
        if (design.memory.total)
            alike[{design.role, design.platform, design.asic, design.model}].push_back(&design);
    }
    const auto equal = [](const std::vector<DeviceDesign*>& group, auto member, const auto& choose) {
        std::optional<Bytes> chosen;
        for (const DeviceDesign* design : group) {
            const std::optional<Bytes>& size = design->memory.*member;
            if (size && (!chosen || choose(size->count, chosen->count)))
                chosen = size;
        }
        for (DeviceDesign* design : group) {
            if (design->memory.*member)
                design->memory.*member = chosen;
        }
    };
    for (const auto& [kind, group] : alike) {
        equal(group, &MemoryDesign::ingress_lossless, std::less<>{});
        equal(group, &MemoryDesign::egress_lossy, std::less<>{});
        equal(group, &MemoryDesign::shared_headroom, std::greater<>{});
    }
}

}
