// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::sm {

Subject subject(std::uint32_t device, const SubnetManager& manager, std::string_view option)
{
    return {{device, manager.part_of(option)}, Property::manager, Part::option(option)};
}

Subject subject(std::uint32_t device, const SubnetManager& manager, const SmOption& line)
{
    const auto index = static_cast<std::uint32_t>(&line - manager.options.data());
    return {{device, index}, Property::manager, Part::option(line.name)};
}

Change change(std::uint32_t device, std::string_view option, std::string text)
{
    return change_of_text(device, Property::manager, option, std::move(text));
}

Change change_of_text(std::uint32_t device, Property property, std::string_view wrong, std::string right)
{
    return {.port = {device, Port::no_index},
        .property = property,
        .value = ManagerText{std::string(wrong), std::move(right)}};
}

Diagnosis diagnosis_of(const DeviceContext& context, const SmFault& fault, Property property)
{
    Diagnosis diagnosis{.at = fault.at,
        .message = fault.text.empty() || fault.text.find('\n') != std::string_view::npos
            ? fmt::format("{}: the file {}", context.device().name, fault.message)
            : fmt::format("{}: \"{}\" {}", context.device().name, fault.text, fault.message),
        .subjects = {context.subject(property, Part::statement(fault.at))}};
    if (!fault.right.empty())
        diagnosis.changes = {change_of_text(context.index, property, fault.wrong, std::string(fault.right))};
    return diagnosis;
}

void report_faults(DeviceContext& context,
    SmFault::Kind kind,
    Property property,
    std::string_view fix,
    std::string_view lists)
{
    if (!context.device().manager)
        return;
    for (const SmFault& fault : context.device().manager->faults) {
        if (fault.kind != kind)
            continue;
        Diagnosis diagnosis = diagnosis_of(context, fault, property);
        diagnosis.fix = fix;
        for (const SmOption& option : context.device().manager->options) {
            if (!lists.empty() && option.name.find(lists) != std::string_view::npos && option.at == fault.at
                && !option.intended.empty() && !option.overridden)
                diagnosis.changes.push_back(change(context.index, option.name, std::string(option.intended)));
        }
        context.report(std::move(diagnosis));
    }
}

std::vector<std::vector<std::uint32_t>> managers_by_subnet(const FabricContext& context)
{
    const Fabric& fabric = context.fabric;
    std::map<std::string_view, std::string_view> planes;
    for (const TopologyDevice& planned : fabric.topology.devices)
        planes.insert_or_assign(planned.name, planned.plane);
    std::map<std::pair<std::uint32_t, std::string_view>, std::vector<std::uint32_t>> groups;
    for (const std::uint32_t index : fabric.managers) {
        const auto planned = planes.find(fabric.devices[index].name);
        const std::string_view plane = planned == planes.end() ? std::string_view{} : planned->second;
        const auto subnet = fabric.subnet_of_manager[index];
        groups[{subnet.value_or(Port::no_index), subnet ? std::string_view{} : plane}].push_back(index);
    }
    std::vector<std::vector<std::uint32_t>> lists;
    for (auto& [key, list] : groups) {
        // Sorted by name, so that the manager that others are compared with does not depend on the order of
        // files.
        std::ranges::stable_sort(list, {}, [&fabric](std::uint32_t index) {
            return std::string_view(fabric.devices[index].name);
        });
        lists.push_back(std::move(list));
    }
    return lists;
}

std::vector<UsedLevel> used_levels(const SubnetManager& manager)
{
    std::vector<UsedLevel> levels;
    for (const SmPartition& partition : manager.partitions) {
        if (!manager.partitions_dropped)
            levels.push_back({partition.sl,
                fmt::format("partition {}", partition.name),
                partition.sl_at.somewhere() ? partition.sl_at : partition.at});
    }
    for (const SmQosLevel& level : manager.qos_policy.levels) {
        if (level.sl.known())
            levels.push_back({level.sl.value, fmt::format("qos-level {}", level.name), level.at});
    }
    for (const SmQosRule& rule : manager.qos_policy.rules) {
        if (!rule.ulp.empty() && rule.sl.known())
            levels.push_back({rule.sl.value, fmt::format("\"{}\"", rule.ulp), rule.at});
    }
    std::ranges::stable_sort(levels, {}, &UsedLevel::sl);
    return levels;
}

std::vector<JobLevel> levels_of(const Job& job)
{
    std::vector<JobLevel> levels;
    const std::string_view devices = job.devices.peek_known() ? job.devices.value : std::string_view{};
    for (const JobLevel& level : {JobLevel{&job.service_level, "NCCL_IB_SL", devices},
             JobLevel{&job.ucx_service_level, "UCX_IB_SL"},
             JobLevel{&job.nvshmem_service_level, "NVSHMEM_IB_SL"}}) {
        if (level.level->known())
            levels.push_back(level);
    }
    return levels;
}

