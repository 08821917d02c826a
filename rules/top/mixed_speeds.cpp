// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::rules::top008 {
namespace {

constexpr std::string_view plan
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine2:p1"}
)";

constexpr Example examples[] = {
    {.title = "The uplink to one spine has 100G, the one to the other 400G",
        .files = {{{"sample-nos",
            "leaf1",
            R"(@ ports:
+  p3: {description: uplink, speed: 400G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)"}}},
        .topology = plan,
        .flagged = "speed: 100G"},
    {.title = "Both uplinks have 100G",
        .files = {{{"sample-nos",
            "leaf1",
            R"(@ ports:
+  p3: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)"}}},
        .topology = plan},
};

struct Member {
    PortId port;
    std::uint64_t speed = 0;
    Span at;
};

/// The key of a group of findings: many devices that mix the same two speeds are one design decision.
struct Mixture {
    bool lag;
    std::uint32_t tier;
    std::uint64_t odd;
    std::uint64_t usual;
    friend auto operator<=>(const Mixture&, const Mixture&) = default;
};

struct Mixed {
    std::vector<Member> odd;
    Member usual;
    std::uint32_t groups = 0;
};

using Faults = std::map<Mixture, Mixed>;

// The speed that most members have; in a tie the faster one, since the slower one gets too much traffic.
std::uint64_t usual_speed(const std::vector<Member>& members)
{
    std::map<std::uint64_t, std::uint32_t> votes;
    for (const Member& member : members)
        ++votes[member.speed];
    return std::ranges::max_element(votes, [](const auto& a, const auto& b) {
        return std::tuple(a.second, a.first) < std::tuple(b.second, b.first);
    })->first;
}

void judge(Faults& faults, bool lag, std::uint32_t tier, const std::vector<Member>& members)
{
    if (members.size() < 2)
        return;
    const std::uint64_t usual = usual_speed(members);
    const auto model = std::ranges::find(members, usual, &Member::speed);
    std::uint64_t counted = 0;
    for (const Member& member : members) {
        if (member.speed == usual)
            continue;
        Mixed& mixed = faults[{lag, tier, member.speed, usual}];
        if (mixed.odd.empty())
            mixed.usual = *model;
        mixed.groups += counted == member.speed ? 0U : 1U;
        counted = member.speed;
        mixed.odd.push_back(member);
    }
}

void judge_uplinks(Faults& faults, const SwitchCables& cables)
{
    std::map<std::string_view, std::vector<Member>> by_plane;
    for (const Cable& cable : cables.cables) {
        if (cable.side == Side::up && cable.speed)
            by_plane[cable.plane].push_back({cable.port, cable.speed->count, cable.speed_at});
    }
    for (const auto& [plane, members] : by_plane)
        judge(faults, false, cables.tier, members);
}

void judge_lags(FabricContext& context, Faults& faults, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    std::map<std::uint32_t, std::vector<Member>> by_lag;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        const Port& member = device.ports[port];
        if (member.lag < device.ports.size() && member.speed.known()
            && context.analysis.is_roce({index, port}))
            by_lag[member.lag].push_back(
                {{index, port}, member.speed.value.count, device.place(member.speed.origin, &member)});
    }
    for (const auto& [lag, members] : by_lag)
        judge(faults, true, device.kind == DeviceKind::host ? 0U : 1U, members);
}

void report(FabricContext& context, const Mixture& mixture, const Mixed& mixed)
{
    const Member& first = mixed.odd.front();
    const std::string more = mixed.groups == 1
        ? ""
        : fmt::format(" (and so {} more {})", mixed.groups - 1, mixture.lag ? "LAGs" : "switches");
    Diagnosis diagnosis{.at = first.at,
        .message = fmt::format(
            "{} runs at {} but {} next to it in the same {} at {}{}: both get an equal share of the "
            "flows, so that the slower one is congested while the faster one has room",
            context.port_label(first.port),
            speed_in_words(mixture.odd),
            context.port_label(mixed.usual.port),
            mixture.lag ? "LAG" : "set of uplinks",
            speed_in_words(mixture.usual),
            more),
        .related = {{mixed.usual.at, "the other speed"}},
        .fix = "Give all of them one speed, or weight the paths by their speed."};
    for (const Member& member : mixed.odd) {
        diagnosis.blame(member.port, Property::speed);
        if (member.port != first.port)
            diagnosis.also_on.push_back(member.port);
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    Faults faults;
    for (const SwitchCables& cables : tiers.switches()) {
        if (cables.has_rdma_uplinks())
            judge_uplinks(faults, cables);
    }
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index)
        judge_lags(context, faults, index);
    for (const auto& [mixture, mixed] : faults)
        report(context, mixture, mixed);
}

}

extern const Rule rule = {
    .code = "TOP008",
    .name = "mixed-speeds",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Equal-cost uplinks or the members of a LAG have different speeds.",
    .why
    = "ECMP and LAG hashing count paths, not bits: each path gets an equal share of the flows. The slowest "
      "one fills first, its queue pauses the senders, and the faster ones stay partly idle. Weighted ECMP "
      "avoids this where it is set up; no configuration that rocelint reads shows it.",
    .source
    = "RFC 2992 (ECMP splits flows evenly); IEEE 802.1AX-2020 section 6.3 (members of a LAG run at one rate); "
      "Zhou et al., WCMP, EuroSys 2014",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Run all uplinks of a switch at one speed, or configure weights.",
    .check_fabric = check,
};

}
