// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"
#include "rules/uec/trimming_queues.h"

#include <fmt/format.h>

#include <map>
#include <set>

namespace rocelint::rules::uec002 {
namespace {

constexpr std::string_view trims_with_notice
    = R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})";
constexpr std::string_view plan = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";

constexpr Example examples[] = {
    {.title = "Trimmed packets leave by a queue that trims packets itself",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "2"}}})"}}},
        .flagged = R"("queue_index": "2")"},
    {.title = "The class of trimmed packets leaves by a queue that trims packets itself",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "from-tc", "tc_value": "2", "queue_index": "dynamic"}}})"}}},
        .flagged = R"("tc_value": "2")"},
    {.title = "Trimmed packets leave by the queue of the RDMA class",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "26", "queue_index": "dynamic"}}})"}}},
        .flagged = R"("dscp_value": "26")"},
    {.title = "The spine puts packets that the leaf has trimmed into a queue that trims packets itself",
        .files = {{{"sonic", "leaf1", trims_with_notice},
            {"sonic",
                "spine1",
                R"({"DSCP_TO_TC_MAP": {"AZURE": {"20": "1"}}, "DEVICE_METADATA": {"localhost": {"type": "SpineRouter"}},
 "BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet4|0-2": null, "Ethernet4|0": {"profile": "egress_lossy_profile"}, "Ethernet4|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})"}}},
        .topology = plan,
        .flagged = R"("20": "1")",
        .flagged_device = "spine1"},
    {.title = "Trimmed packets have a strict queue of their own",
        .files = {{{"sonic", "leaf1", trims_with_notice},
            {"sonic", "spine1", R"({"DEVICE_METADATA": {"localhost": {"type": "SpineRouter"}}})"}}},
        .topology = plan},
    {.title = "Trimmed packets leave by a traffic class that is trimmed itself",
        .files = {{{"nvue", "leaf1", R"(+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim switch-priority 4
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 0
)"}}},
        .flagged = "packet-trim switch-priority 4"},
};

// What is wrong with a queue for trimmed packets; empty: nothing.
std::string fault_of(const FabricContext& context, PortId id, std::uint8_t number)
{
    const Device& device = context.fabric.devices[id.device];
    const Port& port = device.ports[id.port];
    const Queue* queue = device.queue(port, number);
    if (queue != nullptr && may_trim(device) && trimming_profile(device, *queue) != nullptr)
        return "cuts packets itself when it is full";
    const PrioritySet carried = context.analysis.carried_classes(id);
    for (const RdmaClass& rdma_class : context.classes.classes) {
        const RdmaQueue of_class = rdma_queue(device, port, rdma_class);
        if (carried.has(rdma_class.priority) && of_class.number.peek_known()
            && of_class.number.value == number)
            return fmt::format("carries RDMA of priority {}", rdma_class.priority);
    }
    return {};
}

bool may_carry(const Device& device, const Port& port)
{
    return device.kind == DeviceKind::network_switch && port.kind == PortKind::physical
        && port.queues_visible;
}

// Whether some queue of the device trims packets.
bool cuts(const Device& device)
{
    return may_trim(device) && std::ranges::any_of(device.ports, [&](const Port& port) {
        return may_carry(device, port)
            && std::ranges::any_of(device.queues_of(port),
                [&](const Queue& queue) { return trimming_profile(device, queue) != nullptr; });
    });
}

// The code point of trimmed packets that leave by a port; nullopt if unknown.
std::optional<Dscp> written_by(const Device& device, const Port& port)
{
    const Trimming& trimming = device.trimming;
    if (trimming.dscp.known())
        return trimming.dscp.value;
    const ClassMap* rewrite = device.map(port.tc_to_dscp);
    if (rewrite == nullptr || !trimming.tc.known()
        || rewrite->at_point(trimming.tc.value) == ClassMap::unmapped)
        return std::nullopt;
    return rewrite->at_point(trimming.tc.value);
}

// The queue by which trimmed packets leave a port, with the setting that decides it.
Setting<std::uint8_t> queue_at(const Device& device, const Port& port)
{
    const Trimming& trimming = device.trimming;
    if (trimming.queue.known())
        return trimming.queue;
    Setting<std::uint8_t> queue;
    if (trimming.dscp.known()) {
        queue = forward_dscp(device, port, trimming.dscp.value).queue;
        if (queue.peek_known())
            queue.origin = trimming.dscp.origin;
    } else if (trimming.tc.known()) {
        queue = queue_of_tc(device, port, trimming.tc.value);
        if (queue.peek_known())
            queue.origin = trimming.tc.origin;
    }
    return queue;
}

// A switch that trims packets must itself have a suitable queue for them.
void check_own(FabricContext& context, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    std::optional<Diagnosis> diagnosis;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        const PortId id{index, port};
        if (!may_carry(device, device.ports[port]) || !context.analysis.is_roce(id))
            continue;
        const Setting<std::uint8_t> queue = queue_at(device, device.ports[port]);
        if (!queue.peek_known()) {
            context.not_checked(
                id, reason_of_unread("the queue of packets that were cut short", device, queue.origin));
            continue;
        }
        const std::string fault = fault_of(context, id, queue.value);
        if (fault.empty())
            continue;
        if (diagnosis) {
            diagnosis->also_on.push_back(id);
            continue;
        }
        diagnosis = Diagnosis{.at = device.place(queue.origin, &device.ports[port]),
            .message = fmt::format(
                "packets that {} cuts short leave by queue {} of {}, which {}: they should report a loss "
                "at once, but wait or are lost with the rest",
                device.name,
                queue.value,
                context.port_label(id),
                fault),
            .subjects = {{{index, Port::no_index}, Property::trimming}},
            .fix = "Send them by a queue of their own that is served first and cuts nothing."};
    }
    if (diagnosis)
        context.report(std::move(*diagnosis));
}

