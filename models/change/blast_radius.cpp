// SPDX-License-Identifier: Apache-2.0
// Finds what is affected while ports are down: hosts, switches and rails connected to them. Planned neighbors
// that were not collected count too, because they lose their links all the same.
#include "models/change/blast_radius.h"

#include "models/fabric/link/name_index.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace rocelint {
namespace {

constexpr std::size_t most_names = 8;

bool is_host(const Device& device)
{
    return device.kind == DeviceKind::host || device.role.is(Role::host) || device.role.is(Role::storage);
}

// The topology's entries for a device and its neighbors, by the keys of their names. The topology may have
// thousands of other entries.
std::unordered_map<std::string, const TopologyDevice*> planned_around(
    const Fabric& fabric, std::uint32_t index)
{
    std::unordered_map<std::string, const TopologyDevice*> planned;
    const Device& device = fabric.devices[index];
    planned.emplace(device_key(device.name), nullptr);
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (const auto peer = fabric.peer({index, port}))
            planned.emplace(device_key(fabric.devices[peer->device].name), nullptr);
    }
    for (const OpenEnd& end : fabric.open_ends) {
        if (end.port.device == index)
            planned.emplace(device_key(end.neighbour), nullptr);
    }
    for (const TopologyDevice& one : fabric.topology.devices) {
        const auto found = planned.find(device_key(one.name));
        if (found != planned.end() && found->second == nullptr)
            found->second = &one;
    }
    return planned;
}

class Radius {
public:
    Radius(const Fabric& fabric, std::uint32_t device)
        : fabric_(fabric), device_(device), planned_(planned_around(fabric, device))
    {
    }

    BlastRadius of(std::span<const std::uint32_t> ports)
    {
        const Device& device = fabric_.devices[device_];
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind == PortKind::physical && is_meant(device, port, ports))
                ports_.insert(port);
        }
        if (is_host(device))
            hosts_.insert(device.name);
        else
            add_rails(device.name);
        for (const std::uint32_t port : ports_) {
            if (const auto peer = fabric_.peer({device_, port}))
                add_neighbour(peer->device);
        }
        for (const OpenEnd& end : fabric_.open_ends) {
            if (end.port.device == device_ && ports_.contains(end.port.port))
                add_unknown(end.neighbour);
        }
        BlastRadius out{device_, {ports_.begin(), ports_.end()}, {hosts_.begin(), hosts_.end()}, {}, 0, {}};
        out.switches.assign(switches_.begin(), switches_.end());
        out.hosts_behind = static_cast<std::uint32_t>(behind_.size());
        out.rails.assign(rails_.begin(), rails_.end());
        return out;
    }

private:
    static bool is_meant(const Device& device, std::uint32_t port, std::span<const std::uint32_t> ports)
    {
        const std::uint32_t lag = device.ports[port].lag;
        return ports.empty() || std::ranges::find(ports, port) != ports.end()
            || (lag != Port::no_index && std::ranges::find(ports, lag) != ports.end());
    }

    void add_neighbour(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        if (is_host(device)) {
            hosts_.insert(device.name);
            return;
        }
        if (!switches_.insert(device.name).second)
            return;
        add_rails(device.name);
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            const auto peer = fabric_.peer({index, port});
            if (peer && peer->device != device_ && is_host(fabric_.devices[peer->device]))
                behind_.insert(fabric_.devices[peer->device].name);
        }
    }

    // A neighbor that was not collected has its role from the topology; without one it counts as a switch.
    void add_unknown(std::string_view name)
    {
        const TopologyDevice* planned = planned_.at(device_key(name));
        const bool host
            = planned != nullptr && (planned->role == Role::host || planned->role == Role::storage);
        (host ? hosts_ : switches_).emplace(name);
        if (!host)
            add_rails(name);
    }

    void add_rails(std::string_view name)
    {
        const TopologyDevice* planned = planned_.at(device_key(name));
        if (planned == nullptr)
            return;
        if (planned->rail)
            rails_.insert(fmt::format("rail {}", *planned->rail));
        if (!planned->plane.empty())
            rails_.insert(fmt::format("plane {}", planned->plane));
    }

    const Fabric& fabric_;
    std::uint32_t device_;
    std::unordered_map<std::string, const TopologyDevice*> planned_;
    std::set<std::uint32_t> ports_;
    std::set<std::string> hosts_;
    std::set<std::string> switches_;
    std::set<std::string> behind_;
    std::set<std::string> rails_;
};

std::string with_names(std::string_view count, const std::vector<std::string>& names)
{
    return fmt::format("{} ({})", count, listed_at_most(names, most_names, ", and "));
}

