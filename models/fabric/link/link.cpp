// SPDX-License-Identifier: Apache-2.0
// Joins devices into a fabric. The topology has precedence, then LLDP, then neighbor tables, then
// descriptions; conflicting statements are both kept for TOP004 to report.
#include "models/fabric/fabric.h"
#include "models/fabric/link/described_end.h"
#include "models/fabric/link/infiniband.h"
#include "models/fabric/link/job_host.h"
#include "models/fabric/link/plan_conflicts.h"
#include "models/fabric/link/settle_counters.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

class Linker {
public:
    explicit Linker(Fabric& fabric) : fabric_(fabric), ends_(fabric) { }

    void run()
    {
        fabric_.link_of_port.resize(fabric_.devices.size());
        for (std::size_t device = 0; device < fabric_.devices.size(); ++device)
            fabric_.link_of_port[device].assign(fabric_.devices[device].ports.size(), Port::no_index);
        apply_topology_devices();
        link_topology();
        link_neighbours(Neighbour::Source::lldp, LinkSource::lldp);
        link_neighbours(Neighbour::Source::neighbour_table, LinkSource::neighbour_table);
        link_descriptions();
        add_plan_conflicts(fabric_);
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            if (fabric_.devices[device].kind == DeviceKind::job)
                fabric_.jobs.push_back(device);
        }
        join_infiniband(fabric_);
        std::ranges::for_each(fabric_.devices, settle_counters);
        fabric_.host_of_job = hosts_of_jobs(fabric_.devices, fabric_.sources);
    }

