// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::qos020 {
namespace {

constexpr Dscp unmarked = 0;
constexpr std::string_view unmarked_class = "version: 1\nrdma: {priority: 3, dscp: [0]}\n";

constexpr Example examples[] = {
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"0": "3", "26": "0"}}})"}}},
        .policy = unmarked_class,
        .flagged = R"("0": "3")"},
    {.title = "RDMA has a DSCP of its own", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"eos",
            "leaf1",
            R"(-qos map dscp 0 1 2 3 4 5 6 7 24 25 27 28 29 30 31 to traffic-class 1
-qos map dscp 26 to traffic-class 3
+qos map dscp 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31 to traffic-class 1
+qos map dscp 0 to traffic-class 3
)"}}},
        .policy = unmarked_class,
        .flagged = "qos map dscp 0 to traffic-class 3"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"nxos", "leaf1", R"(-  match dscp 26
+  match dscp 0
)"}}},
        .policy = unmarked_class,
        .flagged = "set qos-group 3"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"os10", "leaf1", R"(@ trust dscp-map FABRIC-DSCP
- qos-group 0 dscp 0-25,27-47,49-63
- qos-group 3 dscp 26
+ qos-group 0 dscp 1-47,49-63
+ qos-group 3 dscp 0
)"}}},
        .policy = unmarked_class,
        .flagged = "qos-group 3 dscp 0"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos map dscp-tc ROCE
- dscp 0-25,27-47,49-63 traffic-class 0
+ dscp 1-47,49-63 traffic-class 0
- dscp 26 traffic-class 3
+ dscp 0 traffic-class 3
)"}}},
        .policy = unmarked_class,
        .flagged = "dscp 0 traffic-class 3"},
    {.title = "RDMA has a DSCP of its own", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"vrp", "leaf1", R"(@ diffserv domain ROCE
- ip-dscp-inbound 26 phb af3 green
+ ip-dscp-inbound 26 phb be green
+ ip-dscp-inbound 0 phb af3 green
)"}}},
        .policy = unmarked_class,
        .flagged = "ip-dscp-inbound 0 phb af3"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"aoscx", "leaf1", R"(-qos dscp-map 26 local-priority 3
+qos dscp-map 26 local-priority 1
+qos dscp-map 0 local-priority 3
)"}}},
        .policy = unmarked_class,
        .flagged = "qos dscp-map 0 local-priority 3"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"iosxr", "leaf1", R"(- match dscp 26
+ match dscp 0
)"}}},
        .policy = unmarked_class,
        .flagged = "set traffic-class 3"},
    {.title = "RDMA has DSCP 0, the mark of all packets without a mark",
        .files = {{{"comware", "leaf1", R"(@ qos map-table dscp-dot1p
+ import 0 export 3
+ import 26 export 0
)"}}},
        .policy = unmarked_class,
        .flagged = "import 0 export 3"},
};

// The class that has DSCP 0 and is lossless at the port, or null.
const RdmaClass* unmarked_class_at(const DeviceContext& context, PortId id)
{
    const auto found = std::ranges::find_if(context.classes.classes, [&](const RdmaClass& each) {
        return each.dscps.has(unmarked) && context.analysis.is_lossless_at(each, id);
    });
    return found == context.classes.classes.end() ? nullptr : &*found;
}

// Whether a finding was reported.
bool check_port(DeviceContext& context, std::uint32_t index)
{
    const Device& device = context.device();
    const Port& port = device.ports[index];
    const PortId id{context.index, index};
    const RdmaClass* rdma_class = unmarked_class_at(context, id);
    if (rdma_class == nullptr || !context.analysis.is_roce(id) || !port.pfc_tx.known()
        || !port.pfc_tx.value.has(rdma_class->priority))
        return false;
    const Treatment treatment = classify_dscp(device, port, unmarked);
    if (!priority_of(treatment).is(rdma_class->priority))
        return false;
    context.report({.basis = context.basis_of(*rdma_class),
        .at = device.place(treatment.tc.origin, &port),
        .message = fmt::format(
            "{} treats DSCP 0 as lossless priority {}: unmarked packets have this DSCP, so all ordinary "
            "traffic fills RDMA's buffer and is paused with it",
            device.name,
            rdma_class->priority),
        .subjects = {context.subject(Property::dscp_map, unmarked)},
        .fix = "Give RDMA a DSCP of its own on the hosts, the switches and in the policy."});
    return true;
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (const std::vector<std::uint32_t>& group : named_groups(device)) {
        if (std::ranges::any_of(group, [&](std::uint32_t port) { return check_port(context, port); }))
            return;
    }
}

}

extern const Rule rule = {
    .code = "QOS020",
    .name = "rdma-on-unmarked-dscp",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "RDMA has DSCP 0, so that all unmarked traffic is in the lossless class too.",
    .why
    = "A packet that neither an application nor a host marked has DSCP 0. With RDMA on it, a switch cannot "
      "distinguish the two: TCP fills the lossless buffer, since it sees no loss there, each pause stops "
      "ordinary traffic too, and RDMA has neither the queue's share nor its ECN thresholds to itself.",
    .source
    = "RFC 2474, section 4.1 (packets without a recognised code point get the default behaviour, of code "
      "point 000000); Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016 "
      "(RDMA has traffic classes of its own, apart from TCP)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose a DSCP for RDMA, and set it on the hosts, in the maps of the switches and in the policy.",
    .check_device = check,
};

}
