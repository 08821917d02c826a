// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/bisection.h"
#include "rules/known_uplinks.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace rocelint::rules::top001 {
namespace {

constexpr std::string_view plan = R"(devices:
  leaf1: {role: leaf}
  spine1: {role: spine}
  host1: {role: host}
  host2: {role: host}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p3", b: "host2:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
)";

constexpr std::string_view two_hosts = R"(@ ports:
+  p3:
+    description: host
+    speed: 100G
+    mtu: 9100
+    cable: 5m
+    pfc: [3]
+    trust: dscp
+    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
+    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
)";

constexpr Example examples[] = {
    {.title = "Two hosts of 100G share one uplink of 100G",
        .files = {{{"sample-nos", "leaf1", two_hosts}, {"sample-nos", "spine1", ""}}},
        .topology = plan,
        .flagged = R"(hostname: "leaf1")"},
    {.title = "The site accepts two to one",
        .files = {{{"sample-nos", "leaf1", two_hosts}, {"sample-nos", "spine1", ""}}},
        .topology = plan,
        .policy = "version: 1\nprofile: lossless\nrules:\n  TOP001: {parameters: {backend_ratio: 2}}\n"},
    {.title = "One host of 100G has one uplink of 100G",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"DEVICE_METADATA": {"localhost": {"type": "LeafRouter"}}})"}}},
        .topology
        = "devices: {host1: {role: host}}\nlinks:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:eth0\"}\n  - {a: "
          "\"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"},
};

constexpr double backend[] = {1.0};
constexpr double storage[] = {3.0};
constexpr Parameter parameters[] = {
    {"backend_ratio",
        backend,
        "to 1",
        "most bandwidth downwards for each unit upwards",
        "NVIDIA DGX SuperPOD reference architecture, compute fabric (full bisection); NVIDIA ibdiagnet, bisection report"},
    {"storage_ratio",
        storage,
        "to 1",
        "the same for switches with storage hosts only",
        "common practice; storage traffic stays far below the sum of its ports"},
};

// Switches of one tier with the same oversubscription are one design decision.
struct Key {
    TierKey tier;
    bool is_storage;
    bool assumes_hosts;
    std::uint64_t down;
    std::uint64_t up;
    friend auto operator<=>(const Key&, const Key&) = default;
};

std::string bisection(const TierCapacity& capacity)
{
    if (!capacity.unknown.empty() || capacity.down == 0)
        return "";
    return fmt::format("; the bisection bandwidth of its tier is {} instead of {}",
        speed_in_words(capacity.bisection()),
        speed_in_words(capacity.full_bisection()));
}

// A single switch may just lack a cable or have a slow one, which is then the fault.
void blame_uplinks(Diagnosis& diagnosis, const SwitchCables& cables)
{
    diagnosis.blame({cables.device, Port::no_index}, Property::capacity);
    diagnosis.blame({cables.device, Port::no_index}, Property::cabling);
    for (const Cable& cable : cables.cables) {
        if (cable.side == Side::up)
            diagnosis.blame(cable.port, Property::speed);
    }
}

void report(FabricContext& context,
    const Key& key,
    const std::vector<const SwitchCables*>& alike,
    const TierCapacity& capacity)
{
    const auto& [tier, is_storage, assumes_hosts, down, up] = key;
    const Device& first = context.fabric.devices[alike.front()->device];
    const double ratio = static_cast<double>(down) / static_cast<double>(up);
    const std::string who = alike.size() == 1
        ? first.name
        : fmt::format("each of {} {}, such as {},", alike.size(), tier_in_words(tier.tier), first.name);
    Diagnosis diagnosis{.severity = assumes_hosts ? std::optional(Severity::info) : std::nullopt,
        .at = first.place({}),
        .message
        = fmt::format("{} has {} downwards but {} upwards, {:.2f} to 1 where {} to 1 is the limit: when all "
                      "hosts below send to other switches, each gets {:.0f} % of its rate{}",
            who,
            speed_in_words(down),
            speed_in_words(up),
            ratio,
            context.number(is_storage ? "storage_ratio" : "backend_ratio"),
            100.0 / ratio,
            bisection(capacity)),
        .fix = fmt::format("Add uplinks to {}, or put the accepted ratio into the policy.",
            alike.size() == 1 ? first.name : "them")};
    if (alike.size() == 1) {
        blame_uplinks(diagnosis, *alike.front());
    } else {
        for (const SwitchCables* cables : alike)
            diagnosis.blame({cables->device, Port::no_index}, Property::capacity);
        for (const SwitchCables* cables : std::span(alike).subspan(1))
            diagnosis.also_on.push_back({cables->device, Port::no_index});
    }
    context.report(std::move(diagnosis));
}

const TierCapacity& capacity_of(const std::vector<TierUplinks>& uplinks, const TierKey& key)
{
    const auto found = std::ranges::find_if(uplinks, [&](const TierUplinks& one) {
        return TierKey{one.capacity.component, one.capacity.tier, one.capacity.plane} == key;
    });
    ensure(found != uplinks.end(), "a switch with uplinks is in no tier");
    return found->capacity;
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::map<Key, std::vector<const SwitchCables*>> faults;
    for (const SwitchCables& cables : tiers.switches()) {
        const auto uplinks = known_uplinks(context, cables);
        if (!uplinks)
            continue;
        const bool is_storage = cables.only_storage(context.fabric);
        const double limit = context.number(is_storage ? "storage_ratio" : "backend_ratio");
        if (static_cast<double>(uplinks->down) > limit * static_cast<double>(uplinks->up))
            faults[{key_of(tiers, cables), is_storage, cables.assumes_hosts, uplinks->down, uplinks->up}]
                .push_back(&cables);
    }
    if (faults.empty())
        return;
    const std::vector<TierUplinks> uplinks = tier_uplinks(tiers, context.fabric);
    for (const auto& [key, alike] : faults)
        report(context, key, alike, capacity_of(uplinks, key.tier));
}

}

extern const Rule rule = {
    .code = "TOP001",
    .name = "oversubscribed",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .other_severities
    = {{{Severity::info, "where it is only assumed that the devices below the switch are hosts"}}},
    .scope = Scope::fabric,
    .summary = "A switch has more RDMA bandwidth downwards than upwards.",
    .why
    = "Collective operations send at full rate from every host at once. Where the uplinks of a switch "
      "have less bandwidth than the ports below it, they are the bottleneck by design: queues form at "
      "every step, PFC pauses the hosts, and the whole job runs at the pace of the oversubscribed switch.",
    .source
    = "NVIDIA DGX SuperPOD reference architecture (full-bisection compute fabric); NVIDIA ibdiagnet, "
      "bisection report; Al-Fares et al., A Scalable, Commodity Data Center Network Architecture, SIGCOMM 2008",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Add uplinks, move hosts to other switches, or state the accepted ratio in the policy.",
    .check_fabric = check,
};

}