// So must every switch after it.
void check_next(FabricContext& context, std::uint32_t index, Dscp dscp, const Device& cutter)
{
    const Device& device = context.fabric.devices[index];
    for (std::uint32_t index_of_port = 0; index_of_port < device.ports.size(); ++index_of_port) {
        const PortId id{index, index_of_port};
        const Port& port = device.ports[index_of_port];
        if (!may_carry(device, port) || !context.analysis.is_roce(id))
            continue;
        const Setting<std::uint8_t> queue = forward_dscp(device, port, dscp).queue;
        if (!queue.peek_known()) {
            context.not_checked(id,
                reason_of_unread(
                    fmt::format("the queue of DSCP {}, which {} gives to packets that it cuts short",
                        dscp,
                        cutter.name),
                    device,
                    queue.origin));
            continue;
        }
        const std::string fault = fault_of(context, id, queue.value);
        if (fault.empty())
            continue;
        const ClassMap* map = device.map(port.dscp_to_tc);
        context.report(
            {.at = device.place(map != nullptr ? map->origin[dscp] : port.dscp_to_tc.origin, &port),
                .message = fmt::format(
                    "{} puts packets that {} cut short (DSCP {}) into queue {}, which {}: they should report "
                    "a loss at once, but wait or are lost with the rest",
                    context.port_label(id),
                    cutter.name,
                    dscp,
                    queue.value,
                    fault),
                .subjects = {{{index, Port::no_index}, Property::dscp_map, dscp}},
                .related = {{cutter.place(cutter.trimming.dscp.peek_known() ? cutter.trimming.dscp.origin
                                                                            : cutter.trimming.tc.origin),
                    "their DSCP is set here"}},
                .fix = fmt::format(
                    "Map DSCP {} to a queue of its own that is served first and cuts nothing.", dscp)});
        return;
    }
}

void check(FabricContext& context)
{
    std::map<Dscp, std::uint32_t> written; // each DSCP, with the first device that writes it
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (!cuts(device))
            continue;
        check_own(context, index);
        for (const Port& port : device.ports) {
            const auto dscp = written_by(device, port);
            if (may_carry(device, port) && dscp)
                written.emplace(*dscp, index);
        }
    }
    for (const auto& [dscp, cutter] : written) {
        for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
            if (index != cutter && context.fabric.devices[index].kind == DeviceKind::network_switch)
                check_next(context, index, dscp, context.fabric.devices[cutter]);
        }
    }
}

}

extern const Rule rule = {
    .code = "UEC002",
    .name = "trimmed-packets-without-class",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Packets that a switch trimmed share a queue with RDMA, or with packets that may be trimmed.",
    .why
    = "A trimmed packet is a message to the receiver: this one was lost, ask for it now. It helps only if "
      "it is faster than a timeout. In the queue of the class that just overflowed, or in one that trims "
      "packets too, it waits behind what caused the loss, and in a lossless class it can be paused. It "
      "gets a code point of its own, and every switch on the way has a small queue for that, which is "
      "served first.",
    .source
    = "sonic-net/SONiC doc/packet_trimming/packet-trimming-design.md 2.1 (a queue that ensures delivery, usually of high "
      "priority; without a queue the new DSCP is mapped to a class and a queue); SAI packet trimming proposal 1.14 "
      "(defaults); that all switches of the files are one fabric is assumed",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give trimmed packets a code point and a queue of their own on every switch.",
    .check_fabric = check,
};

}
