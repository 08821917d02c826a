// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::rules::top009 {
namespace {

constexpr std::string_view plan
    = R"(devices: {leaf1: {role: leaf}, leaf2: {role: leaf}, leaf3: {role: leaf}, spine1: {role: spine}}
links:
  - {a: "leaf1:Ethernet2/1", b: "spine1:p1"}
  - {a: "leaf2:Ethernet2/1", b: "spine1:p2"}
  - {a: "leaf3:Ethernet2/1", b: "spine1:p3"}
)";

constexpr std::string_view junos_plan
    = R"(devices: {leaf1: {role: leaf}, leaf2: {role: leaf}, leaf3: {role: leaf}, spine1: {role: spine}}
links:
  - {a: "leaf1:et-0/0/1", b: "spine1:p1"}
  - {a: "leaf2:et-0/0/1", b: "spine1:p2"}
  - {a: "leaf3:et-0/0/1", b: "spine1:p3"}
)";
constexpr std::string_view spine = R"(@ ports:
+  p3: {description: downlink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";

constexpr Example examples[] = {
    {.title = "One of three leaves runs an older version",
        .files = {{{"eos", "leaf1", ""},
            {"eos", "leaf2", ""},
            {"eos",
                "leaf3",
                "-! device: leaf3 (DCS-7060X4-32S, EOS-4.28.3M)\n+! device: leaf3 (DCS-7060X4-32S, EOS-4.24.11M)\n"},
            {"sample-nos", "spine1", spine}}},
        .topology = plan,
        .flagged = "leaf3",
        .flagged_device = "leaf3"},
    {.title = "One of three Junos leaves runs an older version",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "leaf2", ""},
            {"junos", "leaf3", "-version 23.4R2-S3.9-EVO;\n+version 22.4R2-S1.6-EVO;\n"},
            {"sample-nos", "spine1", spine}}},
        .topology = junos_plan,
        .flagged = "host-name leaf3",
        .flagged_device = "leaf3"},
    {.title = "One of two leaves runs an older version, without a majority",
        .files = {{{"eos", "leaf1", ""},
            {"eos",
                "leaf2",
                "-! device: leaf2 (DCS-7060X4-32S, EOS-4.28.3M)\n+! device: leaf2 (DCS-7060X4-32S, EOS-4.24.11M)\n"},
            {"sample-nos", "spine1", spine}}},
        .topology = plan,
        .flagged = "leaf",
        .flagged_device = "leaf1"},
    {.title = "All Junos leaves run one version",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "leaf2", ""},
            {"junos", "leaf3", ""},
            {"sample-nos", "spine1", spine}}},
        .topology = junos_plan},
    {.title = "All leaves run one version",
        .files = {{{"eos", "leaf1", ""},
            {"eos", "leaf2", ""},
            {"eos", "leaf3", ""},
            {"sample-nos", "spine1", spine}}},
        .topology = plan},
};

// Switches that should run the same software: same role, same platform, same hardware, same fabric.
using Key = std::tuple<std::uint32_t, Role, std::string_view, std::string_view, std::string_view>;
using Versions = std::map<std::string_view, std::vector<std::uint32_t>>;

void report(FabricContext& context,
    Role role,
    std::string_view version,
    const std::vector<std::uint32_t>& odd,
    std::string_view usual,
    const std::vector<std::uint32_t>& others)
{
    const Device& first = context.fabric.devices[odd.front()];
    Diagnosis diagnosis{.at = first.place({}),
        .message = fmt::format(
            "{} version {}, but {} other {} {} of the same hardware, such as {}, {}: defaults, buffer "
            "handling and known faults may differ",
            odd.size() == 1 ? fmt::format("{} runs", first.name)
                            : fmt::format("{} and {} more run", first.name, odd.size() - 1),
            version,
            others.size(),
            name_of(role),
            one_or_many(others.size(), "switch", "switches"),
            context.fabric.devices[others.front()].name,
            usual),
        .fix = fmt::format("Bring {} to version {}, or all to one newer version.",
            odd.size() == 1 ? first.name : "them",
            usual)};
    for (const std::uint32_t device : odd) {
        diagnosis.blame({device, Port::no_index}, Property::software);
        if (device != odd.front())
            diagnosis.also_on.push_back({device, Port::no_index});
    }
    context.report(std::move(diagnosis));
}

// In a tie there is no outlier, but the versions still differ.
void report_tie(FabricContext& context, const std::vector<Versions::const_iterator>& equal)
{
    const std::vector<Device>& devices = context.fabric.devices;
    const std::vector<std::uint32_t>& last = equal.back()->second;
    std::string text;
    for (const Versions::const_iterator& entry : equal)
        add_item(text,
            fmt::format("{}{} version {}",
                devices[entry->second.front()].name,
                entry->second.size() == 1 ? std::string(" runs")
                                          : fmt::format(" and {} more run", entry->second.size() - 1),
                entry->first));
    Diagnosis diagnosis{.at = devices[last.front()].place({}),
        .message = fmt::format(
            "switches of one role and hardware differ: {}; defaults, buffer handling and known faults may "
            "differ with them",
            text),
        .fix = "Bring all of them to one version."};
    for (const std::uint32_t device : last) {
        diagnosis.blame({device, Port::no_index}, Property::software);
        if (device != last.front())
            diagnosis.also_on.push_back({device, Port::no_index});
    }
    for (const Versions::const_iterator& entry : equal) {
        if (entry != equal.back())
            diagnosis.show(devices[entry->second.front()].place({}), fmt::format("version {}", entry->first));
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::map<Key, Versions> groups;
    for (const SwitchCables& cables : tiers.switches()) {
        const Device& device = context.fabric.devices[cables.device];
        const Role role = device.role.value_or(Role::unknown);
        const bool rdma = std::ranges::any_of(cables.cables, &Cable::rdma);
        if (role == Role::unknown || device.version.empty() || !rdma)
            continue;
        groups[{tiers.component(cables.device), role, device.platform, device.model, cables.plane}]
              [device.version]
                  .push_back(cables.device);
    }
    for (const auto& [key, versions] : groups) {
        if (versions.size() < 2)
            continue;
        const auto most = std::ranges::max_element(
            versions, {}, [](const Versions::value_type& entry) { return entry.second.size(); });
        std::vector<Versions::const_iterator> equal;
        for (auto entry = versions.begin(); entry != versions.end(); ++entry) {
            if (entry->second.size() == most->second.size())
                equal.push_back(entry);
            else
                report(context, std::get<Role>(key), entry->first, entry->second, most->first, most->second);
        }
        if (equal.size() > 1)
            report_tie(context, equal);
    }
}

}

extern const Rule rule = {
    .code = "TOP009",
    .name = "versions-differ",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Switches of one role and hardware run different versions of their operating system.",
    .why
    = "Buffer defaults, watchdog behaviour and hash functions change between versions of one operating system. "
      "A single switch with another version behaves differently under load with an equal configuration, which "
      "is the hardest kind of fault to find.",
    .source = "microsoft/Validate-DCB Tests/unit (equal driver and firmware versions); operational practice",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Run one version on all switches of a role. Which one is a choice of the site.",
    .check_fabric = check,
};

}