// Collects pairs, and keeps the first reason for each in the order of Apart::Reason.
class Pairs {
public:
    void add(std::uint32_t a, std::uint32_t b, Apart::Reason reason)
    {
        if (a == b)
            return;
        const auto [entry, added] = pairs_.try_emplace(std::minmax(a, b), reason);
        if (!added)
            entry->second = std::min(entry->second, reason);
    }

    void add_all(const std::set<std::uint32_t>& devices, Apart::Reason reason)
    {
        for (auto a = devices.begin(); a != devices.end(); ++a) {
            for (auto b = std::next(a); b != devices.end(); ++b)
                add(*a, *b, reason);
        }
    }

    [[nodiscard]] std::vector<Apart> take() const
    {
        std::vector<Apart> out;
        for (const auto& [pair, reason] : pairs_)
            out.push_back({pair.first, pair.second, reason});
        return out;
    }

private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, Apart::Reason> pairs_;
};

void add_pair_of(const Fabric& fabric, const DeviceIndex& index, std::uint32_t owner, Pairs& pairs)
{
    const Device& device = fabric.devices[owner];
    const Setting<std::uint32_t>& peer_link = device.forwarding.mlag_peer_link;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (!peer_link.known() || peer_link.value == Port::no_index
            || (port != peer_link.value && device.ports[port].lag != peer_link.value))
            continue;
        if (const auto peer = fabric.peer({owner, port}))
            pairs.add(owner, peer->device, Apart::Reason::mlag);
    }
    const Setting<std::string_view>& tunnel = device.forwarding.tunnel_peer;
    if (const auto peer = tunnel.known() && !tunnel.value.empty() ? index.find(tunnel.value) : std::nullopt)
        pairs.add(owner, *peer, Apart::Reason::mlag);
}

void add_neighbours_of(const Fabric& fabric, std::uint32_t owner, Pairs& pairs)
{
    const Device& device = fabric.devices[owner];
    std::map<std::uint32_t, std::set<std::uint32_t>> by_lag;
    std::set<std::uint32_t> switches;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        const auto peer = fabric.peer({owner, port});
        if (!peer)
            continue;
        if (device.ports[port].lag != Port::no_index)
            by_lag[device.ports[port].lag].insert(peer->device);
        if (is_host(device) && !is_host(fabric.devices[peer->device])) {
            switches.insert(peer->device);
            pairs.add(owner, peer->device, Apart::Reason::cable);
        }
    }
    for (const auto& [lag, devices] : by_lag)
        pairs.add_all(devices, Apart::Reason::lag);
    pairs.add_all(switches, Apart::Reason::rails);
}

}

BlastRadius blast_radius(const Fabric& fabric, std::uint32_t device, std::span<const std::uint32_t> ports)
{
    return Radius(fabric, device).of(ports);
}

std::string describe(const BlastRadius& radius, const Fabric& fabric)
{
    const Device& device = fabric.devices[radius.device];
    std::vector<std::string> ports;
    for (const std::uint32_t port : radius.ports)
        ports.emplace_back(device.ports[port].name);
    std::string text = counted(ports.size(), "port");
    if (ports.size() <= most_names)
        text = with_names(text, ports);
    if (!radius.hosts.empty())
        text += ", " + with_names(counted(radius.hosts.size(), "host"), radius.hosts);
    if (!radius.switches.empty())
        text += ", " + with_names(counted(radius.switches.size(), "switch", "switches"), radius.switches);
    if (radius.hosts_behind > 0)
        text += fmt::format(" with {} behind {}",
            counted(radius.hosts_behind, "host"),
            one_or_many(radius.switches.size(), "it", "them"));
    for (const std::string& rail : radius.rails)
        text += ", " + rail;
    return text;
}

std::vector<Apart> must_be_apart(const Fabric& fabric)
{
    Pairs pairs;
    const DeviceIndex index(fabric.devices);
    std::set<std::uint32_t> managers;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        if (fabric.devices[device].kind == DeviceKind::subnet_manager)
            managers.insert(device);
        add_pair_of(fabric, index, device, pairs);
        add_neighbours_of(fabric, device, pairs);
    }
    pairs.add_all(managers, Apart::Reason::managers);
    return pairs.take();
}

const char* describe(Apart::Reason reason)
{
    constexpr std::array texts{"they are an MLAG pair",
        "the members of one LAG lead to both",
        "one host has links to both",
        "one is a host of the other",
        "they are subnet managers, of which one has to be left"};
    return texts[static_cast<std::size_t>(reason)];
}

}
