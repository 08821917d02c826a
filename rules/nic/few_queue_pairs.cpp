// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <cstdint>

namespace rocelint::rules::nic021 {
namespace {

constexpr std::string_view fast_host = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# ethtool ens2f0
Settings for ens2f0:
	Speed: 100000Mb/s
	Duplex: Full
	Link detected: yes
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# devlink dev param show pci/0000:31:00.0 name enable_roce
pci/0000:31:00.0:
  name enable_roce type generic
    values:
      cmode runtime value true
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
fw-lldp-agent          : off
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		on
TX:		on
)";
constexpr std::string_view slow_host = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# ethtool ens2f0
Settings for ens2f0:
	Speed: 25000Mb/s
	Duplex: Full
	Link detected: yes
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# devlink dev param show pci/0000:31:00.0 name enable_roce
pci/0000:31:00.0:
  name enable_roce type generic
    values:
      cmode runtime value true
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
fw-lldp-agent          : off
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		on
TX:		on
)";

constexpr std::string_view one_pair
    = "host1:3517:3517 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
      "host1:3517:3560 [0] NCCL INFO NET/IB : Using [0]rocep49s0f0:1/RoCE ; OOB eth0:10.0.0.1<0>\n"
      "host1:3517:3560 [0] NCCL INFO Using network IB\n"
      "host1:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0\n"
      "host1:3517:3560 [0] NCCL INFO Connected all rings\n";
constexpr std::string_view four_pairs
    = "host1:3517:3517 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth0\n"
      "host1:3517:3560 [0] NCCL INFO NET/IB : Using [0]rocep49s0f0:1/RoCE ; OOB eth0:10.0.0.1<0>\n"
      "host1:3517:3560 [0] NCCL INFO Using network IB\n"
      "host1:3517:3562 [0] NCCL INFO NCCL_IB_QPS_PER_CONNECTION set by environment to 2.\n"
      "host1:3517:3560 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0\n"
      "host1:3517:3560 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[0] [send] via NET/IB/0\n"
      "host1:3517:3560 [0] NCCL INFO Connected all rings\n";

constexpr std::string_view inferred = "version: 1\n";

constexpr Example examples[] = {
    {.title = "The log of a job shows one connection by a port of 100 Gb/s",
        .files
        = {{{"app-env", "job1", one_pair, "nccl.log"}, {"linux-host", "host1", fast_host, "capture.txt"}}},
        .policy = inferred,
        .flagged = "[send] via NET/IB/0"},
    {.title = "Two connections have two queue pairs each",
        .files
        = {{{"app-env", "job1", four_pairs, "nccl.log"}, {"linux-host", "host1", fast_host, "capture.txt"}}},
        .policy = inferred},
    {.title = "The port has 25 Gb/s, which one queue pair fills",
        .files
        = {{{"app-env", "job1", one_pair, "nccl.log"}, {"linux-host", "host1", slow_host, "capture.txt"}}},
        .policy = inferred},
};

constexpr std::uint64_t billion = 1'000'000'000;

constexpr double least[] = {2.0};
constexpr Parameter parameters[] = {
    {"queue_pairs",
        least,
        "queue pairs",
        "fewest queue pairs that a job has to use of a port that is faster than one of them",
        "Intel Support, article 000059783 (49 Gb/s with one queue pair, 88 with two, 91 with three); README of Intel's "
        "irdma driver, Performance, measures with eight"},
};

// What a job uses of one NIC.
struct NicUse {
    const Device* host = nullptr;
    const Nic* nic = nullptr;
    PortId id;
};

const JobConnections* connections_by(const Job& job, const NicUse& use)
{
    for (const JobConnections& connections : job.connections) {
        const std::string_view whole = use.host->name;
        const std::string_view name = whole.substr(0, whole.find('.'));
        if (equal_ignoring_case(connections.host.substr(0, connections.host.find('.')), name)
            && connections.rdma_device == use.nic->rdma_device)
            return &connections;
    }
    return nullptr;
}