private:
    void apply_topology_devices()
    {
        for (const TopologyDevice& planned : fabric_.topology.devices) {
            const auto index = ends_.find_device(planned.name);
            if (!index)
                continue;
            Device& device = fabric_.devices[*index];
            if (planned.role != Role::unknown)
                device.role = Setting<Role>(planned.role, device.origins.explicit_at(planned.at));
            if (!planned.asic.empty())
                device.asic = planned.asic; // a view into the fabric's topology
        }
    }

    void link_topology()
    {
        for (const TopologyLink& planned : fabric_.topology.links) {
            const auto a_device = ends_.find_device(planned.a_device);
            const auto b_device = ends_.find_device(planned.b_device);
            const PortId a
                = a_device ? PortId{*a_device, ends_.find_port(*a_device, planned.a_port)} : PortId{};
            const PortId b
                = b_device ? PortId{*b_device, ends_.find_port(*b_device, planned.b_port)} : PortId{};
            check_port_exists(a, planned.a_device, planned.a_port, planned.at);
            check_port_exists(b, planned.b_device, planned.b_port, planned.at);
            const bool a_known = a.valid() && a.port != Port::no_index;
            const bool b_known = b.valid() && b.port != Port::no_index;
            if (planned.speed) {
                for (const PortId end : {a_known ? a : PortId{}, b_known ? b : PortId{}})
                    take_planned_speed(end, *planned.speed, planned.at);
            }
            if (a_known && b_known)
                add_link({a, b, LinkSource::topology, planned.at, planned.cable, planned.speed});
            else if (a_known)
                fabric_.open_ends.push_back({a, planned.b_device, planned.at});
            else if (b_known)
                fabric_.open_ends.push_back({b, planned.a_device, planned.at});
        }
    }

    // A port that states no speed gets the speed of its link.
    void take_planned_speed(PortId end, BitsPerSecond speed, Span at)
    {
        if (!end.valid())
            return;
        Device& device = fabric_.devices[end.device];
        Setting<BitsPerSecond>& own = device.ports[end.port].speed;
        if (!own.peek_known())
            own = {speed, device.origins.derived(at, {}, "the topology states the speed of the link")};
    }

    void check_port_exists(PortId end, std::string_view device, std::string_view port, Span at)
    {
        if (end.valid() && end.port == Port::no_index && !fabric_.devices[end.device].fragment)
            fabric_.cabling_conflicts.push_back({end,
                at,
                fabric_.devices[end.device].identity,
                fmt::format("the topology links port {} of {}, which has no such port", port, device),
                {},
                {}});
    }

    void add_link(Link added)
    {
        std::uint32_t& a = fabric_.link_of_port[added.a.device][added.a.port];
        std::uint32_t& b = fabric_.link_of_port[added.b.device][added.b.port];
        if (a == Port::no_index && b == Port::no_index) {
            a = b = static_cast<std::uint32_t>(fabric_.links.size());
            fabric_.links.push_back(added);
            return;
        }
        // The host's port of a Y-cable leads to the first link, the second switch's port to the second.
        if (a == b || joins(a, added) || joins(b, added))
            return;
        const bool on_a = a != Port::no_index;
        const Link& believed = fabric_.links[on_a ? a : b];
        const PortId disputed = on_a ? added.a : added.b;
        const PortId other = believed.a == disputed ? believed.b : believed.a;
        const PortId claimed = on_a ? added.b : added.a;
        if ((on_a ? b : a) == Port::no_index && is_y_cable(disputed, other, claimed)) {
            (on_a ? b : a) = static_cast<std::uint32_t>(fabric_.links.size());
            fabric_.y_cables.emplace_back(disputed, (on_a ? b : a));
            fabric_.links.push_back(added);
            return;
        }
        dispute(disputed, believed, claimed, added.source, added.at);
    }

    // Records that a source names another far end for a port than a more trusted source.
    void dispute(PortId disputed, const Link& believed, PortId claimed, LinkSource source, Span at)
    {
        const PortId other = believed.a == disputed ? believed.b : believed.a;
        const bool port_is_known = claimed.port != Port::no_index;
        fabric_.cabling_conflicts.push_back({disputed,
            believed.at,
            at,
            fmt::format("{} is linked to {} by the {} but to {} by the {}",
                label(disputed),
                label(other),
                name_of(believed.source),
                port_is_known ? label(claimed) : fabric_.devices[claimed.device].name,
                name_of(source)),
            other,
            port_is_known ? claimed : PortId{}});
    }

    [[nodiscard]] bool joins(std::uint32_t link, const Link& added) const
    {
        if (link == Port::no_index)
            return false;
        const Link& known = fabric_.links[link];
        return (known.a == added.a && known.b == added.b) || (known.a == added.b && known.b == added.a);
    }

    // Whether a NIC's port is cabled to both switches of a dual-ToR pair (SONiC's MUX_CABLE), of which one is
    // active.
    [[nodiscard]] bool is_y_cable(PortId of_host, PortId first, PortId second)
    {
        const auto is_peer = [this](PortId one, PortId other) {
            const std::string_view peer = fabric_.device(one).forwarding.tunnel_peer.value_or({});
            return !peer.empty() && ends_.find_device(peer) == std::optional(other.device);
        };
        return fabric_.device(of_host).kind == DeviceKind::host
            && (is_peer(first, second) || is_peer(second, first))
            && std::ranges::find(fabric_.y_cables, of_host, &std::pair<PortId, std::uint32_t>::first)
            == fabric_.y_cables.end();
    }

    [[nodiscard]] std::string label(PortId id) const
    {
        return fmt::format("{} {}", fabric_.device(id).name, fabric_.port(id).name);
    }

    void link_neighbours(Neighbour::Source wanted, LinkSource source)
    {
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            for (const Neighbour& neighbour : fabric_.devices[index].neighbours) {
                if (neighbour.source == wanted && neighbour.port < fabric_.devices[index].ports.size())
                    link_neighbour({index, neighbour.port}, neighbour, source);
            }
        }
    }

    void link_neighbour(PortId here, const Neighbour& neighbour, LinkSource source)
    {
        const auto there = ends_.find_device(neighbour.device);
        if (!there || *there == here.device) {
            if (!there && fabric_.link_of_port[here.device][here.port] == Port::no_index)
                fabric_.open_ends.push_back({here, neighbour.device, neighbour.at});
            return;
        }
        std::uint32_t port = ends_.find_port(*there, neighbour.device, neighbour.port_id);
        if (port == Port::no_index && !neighbour.port_description.empty())
            port = ends_.find_port(*there, neighbour.device, neighbour.port_description);
        if (port == Port::no_index) {
            const std::uint32_t link = fabric_.link_of_port[here.device][here.port];
            if (link == Port::no_index)
                fabric_.open_ends.push_back({here, neighbour.device, neighbour.at});
            else if (const Link& known = fabric_.links[link];
                     known.a.device != *there && known.b.device != *there)
                dispute(here, known, {*there, Port::no_index}, source, neighbour.at);
            return;
        }
        add_link({here, {*there, port}, source, neighbour.at, std::nullopt, std::nullopt});
    }

    // A description creates a link only if no better source describes the port.
    void link_descriptions()
    {
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index) {
            for (std::uint32_t port = 0; port < fabric_.devices[index].ports.size(); ++port) {
                if (fabric_.link_of_port[index][port] != Port::no_index)
                    continue;
                if (const auto there = ends_.described_by({index, port}))
                    add_description_link({index, port}, *there);
            }
        }
        dispute_by_descriptions();
    }

    // A single description may be outdated. Two descriptions that name each other contradict a plan with
    // another far end for one of them.
    void dispute_by_descriptions()
    {
        const std::size_t count = fabric_.links.size();
        for (std::size_t index = 0; index < count; ++index) {
            const Link& planned = fabric_.links[index];
            if (planned.source != LinkSource::topology)
                continue;
            for (const PortId here : {planned.a, planned.b}) {
                const auto there = ends_.described_by(here);
                if (!there || *there == planned.a || *there == planned.b
                    || ends_.described_by(*there) != here)
                    continue;
                // If the plan has links for both ends, only the first end reports it.
                const std::uint32_t other = fabric_.link_of_port[there->device][there->port];
                const bool is_planned
                    = other != Port::no_index && fabric_.links[other].source == LinkSource::topology;
                if (!is_planned || here < *there)
                    dispute(here, planned, *there, LinkSource::description, fabric_.port(here).at);
            }
        }
    }

    void add_description_link(PortId here, PortId there)
    {
        // Descriptions are the weakest source, so they never dispute what another source says about the far
        // port.
        if (fabric_.link_of_port[there.device][there.port] == Port::no_index
            && fabric_.link_of_port[here.device][here.port] == Port::no_index)
            add_link(
                {here, there, LinkSource::description, fabric_.port(here).at, std::nullopt, std::nullopt});
    }

    Fabric& fabric_;
    EndFinder ends_;
};

}

std::optional<PortId> Fabric::peer(PortId id) const
{
    const Link* found = link(id);
    if (found == nullptr)
        return std::nullopt;
    return found->a == id ? found->b : found->a;
}

const Link* Fabric::link(PortId id) const
{
    if (id.device >= link_of_port.size())
        return nullptr;
    if (id.port >= link_of_port[id.device].size())
        return nullptr;
    const std::uint32_t index = link_of_port[id.device][id.port];
    return index == Port::no_index ? nullptr : &links[index];
}

std::optional<std::uint32_t> Fabric::find_device(std::string_view name) const
{
    return DeviceIndex(devices).find(name);
}

Fabric link(std::vector<Device> devices, SourceSet sources, Topology topology)
{
    Fabric fabric;
    fabric.devices = std::move(devices);
    fabric.sources = std::move(sources);
    fabric.topology = std::move(topology);
    Linker(fabric).run();
    return fabric;
}

const char* name_of(LinkSource source)
{
    constexpr std::array names{"topology", "LLDP capture", "neighbour table", "interface description"};
    return names[static_cast<std::size_t>(source)];
}

}
