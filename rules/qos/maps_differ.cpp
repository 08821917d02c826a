// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/usual_class.h"
#include "models/fabric/classify.h"
#include "models/text/sentence.h"
#include "rules/qos/maps_differ_votes.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rocelint::rules::qos011 {
namespace {

constexpr Example examples[] = {
    {.title = "One of three leaves treats the lossless DSCP of the others as best effort",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"sonic", "leaf3", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "0"}}})"}}},
        .policy = "version: 1\n",
        .flagged = R"("26": "0")",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "leaf2", ""},
            {"junos", "leaf3", R"(-                loss-priority low code-points [ 000000 001010 010010 ];
+                loss-priority low code-points [ 000000 001010 010010 011010 ];
-                loss-priority low code-points 011010;
+                loss-priority low code-points 011000;
-                    code-point 011010 {
+                    code-point 011000 {
)"}}},
        .policy = "version: 1\n",
        .flagged = "code-points [ 000000 001010 010010 011010 ];",
        .flagged_device = "leaf3"},
    {.title = "All classifiers are alike",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}, {"junos", "leaf3", ""}}},
        .policy = "version: 1\n"},
    {.title = "All leaves classify alike",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}, {"eos", "leaf3", ""}}},
        .policy = "version: 1\n"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"os10", "leaf1", ""},
            {"os10", "leaf2", ""},
            {"os10", "leaf3", R"(- qos-group 0 dscp 0-25,27-47,49-63
- qos-group 3 dscp 26
+ qos-group 0 dscp 0-23,25-47,49-63
+ qos-group 3 dscp 24
)"}}},
        .policy = "version: 1\n",
        .flagged = "qos-group 0 dscp 0-23",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"sonic-cli", "leaf1", ""},
            {"sonic-cli", "leaf2", ""},
            {"sonic-cli", "leaf3", R"(- dscp 0-25,27-47,49-63 traffic-class 0
- dscp 26 traffic-class 3
+ dscp 0-23,25-47,49-63 traffic-class 0
+ dscp 24 traffic-class 3
)"}}},
        .policy = "version: 1\n",
        .flagged = "dscp 0-23,25-47,49-63 traffic-class 0",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue", "leaf2", ""},
            {"nvue", "leaf3", R"(-nv set qos mapping default-global dscp 24,25,27-31 switch-priority 0
+nv set qos mapping default-global dscp 25-31 switch-priority 0
)"}}},
        .policy = "version: 1\n",
        .flagged = "dscp 25-31 switch-priority 0",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"vrp", "leaf1", ""}, {"vrp", "leaf2", ""}, {"vrp", "leaf3", R"(@ diffserv domain ROCE
- ip-dscp-inbound 26 phb af3 green
+ ip-dscp-inbound 26 phb be green
- ip-dscp-inbound 24 phb be green
+ ip-dscp-inbound 24 phb af3 green
)"}}},
        .policy = "version: 1\n",
        .flagged = "ip-dscp-inbound 26 phb be",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"aoscx", "leaf1", ""},
            {"aoscx", "leaf2", ""},
            {"aoscx", "leaf3", R"(-qos dscp-map 26 local-priority 3
+qos dscp-map 26 local-priority 1
-qos dscp-map 24 local-priority 1
+qos dscp-map 24 local-priority 3
)"}}},
        .policy = "version: 1\n",
        .flagged = "qos dscp-map 26 local-priority 1",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"iosxr", "leaf1", ""}, {"iosxr", "leaf2", ""}, {"iosxr", "leaf3", R"(- match dscp 26
+ match dscp 24
)"}}},
        .policy = "version: 1\n",
        .flagged = "set traffic-class 0",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves has the lossless DSCP of the others in its best-effort class",
        .files = {{{"comware", "leaf1", ""},
            {"comware", "leaf2", ""},
            {"comware", "leaf3", R"(@ qos map-table dscp-dot1p
- import 24 25 27 export 0
+ import 25 26 27 export 0
)"}}},
        .policy = "version: 1\n",
        .flagged = "import 25 26 27 export 0",
        .flagged_device = "leaf3"},
};

