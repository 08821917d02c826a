// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::evd017 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC has a path MTU of 4096, and its packets are as large as those of 1024",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 100
+     rx_prio3_bytes: 100000
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 10000100
+     rx_prio3_bytes: 10820100000
)"}}},
        .flagged = "rx_prio3_bytes: 10820100000"},
    {.title = "Most packets carry 4096 bytes",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 100
+     rx_prio3_bytes: 100000
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 10000100
+     rx_prio3_bytes: 39100100000
)"}}}},
    {.title = "Only acknowledgements arrive",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 100
+     rx_prio3_bytes: 100000
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 10000100
+     rx_prio3_bytes: 640100000
)"}}}},
};

constexpr double most_packets[] = {1e6};
constexpr Parameter parameters[] = {{"packets",
    most_packets,
    "packets",
    "packets between two captures from which on their mean size is judged",
    "a choice: fewer may be a single job with small messages"}};

// The path MTU whose full packets have about this size: Ethernet, IP, UDP and BTH headers with ICRC and FCS are 62 bytes, a VLAN
// tag, IPv6 and an RETH 40 more at most, and one acknowledgement in ten packets takes a tenth away.
std::optional<std::uint64_t> mtu_of_mean(double mean)
{
    constexpr double headers = 62;
    constexpr double optional_headers = 40;
    constexpr double with_acknowledgements = 0.9;
    for (const std::uint64_t mtu : {512U, 1024U, 2048U}) {
        const double full = static_cast<double>(mtu) + headers;
        if (mean >= full * with_acknowledgements && mean <= full + optional_headers)
            return mtu;
    }
    return std::nullopt;
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.is_roce() || !context.on_host() || nic == nullptr || context.device().counters.empty())
        return;
    for (const Priority priority : context.carried()) {
        const Observed packets = observe(context, CounterKind::packets_received, priority);
        if (!packets.is_growth || static_cast<double>(packets.count) < context.number("packets"))
            continue;
        const Observed bytes = observe(context, CounterKind::bytes_received, priority);
        if (!bytes.is_growth || !bytes.counted())
            continue;
        const double mean = static_cast<double>(bytes.count) / static_cast<double>(packets.count);
        const auto mtu = mtu_of_mean(mean);
        const Bytes* configured
            = mtu ? context.need(context.id, nic->rdma_mtu, "the path MTU of the NIC") : nullptr;
        if (configured == nullptr || *mtu * 2 > configured->count)
            continue;
        context.report({.at = bytes.counter->at,
            .message = fmt::format(
                "the packets of priority {} that reach {} have {:.0f} bytes on average, as full packets have at a path MTU of {}, "
                "and the NIC's is {}: {} packets carry what one could",
                priority,
                context.port_label(context.id),
                mean,
                *mtu,
                configured->count,
                configured->count / *mtu),
            .subjects = {context.subject(Property::mtu)},
            .related = {{packets.counter->at, describe(packets)},
                {context.place(nic->rdma_mtu.origin), "the path MTU of the NIC"}},
            .fix
            = "Look for a hop or a peer with a smaller MTU (rocelint trace), and for jobs that ask for a smaller path MTU."});
    }
}

}

extern const Rule rule = {
    .code = "EVD017",
    .name = "small-rdma-packets",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "Counters show RDMA packets of a much smaller path MTU than that of the NIC.",
    .why
    = "Both ends of a connection use the smaller path MTU of the two, and an RDMA path MTU is one of 256, 512, 1024, 2048 and 4096 "
      "bytes that fits into the MTU of the interface. One interface left at 1500 bytes makes all its connections use 1024: four packets "
      "and four headers in place of one. Nothing fails, so that only the mean size of packets shows it. Messages of that very size, and "
      "a mixture of large packets and many acknowledgements, may have the same mean.",
    .source
    = "InfiniBand Architecture Specification 1.7, volume 1, chapters 9.2 and 12 (BTH, path MTU), annex A17 (RoCEv2); Linux, "
      "Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst (rx_prio[p]_bytes, rx_prio[p]_packets)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all interfaces of the path the same MTU, above the RDMA path MTU.",
    .yields = true,
    .check_port = check,
};

}
