// SPDX-License-Identifier: Apache-2.0
// InfiniBand subnets and their managers for `rocelint debug model`.
#include "models/fabric/fields/dump_writer.h"

namespace rocelint {
namespace {

std::string keys_of(const IbPkeys& keys)
{
    std::string out;
    for (const std::uint16_t key : keys.keys)
        out += fmt::format(" 0x{:04x}", key);
    return out;
}

std::string turns_of(const std::vector<IbArbEntry>& entries)
{
    std::string out;
    for (const IbArbEntry& entry : entries)
        out += fmt::format(" {}:{}", entry.vl, entry.weight);
    return out;
}

void write_subnet_port(DumpWriter& out, const Subnet& subnet, std::uint32_t index)
{
    const IbPort& port = subnet.ports[index];
    out.title(
        fmt::format("   port {}{}", port.number, port.guid == 0 ? "" : " guid " + guid_text(port.guid)));
    for_each_field(fields_of<IbPort>, [&](const auto& row) {
        if (row.name != "peer")
            out.set(row.name, port.*row.member);
    });
    if (port.peer.peek_known())
        out.title(fmt::format("    peer: {}",
            port.peer.value < subnet.ports.size() ? subnet.port_name(port.peer.value) : "none"));
    for (const IbSl2vl& table : subnet.sl2vl) {
        if (table.port == index)
            out.title(fmt::format("    sl2vl from {}: {}", table.in, value_text(table.table)));
    }
    if (const IbArbitration* arbitration = subnet.arbitration_of(index))
        out.title(
            fmt::format("    vlarb high{} low{}", turns_of(arbitration->high), turns_of(arbitration->low)));
    if (const IbPkeys* keys = subnet.pkeys_of(index))
        out.title(fmt::format("    pkeys{}", keys_of(*keys)));
    for (const IbCounter& counter : subnet.counters_of(index))
        out.title(fmt::format("    {}: {}", word_of(counter.kind), counter.value));
}

void write_table(DumpWriter& out, const IbForwarding& table)
{
    // Groups the LIDs of a port into ranges, because a table has up to 48 K LIDs.
    std::string line = "   forwarding";
    for (std::size_t lid = 0; lid < table.out.size();) {
        std::size_t last = lid;
        while (last + 1 < table.out.size() && table.out[last + 1] == table.out[lid])
            ++last;
        if (table.out[lid] != IbForwarding::unreachable)
            line += lid == last ? fmt::format(" {}>{}", lid, table.out[lid])
                                : fmt::format(" {}-{}>{}", lid, last, table.out[lid]);
        lid = last + 1;
    }
    out.title(line);
}

std::string_view shown(const SmOption& option, std::string_view text)
{
    return option.secret ? std::string_view("(secret)") : text;
}

}

void write_subnet(DumpWriter& out, const Subnet& subnet)
{
    for (const IbCapture& capture : subnet.captures)
        out.title(fmt::format("  capture {}{}{}{}",
            capture.kind,
            capture.time.empty() ? "" : " of ",
            capture.time,
            capture.broken.somewhere() ? ", breaks off at " + out.place(capture.broken) : ""));
    out.fields(subnet);
    for (std::uint32_t index = 0; index < subnet.nodes.size(); ++index) {
        const IbNode& node = subnet.nodes[index];
        out.title(fmt::format("  {} {}{}{}{}",
            word_of(node.kind),
            subnet.node_name(index),
            node.guid == 0 ? "" : " guid " + guid_text(node.guid),
            node.chassis.empty() ? "" : " in ",
            node.chassis));
        out.fields(node);
        for (std::uint32_t port = 0; port < node.ports; ++port)
            write_subnet_port(out, subnet, node.first_port + port);
        if (const IbForwarding* table = subnet.forwarding_of(index))
            write_table(out, *table);
    }
    for (const IbManager& manager : subnet.managers)
        out.title(fmt::format("  manager at LID {} guid {} priority {} {}",
            manager.lid,
            guid_text(manager.guid),
            manager.priority,
            word_of(manager.state)));
    for (const IbPath& path : subnet.paths)
        out.title(
            fmt::format("  path {} to {} SL {} P_Key 0x{:04x}", path.from, path.to, path.sl, path.pkey));
    for (const IbMulticastGroup& group : subnet.groups)
        out.title(fmt::format("  group {} P_Key 0x{:04x} rate {} MTU {} SL {}",
            group.gid,
            group.pkey,
            group.rate_code,
            group.mtu_code,
            group.sl));
    for (const IbConflict& conflict : subnet.conflicts)
        out.title(fmt::format("  conflict: {}", conflict.message));
}

void write_manager(DumpWriter& out, const SubnetManager& manager)
{
    out.title(fmt::format("  flavour {} ({})", word_of(manager.flavour), manager.flavour_why));
    for (const SmEngine& engine : manager.engines)
        out.title(fmt::format("  engine {} {}", word_of(engine.engine), engine.name));
    out.fields(manager);
    for (const SmQosClass& of : manager.qos_classes) {
        out.title(
            fmt::format("  qos of {}: high{} low{}", word_of(of.of), turns_of(of.high), turns_of(of.low)));
        out.fields(of);
    }
    for (const SmOption& option : manager.options)
        out.title(fmt::format("  option {}{}: given {} runs {} ({})",
            option.name,
            option.known ? "" : " (unknown)",
            shown(option, option.given),
            shown(option, option.runs),
            out.place(option.at)));
    for (const SmPartition& partition : manager.partitions) {
        out.title(fmt::format("  partition {} 0x{:04x}{} rate {} MTU {} SL {} default {}",
            partition.name,
            partition.pkey,
            partition.ipoib ? " ipoib" : "",
            partition.rate_code,
            partition.mtu_code,
            partition.sl,
            word_of(partition.default_membership)));
        for (const SmMember& member : partition.members)
            out.title(fmt::format(
                "   member {} {} {}", word_of(member.kind), member.text, word_of(member.membership)));
    }
    for (const SmPortGroup& group : manager.qos_policy.groups)
        out.title(fmt::format("  port-group {} {} GUIDs", group.name, group.guids.size()));
    for (const SmQosLevel& level : manager.qos_policy.levels) {
        out.title(fmt::format("  qos-level {}", level.name));
        out.fields(level);
    }
    for (const SmQosRule& rule : manager.qos_policy.rules) {
        out.title(fmt::format("  qos-rule {}{}", rule.level, rule.ulp));
        out.fields(rule);
    }
    for (const SmGuid& guid : manager.guids)
        out.title(fmt::format("  {} guid {} {} LIDs {}-{}",
            word_of(guid.list),
            guid_text(guid.guid),
            guid.name,
            guid.first_lid,
            guid.last_lid));
    for (const SmFault& fault : manager.faults)
        out.title(fmt::format("  fault {}: {} ({})", fault.text, fault.message, out.place(fault.at)));
    for (const SmFileName& file : manager.files)
        out.title(fmt::format("  file {} {}", file.option, file.path));
}

}
