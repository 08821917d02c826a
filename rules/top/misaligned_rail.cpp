// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <unordered_map>

namespace rocelint::rules::top003 {
namespace {

constexpr std::string_view second_nic = R"(-link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
-    altname enp26s0f0np0
+    altname enp26s0f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:01:11 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978 addrgenmode none
)";

constexpr Example examples[] = {
    {.title = "The host's two NICs are swapped between the rails",
        .files
        = {{{"sample-nos", "leaf1", ""}, {"sample-nos", "leaf2", ""}, {"linux-host", "host1", second_nic}}},
        .topology = R"(devices: {leaf1: {role: leaf, rail: 0}, leaf2: {role: leaf, rail: 1}}
links:
  - {a: "leaf2:p1", b: "host1:ens1f0np0"}
  - {a: "leaf1:p1", b: "host1:ens2f0np0"}
)",
        .flagged = "leaf2:p1",
        .flagged_device = "topology.yaml"},
    {.title = "NIC 0 is in rail 0 and NIC 1 in rail 1",
        .files
        = {{{"sample-nos", "leaf1", ""}, {"sample-nos", "leaf2", ""}, {"linux-host", "host1", second_nic}}},
        .topology = R"(devices: {leaf1: {role: leaf, rail: 0}, leaf2: {role: leaf, rail: 1}}
links:
  - {a: "leaf1:p1", b: "host1:ens1f0np0"}
  - {a: "leaf2:p1", b: "host1:ens2f0np0"}
)"},
};

constexpr double agreement[] = {90.0};
constexpr double hosts[] = {10.0};
constexpr Parameter parameters[] = {
    {"agreement",
        agreement,
        "percent",
        "without a plan, the share of a leaf's hosts that must reach it by the same NIC before the others "
        "are reported as misaligned",
        "chosen so that a fabric without rails is never judged as one"},
    {"hosts", hosts, "hosts", "without a plan, the fewest hosts on a leaf to conclude from", "as above"},
};

/// One cable of a host, with the index of its NIC among the NICs of the host's RDMA ports in one plane.
struct HostCable {
    PortId host;
    std::string_view nic; ///< RDMA device
    std::uint32_t leaf = 0;
    std::uint32_t index = 0;
    Span at;
};

/// The cables of one host in one plane, in order of its NICs.
using HostCables = std::vector<HostCable>;

// Whether `a` comes before `b` in natural order: "mlx5_10" comes after "mlx5_2".
bool before(std::string_view a, std::string_view b)
{
    const auto number_at = [](std::string_view name) {
        std::size_t at = name.size();
        while (at > 0 && std::isdigit(static_cast<unsigned char>(name[at - 1])) != 0)
            --at;
        return at;
    };
    const std::size_t at_a = number_at(a);
    const std::size_t at_b = number_at(b);
    if (a.substr(0, at_a) != b.substr(0, at_b))
        return a < b;
    return std::pair(a.size(), a) < std::pair(b.size(), b);
}

std::map<std::string_view, HostCables> cables_of(
    FabricContext& context, const Tiers& tiers, std::uint32_t index)
{
    std::map<std::string_view, HostCables> by_plane;
    const Device& host = context.fabric.devices[index];
    for (const Nic& nic : host.nics) {
        const PortId id{index, nic.port};
        if (nic.port >= host.ports.size() || host.ports[nic.port].kind != PortKind::physical
            || !context.analysis.is_roce(id) || nic.rdma_device.empty())
            continue;
        const auto peer = context.fabric.peer(id);
        if (peer && context.fabric.device(*peer).kind == DeviceKind::network_switch)
            by_plane[tiers.plane(peer->device)].push_back(
                {id, nic.rdma_device, peer->device, 0, context.fabric.link(id)->at});
    }
    for (auto& [plane, cables] : by_plane) {
        std::ranges::sort(
            cables, [](const HostCable& a, const HostCable& b) { return before(a.nic, b.nic); });
        for (std::uint32_t position = 0; position < cables.size(); ++position)
            cables[position].index = position;
    }
    return by_plane;
}

/// The rail of each leaf, with the evidence.
struct RailPlan {
    std::unordered_map<std::uint32_t, std::uint32_t> rail_of_leaf;
    std::unordered_map<std::uint32_t, std::string> evidence; ///< for a rail that is only inferred
};

RailPlan planned_rails(const Fabric& fabric)
{
    std::unordered_map<std::string_view, std::uint32_t> planned;
    for (const TopologyDevice& device : fabric.topology.devices) {
        if (device.rail)
            planned.emplace(device.name, *device.rail);
    }
    RailPlan plan;
    for (std::uint32_t index = 0; !planned.empty() && index < fabric.devices.size(); ++index) {
        const auto found = planned.find(fabric.devices[index].name);
        if (found != planned.end())
            plan.rail_of_leaf.emplace(index, found->second);
    }
    return plan;
}

