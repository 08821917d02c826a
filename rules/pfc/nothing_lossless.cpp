// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace rocelint::rules::pfc020 {
namespace {

constexpr Example examples[] = {
    {.title = "No switch pauses or marks anything",
        .files = {{{"sample-nos", "leaf1", R"(-lossless: [3]
@ p1:
-    pfc: [3]
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
@ p2:
-    pfc: [3]
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
)"}}},
        .policy = "version: 1\n",
        .flagged = "hostname:"},
    {.title = "Hosts alone, and the RDMA NIC pauses and marks nothing",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-Global tclass=106
+Global tclass=-1
-106
+0
)"}}},
        .policy = "version: 1\n",
        .flagged = "enabled     0   0   0   0   0"},
    {.title = "Hosts alone, and the RDMA NIC pauses a priority",
        .files = {{{"linux-host", "host1", ""}}},
        .policy = "version: 1\n"},
    {.title = "One switch pauses a priority",
        .files = {{{"sample-nos", "leaf1", ""}}},
        .policy = "version: 1\n"},
};

// A fabric in which no switch port pauses and no queue marks.
struct NothingLossless {
    std::uint32_t first = 0; ///< the first of the switches by name
    std::uint32_t switches = 0; ///< number of switches that were read in full
    bool ecn_known = true; ///< every queue is known not to mark
};

bool marks(const Device& device, const Setting<Ref>& ecn)
{
    const EcnProfile* profile = target_of(device.ecn_profiles, ecn);
    return profile != nullptr && profile->marks();
}

// Whether one switch neither pauses nor marks; nullopt if unknown.
std::optional<bool> is_without_flow_control(FabricContext& context, std::uint32_t index, bool& ecn_known)
{
    const Device& device = context.fabric.devices[index];
    bool has_ports = false;
    for (std::uint32_t number = 0; number < device.ports.size(); ++number) {
        const Port& port = device.ports[number];
        if (port.kind != PortKind::physical)
            continue;
        if (!port.pfc_tx.known()) {
            context.not_checked({index, number}, reason_of_unread("PFC", device, port.pfc_tx.origin));
            return std::nullopt;
        }
        if (!port.pfc_tx.value.empty())
            return false;
        has_ports = true;
        ecn_known = ecn_known && port.queues_visible;
        for (const Queue& queue : device.queues_of(port)) {
            ecn_known = ecn_known && queue.ecn.known();
            if (marks(device, queue.ecn))
                return false;
        }
    }
    return has_ports ? std::optional(true) : std::nullopt;
}

bool must_be_lossless(const Analysis& analysis, std::uint32_t device)
{
    for (std::uint32_t port = 0; port < analysis.judgements[device].size(); ++port) {
        const PortId id{device, port};
        if (analysis.is_roce(id) && !analysis.carried_classes(id).empty())
            return true;
    }
    return false;
}

// Whether a line about PFC, ECN or RoCE was not understood: it may contain the missing configuration.
bool is_said_elsewhere(FabricContext& context)
{
    bool any = false;
    const std::vector<Device>& devices = context.analysis.fabric->devices;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        const std::uint32_t lost = devices[index].lines_lost;
        if (lost == 0)
            continue;
        any = true;
        context.not_checked({index, Port::no_index},
            fmt::format("{} about PFC, ECN or RoCE {} not understood",
                counted(lost, "line"),
                one_or_many(lost, "was", "were")));
    }
    return any;
}

// nullopt if a port pauses or a queue marks, if the PFC state of a switch is unknown, or if a switch port is
// known to carry an RDMA class, so that PFC001 or ECN001 reports it.
std::optional<NothingLossless> nothing_lossless(FabricContext& context)
{
    const Analysis& analysis = context.analysis;
    NothingLossless found;
    const std::vector<Device>& devices = analysis.fabric->devices;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        if (devices[index].kind != DeviceKind::network_switch)
            continue;
        if (must_be_lossless(analysis, index))
            return std::nullopt;
        // Settings that a fragment lacks may be in a missing file. And a single switch whose PFC state is
        // unknown may be the one that has PFC.
        if (devices[index].fragment)
            continue;
        if (is_without_flow_control(context, index, found.ecn_known) != true)
            return std::nullopt;
        // Chosen by name rather than by file order, so that the finding stays the same when a file is
        // renamed.
        if (found.switches == 0 || devices[index].name < devices[found.first].name)
            found.first = index;
        ++found.switches;
    }
    if (found.switches == 0 || is_said_elsewhere(context))
        return std::nullopt;
    return found;
}

