// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/dump.h"

#include "models/fabric/dump_writer.h"

#include <array>

namespace rocelint {
namespace {

void write_map(DumpWriter& out, const ClassMap& map)
{
    constexpr std::array kinds{"dscp-to-tc",
        "pcp-to-tc",
        "tc-to-queue",
        "tc-to-priority-group",
        "priority-to-queue",
        "priority-to-priority-group",
        "tc-to-dscp",
        "tc-to-pcp"};
    std::string pairs;
    for (std::size_t from = 0; from < map.to.size(); ++from) {
        if (map.to[from] != ClassMap::unmapped)
            pairs += fmt::format(" {}>{}", from, map.to[from]);
    }
    out.title(fmt::format("  map {} {}:{}", kinds[static_cast<std::size_t>(map.kind)], map.name, pairs));
}

void write_ecn(DumpWriter& out, const EcnProfile& profile)
{
    out.title(fmt::format("  ecn-profile {}", profile.name));
    for (const EcnCurve& curve : profile.curves) {
        constexpr std::array colours{"green", "yellow", "red"};
        out.title(fmt::format("   {}", colours[static_cast<std::size_t>(curve.colour)]));
        out.set("marks", curve.marks);
        out.set("drops", curve.drops);
        out.set("min", curve.min_threshold);
        out.set("max", curve.max_threshold);
        // Few platforms have these.
        if (curve.min_fill.known() || curve.max_fill.known()) { }
        if (curve.min_programmed.known() || curve.max_programmed.known()) {
            out.set("min-programmed", curve.min_programmed);
            out.set("max-programmed", curve.max_programmed);
        }
        out.set("probability", curve.max_probability);
    }
}

void write_profile_list(
    DumpWriter& out, const Device& device, std::string_view name, const Setting<Ref>& list)
{
    if (!list.known()) {
        out.set(name, Setting<bool>::unread(list.origin));
        return;
    }
    std::string names;
    if (list.value.index < device.buffer_profile_lists.size()) {
        for (const Ref profile : device.buffer_profile_lists[list.value.index].profiles) {
            if (profile.index < device.buffer_profiles.size())
                names += fmt::format(" {}", device.buffer_profiles[profile.index].name);
        }
    }
    out.title(fmt::format("    {}:{}", name, names.empty() ? " none" : names));
}

void write_port(DumpWriter& out, const Device& device, const Port& port)
{
    out.title(fmt::format("  port {} {}", port.name, name_of(port.kind)));
    out.set("admin-up", port.admin_up);
    out.set("link-up", port.link_up);
    out.set("routed", port.routed);
    out.set("speed", port.speed);
    out.set("autoneg", port.autoneg);
    out.set("fec", port.fec);
    out.set("lanes", port.lanes);
    out.set("energy-efficient", port.energy_efficient);
    out.set("bit-error-rate", port.bit_error_rate);
    out.set("passive-copper", port.passive_copper);
    out.set("media-length", port.media_length);
    out.set("media-is-reach", port.media_is_reach);
    out.set("cable", port.cable_length);
    out.set("max-headroom", port.max_headroom);
    out.set("ip-mtu", port.ip_mtu);
    out.set("max-frame", port.max_frame);
    out.set("pfc-rx", port.pfc_rx);
    out.set("pfc-tx", port.pfc_tx);
    out.set("pfc-asymmetric", port.pfc_asymmetric);
    out.set("pause-rx", port.pause_rx);
    out.set("pause-tx", port.pause_tx);
    out.set("watchdog", port.watchdog.enabled);
    out.set("watchdog-priorities", port.watchdog.priorities);
    out.set("watchdog-detection", port.watchdog.detection);
    out.set("watchdog-restoration", port.watchdog.restoration);
    out.set("watchdog-poll", port.watchdog.poll);
    out.set("watchdog-action", port.watchdog.action);
    out.set("trust", port.trust);
    out.set("default-tc", port.default_tc);
    out.refer("dscp-to-tc", port.dscp_to_tc, device.maps);
    out.refer("pcp-to-tc", port.pcp_to_tc, device.maps);
    out.refer("tc-to-queue", port.tc_to_queue, device.maps);
    out.refer("tc-to-priority-group", port.tc_to_priority_group, device.maps);
    out.refer("priority-to-queue", port.priority_to_queue, device.maps);
    out.refer("priority-to-priority-group", port.priority_to_priority_group, device.maps);
    out.refer("tc-to-dscp", port.tc_to_dscp, device.maps);
    out.refer("ingress-policy", port.ingress_policy, device.policies);
    write_profile_list(out, device, "ingress-buffers", port.ingress_buffers);
    write_profile_list(out, device, "egress-buffers", port.egress_buffers);
    if (port.lag != Port::no_index)
        out.title(fmt::format("    lag: {}", device.ports[port.lag].name));
    for (const Queue& queue : device.queues_of(port)) {
        out.title(fmt::format("   queue {}", queue.number));
        out.refer("ecn", queue.ecn, device.ecn_profiles);
        out.refer("scheduler", queue.scheduler, device.schedulers);
        out.refer("buffer", queue.buffer, device.buffer_profiles);
    }
    for (const PriorityGroup& group : device.groups_of(port)) {
        out.title(fmt::format("   priority-group {}", group.number));
        out.refer("buffer", group.buffer, device.buffer_profiles);
        out.set("lossless", group.lossless);
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
    out.set("set-tc", entry.set_tc);
    out.set("set-dscp", entry.set_dscp);
}

void write_nic(DumpWriter& out, const Device& device, const Nic& nic)
{
    out.title(fmt::format("  nic {} on {}",
        nic.rdma_device,
        nic.port < device.ports.size() ? device.ports[nic.port].name : "?"));
    out.set("driver", nic.driver);
    out.set("driver-version", nic.driver_version);
    out.set("firmware", nic.firmware);
    out.set("ecn-notification", nic.ecn_notification);
    out.set("ecn-reaction", nic.ecn_reaction);
    out.set("cnp-dscp", nic.cnp_dscp);
    out.set("cnp-priority", nic.cnp_priority);
    out.set("traffic-class", nic.traffic_class);
    out.set("cm-tos", nic.cm_tos);
    out.set("cm-version", nic.cm_version);
    out.set("dcbx", nic.dcbx);
    out.set("rdma-mtu", nic.rdma_mtu);
    out.set("has-v2-gid", nic.has_v2_gid);
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
    out.set("role", device.role);
    out.set("pfc-all-off", device.pfc_all_off);
    out.set("ecmp-hash", device.load_balancing.ecmp);
    out.set("lag-hash", device.load_balancing.lag);
    out.set("roce-payload-hash", device.load_balancing.roce_payload);
    out.set("ecmp-seed", device.load_balancing.ecmp_seed);
    out.set("gpus", device.gpus);
    write_forwarding(out, device);
    for (const ClassMap& map : device.maps)
        write_map(out, map);
    for (const EcnProfile& profile : device.ecn_profiles)
        write_ecn(out, profile);
    for (const Scheduler& scheduler : device.schedulers) {
        out.title(fmt::format("  scheduler {}", scheduler.name));
        out.set("kind", scheduler.kind);
        out.set("weight", scheduler.weight);
        out.set("bandwidth", scheduler.bandwidth);
        out.set("limit", scheduler.limit);
    }
    for (const BufferPool& pool : device.pools) {
        out.title(fmt::format("  pool {}", pool.name));
        out.set("direction", pool.direction);
        out.set("mode", pool.mode);
        out.set("size", pool.size);
        out.set("shared-headroom", pool.shared_headroom);
        out.set("percentage", pool.percentage);
        out.set("partition", pool.partition);
    }
    for (const BufferProfile& profile : device.buffer_profiles) {
        out.title(fmt::format("  buffer-profile {}", profile.name));
        out.refer("pool", profile.pool, device.pools);
        out.set("reserved", profile.reserved);
        out.set("xon", profile.xon);
        out.set("xon-offset", profile.xon_offset);
        out.set("xoff", profile.xoff);
        out.set("dynamic-threshold", profile.dynamic_threshold);
        out.set("fixed-threshold", profile.fixed_threshold);
        out.set("for-speed", profile.for_speed);
        out.set("for-cable", profile.for_cable);
    }
    out.set("headroom-dynamic", device.headroom.dynamic);
    out.set("headroom-dynamic-threshold", device.headroom.default_dynamic_threshold);
    out.set("headroom-oversubscription", device.headroom.oversubscription);
    out.set("headroom-lossless-mtu", device.headroom.lossless_mtu);
    out.set("headroom-small-packets", device.headroom.small_packets);
    for (const ClassPolicy& policy : device.policies) {
        out.title(fmt::format("  policy {}", policy.name));
        for (const PolicyClass& entry : policy.classes)
            write_class(out, "   class", entry);
    }
    for (const PolicyClass& entry : device.class_maps)
        write_class(out, "  class-map", entry);
    for (const Port& port : device.ports)
        write_port(out, device, port);
    for (const Nic& nic : device.nics)
        write_nic(out, device, nic);
    for (const Job& job : device.jobs) {
        out.title(fmt::format("  job {}", job.name));
        out.set("traffic-class", job.traffic_class);
        out.set("service-level", job.service_level);
        out.set("gid-index", job.gid_index);
        out.set("queue-pairs", job.queue_pairs);
        out.set("devices", job.devices);
    }
    for (const Neighbour& neighbour : device.neighbours)
        out.title(fmt::format("  neighbour {} -> {} {} {}",
            neighbour.port < device.ports.size() ? device.ports[neighbour.port].name : "?",
            neighbour.device,
            neighbour.port_id,
            neighbour.port_description));
    return out.take();
}

}
