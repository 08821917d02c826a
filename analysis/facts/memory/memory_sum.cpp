// SPDX-License-Identifier: Apache-2.0
// Platforms account for reserved memory either in addition to the pools or as part of them. Each side of a
// chip is added up by the rules of its platform; if a part is unknown, no sum is shown.
#include "analysis/facts/memory/memory_sum.h"

#include "analysis/facts/memory/group_memory.h"
#include "models/fabric/target.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

class Summing {
public:
    Summing(const Device& device, const catalog::Asic* asic) : device_(device)
    {
        ingress_ = start(PoolDirection::ingress, asic);
        egress_ = start(PoolDirection::egress, asic);
    }

    std::vector<MemoryView> add_up()
    {
        for (const BufferPool& pool : device_.pools)
            add_pool(pool);
        for (const Port& port : device_.ports) {
            if (may_carry_traffic(port))
                add_port(port);
        }
        finish_headroom();
        return {std::move(ingress_), std::move(egress_)};
    }

private:
    static MemoryView start(PoolDirection direction, const catalog::Asic* asic)
    {
        MemoryView view;
        view.direction = direction;
        view.asic = asic;
        if (asic == nullptr)
            return view;
        const auto& memory
            = asic->packet_memory_most.known() ? asic->packet_memory_most : asic->packet_memory;
        if (memory.known()) {
            view.sum.memory = memory.value;
            view.memory_source = memory.source;
        }
        // The accounting of SONiC's cfgmgr/buffer_pool_mellanox.lua: the pools share what profiles do not
        // reserve. SAI's inc/saibuffer.h includes reservations in the pool's size.
        view.adds_up = asic->model.known() && asic->model.value == catalog::HeadroomModel::spectrum;
        // On Broadcom, a pool's size limits shared memory, and xoff is a separate region; guarantees are in
        // neither (sonic-buildimage issue 28657). Egress queues would count the same packets a second time.
        view.by_cells = asic->cells.known() && direction == PoolDirection::ingress;
        view.adds_up = view.adds_up || view.by_cells;
        return view;
    }

    static void miss(MemoryView& view, std::string_view reason, bool outside_pools = true)
    {
        if (view.missing.empty() || (outside_pools && !view.missing_outside_pools))
            view.missing = reason;
        view.missing_outside_pools = view.missing_outside_pools || outside_pools;
    }

    [[nodiscard]] Bytes ingress_pools() const
    {
        Bytes sum;
        for (const BufferPool& pool : device_.pools) {
            if (pool.direction.known() && pool.direction.value != PoolDirection::egress)
                sum.count += pool.size.value_or({}).count;
        }
        return sum;
    }

    // An egress pool as large as the memory, or the largest of several if it is as large as all ingress
    // pools, overlaps the other pools by design, however much of it its queues may take.
    [[nodiscard]] bool overlaps(const BufferPool& pool, const catalog::Asic* asic) const
    {
        if (!pool.direction.is(PoolDirection::egress) || !pool.size.known())
            return false;
        const auto smaller_egress = [&](const BufferPool& other) {
            return other.direction.is(PoolDirection::egress) && other.size.known()
                && other.size.value < pool.size.value;
        };
        const Bytes ingress = ingress_pools();
        return (ingress.count > 0 && pool.size.value >= ingress
                   && std::ranges::any_of(device_.pools, smaller_egress))
            || (asic != nullptr && asic->packet_memory.known()
                && pool.size.value >= asic->packet_memory.value);
    }

    // A pool that each of its queues may fill is not a partition: its content is counted on the other side.
    [[nodiscard]] bool is_unlimited(const BufferPool& pool, const catalog::Asic* asic) const
    {
        if (overlaps(pool, asic))
            return true;
        bool used = false;
        for (const BufferProfile& profile : device_.buffer_profiles) {
            if (pool_of(device_, profile) != &pool)
                continue;
            const bool whole = profile.fixed_threshold.known() && pool.size.known()
                && profile.fixed_threshold.value >= pool.size.value;
            const auto alpha = asic != nullptr && profile.dynamic_threshold.known()
                ? asic->alpha_of(profile.dynamic_threshold.value)
                : std::nullopt;
            const bool nothing = alpha && !alpha->infinite && alpha->value == 0;
            if (nothing)
                continue;
            if (!whole && !(alpha && alpha->infinite))
                return false;
            used = true;
        }
        return used;
    }

    void add_pool(const BufferPool& pool)
    {
        if (!pool.direction.known()) {
            miss(ingress_, "the direction of a pool is not known", false);
            miss(egress_, "the direction of a pool is not known", false);
            return;
        }
        if (pool.direction.value != PoolDirection::egress)
            add_pool(ingress_, pool);
        if (pool.direction.value != PoolDirection::ingress
            && !(pool.direction.value == PoolDirection::egress && is_unlimited(pool, egress_.asic)))
            add_pool(egress_, pool);
    }

