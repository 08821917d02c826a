// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace rocelint::rules::qos013 {
namespace {

constexpr Example examples[] = {
    {.title
        = "Two hosts mark RDMA of one priority with two DSCPs, and no switch shows whether it treats both "
          "alike",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", R"(-Global tclass=106
+Global tclass=98
)"}}},
        .policy = "version: 1\n",
        .flagged = "Global tclass=98",
        .flagged_device = "host3"},
    {.title = "All hosts mark with one DSCP",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host2", ""}}},
        .policy = "version: 1\n"},
    {.title = "The policy lists both, and the switch puts both into one class",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", R"(-Global tclass=106
+Global tclass=98
)"},
            {"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"24": "3"}}})"}}},
        .policy = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [24, 26]}\n"
                  "cnp: {priority: 6, dscp: 48}\n"},
};

// The mark that one NIC forces on all RDMA packets, and the priority that the NIC uses for them.
struct HostMark {
    PortId port;
    Dscp dscp;
    std::uint8_t priority;
    OriginId at;
};

std::vector<HostMark> marks_of_hosts(const FabricContext& context)
{
    std::vector<HostMark> marks;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& host = context.fabric.devices[index];
        for (const Nic& nic : host.nics) {
            const bool forced = nic.forces_class() && nic.traffic_class.value != 0;
            if (host.kind != DeviceKind::host || nic.port >= host.ports.size() || !forced
                || !context.analysis.is_roce({index, nic.port}))
                continue;
            const auto dscp = static_cast<Dscp>(nic.traffic_class.value >> 2);
            const Setting<std::uint8_t> priority = classify_dscp(host, host.ports[nic.port], dscp).tc;
            if (priority.known())
                marks.push_back({{index, nic.port}, dscp, priority.value, nic.traffic_class.origin});
        }
    }
    return marks;
}

// Whether switches put both code points into one priority: false if any switch does not, nullopt if none
// shows it.
std::optional<bool> taken_alike(const FabricContext& context, Dscp one, Dscp other)
{
    std::optional<bool> alike;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::network_switch)
            continue;
        for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
            const bool roce = std::ranges::any_of(group, [&](std::uint32_t port) {
                return context.analysis.is_roce({index, port});
            });
            const Port& port = device.ports[group.front()];
            // Without PFC, the packets share a queue instead of a priority.
            const bool paused = !port.pfc_tx.known() || !port.pfc_tx.value.empty();
            const auto place = [&](Dscp dscp) {
                return paused ? priority_of(classify_dscp(device, port, dscp))
                              : forward_dscp(device, port, dscp).queue;
            };
            const Setting<std::uint8_t> a = place(one);
            const Setting<std::uint8_t> b = place(other);
            if (!roce || !a.known() || !b.known())
                continue;
            if (a.value != b.value)
                return false;
            alike = true;
        }
    }
    return alike;
}

void report(FabricContext& context, const HostMark& odd, const HostMark& usual, std::optional<bool> alike)
{
    const Device& host = context.fabric.device(odd.port);
    Diagnosis diagnosis{.at = host.place(odd.at, &context.fabric.port(odd.port)),
        .message = fmt::format("{} marks RDMA of priority {} with DSCP {}, other hosts with DSCP {}: {}",
            context.port_label(odd.port),
            odd.priority,
            odd.dscp,
            usual.dscp,
            alike ? "not every switch puts both into one class"
                  : "nothing here shows whether the switches put both into one class"),
        .subjects = {{odd.port, Property::rdma_marking, odd.dscp}},
        .related = {{context.fabric.device(usual.port).place(usual.at, &context.fabric.port(usual.port)),
            fmt::format("{} marks with DSCP {}", context.port_label(usual.port), usual.dscp)}},
        .fix = fmt::format("Mark RDMA with DSCP {} on {} too.", usual.dscp, host.name)};
    if (const auto leaf = context.fabric.peer(odd.port))
        diagnosis.blame({leaf->device, Port::no_index}, Property::dscp_map, odd.dscp);
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const std::vector<HostMark> marks = marks_of_hosts(context);
    // Grouped by the priority that the NICs use, because two classes may have two code points.
    std::map<std::uint8_t, std::map<Dscp, std::size_t>> used;
    for (const HostMark& mark : marks)
        ++used[mark.priority][mark.dscp];
    for (const auto& [priority, dscps] : used) {
        if (dscps.size() < 2)
            continue;
        const Dscp usual
            = std::ranges::max_element(dscps, {}, [](const auto& entry) { return entry.second; })->first;
        const auto first = std::ranges::find_if(
            marks, [&](const HostMark& mark) { return mark.priority == priority && mark.dscp == usual; });
        for (const HostMark& mark : marks) {
            if (mark.priority != priority || mark.dscp == usual)
                continue;
            const std::optional<bool> alike = taken_alike(context, mark.dscp, usual);
            // Values listed in the policy are intended; QOS002 checks whether the switches obey the policy.
            const bool meant = !context.assumed() && context.classes.dscps().has(mark.dscp)
                && context.classes.dscps().has(usual);
            if (!meant && alike != std::optional(true))
                report(context, mark, *first, alike);
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS013",
    .name = "several-rdma-dscps",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary
    = "Hosts mark RDMA traffic of one priority with different DSCPs that the switches do not treat alike.",
    .why
    = "NIC vendors ship different code points for RDMA (24 and 26 are both common). A fabric that was set up "
      "for one of them treats the other as best effort, and only the hosts with the other vendor's NICs lose "
      "packets.",
    .source
    = "NVIDIA doroce-linux doRoCE.sh (type of service 106, DSCP 26); docs.habana.ai, Expected Switch "
      "Configuration (DSCP 24); Arista EOS User Manual, Quality of Service (default DSCP map: CS3 is class 3)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use one DSCP for RDMA on all hosts, or map all of them to the lossless class on every switch.",
    .check_fabric = check,
};

}
