// SPDX-License-Identifier: Apache-2.0
// The changes that turn one reading of a device into another. Every difference either becomes a change or is
// reported in a sentence: silence would mean that the two are equal.
#include "models/change/changes_between.h"

#include "models/change/port_changes.h"
#include "models/change/same_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <unordered_map>

namespace rocelint {
namespace {

class DeviceChanges {
public:
    DeviceChanges(const Device& live, const Device& wanted, std::uint32_t index, ChangesBetween& out)
        : both_{live, wanted}, live_(live), wanted_(wanted), index_(index), out_(out)
    {
    }

    void make(Property property)
    {
        if (property == Property::rdma_marking)
            make_jobs();
        else if (property == Property::hashing)
            make_hashing();
        else if (property == Property::lossless_packet)
            make_lossless_packet();
        else if (property == Property::buffer_pool)
            leave_pools();
        else if (property == Property::forwarding)
            leave_lists();
        else if (property == Property::syntax && live_.name != wanted_.name)
            leave(property, "the name of the device differs");
        else if (property == Property::pfc && live_.tunnel_remap != wanted_.tunnel_remap)
            leave(property, "whether tunnelled packets are put into other classes differs");
        else if (property == Property::partitions && live_.manager)
            leave(property, "its partitions differ, and no change adds or removes one");
        else if (property == Property::virtual_lanes && live_.manager)
            leave(property, "its qos-policy differs, and no change adds or removes a part of it");
        leave_rows(property, live_, wanted_);
        leave_rows(property, live_.load_balancing, wanted_.load_balancing);
        leave_rows(property, live_.headroom, wanted_.headroom);
        leave_rows(property, live_.trimming, wanted_.trimming);
        leave_rows(property, live_.forwarding, wanted_.forwarding);
    }

private:
    void make_jobs()
    {
        const bool alike = live_.jobs.size() == wanted_.jobs.size() && !wanted_.jobs.empty()
            && std::ranges::all_of(wanted_.jobs, [this](const Job& job) {
                   return job.traffic_class.known()
                       && job.traffic_class.value == wanted_.jobs.front().traffic_class.value;
               });
        const bool made = alike && std::ranges::all_of(live_.jobs, [this](const Job& job) {
            return job.traffic_class.is(wanted_.jobs.front().traffic_class.value);
        });
        if (alike && !made)
            add(Property::rdma_marking, wanted_.jobs.front().traffic_class.value);
        else if (!alike)
            leave(Property::rdma_marking, "the jobs differ, and no change makes them alike");
        for (std::size_t job = 0; job < std::min(live_.jobs.size(), wanted_.jobs.size()); ++job)
            leave_rows(Property::rdma_marking,
                live_.jobs[job],
                wanted_.jobs[job],
                fmt::format(" of the job {}", live_.jobs[job].name));
    }

    void make_hashing()
    {
        const Setting<HashFields>& a = live_.load_balancing.ecmp;
        const Setting<HashFields>& b = wanted_.load_balancing.ecmp;
        const unsigned more = b.known() ? b.value.bits & ~a.value_or({}).bits : 0U;
        if (more != 0)
            add(Property::hashing, b.value);
        if (a.known() && (!b.known() || (a.value.bits & ~b.value.bits) != 0))
            leave(Property::hashing,
                "flows are spread by more fields than they should be, and no change removes one",
                !b.known());
    }

    void make_lossless_packet()
    {
        const Setting<Bytes>& wanted = wanted_.headroom.lossless_mtu;
        if (same(live_.headroom.lossless_mtu, wanted))
            return;
        if (wanted.known())
            add(Property::lossless_packet, wanted.value);
        else
            leave(
                Property::lossless_packet, "the device has a size of lossless packets, and should have none");
    }

    void leave_pools()
    {
        for (const BufferPool& pool : live_.pools) {
            const auto wanted = std::ranges::find(wanted_.pools, pool.name, &BufferPool::name);
            if (wanted != wanted_.pools.end())
                leave_rows(
                    Property::buffer_pool, pool, *wanted, fmt::format(" of the buffer pool {}", pool.name));
            else
                leave(Property::buffer_pool,
                    fmt::format("the buffer pool {} should not be there", pool.name),
                    wanted_.pools.empty());
        }
        for (const BufferPool& pool : wanted_.pools) {
            if (std::ranges::find(live_.pools, pool.name, &BufferPool::name) == live_.pools.end())
                leave(Property::buffer_pool, fmt::format("the buffer pool {} is missing", pool.name));
        }
    }

    void leave_lists()
    {
        if (!same_addresses(live_, wanted_))
            leave(Property::forwarding,
                "the addresses of its interfaces differ",
                wanted_.forwarding.addresses.empty());
        if (!same_routes(live_, wanted_))
            leave(Property::forwarding, "its static routes differ", wanted_.forwarding.routes.empty());
        if (!same_meters(live_, wanted_))
            leave(Property::ingress_policy,
                "what colours or drops packets by their rate differs",
                wanted_.meters.empty());
    }

    /// Reports which settings of the record differ that no change sets.
    template <class T>
    void leave_rows(Property property, const T& live, const T& wanted, std::string_view whose = {})
    {
        for_each_field(fields_of<T>, [&](const auto& row) {
            if (row.property == property && row.compare != Compare::value
                && !same_field(both_, row, live, wanted))
                leave(property,
                    fmt::format("{}{} differs, and no change sets it", row.what, whose),
                    !(wanted.*row.member).known());
        });
    }