const char* in_words(Behaviour behaviour)
{
    constexpr std::array words{"a lossy class of its own", "the best-effort class", "a lossless class"};
    return words[static_cast<std::size_t>(behaviour)];
}

// The traffic class that makes a port treat a code point as most others do.
std::optional<std::uint8_t> class_like_most(
    const FabricContext& context, const Sample& odd, Behaviour usual, const RdmaClass* rdma_class)
{
    const Device& device = context.fabric.device(odd.port);
    const Port& port = context.fabric.port(odd.port);
    Setting<std::uint8_t> tc;
    if (usual == Behaviour::lossless && rdma_class != nullptr)
        tc = tc_of_priority(device, port, rdma_class->priority);
    if (usual == Behaviour::best_effort)
        tc = classify_dscp(device, port, 0).tc;
    if (usual == Behaviour::own_class)
        return cnp_class_for(context.shared(), odd.port, odd.dscp);
    return tc.known() ? std::optional(tc.value) : std::nullopt;
}

void propose_class(const FabricContext& context,
    Diagnosis& diagnosis,
    const Sample& odd,
    Behaviour usual,
    const RdmaClass* rdma_class)
{
    const auto tc = class_like_most(context, odd, usual, rdma_class);
    // Ingress policies are changed by hand.
    if (!tc || !context.fabric.port(odd.port).ingress_policy.value.none())
        return;
    diagnosis.changes.push_back({.port = odd.port,
        .property = Property::dscp_map,
        .value = MapEntry{MapKind::dscp_to_tc, odd.dscp, *tc},
        .shared = true});
}

// There is no majority, but the devices differ. Reported once, at the last kind.
void report_tie(FabricContext& context, std::span<const Sample> samples, const Votes& votes)
{
    std::string text;
    const Sample* last = nullptr;
    std::vector<const Sample*> others;
    for (std::size_t kind = 0; kind < behaviours; ++kind) {
        const auto sample = std::ranges::find(samples, static_cast<Behaviour>(kind), &Sample::behaviour);
        if (votes.of.at(kind) != votes.most || sample == samples.end())
            continue;
        if (last != nullptr)
            others.push_back(last);
        last = &*sample;
        add_item(
            text, fmt::format("{} gives them {}", context.port_label(last->port), in_words(last->behaviour)));
    }
    if (others.empty())
        return;
    const Device& device = context.fabric.device(last->port);
    Diagnosis diagnosis{.severity = Severity::warning,
        .at = device.place(last->origin, &context.fabric.port(last->port)),
        .message
        = fmt::format("{} packets with DSCP {} are treated differently hop by hop, and neither is usual: {}",
            context.classes.dscps().has(last->dscp) ? "RDMA" : "CNP",
            last->dscp,
            text),
        .subjects = {{{last->port.device, Port::no_index}, Property::dscp_map, last->dscp}},
        .fix = fmt::format("Decide which class DSCP {} has, and use it on all switches.", last->dscp),
        .fix_class = FixClass::manual};
    for (const Sample* other : others) {
        const Device& differs = context.fabric.device(other->port);
        diagnosis.blame({other->port.device, Port::no_index}, Property::dscp_map, other->dscp);
        diagnosis.show(differs.place(other->origin, &context.fabric.port(other->port)),
            fmt::format("{} differs", context.port_label(other->port)));
    }
    context.report(std::move(diagnosis));
}

// A device that differs from most others, in one code point or in several that it treats alike.
struct Difference {
    Sample odd; ///< its port and place are those of the first code point
    Sample model; ///< how most others treat it
    bool rdma = false;
    DscpSet dscps;
    [[nodiscard]] bool joins(const Difference& other) const
    {
        return odd.port == other.odd.port && odd.behaviour == other.odd.behaviour
            && odd.plane == other.odd.plane && model.port.device == other.model.port.device
            && model.behaviour == other.model.behaviour && rdma == other.rdma;
    }
};

