// SPDX-License-Identifier: Apache-2.0
// Oversubscription and uplinks depend on which way is up. A tier counted from missing hosts would turn a
// fabric upside down, so a tier is only trusted if a role, hosts or two leaves confirm it.
#include "analysis/facts/tiers.h"

#include "analysis/facts/planes.h"
#include "models/routing/tier.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace rocelint {
namespace {

bool leaves_fabric(Role role) { return role == Role::border || role == Role::management; }

class Sorter {
public:
    Sorter(const Analysis& analysis, const std::vector<std::string_view>& planes)
        : analysis_(analysis), fabric_(*analysis.fabric), planes_(planes), graph_(fabric_)
    {
        for (const TopologyDevice& device : fabric_.topology.devices)
            planned_.try_emplace(device.name, &device);
        for (const OpenEnd& end : fabric_.open_ends)
            open_ends_.try_emplace(key(end.port), &end);
        settle();
    }

    SwitchCables sort(std::uint32_t index) const
    {
        SwitchCables made;
        made.device = index;
        made.tier = graph_.tier(index);
        made.tier_confirmed = settled_[index];
        made.plane = planes_[index];
        const Device& device = fabric_.devices[index];
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind == PortKind::physical)
                add(made, {index, port});
        }
        // A plan that lists cables to both sides of a switch is assumed to be complete: further ports are
        // spare.
        const Planned planned = planned_cables(made);
        if (planned.up && planned.down)
            std::erase_if(made.cables, is_spare);
        else if (planned.up && made.count(Side::down) == 0 && is_leaf(device))
            assume_hosts(made);
        return made;
    }

private:
    static std::uint64_t key(PortId id) { return std::uint64_t{id.device} << 32U | id.port; }

    // Tiers based on the distance to a host are wrong if hosts were not collected: a leaf without its hosts
    // looks like a switch above its spine. A device's tier is trusted if its role is known, if hosts are
    // connected to it, or if it connects two such leaves (a single one may be its MLAG peer).
    void settle()
    {
        std::vector<bool> anchored(fabric_.devices.size(), false);
        for (std::uint32_t device = 0; device < anchored.size(); ++device) {
            anchored[device] = fabric_.devices[device].role.value_or(Role::unknown) != Role::unknown
                || std::ranges::any_of(graph_.out_of(device),
                    [&](std::uint32_t channel) { return !graph_.is_switch(graph_.to_device(channel)); });
        }
        settled_ = anchored;
        for (std::uint32_t device = 0; device < anchored.size(); ++device) {
            std::uint32_t first = routing::none;
            for (const std::uint32_t channel : graph_.out_of(device)) {
                const std::uint32_t other = graph_.to_device(channel);
                if (!anchored[other] || graph_.direction(channel) != routing::Direction::down)
                    continue;
                settled_[device] = settled_[device] || (first != routing::none && first != other);
                first = other;
            }
        }
    }

    void add(SwitchCables& made, PortId id) const
    {
        const Judgement& judgement = analysis_.judgement(id);
        const Link* link = fabric_.link(id);
        const auto open = open_ends_.find(key(id));
        const bool rdma = judgement.verdict == Verdict::roce;
        if (judgement.verdict == Verdict::not_roce)
            return;
        Cable cable{.port = id, .rdma = rdma};
        if (link != nullptr) {
            if (graph_.out_of(id) == routing::none)
                return;
            describe_link(cable, graph_.out_of(id));
        } else if (open != open_ends_.end()) {
            describe_open_end(cable, made.tier, open->second->neighbour);
        } else if (!rdma) {
            return;
        }
        find_speed(cable, link);
        made.cables.push_back(cable);
    }

    void describe_link(Cable& cable, std::uint32_t channel) const
    {
        const std::uint32_t there = graph_.to_device(channel);
        const Device& neighbour = fabric_.devices[there];
        const Role role = neighbour.role.value_or(Role::unknown);
        cable.neighbour = neighbour.name;
        cable.plane = planes_[there];
        cable.storage = neighbour.kind == DeviceKind::host && role == Role::storage;
        if (leaves_fabric(role)) {
            cable.side = Side::aside;
            return;
        }
        if (!settled_[there] || !settled_[cable.port.device])
            return;
        switch (graph_.direction(channel)) {
        case routing::Direction::up:
            cable.side = Side::up;
            break;
        case routing::Direction::down:
            cable.side = Side::down;
            break;
        case routing::Direction::lateral:
            cable.side = Side::lateral;
            break;
        }
    }

    // For a device that was not collected, only the plan gives its role.
    void describe_open_end(Cable& cable, std::uint32_t tier, std::string_view neighbour) const
    {
        cable.neighbour = neighbour;
        const auto planned = planned_.find(neighbour);
        if (planned == planned_.end())
            return;
        const Role role = planned->second->role;
        cable.plane = planned->second->plane;
        const auto theirs = routing::tier_of(role);
        if (leaves_fabric(role))
            cable.side = Side::aside;
        else if (theirs)
            cable.side = *theirs > tier ? Side::up : *theirs < tier ? Side::down : Side::lateral;
        cable.storage = role == Role::storage;
    }

    void find_speed(Cable& cable, const Link* link) const
    {
        const Device& device = fabric_.device(cable.port);
        const Port& port = fabric_.port(cable.port);
        cable.speed_at = device.place(port.speed.origin, &port);
        if (port.speed.known())
            cable.speed = port.speed.value;
        else if (link != nullptr && link->speed)
            cable.speed = link->speed;
        else if (const auto peer = fabric_.peer(cable.port); peer && fabric_.port(*peer).speed.known())
            cable.speed = fabric_.port(*peer).speed.value;
    }

    static bool is_spare(const Cable& cable)
    {
        return cable.side == Side::unknown && cable.neighbour.empty();
    }

    static bool is_leaf(const Device& device) { return device.role.value_or(Role::unknown) == Role::leaf; }

    // The repository of a network holds no hosts. A plan that lists the uplinks of a leaf is assumed to list
    // all cables between switches: whatever else is connected to the leaf and carries RDMA is a host.
    static void assume_hosts(SwitchCables& made)
    {
        made.assumes_hosts = true;
        made.unseen = static_cast<std::uint32_t>(std::ranges::count_if(
            made.cables, [](const Cable& cable) { return is_spare(cable) && cable.rdma; }));
        std::erase_if(made.cables, is_spare);
        for (Cable& cable : made.cables) {
            if (cable.side == Side::unknown && cable.rdma)
                cable.side = Side::down;
        }
    }

    struct Planned {
        bool up = false;
        bool down = false;
    };

    [[nodiscard]] Planned planned_cables(const SwitchCables& made) const
    {
        Planned found;
        for (const Cable& cable : made.cables) {
            const Link* link = fabric_.link(cable.port);
            const bool planned
                = link != nullptr ? link->source == LinkSource::topology : planned_.contains(cable.neighbour);
            found.up = found.up || (planned && cable.side == Side::up);
            found.down = found.down || (planned && cable.side == Side::down);
        }
        return found;
    }

    const Analysis& analysis_;
    const Fabric& fabric_;
    const std::vector<std::string_view>& planes_;
    routing::Graph graph_;
    std::vector<bool> settled_; ///< by device: its tier can be trusted
    std::unordered_map<std::string_view, const TopologyDevice*> planned_;
    std::unordered_map<std::uint64_t, const OpenEnd*> open_ends_;
};

