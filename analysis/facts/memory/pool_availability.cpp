// SPDX-License-Identifier: Apache-2.0
// sonic-swss cfgmgr/buffer_pool_mellanox.lua: the memory that the dynamic model would give to the pools.
// Applies to Spectrum only; if a part of the sum is unknown, so is the result.
#include "analysis/facts/memory/pool_availability.h"

#include "analysis/facts/memory/group_memory.h"
#include "analysis/facts/memory/memory_sum.h"
#include "models/physics/memory.h"

namespace rocelint {
namespace {

// Constants of cfgmgr/buffer_pool_mellanox.lua.
constexpr std::uint64_t mirror_of_port = std::uint64_t{10} * 1024;
constexpr std::uint64_t management_pool = std::uint64_t{256} * 1024;
constexpr std::uint64_t private_headroom = std::uint64_t{10} * 1024;
constexpr std::uint64_t modification_descriptors = std::uint64_t{32} * 1024 * 1024;
constexpr std::string_view without_mirror = "spectrum-6";

// Lossy groups reserve memory for packets in the pipeline, in addition to their profile's size.
std::uint64_t lossy_groups(const Device& device, const catalog::Asic& asic)
{
    std::uint64_t sum = 0;
    for (const Port& port : device.ports) {
        if (!may_carry_traffic(port))
            continue;
        const std::uint64_t each
            = physics::lossy_group_size(asic.pipeline_kib.value, port.lanes.value_or(4)).count;
        for (const PriorityGroup& group : device.groups_of(port)) {
            if (group.buffer.known() && !group.buffer.value.none() && group.lossless.is(false))
                sum += each;
        }
        sum += each; // of the port's management group
    }
    return sum;
}

std::uint64_t of_ports(const Device& device, const catalog::Asic& asic)
{
    const bool shared = shares_headroom(device);
    std::uint64_t sum = 0;
    for (const Port& port : device.ports) {
        if (!may_carry_traffic(port))
            continue;
        bool lossless = false;
        for (const PriorityGroup& group : device.groups_of(port))
            lossless = lossless || group.lossless.is(true);
        sum += asic.name == without_mirror ? 0 : mirror_of_port;
        sum += shared && lossless ? private_headroom : 0;
    }
    return sum;
}

}

std::optional<Bytes> available_for_pools(const Device& device, const catalog::Asic& asic, std::string& reason)
{
    if (!asic.packet_memory.known() || !asic.pipeline_kib.known()) {
        reason = "the packet memory of this hardware is not in the catalog";
        return std::nullopt;
    }
    std::uint64_t taken = lossy_groups(device, asic) + of_ports(device, asic) + management_pool;
    if (asic.name == without_mirror)
        taken += modification_descriptors;
    for (const MemoryView& view : memory_views(device)) {
        if (view.missing_outside_pools && !view.missing.empty()) {
            reason = view.missing;
            return std::nullopt;
        }
        taken += view.sum.reserved.count + view.sum.headroom.count;
    }
    return Bytes{asic.packet_memory.value.count > taken ? asic.packet_memory.value.count - taken : 0};
}

}
