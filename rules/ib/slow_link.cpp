// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/fabric/words.h"
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace rocelint::rules::ib009 {
namespace {

constexpr double alike[] = {3};
constexpr Parameter parameters[] = {
    {"alike",
        alike,
        "links",
        "how many links between nodes of the same kinds must run faster for each slower one that is "
        "reported",
        "a majority of three to one leaves fabrics alone that mix two cables or adapters on purpose; several hosts "
        "with one rate throughout are left alone, too"},
};

constexpr Example examples[] = {
    ib::example("A lane of the cable is lost",
        R"(-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
+[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 1xHDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 1xHDR
)",
        "lid 101 1xHDR"),
    ib::example("iblinkinfo says that both ends have more",
        R"(+Switch: 0x0000000000000011 leaf1:
+          11    1[  ] ==( 1X      25.78125 Gbps Active/  LinkUp)==>     101    1[  ] "host1 mlx5_0" (Could be 4X Could be 53.125 Gbps)
-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 1xEDR
)",
        "Could be 53.125 Gbps"),
    ib::example("A lower speed is enabled at one end",
        R"(+# Port info: Lid 11 port 1
+LinkWidthEnabled:................1X or 4X
+LinkWidthSupported:..............1X or 4X
+LinkSpeedEnabled:................2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedExtSupported:...........14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
+LinkSpeedExtEnabled:.............25.78125 Gbps
+# Port info: Lid 101 port 1
+LinkWidthEnabled:................1X or 4X
+LinkWidthSupported:..............1X or 4X
+LinkSpeedEnabled:................2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedExtSupported:...........14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
+LinkSpeedExtEnabled:.............14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
+[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xEDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xEDR
)",
        "lid 101 4xEDR"),
    ib::example("Fewer lanes are enabled at one end",
        R"(+# Port info: Lid 11 port 1
+LinkWidthEnabled:................1X
+LinkWidthSupported:..............1X or 4X
+LinkSpeedEnabled:................2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedExtSupported:...........14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
+LinkSpeedExtEnabled:.............14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
+# Port info: Lid 101 port 1
+LinkWidthEnabled:................1X or 4X
+LinkWidthSupported:..............1X or 4X
+LinkSpeedEnabled:................2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps
+LinkSpeedExtSupported:...........14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
+LinkSpeedExtEnabled:.............14.0625 Gbps or 25.78125 Gbps or 53.125 Gbps
-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
+[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 1xHDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 1xHDR
)",
        "lid 101 1xHDR"),
    {.title = "Two storage hosts have adapters with half the rate",
        .files = {{{"ib-fabric",
            "fabric",
            R"(-[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[3]	"H-0000000000000109"[1](10a) 		# "stor1 mlx5_0" lid 105 2xHDR
-[2]	"H-0000000000000107"[1](108) 		# "host4 mlx5_0" lid 104 4xHDR
+[2]	"H-0000000000000107"[1](108) 		# "host4 mlx5_0" lid 104 4xHDR
+[3]	"H-000000000000010b"[1](10c) 		# "stor2 mlx5_0" lid 106 2xHDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+
+vendid=0x2c9
+devid=0x101b
+sysimgguid=0x109
+caguid=0x109
+Ca	1 "H-0000000000000109"		# "stor1 mlx5_0"
+[1](10a) 	"S-0000000000000011"[3]		# lid 105 lmc 0 "leaf1" lid 11 2xHDR
+
+vendid=0x2c9
+devid=0x101b
+sysimgguid=0x10b
+caguid=0x10b
+Ca	1 "H-000000000000010b"		# "stor2 mlx5_0"
+[1](10c) 	"S-0000000000000012"[3]		# lid 106 lmc 0 "leaf2" lid 12 2xHDR
)"}}},
        .policy
        = "version: 1\nprofile: lossless\nrules:\n  IB009: {parameters: {alike: 2}}\n  IB012: {parameters: {ratio: 2}}\n"},
    ib::example("All links run at the speed of their ends"),
};

struct Best {
    std::optional<IbWidth> width;
    std::optional<IbSpeed> speed;
};

template <class Set>
Set common(const Setting<Set>& a, const Setting<Set>& b)
{
    Set both;
    both.bits = static_cast<decltype(both.bits)>(a.value.bits & b.value.bits);
    return both;
}

// The best that both ends support: from a tool's result, otherwise from what each end reports. If iblinkinfo
// gives no hint, nothing better is possible.
std::optional<Best> best_of(const IbPort& a, const IbPort& b)
{
    Best best;
    for (const IbPort* port : {&a, &b}) {
        if (!best.width && port->width_possible.known())
            best.width = port->width_possible.value;
        if (!best.speed && port->speed_possible.known())
            best.speed = port->speed_possible.value;
    }
    if (!best.width && a.widths_supported.known() && b.widths_supported.known())
        best.width = widest(common(a.widths_supported, b.widths_supported));
    if (!best.speed && a.speeds_supported.known() && b.speeds_supported.known())
        best.speed = fastest(common(a.speeds_supported, b.speeds_supported));
    return best.width || best.speed ? std::optional(best) : std::nullopt;
}

std::string enabled_text(const IbPort& port, IbWidth width, IbSpeed speed)
{
    if (port.widths_enabled.known() && !port.widths_enabled.value.has(width))
        return fmt::format(
            "{} is the most that is enabled", word_of(widest(port.widths_enabled.value).value_or(width)));
    if (port.speeds_enabled.known() && !port.speeds_enabled.value.has(speed))
        return fmt::format("{} is the fastest speed that is enabled",
            word_of(fastest(port.speeds_enabled.value).value_or(speed)));
    return {};
}

void report(DeviceContext& context,
    const Subnet& subnet,
    const IbLink& link,
    Best best,
    std::string_view why,
    Severity severity)
{
    const IbPort& port = subnet.ports[link.a];
    const IbWidth width = best.width.value_or(port.width.value);
    const IbSpeed speed = best.speed.value_or(port.speed.value);
    std::string enabled = enabled_text(port, width, speed);
    std::string_view where = "here";
    if (enabled.empty()) {
        enabled = enabled_text(subnet.ports[link.b], width, speed);
        where = "at the other end";
    }
    context.report({.severity = severity,
        .at = port.width.known() ? context.device().place(port.width.origin) : port.at,
        .message = fmt::format("the link from {} to {} runs at {} ({}), and {} {} ({}){}{}{}",
            subnet.port_name(link.a),
            subnet.port_name(link.b),
            rate_text(port.width.value, port.speed.value),
            gigabits_text(rate_of(port.width.value, port.speed.value)),
            why,
            rate_text(width, speed),
            gigabits_text(rate_of(width, speed)),
            enabled.empty() ? "" : ": ",
            enabled,
            enabled.empty() ? "" : fmt::format(" {}", where)),
        .subjects = {{{context.index, link.a}, Property::speed}, {{context.index, link.b}, Property::speed}},
        .fix = "Reseat or replace the cable, then reset the port."});
}

using Kinds = std::pair<std::uint32_t, std::uint32_t>; // device ids of both ends

std::optional<Kinds> kinds_of(const Subnet& subnet, const IbLink& link)
{
    const IbNode& a = subnet.nodes[subnet.ports[link.a].node];
    const IbNode& b = subnet.nodes[subnet.ports[link.b].node];
    if (!a.device.known() || !b.device.known())
        return std::nullopt;
    return std::minmax(a.device.value, b.device.value);
}

// Whether the link leads to one of several hosts that run at this rate throughout.
bool leads_to_a_kind(const Subnet& subnet, const std::vector<IbHost>& hosts, const IbLink& link)
{
    const auto host = std::ranges::find_if(hosts, [&](const IbHost& one) {
        return std::ranges::find(one.ports, link.a) != one.ports.end()
            || std::ranges::find(one.ports, link.b) != one.ports.end();
    });
    return host != hosts.end() && rate_of(subnet.ports[link.a]) == host->rate
        && has_rate_of_a_kind(hosts, *host);
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    std::map<Kinds, std::map<BitsPerSecond, std::vector<IbLink>>> unsure;
    std::size_t unknown = 0;
    for (const IbLink& link : links_of(subnet)) {
        const IbPort& port = subnet.ports[link.a];
        const auto rate = rate_of(port);
        if (!rate) {
            unknown += port.state.is(IbPortState::active) ? 1U : 0U;
            continue;
        }
        const auto best = best_of(port, subnet.ports[link.b]);
        if (best) {
            if (rate_of(best->width.value_or(port.width.value), best->speed.value_or(port.speed.value))
                > *rate)
                report(context, subnet, link, *best, "both ends have", Severity::error);
        } else if (const auto kinds = kinds_of(subnet, link)) {
            unsure[*kinds][*rate].push_back(link);
        } else {
            ++unknown;
        }
    }
    // If the capability of the ends is unknown, compare links between the same two kinds of node: adapters of one
    // device id are built with one fast port or with two that are half as fast.
    const std::vector<IbHost> hosts = named_hosts(subnet);
    const double least = context.number("alike");
    for (const auto& [kinds, rates] : unsure) {
        const auto& [usual, links] = *std::ranges::max_element(
            rates, {}, [](const auto& entry) { return std::pair(entry.second.size(), entry.first); });
        for (const auto& [rate, slow] : rates) {
            if (rate >= usual || static_cast<double>(links.size()) < least * static_cast<double>(slow.size()))
                continue;
            const IbPort& like = subnet.ports[links.front().a];
            for (const IbLink& link : slow) {
                if (leads_to_a_kind(subnet, hosts, link)) {
                    ++unknown;
                    continue;
                }
                report(context,
                    subnet,
                    link,
                    {like.width.value, like.speed.value},
                    "other links between such nodes at",
                    Severity::warning);
            }
        }
    }
    if (unknown > 0)
        context.not_checked({context.index, Port::no_index},
            fmt::format("what {} could run at is unknown: iblinkinfo or smpquery portinfo shows it",
                counted(unknown, "link")));
}

}

extern const Rule rule = {
    .code = "IB009",
    .name = "ib-link-below-best",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning,
        "where no capture shows what the ends support, and most links between such nodes run faster"}}},
    .scope = Scope::port,
    .summary = "An InfiniBand link runs with fewer lanes or at a lower speed than both of its ends support.",
    .why
    = "Links are trained to what the worst lane allows. A cable that is not seated or has a bad lane comes up at a fraction of its rate and works, and since routes are spread over links and not over bandwidth, everything that is routed over it is slowed to it: a collective runs at the pace of its slowest link.",
    .source
    = "IBA 1.5 14.2.5.6 (LinkWidthActive, LinkSpeedActive); NVIDIA ibdiagnet user manual, links checks; infiniband-diags iblinkinfo.c (Could be)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Reseat or replace the cable; where less is enabled than supported, enable it with ibportstate and see why it was lowered.",
    .check_device = check,
};

}
