// SPDX-License-Identifier: Apache-2.0
#include "rules/known_uplinks.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <map>
#include <utility>
#include <vector>

namespace rocelint::rules::top006 {
namespace {

constexpr std::string_view plan
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
)";

constexpr std::string_view plan_of_two
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine2:p1"}
)";

constexpr std::string_view wanted
    = "version: 1\nprofile: lossless\nrules:\n  TOP006: {parameters: {extra_uplinks: 12.5}}\n";

constexpr Example examples[] = {
    {.title = "The site wants an eighth more uplinks than host ports, and the leaf has equally many",
        .files = {{{"sample-nos", "leaf1", ""}}},
        .topology = plan,
        .policy = wanted,
        .flagged = R"(hostname: "leaf1")"},
    {.title = "The leaf has twice as much bandwidth upwards as downwards",
        .files = {{{"sample-nos",
            "leaf1",
            R"(@ ports:
+  p3: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)"}}},
        .topology = plan_of_two,
        .policy = wanted},
    {.title = "Without a number in the policy nothing is required",
        .files = {{{"sample-nos", "leaf1", ""}}},
        .topology = plan},
};

constexpr double extra[] = {0.0};
constexpr Parameter parameters[] = {
    {"extra_uplinks",
        extra,
        "percent",
        "uplink bandwidth beyond the host bandwidth that should be spare for lost spines and cables; 0: not "
        "checked",
        "a matter of taste, hence 0; Meta builds 12.5 (1:1.125): Gangidi et al., SIGCOMM 2024, section 3"},
};

struct Spare {
    std::uint64_t down = 0;
    std::uint64_t up = 0;
    std::uint64_t left = 0; ///< upwards after the loss of the spine that costs most
    std::uint64_t spines = 0;
    friend auto operator<=>(const Spare&, const Spare&) = default;
};

void report(
    FabricContext& context, const Spare& spare, std::uint32_t tier, const std::vector<std::uint32_t>& devices)
{
    const Device& first = context.fabric.devices[devices.front()];
    constexpr double percent = 100.0;
    const double share = static_cast<double>(spare.up) / static_cast<double>(spare.down);
    const double left = std::min(1.0, static_cast<double>(spare.left) / static_cast<double>(spare.down));
    Diagnosis diagnosis{.at = first.place({}),
        .message = fmt::format(
            "{} has {} upwards for {} downwards, {:.1f} % spare where {} % is required: after the loss "
            "of {} it carries at worst {:.0f} % of the bandwidth below it",
            devices.size() == 1
                ? first.name
                : fmt::format("each of {} {}, such as {},", devices.size(), tier_in_words(tier), first.name),
            speed_in_words(spare.up),
            speed_in_words(spare.down),
            (share - 1.0) * percent,
            context.number("extra_uplinks"),
            spare.spines == 1 ? "the only switch above"
                              : fmt::format("one of {} {}", spare.spines, tier_in_words(tier + 1)),
            left * percent),
        .fix = "Add uplinks, or lower extra_uplinks in the policy."};
    for (const std::uint32_t device : devices) {
        diagnosis.blame({device, Port::no_index}, Property::capacity);
        if (device != devices.front())
            diagnosis.also_on.push_back({device, Port::no_index});
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const double wanted_percent = context.number("extra_uplinks");
    if (wanted_percent <= 0)
        return;
    const Tiers& tiers = context.facts().tiers();
    std::map<std::pair<TierKey, Spare>, std::vector<std::uint32_t>> faults;
    for (const SwitchCables& cables : tiers.switches()) {
        if (cables.only_storage(context.fabric))
            continue;
        const auto uplinks = known_uplinks(context, cables);
        if (!uplinks)
            continue;
        constexpr double percent = 100.0;
        if (static_cast<double>(uplinks->up) * percent
            < static_cast<double>(uplinks->down) * (percent + wanted_percent))
            faults[{key_of(tiers, cables),
                       {uplinks->down, uplinks->up, uplinks->after_worst_loss(), uplinks->to.size()}}]
                .push_back(cables.device);
    }
    for (const auto& [key, devices] : faults)
        report(context, key.second, key.first.tier, devices);
}

}

extern const Rule rule = {
    .code = "TOP006",
    .name = "no-spare-uplinks",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "A switch has less spare uplink bandwidth than the policy requires for the loss of a "
               "spine.",
    .why
    = "Spines and optics fail, and uneven hashing wastes a part of every uplink. A fabric without spare uplink "
      "bandwidth is oversubscribed from the first failure on, for all jobs at once.",
    .source
    = "Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024 (uplinks "
      "under-subscribed 1:1.125)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Add uplinks, or accept the degradation.",
    .check_fabric = check,
};

}
