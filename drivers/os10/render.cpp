// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as facts of OS10: class-maps, WRED profiles, trust and queue maps, policies,
// interfaces. The rows write the lines and bring values into range. What OS10 decides by itself, or no row
// can express, is left out and reported.
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/os10/grammar.h"
#include "drivers/os10/os10.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::os10 {
namespace {

constexpr std::string_view dscp_map_name = "ROCE-DSCP";
constexpr std::string_view pcp_map_name = "ROCE-DOT1P";
constexpr std::string_view traffic_map_name = "ROCE-QUEUES";
constexpr std::uint64_t kilobyte = 1000;

std::string group_class(const ClassDesign& each) { return "GROUP-" + line_cli::upper_name(each); }
std::string queue_class(const ClassDesign& each) { return "QUEUE-" + line_cli::upper_name(each); }
std::string wred_name(const line_cli::ProfileDesign& profile, const ClassDesign& each)
{
    return fmt::format("{}-{}", profile.name, line_cli::upper_name(each));
}

std::uint64_t whole_kilobytes(std::uint64_t bytes) { return line_cli::whole_units(bytes, kilobyte); }
std::uint64_t kilobytes_below(std::uint64_t bytes) { return bytes / kilobyte * kilobyte; }

void enter_class(LineText& out, std::string_view name, line_cli::Scopes scopes)
{
    Fact header = named(LineKind::class_, name);
    header.statement = grammar().row(header.kind, scopes);
    out.enter(header);
}

void write_class_maps(LineText& out, const DeviceDesign& design)
{
    for (const ClassDesign& each : design.classes) {
        if (each.lossless) {
            const std::string name = group_class(each);
            out.enter(named(LineKind::group_map, name));
            out.say(fact_of(LineKind::match_group, {PrioritySet::of(each.priority).bits}));
            out.leave();
        }
        const std::string name = queue_class(each);
        out.enter(named(LineKind::queue_map, name));
        out.say(fact_of(LineKind::match_queue, {each.priority}));
        out.leave();
    }
}

// Thresholds are rounded down to whole kilobytes.
void write_profile(
    LineText& out, const line_cli::ProfileDesign& profile, const ClassDesign& each, const EcnTarget& wanted)
{
    const std::uint32_t percent = line_cli::whole_percent(wanted.max_probability, out, "OS10");
    const std::string name = wred_name(profile, each);
    out.enter(named(LineKind::wred, name));
    out.say(fact_of(LineKind::curve,
        {line_cli::number_of(Colour::green),
            kilobytes_below(wanted.min_threshold.count),
            kilobytes_below(wanted.max_threshold.count),
            percent}));
    out.say(fact_of(LineKind::marks));
    out.leave();
}

void write_maps(LineText& out, const DeviceDesign& design)
{
    const bool dscp = line_cli::trusts_dscp(design);
    out.enter(named(dscp ? LineKind::dscp_map : LineKind::pcp_map, dscp ? dscp_map_name : pcp_map_name));
    for (const ClassDesign& each : design.classes) {
        const std::uint64_t points
            = dscp ? line_cli::dscps_of(design, each).bits : line_cli::pcps_of(design, each).bits;
        Fact line = fact_of(LineKind::points, {each.priority, points});
        line.statement = grammar().row(line.kind, dscp ? scope::dscp_map : scope::pcp_map);
        if (points != 0)
            out.line(with_ranges(write(grammar().dialect(), *line.statement, line)));
    }
    out.leave();
    // Every qos-group has a queue: those without a class in the design go with the first class.
    out.enter(named(LineKind::traffic_map, traffic_map_name));
    PrioritySet left{0xff};
    for (const ClassDesign& each : design.classes)
        left = left - PrioritySet::of(each.priority);
    for (std::size_t at = 0; at < design.classes.size(); ++at) {
        const Priority queue = design.classes[at].priority;
        const PrioritySet groups = at == 0 ? left | PrioritySet::of(queue) : PrioritySet::of(queue);
        out.line(with_ranges(write(grammar(), fact_of(LineKind::queue_groups, {queue, groups.bits}))));
    }
    out.leave();
}

// Returns the sizes of a class's buffer, or none of them. The headroom is the part of the buffer above the
// pause threshold. On a chip that fills shared memory first, a design has almost nothing below the headroom;
// a fixed threshold that low would pause at once.
Fact pause_of(const PortDesign& port, const LosslessDesign& each)
{
    Fact pause = fact_of(LineKind::pause);
    if (!each.xoff || each.xon.count < port.max_frame.count || each.xon.count == 0)
        return pause;
    const std::uint64_t headroom = whole_kilobytes(each.xoff->count);
    const std::uint64_t size
        = std::max(whole_kilobytes(each.reserved.count), headroom + whole_kilobytes(each.xon.count));
    return fact_of(
        LineKind::pause, {size, size - headroom, std::min(kilobytes_below(each.xon.count), size - headroom)});
}

// Ports whose classes have the same sizes share a policy.
struct NetworkPolicy {
    std::string name;
    const PortDesign* example = nullptr;
};
bool pauses_alike(const PortDesign& a, const PortDesign& b)
{
    return std::ranges::equal(
        a.lossless, b.lossless, [&](const LosslessDesign& one, const LosslessDesign& other) {
            return one.priority == other.priority
                && write(grammar(), pause_of(a, one)) == write(grammar(), pause_of(b, other));
        });
}
std::vector<NetworkPolicy> network_policies(const DeviceDesign& design)
{
    std::vector<NetworkPolicy> policies;
    for (const PortDesign& port : design.ports) {
        const auto same = [&](const NetworkPolicy& known) { return pauses_alike(*known.example, port); };
        if (port.is_lossless() && std::ranges::none_of(policies, same))
            policies.push_back(
                {policies.empty() ? "ROCE-PFC" : fmt::format("ROCE-PFC-{}", policies.size() + 1), &port});
    }
    return policies;
}

void write_network_policy(LineText& out, const DeviceDesign& design, const NetworkPolicy& policy)
{
    out.enter(named(LineKind::network_policy, policy.name));
    for (const LosslessDesign& each : policy.example->lossless) {
        const ClassDesign* of = design.of_priority(each.priority);
        if (of == nullptr)
            continue;
        enter_class(out, group_class(*of), scope::network);
        out.say(pause_of(*policy.example, each));
        out.say(fact_of(LineKind::pause_cos, {PrioritySet::of(each.priority).bits}));
        out.leave();
    }
    out.leave();
}

void write_queuing_policy(LineText& out,
    const DeviceDesign& design,
    const line_cli::ProfileDesign& profile,
    const std::vector<std::uint32_t>& shares)
{
    out.enter(named(LineKind::queuing_policy, profile.name));
    for (std::size_t at = 0; at < design.classes.size(); ++at) {
        const ClassDesign& each = design.classes[at];
        enter_class(out, queue_class(each), scope::queuing);
        out.say(each.scheduler == SchedulerKind::strict ? fact_of(LineKind::priority)
                                                        : fact_of(LineKind::share, {shares[at]}));
        if (line_cli::marking_of(*profile.example, each) != nullptr) {
            const std::string name = wred_name(profile, each);
            out.say(named(LineKind::detect, name));
        }
        out.leave();
    }
    out.leave();
}

void write_interface(
    LineText& out, const PortDesign& port, const std::string& profile, const std::string& network)
{
    out.enter(named(LineKind::interface_, port.name), port.name);
    line_cli::say_peer(out, LineKind::description, port);
    out.say(off(LineKind::shutdown));
    out.say(off(LineKind::switched));
    const std::uint64_t frame = std::max(port.max_frame.count == 0 ? 0 : port.max_frame.count + frame_header,
        port.ip_mtu.count == 0 ? 0 : port.ip_mtu.count + link_overhead);
    if (frame != 0)
        out.say(fact_of(LineKind::mtu, {frame}));
    line_cli::say_speed(
        out, LineKind::speed, port, "OS10 has no word for the speed: it is left to the transceiver");
    if (port.fec != Fec::automatic)
        out.leave_out("FEC: its lines are not known, and OS10 uses that of the transceiver", port.name);
    if (port.is_lossless()) {
        out.say(fact_of(LineKind::pause_receive, {0}));
        out.say(fact_of(LineKind::pause_send, {0}));
        out.say(fact_of(LineKind::pfc_mode, {1}));
        out.say(named(LineKind::service_network, network));
    }
    out.say(named(LineKind::service_queuing, profile));
    out.leave();
}

void say_what_is_left(const DeviceDesign& design, LineText& out)
{
    const bool some_left = std::ranges::any_of(design.ports, [](const PortDesign& port) {
        return port.is_lossless() && std::ranges::any_of(port.lossless, [&](const LosslessDesign& each) {
            return !pause_of(port, each).values[0].written();
        });
    });
    if (some_left)
        out.leave_out(
            "headroom and pause thresholds where no model knows the switch, or the chip shares memory first: OS10 sets "
            "them aside for every class that pauses, for 100 m of cable and frames of 9216 bytes");
    if (std::ranges::any_of(design.ports, [](const PortDesign& port) { return port.cable.count != 0; }))
        out.leave_out("cable lengths: OS10 has no line for them");
    if (!design.watchdog.priorities.empty())
        out.leave_out("the PFC watchdog: no source was found for one on OS10");
    if (design.trust == Trust::dscp_else_pcp)
        out.leave_out("the trust of 802.1p where a packet has no DSCP: a port of OS10 trusts one of them");
}

}