void add(std::vector<Difference>& differences, const Difference& difference)
{
    const auto same
        = std::ranges::find_if(differences, [&](const Difference& other) { return other.joins(difference); });
    if (same == differences.end())
        differences.push_back(difference);
    else
        same->dscps.insert(difference.odd.dscp);
}

// Compares the samples of one code point in one plane.
void compare(FabricContext& context, std::span<const Sample> samples, std::vector<Difference>& differences)
{
    const Votes votes = count_votes(context, samples);
    if (!votes.usual)
        return report_tie(context, samples, votes);
    const RdmaClass* rdma_class = context.classes.of_dscp(samples.front().dscp, Role::unknown);
    // However many ports make CNPs lossless, those that do not are right; QOS004 reports the others.
    if (rdma_class == nullptr && votes.usual == Behaviour::lossless && !context.assumed())
        return;
    const auto model = std::ranges::find(samples, *votes.usual, &Sample::behaviour);
    if (model == samples.end())
        return;
    std::uint32_t last = Port::no_index;
    for (const Sample& odd : samples) {
        if (odd.behaviour == *votes.usual || odd.port.device == last)
            continue;
        last = odd.port.device;
        DscpSet dscps;
        dscps.insert(odd.dscp);
        add(differences, {odd, *model, rdma_class != nullptr, dscps});
    }
}

void report(FabricContext& context, const Difference& difference)
{
    const auto& [odd, model, rdma, dscps] = difference;
    const Device& device = context.fabric.device(odd.port);
    const Device& other = context.fabric.device(model.port);
    // Name the ports if both are on one device; otherwise name the devices.
    const bool same_device = odd.port.device == model.port.device;
    const std::string here = same_device ? context.port_label(odd.port) : device.name;
    const std::string there = same_device ? context.port_label(model.port) : other.name;
    Diagnosis diagnosis{.at = device.place(odd.origin, &context.fabric.port(odd.port)),
        .message = fmt::format("{} gives {} packets with DSCP {} {}, but {} gives them {}: the same flow is "
                               "treated differently hop by hop",
            here,
            rdma ? "RDMA" : "CNP",
            to_string(dscps),
            in_words(odd.behaviour),
            there,
            in_words(model.behaviour)),
        .related = {{other.place(model.origin, &context.fabric.port(model.port)),
            fmt::format("{} and most others", there)}},
        .fix = fmt::format(
            "Give DSCP {} {} on {} too.", to_string(dscps), in_words(model.behaviour), device.name)};
    for (const Dscp dscp : dscps) {
        diagnosis.blame({odd.port.device, Port::no_index}, Property::dscp_map, dscp);
        Sample one = odd;
        one.dscp = dscp;
        propose_class(context,
            diagnosis,
            one,
            model.behaviour,
            context.classes.of_dscp(dscp, device.role.value_or(Role::unknown)));
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    DscpSet points = context.classes.dscps();
    if (context.classes.cnp.dscp)
        points.insert(*context.classes.cnp.dscp);
    if (points.empty())
        return;
    const std::vector<Sample> samples = samples_of(context, points);
    std::vector<Difference> differences;
    for (std::size_t begin = 0, end = 0; begin < samples.size(); begin = end) {
        while (end < samples.size() && samples[end].dscp == samples[begin].dscp
            && samples[end].plane == samples[begin].plane)
            ++end;
        compare(context, std::span(samples).subspan(begin, end - begin), differences);
    }
    for (const Difference& difference : differences)
        report(context, difference);
}

}

extern const Rule rule = {
    .code = "QOS011",
    .name = "maps-differ-across-fabric",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where no class is usual"}}},
    .scope = Scope::fabric,
    .summary = "Switches of one fabric treat the same RDMA or CNP code point differently.",
    .why = "A path is as lossless as its worst hop. A switch that takes the code point of RDMA for "
           "something else drops packets that every other switch protects, and only the flows that "
           "are hashed through it suffer. Class and queue numbers may differ from switch to switch; "
           "what a code point gets must not.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2 (one map for all devices); RFC 2475 "
              "section 2.3 (consistent per-hop behaviour within a domain)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Treat RDMA and CNP code points on every switch of the fabric as most switches do.",
    .check_fabric = check,
};

}
