// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "analysis/facts/tiers.h"
#include "models/catalog/gpu.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rocelint::rules::top005 {
namespace {

constexpr std::string_view four_gpus = R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# nvidia-smi -L
+GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0)
+GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1)
+GPU 2: NVIDIA H100 80GB HBM3 (UUID: GPU-2)
+GPU 3: NVIDIA H100 80GB HBM3 (UUID: GPU-3)
)";

constexpr Example examples[] = {
    {.title = "One NIC of 100G serves four GPUs",
        .files = {{{"linux-host", "host1", four_gpus}}},
        .flagged = "GPU 0"},
    {.title = "One NIC of 100G serves one A100, which has 200 Gb/s in its vendor's server",
        .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# nvidia-smi -L
+GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-0)
)"}}},
        .flagged = "GPU 0"},
    {.title = "The catalog does not have the GPU", .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# nvidia-smi -L
+GPU 0: NVIDIA L4 (UUID: GPU-0)
)"}}}},
    {.title = "The site wants 25 Gb/s for each GPU",
        .files = {{{"linux-host", "host1", four_gpus}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  TOP005: {parameters: {gbit_per_gpu: 25}}\n"},
};

constexpr double least[] = {0.0};
constexpr Parameter parameters[] = {
    {"gbit_per_gpu",
        least,
        "Gb/s",
        "RDMA bandwidth that each GPU should have; 0: as much as its model has in the vendor's server",
        "models/catalog/gpus.yaml, for instance NVIDIA DGX A100 (eight ports of 200 Gb/s for eight GPUs) and DGX H100 "
        "(eight of 400 Gb/s)"},
};

struct HostBandwidth {
    std::uint32_t host = 0;
    std::uint64_t per_gpu = 0;
    std::uint32_t nics = 0;
    double wanted = 0; ///< Gb/s for each GPU; 0: unknown
};

// The bandwidth that each GPU of the host can use, in Gb/s, by the policy or the catalog; 0 if neither says.
double wanted_for(FabricContext& context, std::uint32_t index)
{
    if (const double stated = context.number("gbit_per_gpu"); stated > 0)
        return stated;
    const Device& host = context.fabric.devices[index];
    const auto known = host.gpu_model.peek_known() ? catalog::gpu_bandwidth(host.gpu_model.value)
                                                   : catalog::Figure<std::uint32_t>{};
    if (!known.known())
        context.not_checked({index, Port::no_index},
            "how much bandwidth its GPUs can use is unknown: no capture shows a model that the catalog has");
    return known.value;
}

std::optional<HostBandwidth> bandwidth_of(FabricContext& context, std::uint32_t index)
{
    const Device& host = context.fabric.devices[index];
    if (!host.gpus.known() || host.gpus.value == 0)
        return std::nullopt;
    HostBandwidth found{.host = index};
    for (std::uint32_t port = 0; port < host.ports.size(); ++port) {
        const PortId id{index, port};
        if (host.ports[port].kind != PortKind::physical || !context.analysis.is_roce(id))
            continue;
        const BitsPerSecond* speed = context.need(id, host.ports[port].speed, "the speed");
        if (speed == nullptr)
            return std::nullopt;
        found.per_gpu += speed->count;
        ++found.nics;
    }
    // The host's InfiniBand ports count too; if none of their rates is known, neither is the bandwidth per
    // GPU.
    if (!host.ib_ports.empty()) {
        std::size_t known = 0;
        for (const IbHostPort* own : context.fabric.ib_ports_of_host(index)) {
            const Device& subnet = context.fabric.device(own->port);
            const std::uint32_t peer = subnet.subnet->peer_of(own->port.port);
            const IbPort& port = subnet.subnet->ports[own->port.port];
            const auto rate = rate_of(
                port.width.peek_known() || peer == Subnet::none ? port : subnet.subnet->ports[peer]);
            if (!rate)
                continue;
            found.per_gpu += rate->count;
            ++found.nics;
            ++known;
        }
        if (known < host.ib_ports.size()) {
            context.not_checked({index, Port::no_index},
                "the rate of its InfiniBand ports is unknown: no capture of their subnet shows them");
            return std::nullopt;
        }
    }
    found.per_gpu /= host.gpus.value;
    return found.nics == 0 ? std::nullopt : std::optional(found);
}

std::string names(const FabricContext& context, const std::vector<HostBandwidth>& hosts)
{
    const std::string& first = context.fabric.devices[hosts.front().host].name;
    return hosts.size() == 1 ? first : fmt::format("{} and {} more hosts", first, hosts.size() - 1);
}

void report(FabricContext& context, const std::vector<HostBandwidth>& hosts, std::string consequence)
{
    const HostBandwidth& first = hosts.front();
    const Device& host = context.fabric.devices[first.host];
    Diagnosis diagnosis{.at = host.place(host.gpus.origin),
        .message = fmt::format("{} with {} for {} {} each GPU {}{}",
            names(context, hosts),
            counted(first.nics, "RDMA port"),
            counted(host.gpus.value, "GPU"),
            one_or_many(hosts.size(), "gives", "give"),
            speed_in_words(first.per_gpu),
            consequence),
        .fix = "Collect all NICs of the host, or state the bandwidth that the site wants in the policy."};
    for (const HostBandwidth& other : hosts) {
        diagnosis.blame({other.host, Port::no_index}, Property::capacity);
        if (other.host != first.host)
            diagnosis.also_on.push_back({other.host, Port::no_index});
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    std::map<std::pair<std::uint64_t, double>, std::vector<HostBandwidth>> groups;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::host || device.role.is(Role::storage))
            continue;
        if (auto found = bandwidth_of(context, index)) {
            found->wanted = wanted_for(context, index);
            groups[{found->per_gpu, found->wanted}].push_back(*found);
        }
    }
    if (groups.empty())
        return;
    const auto most
        = std::ranges::max_element(groups, {}, [](const auto& group) { return group.second.size(); });
    constexpr double giga = 1e9;
    for (const auto& [group, hosts] : groups) {
        const auto [per_gpu, wanted] = group;
        if (static_cast<double>(per_gpu) < wanted * giga)
            report(context, hosts, fmt::format(", less than the {} Gb/s that one GPU can use", wanted));
        else if (hosts.size() < most->second.size())
            report(context,
                hosts,
                fmt::format(
                    ", but most hosts, such as {}, {}: a job over both runs at the pace of the slower",
                    context.fabric.devices[most->second.front().host].name,
                    speed_in_words(most->first.first)));
    }
}

}

extern const Rule rule = {
    .code = "TOP005",
    .name = "gpu-bandwidth",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "The NICs of a host give its GPUs little bandwidth, or a different bandwidth from that of "
               "other hosts.",
    .why
    = "A collective operation ends when its slowest member is done. A host whose GPUs have less network "
      "bandwidth than those of other hosts, because a NIC is missing, down or slow, sets the pace for all.",
    .source
    = "Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta Scale, SIGCOMM 2024, section 3 "
      "(one NIC per GPU)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bring up the missing NICs, or use hosts of equal bandwidth in one job.",
    .check_fabric = check,
};

}