std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t device)
{
    while (parents[device] != device) {
        parents[device] = parents[parents[device]];
        device = parents[device];
    }
    return device;
}

std::vector<std::uint32_t> find_components(const Fabric& fabric)
{
    std::vector<std::uint32_t> parents(fabric.devices.size());
    std::iota(parents.begin(), parents.end(), 0U);
    for (const Link& link : fabric.links) {
        if (fabric.device(link.a).kind == DeviceKind::network_switch
            && fabric.device(link.b).kind == DeviceKind::network_switch)
            parents[root_of(parents, link.a.device)] = root_of(parents, link.b.device);
    }
    for (std::uint32_t device = 0; device < parents.size(); ++device)
        parents[device] = root_of(parents, device);
    return parents;
}

}

std::optional<PortId> SwitchCables::open_port() const
{
    const auto open = std::ranges::find(cables, Side::unknown, &Cable::side);
    return open == cables.end() ? std::nullopt : std::optional(open->port);
}

std::optional<std::uint64_t> SwitchCables::capacity(Side side, PortId* unknown) const
{
    std::uint64_t sum = 0;
    for (const Cable& cable : cables) {
        if (cable.side != side || (side == Side::down && !cable.rdma))
            continue;
        if (!cable.speed) {
            if (unknown != nullptr)
                *unknown = cable.port;
            return std::nullopt;
        }
        sum += cable.speed->count;
    }
    return sum;
}

std::uint32_t SwitchCables::count(Side side) const
{
    return static_cast<std::uint32_t>(std::ranges::count_if(cables,
        [side](const Cable& cable) { return cable.side == side && (side != Side::down || cable.rdma); }));
}

bool SwitchCables::has_rdma_uplinks() const
{
    return std::ranges::any_of(cables, [](const Cable& cable) {
        return cable.side == Side::up && cable.rdma;
    }) || (count(Side::up) != 0 && count(Side::down) != 0);
}

bool SwitchCables::only_storage(const Fabric& fabric) const
{
    if (fabric.devices[device].role.is(Role::storage))
        return true;
    return count(Side::down) != 0 && std::ranges::all_of(cables, [](const Cable& cable) {
        return cable.side != Side::down || cable.storage;
    });
}

Tiers::Tiers(const Analysis& analysis) : components_(find_components(*analysis.fabric))
{
    const Fabric& fabric = *analysis.fabric;
    const Planes planes(analysis);
    planes_.reserve(fabric.devices.size());
    for (const Device& device : fabric.devices)
        planes_.push_back(planes.of(device));
    const Sorter sorter(analysis, planes_);
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        if (fabric.devices[device].kind == DeviceKind::network_switch
            && !leaves_fabric(fabric.devices[device].role.value_or(Role::unknown)))
            switches_.push_back(sorter.sort(device));
    }
}

std::string speed_in_words(std::uint64_t bits_per_second)
{
    constexpr std::uint64_t giga = 1'000'000'000;
    constexpr std::uint64_t mega = 1'000'000;
    return bits_per_second % giga == 0 ? fmt::format("{}G", bits_per_second / giga)
                                       : fmt::format("{}M", bits_per_second / mega);
}

std::string tier_in_words(std::uint32_t tier)
{
    switch (tier) {
    case 0:
        return "hosts";
    case 1:
        return "leaves";
    case 2:
        return "spines";
    default:
        return fmt::format("switches of tier {}", tier);
    }
}

}
