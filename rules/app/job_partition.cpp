// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "analysis/facts/port_partitions.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::rules::app012 {
namespace {

constexpr std::string_view host1 = R"(root@host1:~# hostname
host1
root@host1:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 101 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";
constexpr std::string_view host1_with_keys = R"(root@host1:~# hostname
host1
root@host1:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 101 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
root@host1:~# grep -H '' /sys/class/infiniband/mlx5_0/ports/1/pkeys/0 /sys/class/infiniband/mlx5_0/ports/1/pkeys/1
/sys/class/infiniband/mlx5_0/ports/1/pkeys/0:0xffff
/sys/class/infiniband/mlx5_0/ports/1/pkeys/1:0x0000
)";
constexpr std::string_view host2 = R"(root@host2:~# hostname
host2
root@host2:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 102 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";
constexpr std::string_view two_keys = R"(   0: 0xffff 0x8005 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)";
constexpr std::string_view two_keys_turned = R"(   0: 0x8005 0xffff 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000
128 pkeys capacity for this port
)";

constexpr Example examples[] = {
    {.title = "The index of the job's P_Key is empty on its hosts",
        .files = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=2\n"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"ib-fabric", "fabric", two_keys, "pkeys_102_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}},
        .flagged = "NCCL_IB_PKEY=2"},
    {.title = "The index of the job's P_Key is empty on the host of the job",
        .files = {{{"app-env", "host1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=2\n"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"}}},
        .flagged = "NCCL_IB_PKEY=2"},
    {.title = "Index 0 is another P_Key on each of the hosts that may run the job",
        .files = {{{"app-env", "job1", ""},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"ib-fabric", "fabric", two_keys_turned, "pkeys_102_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}},
        .flagged = "# job1"},
    {.title = "Index 1 is empty on a host, as its own files show",
        .files = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=1\n"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1_with_keys, "rdma.txt"}}},
        .flagged = "NCCL_IB_PKEY=1"},
    {.title = "UCX asks for a P_Key that a host does not have",
        .files = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+UCX_IB_PKEY=0x0007\n"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"}}},
        .flagged = "UCX_IB_PKEY=0x0007"},
    {.title = "The files of the subnet manager give the hosts fewer P_Keys than the job's index",
        .files = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=5\n"},
            {"opensm", "sm1", ""},
            {"opensm", "sm1", "Default=0x7fff : ALL=full;\nai=0x8005 : ALL=full;\n", "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}},
        .flagged = "NCCL_IB_PKEY=5"},
    {.title = "Index 0 is another P_Key on a host that does not run the job",
        .files = {{{"app-env", "host1", ""},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"ib-fabric", "fabric", two_keys_turned, "pkeys_102_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}}},
    {.title = "The index leads to one P_Key on all hosts",
        .files
        = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=1\n+UCX_IB_PKEY=0x8005\n"},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", two_keys, "pkeys_101_1.txt"},
            {"ib-fabric", "fabric", two_keys, "pkeys_102_1.txt"},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}}},
    {.title = "The files of the subnet manager give the hosts the P_Key",
        .files = {{{"app-env", "job1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=1\n"},
            {"opensm", "sm1", ""},
            {"opensm", "sm1", "Default=0x7fff : ALL=full;\nai=0x8005 : ALL=full;\n", "partitions.conf"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"},
            {"linux-host", "host2", host2, "rdma.txt"}}}},
};

constexpr std::uint16_t key_bits = 0x7fff; ///< without the membership bit

// What is known of the P_Key table of one InfiniBand port.
struct Keys {
    std::string port;
    std::uint32_t subnet = 0;
    std::uint32_t host = 0;
    std::string_view rdma_device;
    std::optional<IbPkeys> table; ///< captured at the port or on its host
    bool is_whole = true; ///< a host's files may be only some of the table
    std::vector<PortPartition> partitions; ///< by the files of `manager`, if no table was captured
    std::string_view manager;
    Span at;
};

std::optional<Keys> keys_of(const Fabric& fabric, const IbHostPort& port)
{
    const PortId id = port.port;
    const Subnet& subnet = *fabric.devices[id.device].subnet;
    Keys keys{.port = subnet.port_name(id.port),
        .subnet = id.device,
        .host = port.host,
        .rdma_device = port.rdma_device,
        .table = captured_pkeys(fabric, port)};
    if (keys.table) {
        keys.at = keys.table->at;
        // Keys fill a table from its first entry on.
        keys.is_whole = subnet.pkeys_of(id.port) != nullptr
            || keys.table->key_at(static_cast<std::uint16_t>(keys.table->entries - 1)) == 0;
        return keys;
    }
    for (const std::uint32_t index : fabric.managers_of(id.device)) {
        const Device& manager = fabric.devices[index];
        auto partitions = partitions_of_port(*manager.manager, subnet.ports[id.port].guid);
        if (!partitions)
            continue;
        keys.partitions = std::move(*partitions);
        keys.manager = manager.name;
        keys.at = keys.partitions.empty() ? Span{} : keys.partitions.front().at;
        return keys;
    }
    return std::nullopt;
}

// The tables of the InfiniBand ports that the job may use on its collected hosts. NCCL_IB_HCA holds for NCCL alone.
std::vector<Keys> tables_of_job(DeviceContext& context, const Job& job, std::string_view devices)
{
    const Fabric& fabric = context.fabric;
    const DeviceFilter filter(devices);
    std::vector<Keys> tables;
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t host : hosts.all()) {
        for (const IbHostPort* port : fabric.ib_ports_of_host(host)) {
            if (!filter.lets_through(port->rdma_device))
                continue;
            if (auto keys = keys_of(fabric, *port))
                tables.push_back(std::move(*keys));
        }
    }
    return tables;
}

// Whether the key is in the table, or the index in use; true where the rest of a table is unknown.
bool has_key(const Keys& keys, std::uint16_t key)
{
    if (!keys.table)
        return std::ranges::find(keys.partitions, key, &PortPartition::pkey) != keys.partitions.end();
    return !keys.is_whole || std::ranges::any_of(keys.table->keys, [key](std::uint16_t each) {
        return (each & key_bits) == key;
    });
}

bool has_index(const Keys& keys, std::uint16_t index)
{
    if (!keys.table)
        return index < keys.partitions.size();
    return keys.table->key_at(index) != 0 || (!keys.is_whole && index >= keys.table->entries);
}

// The key at an index as the table or the partition states it; absent where the files leave the order to opensm.
std::optional<std::uint16_t> key_at(const Keys& keys, std::uint16_t index)
{
    if (keys.table) {
        const std::uint16_t key = keys.table->key_at(index);
        return (key & key_bits) != 0 ? std::optional(key) : std::nullopt;
    }
    const auto first = std::ranges::find(keys.partitions, true, &PortPartition::at_index_0);
    return index == 0 && first != keys.partitions.end() ? std::optional(first->pkey) : std::nullopt;
}

// A value that a job asks for, by a variable or by default.
struct Asked {
    const Job& job;
    std::string_view variable;
    Span at;
    bool is_placed = false; ///< the host that runs the job is known
};

void report(DeviceContext& context, const Asked& asked, const Keys& shown, bool is_sure, std::string message)
{
    Diagnosis diagnosis{.severity = is_sure ? Severity::error : Severity::warning,
        .at = asked.at,
        .message = std::move(message),
        .subjects = {context.subject(Property::rdma_marking, Part::option(asked.variable))},
        .fix = fmt::format("Correct {}, or the partitions of the hosts.", asked.variable)};
    if (shown.at.somewhere())
        diagnosis.show(shown.at, shown.table ? "the table of the port" : "the partitions of the manager");
    context.report(std::move(diagnosis));
}

// "in its table, which has 2 P_Keys" or "by the files of sm1, which give it 2 P_Keys".
std::string place_in_words(const Keys& keys)
{
    return keys.table
        ? fmt::format("in its table, which has {}", keys.table->keys.size())
        : fmt::format("by the files of {}, which give it {}", keys.manager, keys.partitions.size());
}

// Reports the first port that has no key at the index; returns whether there is one.
bool find_empty_index(
    DeviceContext& context, const Asked& asked, std::uint16_t index, const std::vector<Keys>& tables)
{
    const auto lacks
        = std::ranges::find_if(tables, [index](const Keys& keys) { return !has_index(keys, index); });
    if (lacks == tables.end())
        return false;
    report(context,
        asked,
        *lacks,
        asked.is_placed && lacks->table,
        fmt::format(
            "{} uses index {} of the P_Key table ({}), and {} has no key there {}: its connections fail{}",
            asked.job.name,
            index,
            asked.variable,
            lacks->port,
            place_in_words(*lacks),
            asked.is_placed ? "" : " if the job runs there"));
    return true;
}

// Compares the hosts that may run the job: the ports of their RDMA devices with one name, which are of one rail. A
// job whose host is known has none to be compared with, and rails may have partitions of their own.
void compare_hosts(
    DeviceContext& context, const Asked& asked, std::uint16_t index, const std::vector<Keys>& tables)
{
    for (const Keys& keys : tables) {
        const auto first = std::ranges::find_if(tables, [&keys](const Keys& other) {
            return other.subnet == keys.subnet && other.rdma_device == keys.rdma_device;
        });
        const auto one = key_at(*first, index);
        const auto other = key_at(keys, index);
        if (first->host == keys.host || !one || !other || (*one & key_bits) == (*other & key_bits))
            continue;
        return report(context,
            asked,
            keys,
            false,
            fmt::format(
                "{} uses index {} of the P_Key table ({}), which is 0x{:04x} at {} and 0x{:04x} at {}: if the "
                "job runs on both, the two drop each other's packets",
                asked.job.name,
                index,
                asked.variable,
                *one,
                first->port,
                *other,
                keys.port));
    }
}

void check_key(DeviceContext& context, const Asked& asked, std::uint16_t key, const std::vector<Keys>& tables)
{
    const auto bits = static_cast<std::uint16_t>(key & key_bits);
    const auto lacks
        = std::ranges::find_if(tables, [bits](const Keys& keys) { return !has_key(keys, bits); });
    if (lacks == tables.end())
        return;
    report(context,
        asked,
        *lacks,
        asked.is_placed && lacks->table,
        fmt::format("{} uses P_Key 0x{:04x} ({}), which {} does not have{}: UCX does not use the port{}",
            asked.job.name,
            key,
            asked.variable,
            lacks->port,
            lacks->table.has_value() ? std::string() : fmt::format(" by the files of {}", lacks->manager),
            asked.is_placed ? "" : " if the job runs there"));
}

void check_job(DeviceContext& context, const Job& job)
{
    const bool is_placed = context.fabric.host_of_job[context.index].has_value();
    const bool has_index = job.pkey_index.known();
    if (has_index || (job.pkey_index.origin == OriginId{} && uses_nccl(job))) {
        const std::string_view devices = job.devices.peek_known() ? job.devices.value : std::string_view{};
        const Asked asked{job,
            has_index ? "NCCL_IB_PKEY" : "the default of NCCL_IB_PKEY",
            has_index ? context.device().place(job.pkey_index.origin) : job.at,
            is_placed};
        const auto tables = tables_of_job(context, job, devices);
        if (has_index && tables.empty())
            context.not_checked({context.index, Port::no_index},
                "which P_Keys the hosts have is unknown: keep the output of smpquery pkeys, or partitions.conf");
        const std::uint16_t index = has_index ? job.pkey_index.value : std::uint16_t{0};
        if (!find_empty_index(context, asked, index, tables))
            compare_hosts(context, asked, index, tables);
    }
    if (job.ucx_pkey.known()) {
        const Asked asked{job, "UCX_IB_PKEY", context.device().place(job.ucx_pkey.origin), is_placed};
        check_key(context, asked, job.ucx_pkey.value, tables_of_job(context, job, {}));
    }
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job || context.fabric.subnets.empty())
        return;
    for (const Job& job : context.device().jobs)
        check_job(context, job);
}

}

