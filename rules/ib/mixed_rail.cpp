// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::rules::ib024 {
namespace {

constexpr double alike[] = {3};
constexpr Parameter parameters[] = {
    {"alike",
        alike,
        "hosts",
        "how many hosts have as many links before one that has fewer is odd",
        "two hosts that differ are two kinds; a third that is like one of them makes the other odd"},
};

constexpr Example examples[] = {
    {.title = "An NDR adapter is on a rail of HDR",
        .files = {{{"ib-fabric",
            "fabric",
            R"(-[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
+[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 2xNDR
+[3]	"H-0000000000000109"[1](10a) 		# "host5 mlx5_0" lid 105 4xEDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 2xNDR
+
+vendid=0x2c9
+devid=0x1017
+sysimgguid=0x109
+caguid=0x109
+Ca	1 "H-0000000000000109"		# "host5 mlx5_0"
+[1](10a) 	"S-0000000000000011"[3]		# lid 105 lmc 0 "leaf1" lid 11 4xEDR
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB012: {parameters: {ratio: 2}}\n",
        .flagged = "lid 105 4xEDR"},
    {.title = "A host has lost one of its two links",
        .files = {{{"ib-fabric", "fabric", R"(+vendid=0x2c9
+devid=0x101b
+sysimgguid=0x111
+caguid=0x111
+Ca	2 "H-0000000000000111"		# "host1 mlx5_1"
+[1](112) 	"S-0000000000000011"[4]		# lid 111 lmc 0 "leaf1" lid 11 4xHDR
+
+vendid=0x2c9
+devid=0x101b
+sysimgguid=0x113
+caguid=0x113
+Ca	2 "H-0000000000000113"		# "host2 mlx5_1"
+[1](114) 	"S-0000000000000011"[5]		# lid 112 lmc 0 "leaf1" lid 11 4xHDR
+
+vendid=0x2c9
+devid=0x101b
+sysimgguid=0x115
+caguid=0x115
+Ca	2 "H-0000000000000115"		# "host3 mlx5_1"
+[1](116) 	"S-0000000000000012"[4]		# lid 113 lmc 0 "leaf2" lid 12 4xHDR
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB012: {parameters: {ratio: 2}}\n",
        .flagged = "[1](108)"},
    ib::example("All adapters of a leaf run at one rate"),
    {.title = "One adapter is faster than the others of its leaf",
        .files = {{{"ib-fabric",
            "fabric",
            R"(-[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[3]	"H-0000000000000109"[1](10a) 		# "host5 mlx5_0" lid 105 4xNDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+
+vendid=0x2c9
+devid=0x1021
+sysimgguid=0x109
+caguid=0x109
+Ca	1 "H-0000000000000109"		# "host5 mlx5_0"
+[1](10a) 	"S-0000000000000011"[3]		# lid 105 lmc 0 "leaf1" lid 11 4xNDR
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB012: {parameters: {ratio: 2}}\n"},
};

void check_rates(DeviceContext& context, const Subnet& subnet)
{
    for (const IbSwitch& leaf : switches_of(subnet)) {
        std::map<BitsPerSecond, std::vector<std::uint32_t>> rates;
        for (const std::uint32_t port : leaf.adapters) {
            if (const auto rate = rate_of(subnet.ports[port]))
                rates[*rate].push_back(port);
        }
        if (rates.size() < 2)
            continue;
        const auto& usual = *std::ranges::max_element(
            rates, {}, [](const auto& entry) { return std::pair(entry.second.size(), entry.first); });
        for (const auto& [rate, ports] : rates) {
            // A faster adapter does not slow down the others.
            if (rate >= usual.first)
                continue;
            const std::uint32_t port = ports.front();
            Diagnosis diagnosis{.at = context.device().place(subnet.ports[port].speed.origin),
                .message
                = fmt::format("{} runs at {} on {}, where {} {} {}: the rail is as fast as its slowest "
                              "member",
                    subnet.port_name(subnet.peer_of(port)),
                    gigabits_text(rate),
                    subnet.node_name(leaf.node),
                    counted(usual.second.size(), "other adapter"),
                    one_or_many(usual.second.size(), "has", "have"),
                    gigabits_text(usual.first))};
            for (const std::uint32_t each : ports)
                diagnosis.blame({context.index, each}, Property::speed);
            context.report(std::move(diagnosis));
        }
    }
}

// Compares the number of links of each named host. Hosts with equal numbers are of one kind; a single host
// with fewer links has lost some.
void check_hosts(DeviceContext& context, const Subnet& subnet)
{
    struct Host {
        std::size_t links = 0;
        std::uint32_t first = 0;
    };
    std::map<std::string_view, Host> hosts;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbNode& node = subnet.nodes[subnet.ports[port].node];
        // A description that names the adapter also names its host ("host1 mlx5_0"); "MT4129 ConnectX7" does
        // not.
        const std::string_view device = device_of_description(node.description);
        if (node.kind != IbNodeKind::channel_adapter
            || (!device.starts_with("mlx") && !device.starts_with("HCA-")))
            continue;
        const auto [host, fresh] = hosts.try_emplace(host_of_description(node.description), Host{0, port});
        host->second.links += subnet.peer_of(port) != Subnet::none ? 1U : 0U;
    }
    std::map<std::size_t, std::size_t> votes;
    for (const auto& [name, host] : hosts)
        ++votes[host.links];
    if (votes.size() < 2)
        return;
    const auto usual = *std::ranges::max_element(
        votes, {}, [](const auto& vote) { return std::pair(vote.second, vote.first); });
    const double least = context.number("alike");
    for (const auto& [name, host] : hosts) {
        // Two or more hosts with this number of links are a kind of their own.
        if (host.links >= usual.first || votes[host.links] > 1 || static_cast<double>(usual.second) < least)
            continue;
        context.report({.at = subnet.ports[host.first].at,
            .message = fmt::format("{} has {} and {} other hosts have {}",
                name,
                counted(host.links, "InfiniBand link"),
                usual.second,
                usual.first),
            .subjects = {{{context.index, host.first}, Property::capacity}}});
    }
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    check_rates(context, *context.device().subnet);
    check_hosts(context, *context.device().subnet);
}

}

extern const Rule rule = {
    .code = "IB024",
    .name = "ib-mixed-rail",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "Adapters on one InfiniBand leaf switch run at different rates, or a host has fewer InfiniBand links than its siblings.",
    .why
    = "Every ring and tree of a collective runs at the rate of its slowest member, and a rail is as fast as its slowest adapter. A host that lacks one of its links sends the traffic of two GPUs over one.",
    .source
    = "NVIDIA DGX SuperPOD reference architecture (a leaf switch for each rail, hosts alike); NVIDIA/nccl src/graph (rings over all adapters of a host)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Replace the adapter or cable, or give hosts of different rates rails of their own.",
    .check_device = check,
};

}