namespace {

// Whether a packet from a port in `subnet` may be in the subnet of the manager.
bool is_in_subnet_of(const Fabric& fabric, std::uint32_t manager, std::uint32_t subnet)
{
    const auto own = fabric.subnet_of_manager[manager];
    return own ? *own == subnet : fabric.managers_of(subnet).empty();
}

bool may_reach(const Fabric& fabric, std::uint32_t manager, std::uint32_t index, const DeviceFilter& filter)
{
    const Device& host = fabric.devices[index];
    // What a capture of the host shows of a device outweighs a port whose description has the same name.
    const auto is_ethernet = [&host](std::string_view device) {
        return std::ranges::find(host.nics, device, &Nic::rdma_device) != host.nics.end()
            && std::ranges::find(host.ib_ports, device, &HostIbPort::rdma_device) == host.ib_ports.end();
    };
    bool is_placed = false;
    for (const IbHostPort* port : fabric.ib_ports_of_host(index)) {
        if (!port->rdma_device.empty() && is_ethernet(port->rdma_device))
            continue;
        is_placed = true;
        if ((port->rdma_device.empty() || filter.lets_through(port->rdma_device))
            && is_in_subnet_of(fabric, manager, port->port.device))
            return true;
    }
    if (is_placed)
        return false;
    if (host.ib_ports.empty())
        return host.nics.empty();
    return !fabric.subnet_of_manager[manager]
        && std::ranges::any_of(host.ib_ports,
            [&filter](const HostIbPort& port) { return filter.lets_through(port.rdma_device, port.number); });
}

}

bool may_use_subnet_of(
    FabricContext& context, std::uint32_t manager, std::uint32_t job, const JobLevel& level)
{
    const DeviceFilter filter(level.devices);
    const auto reaches = [&](std::uint32_t host) { return may_reach(context.fabric, manager, host, filter); };
    bool any_host = false;
    for (const Job& one : context.fabric.devices[job].jobs) {
        const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(job, one);
        any_host = any_host || !hosts.all().empty();
        if (std::ranges::any_of(hosts.all(), reaches))
            return true;
    }
    return !any_host;
}

std::string_view ports_of(SmPortClass of)
{
    switch (of) {
    case SmPortClass::all:
        return "all ports";
    case SmPortClass::channel_adapter:
        return "channel adapters";
    case SmPortClass::switch_port_zero:
        return "port 0 of switches";
    case SmPortClass::switch_external:
        return "ports of switches";
    case SmPortClass::router:
        return "routers";
    }
    return "";
}

std::uint64_t option_number(const SubnetManager& manager, std::string_view option, std::uint64_t fallback)
{
    const SmOption* stated = manager.option(option);
    if (stated == nullptr)
        return fallback;
    std::string_view text = stated->runs;
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
        base = 16;
    } else if (text.starts_with('0')) {
        base = 8;
    }
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

std::uint64_t lanes_of_nue(const SubnetManager& manager)
{
    return option_number(manager, "nue_max_num_vls", 1);
}

bool assigns_levels(const SubnetManager& manager, RoutingEngine engine)
{
    // With one lane, or without qos, nue keeps clear of deadlock by its routes alone.
    if (engine == RoutingEngine::nue)
        return lanes_of_nue(manager) != 1 && !manager.qos.is(false);
    return engine == RoutingEngine::lash || engine == RoutingEngine::dfsssp
        || engine == RoutingEngine::torus_2qos;
}

bool is_deadlock_free(RoutingEngine engine)
{
    switch (engine) {
    case RoutingEngine::minhop:
    case RoutingEngine::sssp:
    case RoutingEngine::file:
    case RoutingEngine::none:
    case RoutingEngine::chain:
    case RoutingEngine::auto_:
    case RoutingEngine::unknown:
        return false;
    default:
        return true;
    }
}

std::string mended_engines(const SubnetManager& manager)
{
    std::vector<std::string_view> names;
    for (const SmEngine& engine : manager.engines) {
        const std::string_view name = engine.meant.empty() ? engine.name : engine.meant;
        if (engine.engine == RoutingEngine::unknown && engine.meant.empty())
            return {};
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    const bool is_free = !manager.engines.empty() && is_deadlock_free(manager.engines.front().engine);
    if (is_free || (manager.no_fallback.known() && manager.no_fallback.value))
        names.emplace_back("no_fallback");
    return fmt::format("{}", fmt::join(names, ","));
}

bool has_tenants(const SubnetManager& manager)
{
    constexpr std::uint16_t default_partition = 0x7fff;
    return !manager.partitions_dropped
        && std::ranges::any_of(manager.partitions, [](const SmPartition& partition) {
               const auto is_everybody = [](const SmMember& member) {
                   return member.kind == SmMember::Kind::all
                       || member.kind == SmMember::Kind::all_channel_adapters;
               };
               return partition.pkey != default_partition
                   && std::ranges::none_of(partition.members, is_everybody);
           });
}

}