// Whether an RDMA port of a host is known to have neither PFC nor link pause in both directions, while no
// statement says which class it needs.
bool pauses_nothing(FabricContext& context, PortId id)
{
    const Port& port = context.fabric.port(id);
    const std::vector<Nic>& nics = context.fabric.device(id).nics;
    // NIC020 reports it for a NIC that needs flow control.
    if (port.kind != PortKind::physical || !context.analysis.is_roce(id)
        || !context.analysis.carried_classes(id).empty()
        || (port.nic < nics.size() && nics[port.nic].slows_unpaused))
        return false;
    const Setting<bool>& pause = port.pause_rx.known() ? port.pause_tx : port.pause_rx;
    if (!port.pfc_tx.known() || (port.pfc_tx.value.empty() && !pause.known())) {
        const OriginId why = port.pfc_tx.known() ? pause.origin : port.pfc_tx.origin;
        context.not_checked(
            id, reason_of_unread(port.pfc_tx.known() ? "link pause" : "PFC", context.fabric.device(id), why));
        return false;
    }
    return port.pfc_tx.value.empty() && !(port.pause_rx.value && port.pause_tx.value);
}

// If no switch was read, only the hosts show whether anything is lossless.
void check_hosts(FabricContext& context)
{
    const std::vector<Device>& devices = context.analysis.fabric->devices;
    if (std::ranges::find(devices, DeviceKind::network_switch, &Device::kind) != devices.end())
        return;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        std::vector<PortId> ports;
        for (std::uint32_t port = 0; port < devices[index].ports.size(); ++port) {
            if (devices[index].kind == DeviceKind::host && pauses_nothing(context, {index, port}))
                ports.push_back({index, port});
        }
        if (ports.empty())
            continue;
        if (is_said_elsewhere(context))
            return;
        const Port& first = context.fabric.port(ports.front());
        Diagnosis diagnosis{.at = devices[index].place(first.pfc_tx.origin, &first),
            .message = fmt::format(
                "{} has RDMA, but neither PFC nor link pause protects it from loss: its packets are "
                "dropped under congestion like any other",
                context.port_label(ports.front())),
            .fix
            = "Give the NICs a lossless class, or state in rocelint.yaml that none is meant to be lossless."};
        for (const PortId port : ports)
            diagnosis.blame(port, Property::pfc);
        diagnosis.also_on.assign(ports.begin() + 1, ports.end());
        context.report(std::move(diagnosis));
    }
}

void check(FabricContext& context)
{
    check_hosts(context);
    const auto found = nothing_lossless(context);
    if (!found)
        return;
    context.report({.at = context.fabric.devices[found->first].place({}),
        .message = fmt::format(
            "nothing here is lossless: no port of {} has PFC on any priority{}, so RDMA traffic would be "
            "dropped like any other",
            counted(found->switches, "switch", "switches"),
            found->ecn_known ? " and no queue marks ECN" : ""),
        .subjects = {{{found->first, Port::no_index}, Property::pfc}},
        .fix = "Give the fabric a lossless class, or leave these devices out of the check."});
}

}

extern const Rule rule = {
    .code = "PFC020",
    .name = "nothing-lossless",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary
    = "No switch pauses any priority and none marks; or only hosts were read, and an RDMA NIC has no "
      "pause of any kind.",
    .why = "A fabric without PFC and without ECN is right for anything but RDMA. Nothing shows that RDMA "
           "crosses this one, so this is reported once: anyone who expects RDMA here learns that none of it "
           "is set up, and why no other rule reports anything.",
    .source = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016; IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give the fabric a lossless class, or leave the devices out of the check.",
    .check_fabric = check,
};

}