void check_use(DeviceContext& context, const Job& job, const NicUse& use)
{
    const bool unset = job.queue_pairs.origin == OriginId{};
    if (!unset && context.need(use.id, job.queue_pairs, "NCCL_IB_QPS_PER_CONNECTION") == nullptr)
        return;
    const std::uint32_t pairs = unset ? 1 : job.queue_pairs.value; // NCCL's own default
    const double needed = context.number("queue_pairs");
    if (static_cast<double>(pairs) >= needed)
        return;
    if (!job.connections_shown)
        return context.not_checked(use.id,
            "how many connections a job makes by the NIC is not known: NCCL chooses that when it starts",
            "collect a log of the job that ran with NCCL_DEBUG=INFO");
    const JobConnections* connections = connections_by(job, use);
    if (connections == nullptr || static_cast<double>(connections->count) * pairs >= needed)
        return;
    const std::uint32_t all = connections->count * pairs;
    context.report({.at = connections->at,
        .message
        = fmt::format("{} sends by {} of {} over {}, and a port of {} Gb/s needs at least {:g} there: one "
                      "carries about {} Gb/s",
            job.name,
            use.nic->rdma_device,
            use.host->name,
            counted(all, "queue pair"),
            use.host->ports[use.nic->port].speed.value.count / billion,
            needed,
            use.nic->queue_pair_rate.count / billion),
        .subjects = {context.subject(Property::transport, Part::option("queue-pairs"))},
        .related = {{use.host->place(use.nic->driver.origin), "the NIC"}},
        .fix = fmt::format("Set NCCL_IB_QPS_PER_CONNECTION to {:g} or more, or let NCCL make more channels "
                           "(NCCL_MIN_NCHANNELS).",
            needed)});
}

// Whether a port of a NIC that needs several queue pairs is faster than one of them.
bool is_faster_than_one(DeviceContext& context, const NicUse& use)
{
    const Nic& nic = *use.nic;
    if (nic.queue_pair_rate.count == 0 || nic.is_iwarp() || nic.port >= use.host->ports.size())
        return false;
    const BitsPerSecond* speed
        = context.need(use.id, use.host->ports[nic.port].speed, "the speed of the port");
    // Headers take a part of the port's speed.
    return speed != nullptr && speed->count / 10 * 9 > nic.queue_pair_rate.count;
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (job.without_nccl || nccl_avoids_rdma(job))
            continue;
        const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
        for (const std::uint32_t index : hosts.of_limited_queue_pairs()) {
            const Device& host = context.fabric.devices[index];
            for (const Nic& nic : host.nics) {
                const NicUse use{&host, &nic, {index, nic.port}};
                if (is_faster_than_one(context, use))
                    check_use(context, job, use);
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "NIC021",
    .name = "few-queue-pairs",
    .severity = Severity::info,
    .scope = Scope::host,
    .summary = "A job uses fewer queue pairs of a NIC than the NIC needs to fill its port.",
    .why
    = "Some NICs send what is in one queue pair at a rate that is below that of their port: an Intel E810 of 100 Gb/s "
      "reaches half of it with one queue pair, by RoCE as by iWARP. The job is slow then although nothing is dropped or "
      "paused. How many queue pairs a job has follows from the channels that NCCL makes, which only its log shows, and "
      "from NCCL_IB_QPS_PER_CONNECTION.",
    .source
    = "Intel Support, article 000088729, How to Reach the Max Bandwidth Speed of a Single RDMA QPS When Using E810-CQDA2, "
      "and article 000059783; README of Intel's irdma driver 1.x, Performance; NVIDIA/nccl src/transport/net.cc (the "
      "lines of the log) and src/transport/net_ib (IB_QPS_PER_CONNECTION, default 1)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set NCCL_IB_QPS_PER_CONNECTION to 2 or more.",
    .check_device = check,
};

}