    void add(Property property, ChangeValue value)
    {
        out_.changes.push_back({.port = {index_, Port::no_index}, .property = property, .value = value});
    }

    void leave(Property property, std::string_view why, bool unasked = false)
    {
        out_.left.push_back({{Port::no_index, property}, fmt::format("{}: {}", live_.name, why), unasked});
    }

    TwoReadings both_;
    const Device& live_;
    const Device& wanted_;
    std::uint32_t index_;
    ChangesBetween& out_;
};

// Which queues and groups exist follows from the maps that lead to them.
bool explains_lists(Property property)
{
    return property == Property::queue_map || property == Property::priority_group_map
        || property == Property::pfc || property == Property::headroom;
}

// A port that only one side has, or whose queues or groups differ.
void leave_port(const Device& live, const Device& wanted, const Difference& difference, ChangesBetween& out)
{
    const bool here = difference.port < live.ports.size() && !live.ports[difference.port].name.empty();
    const bool there = difference.port < wanted.ports.size() && !wanted.ports[difference.port].name.empty();
    const bool follows = here && there && std::ranges::any_of(out.changes, [&](const Change& change) {
        return change.port.port == difference.port && explains_lists(change.property);
    });
    if (follows)
        return;
    const std::string_view name
        = here ? live.ports[difference.port].name : wanted.ports[difference.port].name;
    const char* why = here && there ? "it has different queues or priority groups than it should"
        : here                      ? "the device has this port, and nothing says what it should be"
                                    : "the device has no such port";
    out.left.push_back({difference, fmt::format("{}: {}", name, why), here});
}

// Everything in a device that refers to a port by its index.
template <class Visit>
void for_each_port_index(Device& device, Visit&& visit)
{
    for (Port& port : device.ports) {
        visit(port.lag);
        visit(port.parent);
    }
    for (Nic& nic : device.nics)
        visit(nic.port);
    for (InterfaceAddress& address : device.forwarding.addresses)
        visit(address.port);
    for (StaticRoute& route : device.forwarding.routes)
        visit(route.port);
    for (Neighbour& neighbour : device.neighbours)
        visit(neighbour.port);
    for (Meter& meter : device.meters)
        visit(meter.port);
    for (OutsideVlan& outside : device.outside_vlans) {
        visit(outside.vlan);
        visit(outside.port);
    }
    std::ranges::sort(device.outside_vlans);
    visit(device.forwarding.mlag_peer_link.value);
}

}

std::vector<Change> changes_to_be_like(
    const Device& device, PortId port, std::uint32_t other, std::span<const Property> properties)
{
    ChangesBetween between;
    for (const Property property : properties)
        PortChanges(device, device, port, other, between).make(property);
    return std::move(between.changes);
}

Device with_ports_like(const Device& device, const Device& like)
{
    std::unordered_map<std::string_view, std::uint32_t> by_name;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port)
        by_name.emplace(device.ports[port].name, port);
    Device out = device;
    out.ports.clear();
    std::vector<std::uint32_t> moved(device.ports.size(), Port::no_index);
    for (const Port& port : like.ports) {
        const auto found = by_name.find(port.name);
        if (found == by_name.end() || moved[found->second] != Port::no_index) {
            out.ports.emplace_back();
            continue;
        }
        moved[found->second] = static_cast<std::uint32_t>(out.ports.size());
        out.ports.push_back(device.ports[found->second]);
    }
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (moved[port] != Port::no_index)
            continue;
        moved[port] = static_cast<std::uint32_t>(out.ports.size());
        out.ports.push_back(device.ports[port]);
    }
    for_each_port_index(out, [&moved](std::uint32_t& port) {
        if (port < moved.size())
            port = moved[port];
    });
    return out;
}

// An option of a subnet manager.
void make_option(
    const SubnetManager& wanted, std::uint32_t index, const Difference& difference, ChangesBetween& out)
{
    const SmOption* option = wanted.option(difference.part);
    if (option == nullptr)
        out.left.push_back(
            {difference, fmt::format("{}: lines of its file are not removed", difference.part), false});
    else if (option->secret)
        out.left.push_back({difference, fmt::format("{}: keys are not copied", difference.part), false});
    else
        out.changes.push_back({.port = {index, Port::no_index},
            .property = Property::manager,
            .value = ManagerText{difference.part, std::string(option->given)}});
}

ChangesBetween changes_between(const Device& live, const Device& wanted, std::uint32_t index)
{
    ChangesBetween out;
    const Device aligned = with_ports_like(wanted, live);
    for (const Difference& difference : differences(live, aligned)) {
        if (!difference.part.empty() && aligned.manager)
            make_option(*aligned.manager, index, difference, out);
        else if (difference.port == Port::no_index)
            DeviceChanges(live, aligned, index, out).make(difference.property);
        else if (difference.property == Property::syntax)
            leave_port(live, aligned, difference, out);
        else
            PortChanges(live, aligned, {index, difference.port}, out).make(difference.property);
    }
    const auto key
        = [](const Change& change) { return std::tuple(change.port, change.property, change.number); };
    std::ranges::stable_sort(out.changes, {}, key);
    out.changes.erase(std::ranges::unique(out.changes).begin(), out.changes.end());
    return out;
}

}
