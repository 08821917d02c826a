// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace rocelint::rules::qos014 {
namespace {

constexpr Example examples[] = {
    {.title = "The policy says traffic class 7 for CNPs, and the map puts them into class 6",
        .files = {{{"eos", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 7}\n",
        .flagged = "qos map dscp 48 to traffic-class 6"},
    {.title = "The policy says traffic class 6, which is where the map puts CNPs",
        .files = {{{"eos", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 6}\n"},
    {.title = "DSCP 48 is written for traffic class 7, but packets with it are in class 6",
        .files = {{{"eos", "leaf1", R"(+qos map traffic-class 7 to dscp 48
)"}}},
        .flagged = "qos map traffic-class 7 to dscp 48"},
    {.title = "The policy says traffic class 4 for RDMA, and the map puts it into class 3",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nrdma: {priority: 3, dscp: [26], traffic_class: 4}\n",
        .flagged = R"("26": "3")"},
    {.title = "The policy says traffic class 3, which is where the map puts RDMA",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nrdma: {priority: 3, dscp: [26], traffic_class: 3}\n"},
    {.title = "The forwarding class of RDMA has queue 3 and not 4 as the policy says",
        .files = {{{"junos", "leaf1", ""}}},
        .policy = "version: 1\nrdma: {priority: 3, dscp: [26], traffic_class: 4}\n",
        .flagged = "code-points 011010"},
    {.title = "The policy says traffic class 7 for CNPs, and the trust map says 6",
        .files = {{{"os10", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 7}\n",
        .flagged = "qos-group 6 dscp 48"},
    {.title = "The policy says traffic class 7 for CNPs, and the class sets 6",
        .files = {{{"nxos", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 7}\n",
        .flagged = "set qos-group 6"},
    {.title = "The policy says traffic class 7 for CNPs, and the map puts them into class 6",
        .files = {{{"sonic-cli", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 7}\n",
        .flagged = "dscp 48 traffic-class 6"},
    {.title = "The policy says traffic class 7 for CNPs, and the domain puts them into CS6",
        .files = {{{"vrp", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\ncnp: {dscp: 48, traffic_class: 7}\n",
        .flagged = "ip-dscp-inbound 48 phb cs6"},
};

// A code point and the class that is wanted for it.
struct Wanted {
    Dscp dscp;
    const char* what;
    std::optional<std::uint8_t> tc; ///< from the policy
    Span policy_at;
};

std::vector<Wanted> wanted_classes(const ClassModel& classes)
{
    std::vector<Wanted> wanted;
    for (const RdmaClass& rdma_class : classes.classes) {
        for (const Dscp dscp : rdma_class.dscps)
            wanted.push_back({dscp, "RDMA packets", rdma_class.traffic_class, rdma_class.at});
    }
    if (classes.cnp.dscp)
        wanted.push_back({*classes.cnp.dscp, "CNPs", classes.cnp.traffic_class, classes.cnp.at});
    return wanted;
}

// The map that the device rewrites DSCPs with on egress, in force or not: the port's map, otherwise the only
// one there is.
const ClassMap* rewrite_map(const Device& device, const Port& port)
{
    if (const ClassMap* bound = device.map(port.tc_to_dscp))
        return bound;
    const auto is_rewrite = [](const ClassMap& map) { return map.kind == MapKind::tc_to_dscp; };
    const auto found = std::ranges::find_if(device.maps, is_rewrite);
    return std::ranges::count_if(device.maps, is_rewrite) == 1 ? &*found : nullptr;
}

// The class for which the device's own rewrite map writes the code point, unless the map also writes it for
// `tc`.
std::optional<std::uint8_t> class_written_with(const ClassMap& map, Dscp dscp, std::uint8_t tc)
{
    std::optional<std::uint8_t> found;
    for (std::uint8_t from = 0; from < 8; ++from) {
        if (map.at_point(from) != dscp || map.origin[from].kind() == OriginKind::default_)
            continue;
        if (from == tc)
            return std::nullopt;
        found = from;
    }
    return found;
}

void report_policy(
    DeviceContext& context, const Port& port, const Wanted& wanted, const Setting<std::uint8_t>& tc)
{
    context.report({.at = context.device().place(tc.origin, &port),
        .message = fmt::format("{} puts {} with DSCP {} into traffic class {}, and the policy says {}",
            context.device().name,
            wanted.what,
            wanted.dscp,
            tc.value,
            *wanted.tc),
        .subjects = {context.subject(Property::dscp_map, wanted.dscp)},
        .related = {{wanted.policy_at, "the policy"}},
        .fix = fmt::format(
            "Map DSCP {} to traffic class {}, with its queue and scheduler.", wanted.dscp, *wanted.tc)});
}

void report_rewrite(DeviceContext& context,
    const Port& port,
    const ClassMap& map,
    const Wanted& wanted,
    const Setting<std::uint8_t>& tc,
    std::uint8_t written_for)
{
    const Device& device = context.device();
    context.report({.at = device.place(map.origin[written_for], &port),
        .message = fmt::format(
            "{} writes DSCP {} ({}) for traffic class {}, but puts packets that arrive with it into traffic "
            "class {}: one of the two maps is wrong",
            device.name,
            wanted.dscp,
            wanted.what,
            written_for,
            tc.value),
        .subjects = {context.subject(Property::dscp_map, wanted.dscp),
            context.subject(Property::dscp_rewrite, wanted.dscp)},
        .related = {{device.place(tc.origin, &port), "the class on arrival"}},
        .fix = fmt::format("Let both maps join DSCP {} and one traffic class.", wanted.dscp)});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    const std::vector<Wanted> all = wanted_classes(context.classes);
    std::vector<Span> told;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        const auto first = std::ranges::find_if(group, [&](std::uint32_t port) {
            return context.analysis.is_roce({context.index, port});
        });
        if (first == group.end())
            continue;
        const Port& port = device.ports[*first];
        const ClassMap* rewrite = device.tunnel_remap ? nullptr : rewrite_map(device, port);
        for (const Wanted& wanted : all) {
            if (!wanted.tc && rewrite == nullptr)
                continue;
            const Treatment treatment = forward_dscp(device, port, wanted.dscp);
            if (treatment.decided_by == nullptr && port.trust.known() && !port.trust.is(Trust::dscp)
                && !port.trust.is(Trust::dscp_else_pcp))
                continue; // left to QOS001
            const Setting<std::uint8_t>& tc = treatment.tc;
            if (!tc.known())
                continue;
            const Span at = device.place(tc.origin, &port);
            if (std::ranges::find(told, at) != told.end())
                continue;
            const auto written
                = rewrite == nullptr ? std::nullopt : class_written_with(*rewrite, wanted.dscp, tc.value);
            if (wanted.tc && *wanted.tc != tc.value)
                report_policy(context, port, wanted, tc);
            else if (written)
                report_rewrite(context, port, *rewrite, wanted, tc, *written);
            else
                continue;
            told.push_back(at);
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS014",
    .name = "code-point-outside-its-class",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "A code point is in a different traffic class from the one in the policy or in the device's own "
      "rewrite map.",
    .why
    = "Queue, share and ECN belong to a traffic class. Where the plan has one class and the DSCP map names "
      "another, the packets get what was meant for others; where the ingress map and the rewrite map "
      "disagree, every switch moves the flow to another class. `traffic_class` of a policy is the switch's "
      "own number: TC of SONiC, traffic-class of EOS, switch-priority of Onyx, queue-num of a Junos "
      "forwarding class.",
    .source = "Arista EOS User Manual, Quality of Service, qos map dscp and qos map traffic-class to dscp; "
              "sonic-swss orchagent/qosorch.cpp, DSCP_TO_TC_MAP and TC_TO_DSCP_MAP; RFC 2474 section 4",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Map the code point to the class that it was planned for, or correct the plan.",
    .check_device = check,
};

}