// A leaf that nearly all of its hosts reach by the same NIC belongs to that NIC's rail. Hosts with one NIC
// are not evidence.
RailPlan inferred_rails(FabricContext& context, const std::vector<HostCables>& all)
{
    std::unordered_map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> votes;
    for (const HostCables& cables : all) {
        for (const HostCable& cable : cables) {
            if (cables.size() > 1)
                ++votes[cable.leaf][cable.index];
        }
    }
    RailPlan plan;
    for (const auto& [leaf, by_index] : votes) {
        std::uint32_t total = 0;
        for (const auto& [index, count] : by_index)
            total += count;
        const auto most
            = std::ranges::max_element(by_index, {}, [](const auto& entry) { return entry.second; });
        constexpr double percent = 100.0;
        if (total < context.number("hosts") || most->second * percent < context.number("agreement") * total)
            return {};
        plan.rail_of_leaf.emplace(leaf, most->first);
        plan.evidence.emplace(leaf,
            fmt::format(" (assumed to be a rail, since {} of the {} hosts on {} reach it by their NIC {})",
                most->second,
                total,
                context.fabric.devices[leaf].name,
                most->first));
    }
    return plan;
}

void report(FabricContext& context,
    const std::vector<const HostCable*>& wrong,
    const RailPlan& plan,
    std::uint32_t wanted_rail,
    std::uint32_t rail)
{
    const HostCable& first = *wrong.front();
    const auto evidence = plan.evidence.find(first.leaf);
    const Device& host = context.fabric.device(first.host);
    const std::string more = wrong.size() == 1
        ? ""
        : fmt::format(", and {} more of its NICs are in a wrong rail", wrong.size() - 1);
    Diagnosis diagnosis{.at = first.at,
        .message = fmt::format(
            "NIC {} of {} ({}) is cabled to {} of rail {}{} instead of rail {}{}: what it sends to the same NIC "
            "of other hosts crosses the spines",
            first.index,
            host.name,
            first.nic,
            context.fabric.devices[first.leaf].name,
            rail,
            evidence == plan.evidence.end() ? "" : evidence->second,
            wanted_rail,
            more),
        .fix = fmt::format("Cable {} of {} to a leaf of rail {}.", first.nic, host.name, wanted_rail)};
    for (const HostCable* cable : wrong) {
        diagnosis.blame(cable->host, Property::cabling);
        if (cable != &first) {
            diagnosis.also_on.push_back(cable->host);
            diagnosis.show(cable->at, fmt::format("{} is here", cable->nic));
        }
    }
    context.report(std::move(diagnosis));
}

// Rails may be numbered from 0 or 1, with gaps: the n-th NIC belongs to the n-th rail.
void check_host(FabricContext& context,
    const HostCables& cables,
    const RailPlan& plan,
    const std::set<std::uint32_t>& rails)
{
    if (rails.size() < 2 || cables.size() != rails.size())
        return;
    std::vector<const HostCable*> wrong;
    std::uint32_t wanted_rail = 0;
    std::uint32_t first_rail = 0;
    for (const HostCable& cable : cables) {
        const auto rail = plan.rail_of_leaf.find(cable.leaf);
        if (rail == plan.rail_of_leaf.end())
            return;
        const std::uint32_t wanted = *std::next(rails.begin(), cable.index);
        if (rail->second == wanted)
            continue;
        if (wrong.empty()) {
            wanted_rail = wanted;
            first_rail = rail->second;
        }
        wrong.push_back(&cable);
    }
    if (!wrong.empty())
        report(context, wrong, plan, wanted_rail, first_rail);
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::map<std::string_view, std::vector<HostCables>> by_plane;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        if (context.fabric.devices[index].kind != DeviceKind::host
            || context.fabric.devices[index].role.is(Role::storage))
            continue;
        for (auto& [plane, cables] : cables_of(context, tiers, index))
            by_plane[plane].push_back(std::move(cables));
    }
    const RailPlan planned = planned_rails(context.fabric);
    for (const auto& [plane, all] : by_plane) {
        const RailPlan plan = planned.rail_of_leaf.empty() ? inferred_rails(context, all) : planned;
        std::set<std::uint32_t> rails;
        for (const auto& [leaf, rail] : plan.rail_of_leaf) {
            if (tiers.plane(leaf) == plane)
                rails.insert(rail);
        }
        for (const HostCables& cables : all)
            check_host(context, cables, plan, rails);
    }
}

}

extern const Rule rule = {
    .code = "TOP003",
    .name = "misaligned-rail",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A host's NIC is cabled to a leaf of a different rail than its position says.",
    .why
    = "In a rail-optimised fabric the n-th NIC of every host is connected to the leaf of rail n, so that "
      "the traffic between GPUs of equal rank, most of a collective operation, stays on one leaf. A host "
      "with swapped cables sends all of it over the spines and slows down every ring that it takes part "
      "in.",
    .source
    = "NVIDIA, Doubling all2all Performance with NVIDIA Collective Communication Library 2.12 (rail-optimised "
      "topology); Asterfusion AsterNOS guide, rail-optimised architecture",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Move the cable to the leaf of the NIC's rail.",
    .check_fabric = check,
};

}
