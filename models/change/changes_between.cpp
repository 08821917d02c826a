// SPDX-License-Identifier: Apache-2.0
#include "models/change/changes_between.h"

#include "models/change/port_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace rocelint {
namespace {

class DeviceChanges {
public:
    DeviceChanges(const Device& live, const Device& wanted, std::uint32_t index, ChangesBetween& out)
        : live_(live), wanted_(wanted), index_(index), out_(out)
    {
    }

    void make(Property property)
    {
        if (property == Property::rdma_marking)
            make_jobs();
        else if (property == Property::hashing)
            make_hashing();
        else if (property == Property::lossless_packet && wanted_.headroom.lossless_mtu.known())
            add(property, wanted_.headroom.lossless_mtu.value);
        else
            leave(property,
                property == Property::syntax
                    ? "the name or the role of the device differs"
                    : "the device has a size of lossless packets, and should have none");
    }

private:
    void make_jobs()
    {
        const bool alike = live_.jobs.size() == wanted_.jobs.size() && !wanted_.jobs.empty()
            && std::ranges::all_of(wanted_.jobs, [this](const Job& job) {
                   return job.traffic_class.known()
                       && job.traffic_class.value == wanted_.jobs.front().traffic_class.value;
               });
        if (alike)
            add(Property::rdma_marking, wanted_.jobs.front().traffic_class.value);
        for (std::size_t job = 0; job < std::min(live_.jobs.size(), wanted_.jobs.size()); ++job) {
            const Job& a = live_.jobs[job];
            const Job& b = wanted_.jobs[job];
            if (differ(a.service_level, b.service_level) || differ(a.gid_index, b.gid_index)
                || differ(a.queue_pairs, b.queue_pairs))
                leave(Property::rdma_marking,
                    fmt::format("service level, GID index or queue pairs of the job {} differ", a.name));
        }
        if (!alike)
            leave(Property::rdma_marking, "the jobs differ, and no change makes them alike");
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
                "flows are spread by more fields than they should be, and no change removes one");
        if (differ(live_.load_balancing.lag, wanted_.load_balancing.lag))
            leave(Property::hashing, "the fields that spread flows over a LAG differ");
    }

    template <class T>
    static bool differ(const Setting<T>& a, const Setting<T>& b)
    {
        return a.known() != b.known() || (a.known() && !(a.value == b.value));
    }

    void add(Property property, ChangeValue value)
    {
        out_.changes.push_back({.port = {index_, Port::no_index}, .property = property, .value = value});
    }

    void leave(Property property, std::string_view why)
    {
        out_.left.push_back({{Port::no_index, property}, fmt::format("{}: {}", live_.name, why)});
    }

    const Device& live_;
    const Device& wanted_;
    std::uint32_t index_;
    ChangesBetween& out_;
};

// Which queues and groups there are follows from what leads to them.
bool explains_lists(Property property)
{
    return property == Property::queue_map || property == Property::priority_group_map
        || property == Property::pfc || property == Property::headroom;
}

// A port that is on one side only, or whose queues or groups are others.
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

}

Device with_ports_like(const Device& device, const Device& like)
{
    std::unordered_map<std::string_view, std::uint32_t> by_name;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port)
        by_name.emplace(device.ports[port].name, port);
    Device out = device;
    out.ports.clear();
    std::vector<bool> taken(device.ports.size(), false);
    for (const Port& port : like.ports) {
        const auto found = by_name.find(port.name);
        if (found == by_name.end() || taken[found->second]) {
            out.ports.emplace_back();
            continue;
        }
        taken[found->second] = true;
        out.ports.push_back(device.ports[found->second]);
    }
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (!taken[port])
            out.ports.push_back(device.ports[port]);
    }
    return out;
}

ChangesBetween changes_between(const Device& live, const Device& wanted, std::uint32_t index)
{
    ChangesBetween out;
    const Device aligned = with_ports_like(wanted, live);
    for (const Difference& difference : differences(live, aligned)) {
        if (difference.port == Port::no_index)
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
