// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::lb008 {
namespace {

constexpr std::string_view leaf = R"(-lossless: [3]
+lossless: [3]
+ecmp: {fields: [source-ip, destination-ip, source-port], roce_payload: no}
@ ports:
+  p3: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";

constexpr std::string_view spraying_leaf = R"(-lossless: [3]
+lossless: [3]
+ecmp: {fields: [source-ip, destination-ip, source-port], roce_payload: no, per_packet: yes}
@ ports:
+  p3: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";

constexpr std::string_view plan
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine2:p1"}
)";

constexpr Example examples[] = {
    {.title = "The job asks for one queue pair per connection",
        .files = {{{"sample-nos", "leaf1", leaf},
            {"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_QPS_PER_CONNECTION=1\n"}}},
        .topology = plan,
        .flagged = "NCCL_IB_QPS_PER_CONNECTION=1",
        .flagged_device = "job1"},
    {.title = "The job asks for one queue pair, whose packets the leaf spreads",
        .files = {{{"sample-nos", "leaf1", spraying_leaf},
            {"app-env",
                "job1",
                "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_QPS_PER_CONNECTION=1\n+NCCL_IB_ADAPTIVE_ROUTING=1\n"}}},
        .topology = plan},
    {.title = "The job asks for four",
        .files = {{{"sample-nos", "leaf1", leaf},
            {"app-env", "job1", "-NCCL_IB_TC=106\n+NCCL_IB_TC=106\n+NCCL_IB_QPS_PER_CONNECTION=4\n"}}},
        .topology = plan},
};

constexpr double least[] = {2.0};
constexpr Parameter parameters[] = {
    {"queue_pairs",
        least,
        "queue pairs",
        "fewest queue pairs of a connection where switches spread flows by ports alone",
        "Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024, section 4 (QP scaling)"},
};

struct Paths {
    const Device* example = nullptr; ///< a leaf with several uplinks and a hash without the queue pair
    bool unknown = false; ///< a leaf with several uplinks whose hash fields are unknown
    PortId unknown_port;
};

// If every leaf hashes the payload, messages of one queue pair may be spread; if a leaf's hash is unknown, so
// is the result.
Paths paths_of(FabricContext& context)
{
    Paths paths;
    const Tiers& tiers = context.facts().tiers();
    for (const SwitchCables& cables : tiers.switches()) {
        if (cables.tier != 1 || cables.count(Side::down) == 0 || cables.count(Side::up) < 2)
            continue;
        const Device& device = context.fabric.devices[cables.device];
        if (device.load_balancing.per_packet.is(true))
            continue; // one queue pair uses all paths
        if (device.load_balancing.roce_payload.is(false)) {
            paths.example = &device;
            return paths;
        }
        paths.unknown = paths.unknown || !device.load_balancing.roce_payload.known();
    }
    return paths;
}

void check_job(FabricContext& context, std::uint32_t index, const Job& job, const Paths& paths)
{
    const Device& device = context.fabric.devices[index];
    // NCCL's own default is 1. An unreadable value is not unset: it has an origin.
    const bool unset = !job.queue_pairs.known() && job.queue_pairs.origin == OriginId{};
    if (!unset && !job.queue_pairs.known())
        return;
    const std::uint32_t pairs = unset ? 1 : job.queue_pairs.value;
    if (static_cast<double>(pairs) >= context.number("queue_pairs"))
        return;
    const PortId id{index, Port::no_index};
    if (paths.example == nullptr) {
        // "Not checked" is only worth reporting for an explicitly chosen value.
        if (!unset)
            context.not_checked(id, "what the leaves hash in addition to addresses and ports is not known");
        return;
    }
    context.report({.at = unset ? job.at : device.place(job.queue_pairs.origin),
        .message = fmt::format(
            "{} {} to one queue pair per connection, and {} does not hash what distinguishes queue pairs beyond "
            "the ports: each pair of GPUs uses one path at a time",
            job.name,
            unset ? "leaves NCCL_IB_QPS_PER_CONNECTION" : "limits NCCL_IB_QPS_PER_CONNECTION",
            paths.example->name),
        .subjects = {{id, Property::hashing}},
        .fix = fmt::format("Set NCCL_IB_QPS_PER_CONNECTION to {} or more.", context.number("queue_pairs"))});
}

void check(FabricContext& context)
{
    std::optional<Paths> paths;
    for (const std::uint32_t index : context.fabric.jobs) {
        for (const Job& job : context.fabric.devices[index].jobs) {
            if (job.without_nccl)
                continue;
            if (!paths)
                paths = paths_of(context);
            if (paths->example != nullptr || paths->unknown)
                check_job(context, index, job, *paths);
        }
    }
}

}

extern const Rule rule = {
    .code = "LB008",
    .name = "single-queue-pair",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "A job uses one queue pair per connection while switches spread flows by ports alone.",
    .why
    = "Training traffic has few flows, each of them large. With one queue pair a connection is one flow, which "
      "ECMP keeps on one path: two such flows on one uplink halve each other while other uplinks are idle. More "
      "queue pairs, or a hash over the queue pair, spread the load.",
    .source
    = "Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024, section 4 "
      "(enhanced ECMP, QP scaling); NVIDIA/nccl src/transport/net_ib (IB_QPS_PER_CONNECTION, default 1)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use several queue pairs per connection, or let the switches hash the queue pair.",
    .check_fabric = check,
};

}