extern const Rule rule = {
    .code = "APP012",
    .name = "job-partition",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning,
        "where only the files of the subnet manager show the partitions, or no file shows which host runs the job"}}},
    .scope = Scope::host,
    .summary = "A job asks for an InfiniBand partition that a host is not in, or for an index that holds a "
               "different partition on each host.",
    .why
    = "NCCL names a partition by its index in the P_Key table of the port, 0 unless NCCL_IB_PKEY says otherwise; UCX names "
      "it by its key. Where the index is empty, the queue pair cannot be set up. Where it holds another key on another "
      "host, both adapters drop the other's packets as P_Key violations, and the job stops when it connects. opensm "
      "keeps the key of the default partition at index 0 unless a partition states indx0.",
    .source
    = "NVIDIA NCCL documentation, NCCL_IB_PKEY (default 0); NVIDIA/nccl src/transport/net_ib (pkey_index of the queue pair); "
      "openucx/ucx src/uct/ib/base/ib_iface.c (PKEY); InfiniBand Architecture Specification 10.9.3; opensm(8) 3.3.23, "
      "PARTITION CONFIGURATION (indx0); opensm 3.3.23, opensm/osm_pkey_mgr.c",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Put the hosts of a job into one partition, and name it by an index that leads to it on all of them.",
    .check_device = check,
};

}
