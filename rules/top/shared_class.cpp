// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::rules::top007 {
namespace {

constexpr std::string_view plan = R"(devices: {stor1: {role: storage}, host1: {role: host}}
links:
  - {a: "leaf1:Ethernet0", b: "host1:ens1f0np0"}
  - {a: "leaf1:Ethernet4", b: "stor1:ens1f0np0"}
)";

constexpr Example examples[] = {
    {.title = "The storage host uses the priority of the GPU host",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", ""}, {"linux-host", "stor1", ""}}},
        .topology = plan,
        .flagged = "enabled     0   0   0   1",
        .flagged_device = "stor1"},
    {.title = "The policy says that the class serves both",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", ""}, {"linux-host", "stor1", ""}}},
        .topology = plan,
        .policy = R"(version: 1
profile: lossless
classes:
  - {name: rdma, priority: 3, dscp: [26], roles: [host, storage, leaf, spine]}
)"},
};

/// The first RDMA port of each kind of host on one priority in one fabric.
struct Users {
    PortId gpu;
    PortId storage;
    std::uint32_t gpu_hosts = 0;
    std::uint32_t storage_hosts = 0;
    std::uint32_t last_gpu = Port::no_index;
    std::uint32_t last_storage = Port::no_index;
};

using Key = std::tuple<std::uint32_t, Priority>; // fabric, priority

// A policy that names both kinds of hosts for a class has made the decision.
bool is_intended(const ClassModel& classes, Priority priority)
{
    const RdmaClass* rdma_class = classes.of_priority(priority);
    return rdma_class != nullptr && !classes.assumed
        && std::ranges::find(rdma_class->roles, Role::storage) != rdma_class->roles.end()
        && std::ranges::find(rdma_class->roles, Role::host) != rdma_class->roles.end();
}

void count(Users& users, PortId id, bool is_storage)
{
    PortId& first = is_storage ? users.storage : users.gpu;
    std::uint32_t& last = is_storage ? users.last_storage : users.last_gpu;
    std::uint32_t& hosts = is_storage ? users.storage_hosts : users.gpu_hosts;
    if (!first.valid())
        first = id;
    if (last != id.device)
        ++hosts;
    last = id.device;
}

std::map<Key, Users> users_by_priority(FabricContext& context, const Tiers& tiers)
{
    std::map<Key, Users> found;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& host = context.fabric.devices[index];
        const Role role = host.role.value_or(Role::unknown);
        if (host.kind != DeviceKind::host || (role != Role::host && role != Role::storage))
            continue;
        for (std::uint32_t port = 0; port < host.ports.size(); ++port) {
            const PortId id{index, port};
            const Judgement& judgement = context.analysis.judgement(id);
            const auto peer = context.fabric.peer(id);
            if (judgement.evidence != EvidenceKind::rdma_host || !peer)
                continue;
            if (judgement.priorities.empty())
                context.not_checked(id, "which priority its RDMA uses is unknown");
            for (const Priority priority : judgement.priorities)
                count(found[{tiers.component(peer->device), priority}], id, role == Role::storage);
        }
    }
    return found;
}

std::string names(const Device& first, std::uint32_t count)
{
    return count == 1 ? first.name : fmt::format("{} and {} more", first.name, count - 1);
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    for (const auto& [key, users] : users_by_priority(context, tiers)) {
        const Priority priority = std::get<1>(key);
        if (!users.gpu.valid() || !users.storage.valid() || is_intended(context.classes, priority))
            continue;
        const Device& storage = context.fabric.device(users.storage);
        const Device& gpu = context.fabric.device(users.gpu);
        context.report({.at = context.analysis.judgement(users.storage).at,
            .message = fmt::format(
                "storage hosts ({}) and compute hosts ({}) of one fabric both use priority {} for RDMA: bursts "
                "of one pause the other, and thresholds fit only one of them",
                names(storage, users.storage_hosts),
                names(gpu, users.gpu_hosts),
                priority),
            .subjects = {{users.storage, Property::rdma_marking, priority}},
            .related = {{context.analysis.judgement(users.gpu).at, fmt::format("{} uses it too", gpu.name)}},
            .fix
            = "Give storage traffic a class of its own, or name both roles for the class in the policy."});
    }
}

}

extern const Rule rule = {
    .code = "TOP007",
    .name = "storage-shares-class",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Storage and GPU traffic share one lossless class of one fabric.",
    .why = "Collective operations and storage differ in burst size, incast degree and how they react to "
           "congestion control. In one class, a checkpoint that is written to few storage ports pauses the "
           "switches on the way, and with them the training traffic that does not even go there.",
    .source
    = "Juniper validated design AI Data Center Network with Apstra (storage backend is a fabric of its own; "
      "DCQCN for the GPU backend); rocelint policy, classes with roles",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Separate them by priority and DSCP, or by fabric.",
    .check_fabric = check,
};

}
