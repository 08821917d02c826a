// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "models/text/sentence.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::rules::ib024 {
namespace {

constexpr double alike[] = {3};
constexpr Parameter parameters[] = {
    {"alike",
        alike,
        "hosts",
        "how many hosts must have equally many links before one with fewer is reported",
        "of two hosts that differ, neither is the exception; a third that is like one of them shows that "
        "the other deviates"},
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
    {.title = "Two storage hosts run at half the rate of the others on purpose",
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
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB012: {parameters: {ratio: 2}}\n"},
    {.title = "The host of the subnet manager has a slower adapter",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 105 sm guid 0x10a, activity count 1822 priority 14 state 3 SMINFO_MASTER
-[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
+[3]	"H-0000000000000109"[1](10a) 		# "ufm1 mlx5_0" lid 105 4xEDR
-[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR
+
+vendid=0x2c9
+devid=0x1017
+sysimgguid=0x109
+caguid=0x109
+Ca	1 "H-0000000000000109"		# "ufm1 mlx5_0"
+[1](10a) 	"S-0000000000000011"[3]		# lid 105 lmc 0 "leaf1" lid 11 4xEDR
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  IB012: {parameters: {ratio: 2}}\n"},
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

// The hosts of a subnet, and which of them are compared with the others.
class Hosts {
public:
    Hosts(const Fabric& fabric, std::uint32_t device)
        : subnet_(*fabric.devices[device].subnet)
        , list_(named_hosts(subnet_))
        , roles_(host_roles(fabric, device))
        , of_port_(subnet_.ports.size(), nullptr)
    {
        std::map<std::size_t, std::size_t> votes;
        for (const IbHost& host : list_) {
            for (const std::uint32_t port : host.ports)
                of_port_[port] = &host;
            ++votes[host.links];
        }
        if (votes.empty())
            return;
        const auto most = std::ranges::max_element(
            votes, {}, [](const auto& vote) { return std::pair(vote.second, vote.first); });
        usual_links_ = most->first;
        usual_hosts_ = most->second;
        votes_ = std::move(votes);
    }

    [[nodiscard]] const std::vector<IbHost>& list() const { return list_; }
    [[nodiscard]] std::size_t usual_links() const { return usual_links_; }
    [[nodiscard]] std::size_t usual_hosts() const { return usual_hosts_; }

    // Whether the host serves or manages the fabric: it has the adapters that its work needs.
    [[nodiscard]] bool serves(const IbHost& host) const
    {
        const auto is_service = [this](std::uint32_t port) {
            return roles_[port] == Role::management || roles_[port] == Role::storage;
        };
        return host.runs_manager || std::ranges::any_of(host.ports, is_service);
    }

    // Whether the adapter's host is of another kind than those that share a rail: it has fewer adapters than
    // most, or two hosts or more have its rate throughout.
    [[nodiscard]] bool is_of_another_kind(std::uint32_t port) const
    {
        const IbHost* host = of_port_[port];
        return host != nullptr
            && (serves(*host) || host->links < usual_links_ || has_rate_of_a_kind(list_, *host));
    }

    // Whether the host has lost a link, rather than being built with fewer: no other host has as few, most of
    // its links are there, and it has the adapters of the others.
    [[nodiscard]] bool has_lost_links(const IbHost& host) const
    {
        return host.links < usual_links_ && votes_.at(host.links) == 1 && 2 * host.links >= usual_links_
            && !serves(host) && has_usual_adapters(host);
    }

private:
    [[nodiscard]] const Setting<std::uint32_t>& adapter_of(std::uint32_t port) const
    {
        return subnet_.nodes[subnet_.ports[port].node].device;
    }

    [[nodiscard]] bool has_usual_adapters(const IbHost& host) const
    {
        std::set<std::uint32_t> usual;
        for (const IbHost& other : list_) {
            for (const std::uint32_t port : other.ports) {
                if (other.links == usual_links_ && adapter_of(port).peek_known())
                    usual.insert(adapter_of(port).value);
            }
        }
        return usual.empty() || std::ranges::any_of(host.ports, [&](std::uint32_t port) {
            return !adapter_of(port).peek_known() || usual.contains(adapter_of(port).value);
        });
    }

    const Subnet& subnet_;
    std::vector<IbHost> list_;
    std::vector<Role> roles_;
    std::vector<const IbHost*> of_port_;
    std::map<std::size_t, std::size_t> votes_; ///< hosts by their number of links
    std::size_t usual_links_ = 0;
    std::size_t usual_hosts_ = 0;
};

void check_rates(DeviceContext& context, const Subnet& subnet, const Hosts& hosts)
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
        for (auto& [rate, ports] : rates) {
            // A faster adapter does not slow down the others.
            if (rate >= usual.first)
                continue;
            std::erase_if(
                ports, [&](std::uint32_t port) { return hosts.is_of_another_kind(subnet.peer_of(port)); });
            if (ports.empty())
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

void check_links(DeviceContext& context, const Subnet& subnet, const Hosts& hosts)
{
    if (static_cast<double>(hosts.usual_hosts()) < context.number("alike"))
        return;
    for (const IbHost& host : hosts.list()) {
        if (!hosts.has_lost_links(host))
            continue;
        context.report({.at = subnet.ports[host.ports.front()].at,
            .message = fmt::format("{} has {} and {} other hosts have {}",
                host.name,
                counted(host.links, "InfiniBand link"),
                hosts.usual_hosts(),
                hosts.usual_links()),
            .subjects = {{{context.index, host.ports.front()}, Property::capacity}}});
    }
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Hosts hosts(context.fabric, context.index);
    check_rates(context, *context.device().subnet, hosts);
    check_links(context, *context.device().subnet, hosts);
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
    = "Every ring and tree of a collective runs at the rate of its slowest member, and a rail is as fast as its slowest adapter. A host that lacks one of its links sends the traffic of two GPUs over one. Hosts of the subnet manager, management and storage hosts, and two or more hosts that have a rate of their own throughout are not members of a rail.",
    .source
    = "NVIDIA DGX SuperPOD reference architecture (a leaf switch for each rail, hosts alike); NVIDIA/nccl src/graph (rings over all adapters of a host)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Replace the adapter or cable, or give hosts of different rates rails of their own.",
    .check_device = check,
};

}