Rendering render(const DeviceDesign& design)
{
    LineText out(grammar());
    out.line(design.version.empty() ? "! Version 10.5" : fmt::format("! Version {}", design.version));
    out.separate();
    out.say(named(LineKind::hostname, design.name));
    out.separate();
    const line_cli::ProfileDesigns profiles = line_cli::group_profiles(design);
    const std::vector<std::uint32_t> shares = line_cli::whole_shares(design, out, "OS10");
    for (const line_cli::ProfileDesign& profile : profiles.profiles) {
        for (const ClassDesign& each : design.classes) {
            if (const EcnTarget* wanted = line_cli::marking_of(*profile.example, each))
                write_profile(out, profile, each, *wanted);
        }
    }
    write_class_maps(out, design);
    write_maps(out, design);
    const std::vector<NetworkPolicy> pausing = network_policies(design);
    for (const NetworkPolicy& policy : pausing)
        write_network_policy(out, design, policy);
    for (const line_cli::ProfileDesign& profile : profiles.profiles) {
        write_queuing_policy(out, design, profile, shares);
    }
    out.enter(fact_of(LineKind::system_qos));
    if (line_cli::trusts_dscp(design))
        out.say(named(LineKind::trust_dscp, dscp_map_name));
    else if (design.trust == Trust::pcp)
        out.say(named(LineKind::trust_pcp, pcp_map_name));
    out.say(named(LineKind::use_traffic_map, traffic_map_name));
    out.leave();
    for (std::size_t index = 0; index < design.ports.size(); ++index) {
        const std::string& profile = profiles.profiles[profiles.of_port[index]].name;
        const auto policy = std::ranges::find_if(pausing,
            [&](const NetworkPolicy& known) { return pauses_alike(*known.example, design.ports[index]); });
        write_interface(
            out, design.ports[index], profile, policy == pausing.end() ? std::string{} : policy->name);
    }
    say_what_is_left(design, out);
    return line_cli::rendering_of(design, out);
}

}
