// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/hop/hop.h"
#include "models/fabric/value/unread_watch.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

namespace rocelint::rules::mtu004 {
namespace {

constexpr std::string_view three_leaves = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
  leaf3: {role: leaf}
  host1: {role: host}
  host2: {role: host}
  host3: {role: host}
links:
  - {a: "leaf1:Ethernet0", b: "host1:eth0"}
  - {a: "leaf2:Ethernet0", b: "host2:eth0"}
  - {a: "leaf3:Ethernet0", b: "host3:eth0"}
)";

constexpr std::string_view three_junos_leaves = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
  leaf3: {role: leaf}
  host1: {role: host}
  host2: {role: host}
  host3: {role: host}
links:
  - {a: "leaf1:et-0/0/0", b: "host1:eth0"}
  - {a: "leaf2:et-0/0/0", b: "host2:eth0"}
  - {a: "leaf3:et-0/0/0", b: "host3:eth0"}
)";

constexpr Example examples[] = {
    {.title = "One leaf's interface is smaller than those of the other two",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}, {"junos", "leaf3", R"(@ et-0/0/0 {
-        mtu 9216;
+        mtu 8000;
)"}}},
        .topology = three_junos_leaves,
        .flagged = "mtu 8000;",
        .flagged_device = "leaf3"},
    {.title = "All interfaces towards hosts have one MTU",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}, {"junos", "leaf3", ""}}},
        .topology = three_junos_leaves},
    {.title = "Towards its hosts one leaf has a smaller MTU than the other two",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"sonic", "leaf3", R"({"PORT": {"Ethernet0": {"mtu": "8000"}}})"}}},
        .topology = three_leaves,
        .flagged = R"("mtu": "8000")",
        .flagged_device = "leaf3"},
    {.title = "All leaves have one MTU towards their hosts",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}, {"sonic", "leaf3", ""}}},
        .topology = three_leaves},
};

enum class Towards : std::uint8_t { unknown, host, network };

// The kind of each port's neighbor. A neighbor that was not collected counts if the topology gives its role.
std::vector<std::vector<Towards>> neighbours_of(const FabricContext& context)
{
    const Fabric& fabric = context.fabric;
    std::vector<std::vector<Towards>> towards(fabric.devices.size());
    for (std::size_t device = 0; device < fabric.devices.size(); ++device)
        towards[device].resize(fabric.devices[device].ports.size(), Towards::unknown);
    for (const Link& link : fabric.links) {
        for (const auto& [here, there] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
            towards[here.device][here.port]
                = fabric.device(there).kind == DeviceKind::host ? Towards::host : Towards::network;
    }
    std::unordered_set<std::string_view> hosts;
    for (const TopologyDevice& device : fabric.topology.devices) {
        if (device.role == Role::host)
            hosts.insert(device.name);
    }
    for (const OpenEnd& end : fabric.open_ends) {
        if (hosts.contains(end.neighbour))
            towards[end.port.device][end.port.port] = Towards::host;
    }
    return towards;
}

// Ports with the same purpose: same platform, same role, and all towards hosts or all towards switches.
using Group = std::tuple<std::string_view, Role, Towards>;

struct Members {
    std::map<std::uint64_t, std::uint32_t> ports_by_frame;
    std::vector<PortId> ports;
};

std::map<Group, Members> group_ports(const FabricContext& context)
{
    const auto towards = neighbours_of(context);
    std::map<Group, Members> groups;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        const Role role = device.role.value_or(Role::unknown);
        if (device.kind != DeviceKind::network_switch || role == Role::unknown)
            continue;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (towards[index][port] == Towards::unknown || device.ports[port].kind != PortKind::physical
                || !device.ports[port].max_frame.known() || !context.analysis.is_roce({index, port}))
                continue;
            Members& members = groups[{device.platform, role, towards[index][port]}];
            ++members.ports_by_frame[device.ports[port].max_frame.value.count];
            members.ports.push_back({index, port});
        }
    }
    return groups;
}

void report(FabricContext& context,
    const std::vector<PortId>& ports,
    std::uint64_t usual,
    const Group& group,
    std::uint32_t count)
{
    const Device& device = context.fabric.device(ports.front());
    const Port& port = context.fabric.port(ports.front());
    const proof::Frame frame = [&context] {
        const UnwatchedScope unwatched; // without a host the finding is a warning, rather than "not checked"
        return proof::largest_frame(context.analysis);
    }();
    const bool carries_all
        = frame.from.valid() && std::min(port.max_frame.value.count, usual) >= frame.size.count;
    Diagnosis diagnosis{.severity = carries_all ? Severity::info : Severity::warning,
        .at = device.place(port.max_frame.origin, &port),
        .message
        = fmt::format("{} carries frames of up to {} bytes, {} other {} ports towards {} carry {}: {}",
            context.port_label(ports.front()),
            port.max_frame.value.count,
            count,
            name_of(std::get<1>(group)),
            std::get<2>(group) == Towards::host ? "hosts" : "switches",
            usual,
            carries_all
                ? fmt::format("hosts send no more than {}, so no RDMA packet is lost", frame.size.count)
                : "large packets are lost on some paths and not on others"),
        .fix = fmt::format("Give the ports of {} the MTU of their peers.", device.name)};
    if (carries_all)
        diagnosis.show(frame.at, "the hosts' largest frame");
    for (const PortId id : ports) {
        diagnosis.blame(id, Property::mtu);
        if (id != ports.front())
            diagnosis.also_on.push_back(id);
    }
    // Something may depend on a larger MTU than usual, so it is only lowered by hand.
    for (const PortId id : ports) {
        if (context.fabric.port(id).max_frame.value.count < usual)
            diagnosis.changes.push_back({.port = id, .property = Property::mtu, .value = Bytes{usual}});
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    constexpr std::size_t fewest = 3;
    for (const auto& [group, members] : group_ports(context)) {
        if (members.ports_by_frame.size() < 2 || members.ports.size() < fewest)
            continue;
        const auto usual = std::ranges::max_element(
            members.ports_by_frame, {}, [](const auto& entry) { return entry.second; });
        if (usual->second * std::size_t{2} <= members.ports.size())
            continue;
        std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<PortId>> deviating;
        for (const PortId id : members.ports) {
            const std::uint64_t frame = context.fabric.port(id).max_frame.value.count;
            if (frame != usual->first)
                deviating[{id.device, frame}].push_back(id);
        }
        for (const auto& [key, ports] : deviating)
            report(context, ports, usual->first, group, usual->second);
    }
}

}

extern const Rule rule = {
    .code = "MTU004",
    .name = "uneven-mtu",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the largest frames of hosts fit all the same"}}},
    .scope = Scope::fabric,
    .summary = "Ports that do the same job have different MTUs.",
    .why = "Packets of one connection take any of several equal paths. If one of them carries less "
           "than the others, large packets vanish on some connections and not on others, and headroom "
           "is computed for two frame sizes.",
    .source = "sonic-swss orchagent/portsorch.cpp; sonic-swss cfgmgr/buffer_headroom_mellanox.lua "
              "(headroom depends on the port's MTU)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Raise the MTU to that of most ports of the role. A larger one is lowered by hand, since something may rely on "
      "it.",
    .check_fabric = check,
};

}