    void add_pool(MemoryView& view, const BufferPool& pool) const
    {
        if (!pool.size.known()) {
            miss(view,
                device_.headroom.dynamic.is(true)
                    ? "the device works the sizes of its pools out itself (dynamic buffer model)"
                    : "the size of a pool is not known",
                false);
            return;
        }
        view.sum.pools.count += pool.size.value.count;
        if (view.largest == nullptr || view.largest->size.value < pool.size.value)
            view.largest = &pool;
    }

    void add_port(const Port& port)
    {
        if (!port.groups_visible)
            miss(ingress_, "priority groups are not visible here");
        for (const PriorityGroup& group : device_.groups_of(port))
            add_group(port, group);
        if (!port.queues_visible)
            miss(egress_, "queues are not visible here");
        for (const Queue& queue : device_.queues_of(port))
            add_reserved(egress_, queue.buffer);
        // The buffers in a port's ingress list are counted with its groups (buffer_pool_mellanox.lua).
        add_list(egress_, port.egress_buffers);
    }

    void add_group(const Port& port, const PriorityGroup& group)
    {
        std::string_view reason;
        const std::optional<GroupMemory> memory = memory_of_group(device_, port, group, reason);
        if (!memory) {
            miss(ingress_, reason);
            return;
        }
        if (!memory->source.empty())
            ingress_.assumed = memory->source;
        const std::uint64_t own = std::min(memory->size.count, memory->xoff.count);
        const bool shared = ingress_.shared_headroom || shares_headroom(device_);
        ingress_.sum.headroom.count += shared ? 0 : own;
        ingress_.sum.reserved.count += shared ? memory->size.count : memory->size.count - own;
        if (memory->xoff.count == 0)
            return;
        ++ingress_.lossless_groups;
        ingress_.wanted_headroom.count += memory->xoff.count;
        ingress_.largest_xoff = std::max(ingress_.largest_xoff, memory->xoff);
    }

    void add_reserved(MemoryView& view, const Setting<Ref>& buffer) const
    {
        if (buffer.known() && buffer.value.none())
            return;
        const BufferProfile* profile = buffer_profile_of(device_, buffer);
        if (profile != nullptr && profile->reserved.known())
            view.sum.reserved.count += profile->reserved.value.count;
        else
            miss(view, "the reserved size of a buffer profile is not known");
    }

    void add_list(MemoryView& view, const Setting<Ref>& list) const
    {
        const auto* bound = target_of(device_.buffer_profile_lists, list);
        if (bound == nullptr)
            return;
        for (const Ref profile : bound->profiles)
            add_reserved(view, {profile, list.origin});
    }

    void finish_headroom()
    {
        ingress_.shared_headroom = shares_headroom(device_);
        // The reservations of groups are part of the pools.
        if (ingress_.by_cells)
            ingress_.sum.reserved = {};
        if (!ingress_.shared_headroom)
            return;
        bool known = false;
        for (const BufferPool& pool : device_.pools) {
            known = known || pool.shared_headroom.value_or({}).count != 0;
            ingress_.sum.headroom.count += pool.shared_headroom.value_or({}).count;
        }
        if (!known)
            miss(ingress_, "the device works the size of its shared headroom pool out itself");
        else if (ingress_.largest_xoff.count != 0)
            ingress_.ports_until_loss
                = physics::ports_until_loss(ingress_.sum.headroom, ingress_.largest_xoff);
    }

    const Device& device_;
    MemoryView ingress_;
    MemoryView egress_;
};

}

std::optional<double> MemoryView::oversubscription() const
{
    if (!shared_headroom || sum.headroom.count == 0)
        return std::nullopt;
    return static_cast<double>(wanted_headroom.count) / static_cast<double>(sum.headroom.count);
}

std::vector<MemoryView> memory_views(const Device& device)
{
    // Partitions of a memory of unknown size cannot be added up (BUF003).
    const auto is_share = [](const BufferPool& pool) { return pool.partition.known() && !pool.size.known(); };
    if (device.kind != DeviceKind::network_switch || std::ranges::all_of(device.pools, is_share))
        return {};
    return Summing(device, catalog::asic_of(device)).add_up();
}

const char* name_of(PoolDirection direction)
{
    switch (direction) {
    case PoolDirection::ingress:
        return "ingress";
    case PoolDirection::egress:
        return "egress";
    case PoolDirection::both:
        break;
    }
    return "both";
}

}
