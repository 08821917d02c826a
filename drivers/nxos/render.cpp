// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as facts of NX-OS: class-maps, policies of the three types, watchdog, interfaces.
// The rows write the lines and bring values into range. What NX-OS decides by itself is left out and
// reported.
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/nxos/grammar.h"
#include "drivers/nxos/nxos.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nxos {
namespace {

constexpr std::string_view classifier_name = "ROCE-IN";
constexpr std::string_view network_name = "ROCE-NETWORK";
constexpr std::uint8_t queue_groups = 8;

std::string queue_class(std::uint8_t number)
{
    return number == 0 ? "c-out-8q-q-default" : fmt::format("c-out-8q-q{}", number);
}

// Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Using Modular QoS CLI:
// packets that match no class are in class-default.
void write_classifier(LineText& out, const DeviceDesign& design)
{
    for (std::size_t at = 1; at < design.classes.size(); ++at) {
        const ClassDesign& each = design.classes[at];
        const std::string name = line_cli::upper_name(each);
        Fact header = named(LineKind::class_map, name);
        header.values[0] = Value::of(0);
        out.enter(header);
        if (const DscpSet dscps = line_cli::dscps_of(design, each);
            line_cli::trusts_dscp(design) && !dscps.empty())
            out.say(fact_of(LineKind::match_dscp, {dscps.bits}));
        if (line_cli::trusts_pcp(design))
            out.say(fact_of(LineKind::match_cos, {line_cli::pcps_of(design, each).bits}));
        out.leave();
    }
    out.enter(named(LineKind::classifier, classifier_name));
    const auto write_class = [&](std::string_view name, Priority group) {
        Fact header = named(LineKind::class_, name);
        header.statement = grammar().row(header.kind, scope::classifier);
        out.enter(header);
        out.say(fact_of(LineKind::set_group, {group}));
        out.leave();
    };
    for (std::size_t at = 1; at < design.classes.size(); ++at)
        write_class(line_cli::upper_name(design.classes[at]), design.classes[at].priority);
    if (design.classes.front().priority != 0)
        write_class("class-default", design.classes.front().priority);
    out.leave();
}

Fact marking(const EcnTarget& wanted, LineText& out)
{
    const std::uint32_t percent = line_cli::whole_percent(wanted.max_probability, out, "NX-OS");
    // 0: the current queue length counts; 1: packets are marked.
    return fact_of(
        LineKind::marking, {wanted.min_threshold.count, wanted.max_threshold.count, percent, 0, 1});
}

Fact class_header(std::string_view name, line_cli::Scopes scopes)
{
    Fact header = named(LineKind::class_, name);
    header.statement = grammar().row(header.kind, scopes);
    return header;
}

void write_output_policy(LineText& out,
    const DeviceDesign& design,
    const line_cli::ProfileDesign& profile,
    const std::vector<std::uint32_t>& shares)
{
    out.enter(named(LineKind::queuing_policy, profile.name));
    std::uint8_t level = 0;
    for (std::uint8_t number = queue_groups; number-- > 0;) {
        const auto each = std::ranges::find(design.classes, number, &ClassDesign::priority);
        const std::string name = queue_class(number);
        out.enter(class_header(name, scope::queuing));
        const bool used = each != design.classes.end();
        if (used && each->scheduler == SchedulerKind::strict)
            out.say(fact_of(LineKind::priority, {++level}));
        else
            out.say(fact_of(LineKind::share,
                {used ? shares[static_cast<std::size_t>(each - design.classes.begin())] : 0}));
        const EcnTarget* wanted = used ? line_cli::marking_of(*profile.example, *each) : nullptr;
        if (wanted != nullptr)
            out.say(marking(*wanted, out));
        out.leave();
    }
    out.leave();
}

bool has_buffers(const PortDesign& port)
{
    return port.rdma && std::ranges::any_of(port.lossless, [](const LosslessDesign& each) {
        return each.xoff.has_value();
    });
}

// The headroom is the part of the buffer above the pause threshold. The resume threshold is two of the
// largest packets below the pause threshold, or else every packet would pause and resume the link again (Zhu
// et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015).
void write_input_policy(LineText& out, const line_cli::ProfileDesign& profile)
{
    if (!has_buffers(*profile.example))
        return;
    const std::string policy = profile.name + "-BUFFER";
    out.enter(named(LineKind::queuing_policy, policy));
    for (const LosslessDesign& each : profile.example->lossless) {
        if (!each.xoff || each.priority == 0)
            continue;
        const std::uint64_t apart = 2 * line_cli::largest_packet(*profile.example, frame_header);
        const std::uint64_t size = std::max(each.reserved.count, each.xoff->count + each.xon.count + apart);
        const std::string name = fmt::format("c-in-q{}", each.priority);
        out.enter(class_header(name, scope::queuing));
        Fact line = fact_of(LineKind::pause_buffer, {size, size - each.xoff->count, each.xon.count});
        line.statement = grammar().row(line.kind, scope::queue_class);
        out.say(line);
        out.leave();
    }
    out.leave();
}

std::uint64_t largest_mtu(const DeviceDesign& design)
{
    std::uint64_t largest = 0;
    for (const PortDesign& port : design.ports)
        largest = std::max(largest, line_cli::largest_packet(port, frame_header));
    return largest;
}

void write_network(LineText& out, const DeviceDesign& design)
{
    if (design.lossless().empty())
        return;
    const std::uint64_t mtu = largest_mtu(design);
    const auto write_class = [&](const std::string& name, PrioritySet pauses) {
        out.enter(class_header(name, scope::network));
        if (mtu != 0)
            out.say(fact_of(LineKind::class_mtu, {mtu}));
        if (!pauses.empty())
            out.say(fact_of(LineKind::pause_cos, {pauses.bits}));
        out.leave();
    };
    out.enter(named(LineKind::network_policy, network_name));
    for (const Priority priority : design.lossless() - PrioritySet::of(0))
        write_class(fmt::format("c-8q-nq{}", priority), PrioritySet::of(priority));
    write_class("c-8q-nq-default", {});
    out.leave();
    out.enter(fact_of(LineKind::system_qos));
    out.say(named(LineKind::service_network, network_name));
    out.leave();
}

// The interval of at most a second, and how often a queue must be found stuck. The largest multiplier is that of a
// port's line (CiscoDevNet terraform-provider-nxos, ipqosPriorFlowCtrlWd): no known source states it for the switch.
struct WatchdogTimes {
    std::uint64_t interval;
    std::uint64_t multiplier;
};
WatchdogTimes times_of(Milliseconds detection)
{
    constexpr std::uint64_t largest_multiplier = 40;
    const line_cli::Slot& limits
        = grammar().row(static_cast<std::uint8_t>(LineKind::watchdog_interval))->slots[0];
    const std::uint64_t wanted = detection.count();
    for (std::uint64_t multiplier = 1; multiplier <= largest_multiplier; ++multiplier) {
        const std::uint64_t interval = wanted / multiplier;
        if (wanted % multiplier == 0 && interval >= limits.least && interval <= limits.most)
            return {interval, multiplier};
    }
    return {wanted, 1};
}

void write_watchdog(LineText& out, const DeviceDesign& design)
{
    if (design.watchdog.priorities.empty())
        return;
    out.say(fact_of(LineKind::watchdog_all, {1}));
    if (design.watchdog.detection) {
        const WatchdogTimes times = times_of(*design.watchdog.detection);
        out.say(fact_of(LineKind::watchdog_interval, {times.interval}));
        if (times.multiplier > 1)
            out.say(fact_of(LineKind::watchdog_multiplier, {times.multiplier}));
    }
    if (design.watchdog.restoration || design.watchdog.poll)
        out.leave_out(
            "when the watchdog restores a queue and how often it polls: NX-OS polls by itself, and Cisco's "
            "guides do not define its restore multipliers");
}

void write_interface(
    LineText& out, const DeviceDesign& design, const PortDesign& port, const std::string& profile)
{
    out.enter(named(LineKind::interface_, port.name), port.name);
    line_cli::say_peer(out, LineKind::description, port);
    out.say(off(LineKind::switched));
    line_cli::say_packet(out, LineKind::mtu, port, frame_header);
    line_cli::say_speed(
        out, LineKind::speed, port, "NX-OS has no word for the speed: it is left to the transceiver");
    if (port.fec != Fec::automatic)
        out.say(fact_of(LineKind::fec, {static_cast<std::uint64_t>(port.fec)}));
    if (port.is_lossless()) {
        out.say(fact_of(LineKind::pfc_mode, {line_cli::number_of(PfcMode::on)}));
        if (!design.watchdog.priorities.empty())
            out.say(fact_of(LineKind::watchdog, {1}));
    }
    out.say(named(LineKind::service_qos, classifier_name));
    out.say(named(LineKind::service_queuing_out, profile));
    if (has_buffers(port)) {
        const std::string buffers = profile + "-BUFFER";
        out.say(named(LineKind::service_queuing_in, buffers));
    }
    out.say(off(LineKind::shutdown));
    out.leave();
}

// Why NX-OS would lose RDMA packets of this design; empty if it would not.
std::string why_lossy(const DeviceDesign& design)
{
    if (design.lossless().has(0))
        return std::string(no_lossless_default);
    const auto usual = catalog::platform_default("nxos", "cable_length").number();
    const auto too_long = std::ranges::find_if(design.ports, [&](const PortDesign& port) {
        return port.is_lossless() && port.cable.count > usual && !has_buffers(port);
    });
    if (too_long == design.ports.end())
        return {};
    return fmt::format(
        "{} has {} m of cable, and for more than {} m NX-OS needs buffer sizes, which no model "
        "of headroom gives for this switch; state its asic, or use a shorter cable",
        too_long->name,
        too_long->cable.count,
        usual);
}

void say_what_nxos_decides(const DeviceDesign& design, LineText& out)
{
    const bool some_left = std::ranges::any_of(design.ports, [](const PortDesign& port) {
        return port.rdma
            && std::ranges::any_of(port.lossless, [](const LosslessDesign& each) { return !each.xoff; });
    });
    if (some_left)
        out.leave_out(
            "headroom and pause thresholds where no model knows the switch: NX-OS sets them aside for every "
            "no-drop class");
    if (std::ranges::any_of(design.ports, [](const PortDesign& port) { return port.cable.count != 0; }))
        out.leave_out("cable lengths: NX-OS has no line for them");
}

}

Rendering render(const DeviceDesign& design)
{
    LineText out(grammar());
    out.line("!Command: show running-config");
    if (!design.version.empty())
        out.say(named(LineKind::version, design.version));
    out.say(named(LineKind::hostname, design.name));
    out.line("feature lldp");
    write_classifier(out, design);
    const line_cli::ProfileDesigns profiles
        = line_cli::group_profiles(design, line_cli::ProfileHolds::marking_and_headroom);
    const std::vector<std::uint32_t> shares = line_cli::whole_shares(design, out, "NX-OS");
    for (const line_cli::ProfileDesign& profile : profiles.profiles) {
        write_output_policy(out, design, profile, shares);
        write_input_policy(out, profile);
    }
    write_network(out, design);
    write_watchdog(out, design);
    out.say(named(LineKind::load_sharing, "source-destination port source-destination"));
    for (std::size_t index = 0; index < design.ports.size(); ++index)
        write_interface(out, design, design.ports[index], profiles.profiles[profiles.of_port[index]].name);
    say_what_nxos_decides(design, out);
    return line_cli::rendering_of(design, out, why_lossy(design));
}

}
