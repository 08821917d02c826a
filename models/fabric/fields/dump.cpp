// SPDX-License-Identifier: Apache-2.0
// Output of `debug model`: every row of fields.h, and data without settings (maps, routes, lists).
#include "models/fabric/fields/dump.h"

#include "models/fabric/fields/dump_writer.h"
#include "models/fabric/words.h"

namespace rocelint {
namespace {

// " pkeys 0xffff 0x8005", or empty if no capture shows the table.
std::string pkeys_text(const HostIbPort& port)
{
    std::string text;
    for (const std::uint16_t key : port.pkeys)
        text += fmt::format("{}0x{:04x}", text.empty() ? " pkeys " : " ", key);
    return text;
}

void write_map(DumpWriter& out, const ClassMap& map)
{
    std::string pairs;
    for (std::size_t from = 0; from < map.to.size(); ++from) {
        if (map.to[from] != ClassMap::unmapped)
            pairs += fmt::format(" {}>{}", from, map.to[from]);
    }
    out.title(fmt::format("  map {} {}:{}", word_of(map.kind), map.name, pairs));
}

void write_ecn(DumpWriter& out, const EcnProfile& profile)
{
    out.title(fmt::format("  ecn-profile {}", profile.name));
    for (const EcnCurve& curve : profile.curves) {
        out.title(fmt::format("   {}", word_of(curve.colour)));
        out.fields(curve);
    }
}

void write_port(DumpWriter& out, const Device& device, const Port& port)
{
    out.title(fmt::format("  port {} {}", port.name, name_of(port.kind)));
    out.fields(port);
    out.fields(port.watchdog);
    if (port.lag != Port::no_index)
        out.title(fmt::format("    lag: {}", device.ports[port.lag].name));
    for (const Queue& queue : device.queues_of(port)) {
        out.title(fmt::format("   queue {}", queue.number));
        out.fields(queue);
    }
    for (const PriorityGroup& group : device.groups_of(port)) {
        out.title(fmt::format("   priority-group {}", group.number));
        out.fields(group);
    }
}

void write_class(DumpWriter& out, std::string_view title, const PolicyClass& entry)
{
    out.title(fmt::format("{} {} dscp {} pcp {}{}{}{}",
        title,
        entry.name,
        to_string(entry.dscps),
        to_string(entry.pcps),
        entry.matches_everything ? " everything" : "",
        entry.matches_nothing ? " nothing" : "",
        entry.matches_other ? " other" : ""));
    out.fields(entry);
}

void write_meter(DumpWriter& out, const Device& device, const Meter& meter)
{
    out.title(fmt::format("  meter {} dscp {} {}{}{} ({})",
        meter.port < device.ports.size() ? device.ports[meter.port].name : "?",
        to_string(meter.dscps),
        word_of(meter.effect),
        meter.above.count == 0 ? "" : " above " + value_text(meter.above),
        meter.why_unknown.empty() ? "" : fmt::format(": {}", meter.why_unknown),
        out.place(meter.at)));
}

void write_nic(DumpWriter& out, const Device& device, const Nic& nic)
{
    out.title(fmt::format("  nic {} on {}",
        nic.rdma_device,
        nic.port < device.ports.size() ? device.ports[nic.port].name : "?"));
    out.fields(nic);
}

}

std::string dump(const Device& device, const SourceSet& sources)
{
    DumpWriter out(device, sources);
    out.title(fmt::format("{} {} ({}{})",
        name_of(device.kind),
        device.name,
        device.platform,
        device.fragment ? ", fragment" : ""));
    out.title(fmt::format("  model {} asic {} version {}{}",
        device.model,
        device.asic,
        device.version,
        device.tunnel_remap ? " tunnel-remap" : ""));
    out.fields(device);
    out.fields(device.load_balancing);
    write_forwarding(out, device);
    for (const ClassMap& map : device.maps)
        write_map(out, map);
    for (const EcnProfile& profile : device.ecn_profiles)
        write_ecn(out, profile);
    for (const Scheduler& scheduler : device.schedulers) {
        out.title(fmt::format("  scheduler {}", scheduler.name));
        out.fields(scheduler);
    }
    for (const BufferPool& pool : device.pools) {
        out.title(fmt::format("  pool {}", pool.name));
        out.fields(pool);
    }
    for (const BufferProfile& profile : device.buffer_profiles) {
        out.title(fmt::format("  buffer-profile {}", profile.name));
        out.fields(profile);
    }
    out.fields(device.headroom);
    out.fields(device.trimming);
    for (const ClassPolicy& policy : device.policies) {
        out.title(fmt::format("  policy {}", policy.name));
        for (const PolicyClass& entry : policy.classes)
            write_class(out, "   class", entry);
    }
    for (const PolicyClass& entry : device.class_maps)
        write_class(out, "  class-map", entry);
    for (const Meter& meter : device.meters)
        write_meter(out, device, meter);
    for (const Port& port : device.ports)
        write_port(out, device, port);
    for (const Nic& nic : device.nics)
        write_nic(out, device, nic);
    for (const HostIbPort& port : device.ib_ports)
        out.title(fmt::format("  infiniband {} port {}{}{}",
            port.rdma_device,
            port.number,
            port.node_guid == 0 ? "" : " guid " + guid_text(port.node_guid),
            pkeys_text(port)));
    for (const Job& job : device.jobs) {
        out.title(fmt::format(
            "  job {}{}{}", job.name, job.nodes.empty() ? "" : " on ", fmt::join(job.nodes, ", ")));
        out.fields(job);
    }
    for (const Neighbour& neighbour : device.neighbours)
        out.title(fmt::format("  neighbour {} -> {} {} {}",
            neighbour.port < device.ports.size() ? device.ports[neighbour.port].name : "?",
            neighbour.device,
            neighbour.port_id,
            neighbour.port_description));
    if (device.subnet)
        write_subnet(out, *device.subnet);
    if (device.manager)
        write_manager(out, *device.manager);
    return out.take();
}

}
