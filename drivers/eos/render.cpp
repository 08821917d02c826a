// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as facts of EOS: maps, watchdog, qos profiles, interfaces. The rows write the
// lines and bring values into range. What EOS decides by itself is left out and reported.
#include "drivers/eos/eos.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/queues.h"
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "models/catalog/asic.h"
#include "models/fabric/fec.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

using line_cli::bits_per_gigabit;

/// Traffic class 7 and queue 7 belong together and cannot be mapped otherwise (Arista EOS User Manual,
/// Quality of Service, qos map traffic-class to tx-queue).
constexpr Priority fixed_class = 7;
/// The highest speed that is written without its lanes (Arista AVD, eos_designs schema, speeds of an
/// interface).
constexpr std::uint64_t largest_plain_speed = 40'000'000'000;

std::uint64_t bit(std::uint8_t number) { return std::uint64_t{1} << number; }

// Arista EOS User Manual, Quality of Service: qos map dscp, qos map cos and qos map traffic-class to
// tx-queue. The map's target is tx-queue on every platform; uc-tx-queue only names the queue's own mode.
void write_class_maps(LineText& out, const DeviceDesign& design)
{
    const bool by_pcp = design.trust == Trust::pcp;
    for (const ClassDesign& each : design.classes) {
        const std::uint64_t from
            = by_pcp ? line_cli::pcps_of(design, each).bits : line_cli::dscps_of(design, each).bits;
        if (from != 0)
            out.say(fact_of(by_pcp ? LineKind::cos_map : LineKind::dscp_map, {from, each.priority}));
    }
    for (const ClassDesign& each : design.classes) {
        if (each.priority != fixed_class)
            out.say(fact_of(LineKind::queue_map, {bit(each.priority), each.priority}));
    }
    out.separate();
}

double seconds(std::uint64_t milliseconds) { return static_cast<double>(milliseconds) / 1000; }

// Arista EOS User Manual, DCBX and Flow Control: priority-flow-control pause watchdog.
void write_watchdog(LineText& out, const WatchdogTarget& watchdog)
{
    if (watchdog.priorities.empty() || !watchdog.detection)
        return;
    const auto say = [&](std::size_t slot, Milliseconds time) {
        line_cli::Fact fact = fact_of(LineKind::default_times);
        fact.values[slot] = line_cli::Value::of(time.count());
        return out.say(fact).value(slot);
    };
    std::uint64_t shorter = say(0, *watchdog.detection);
    if (watchdog.restoration)
        shorter = std::min(shorter, say(2, *watchdog.restoration));
    if (watchdog.poll) {
        // catalog, platform_defaults.yaml, eos watchdog_polls_per_period: two polls in each time.
        const std::uint64_t wanted = watchdog.poll->count();
        const std::uint64_t poll = std::min(wanted, shorter / 2);
        if (poll != wanted)
            out.leave_out(fmt::format(
                "the watchdog's polling interval is {} s, not {} s: at most half of the timeout and "
                "of the recovery time",
                seconds(poll),
                seconds(wanted)));
        say(1, Milliseconds(static_cast<std::uint32_t>(poll)));
    }
    out.say(fact_of(LineKind::default_action, {static_cast<std::uint64_t>(WatchdogAction::drop)}));
    out.separate();
}

bool takes_unicast_queues(const DeviceDesign& design, LineText& out)
{
    const std::optional<bool> unicast = has_unicast_queues(design.asic, design.model);
    if (!unicast)
        out.leave_out(
            "which of tx-queue and uc-tx-queue this switch has: its ASIC is not known; a switch with "
            "queues for unicast alone takes uc-tx-queue in place of tx-queue");
    return unicast.value_or(false);
}

Fact marking(const EcnTarget& wanted, Priority queue, bool averages, LineText& out)
{
    const std::uint32_t percent = line_cli::whole_percent(wanted.max_probability, out, "EOS");
    Fact fact
        = fact_of(LineKind::ecn, {wanted.min_threshold.count, wanted.max_threshold.count, percent}, queue);
    // Only separate unicast queues average their length; 0 selects the current length.
    if (averages)
        fact.values[3] = line_cli::Value::of(0);
    return fact;
}

void write_profile(LineText& out,
    const DeviceDesign& design,
    const line_cli::ProfileDesign& profile,
    bool unicast,
    const std::vector<std::uint32_t>& shares)
{
    const PortDesign& port = *profile.example;
    const Trust trust = design.trust == Trust::dscp_else_pcp ? Trust::dscp : design.trust;
    out.enter(named(LineKind::qos_profile, profile.name));
    out.say(trust == Trust::none ? off(LineKind::trust)
                                 : fact_of(LineKind::trust, {static_cast<std::uint64_t>(trust)}));
    if (port.is_lossless()) {
        out.say(fact_of(LineKind::pfc));
        for (const LosslessDesign& each : port.lossless)
            out.say(fact_of(LineKind::pfc_priority, {PrioritySet::of(each.priority).bits}));
        if (!design.watchdog.priorities.empty())
            out.say(fact_of(LineKind::watchdog));
    }
    for (std::size_t index = 0; index < design.classes.size(); ++index) {
        const ClassDesign& each = design.classes[index];
        Fact queue = fact_of(LineKind::tx_queue, {}, each.priority);
        queue.statement = queue_row(unicast);
        out.enter(queue);
        if (each.scheduler == SchedulerKind::strict) {
            out.say(fact_of(LineKind::priority));
        } else {
            out.say(off(LineKind::priority));
            out.say(fact_of(LineKind::bandwidth, {shares[index]}));
        }
        if (const EcnTarget* wanted = line_cli::marking_of(port, each))
            out.say(marking(*wanted, each.priority, unicast, out));
        out.leave();
    }
    out.leave();
}

void write_profiles(LineText& out, const DeviceDesign& design, const line_cli::ProfileDesigns& profiles)
{
    if (profiles.profiles.empty())
        return;
    const bool unicast = takes_unicast_queues(design, out);
    const std::vector<std::uint32_t> shares = line_cli::whole_shares(design, out, "EOS");
    for (const line_cli::ProfileDesign& profile : profiles.profiles)
        write_profile(out, design, profile, unicast, shares);
}

// EOS has one MTU for packets and frames.
void write_mtu(LineText& out, const PortDesign& port)
{
    const std::uint64_t wanted = line_cli::largest_packet(port, physics::ethernet_header);
    if (wanted == 0)
        return;
    const std::uint64_t written = out.say(fact_of(LineKind::mtu, {wanted}), port.name).value();
    if (written == wanted && port.ip_mtu.count != 0 && wanted != port.ip_mtu.count)
        out.leave_out(
            fmt::format("EOS has one MTU for packets and frames: the larger one is written, {}", wanted),
            port.name);
}

std::string unwritten_speed(const PortDesign& port)
{
    const double speed = static_cast<double>(port.speed.count) / static_cast<double>(bits_per_gigabit);
    if (port.lanes == 0)
        return fmt::format(
            "EOS writes a speed of {} Gb/s with its lanes, and the intent states none (`lanes:`): the "
            "speed is left to the transceiver",
            speed);
    return fmt::format(
        "how EOS writes {} Gb/s on {} lanes is undocumented: the speed is left to the transceiver",
        speed,
        port.lanes);
}

void write_speed(LineText& out, const PortDesign& port)
{
    const std::uint64_t lanes = port.speed.count > largest_plain_speed ? port.lanes : 0;
    line_cli::Fact speed = fact_of(LineKind::speed);
    speed.values[1] = line_cli::Value::of(speed_value(port.speed.count, lanes));
    const bool tells_lanes = port.speed.count <= largest_plain_speed || lanes != 0;
    if (tells_lanes && !write(grammar(), speed).empty())
        out.say(speed);
    else if (port.speed.count != 0)
        out.leave_out(unwritten_speed(port), port.name);
}

void write_fec(LineText& out, Fec fec)
{
    if (fec == Fec::automatic)
        return;
    out.say(fec == Fec::none ? off(LineKind::fec)
                             : fact_of(LineKind::fec, {static_cast<std::uint64_t>(family_of(fec))}));
}

void write_interface(LineText& out, const PortDesign& port, std::string_view profile)
{
    out.enter(named(LineKind::interface_, port.name));
    line_cli::say_peer(out, LineKind::description, port);
    write_mtu(out, port);
    write_speed(out, port);
    write_fec(out, port.fec);
    out.say(off(LineKind::switched));
    out.say(named(LineKind::service_profile, profile));
    out.leave();
}

void say_what_eos_decides(const DeviceDesign& design, LineText& out)
{
    if (std::ranges::any_of(design.ports, &PortDesign::rdma) && !design.lossless().empty())
        out.leave_out(
            "headroom, pause thresholds and cable lengths: EOS works headroom out itself, and no source "
            "was found for a command that every platform takes");
    if (design.trust == Trust::dscp_else_pcp)
        out.leave_out(
            "the class of packets without DSCP by their PCP: an EOS port trusts either DSCP or CoS");
}

}

Rendering render(const DeviceDesign& design)
{
    LineText out(grammar());
    if (!design.model.empty()) {
        const std::string version = design.version.empty() ? std::string{} : ", EOS-" + design.version;
        out.line(fmt::format("! device: {} ({}{})", design.name, design.model, version));
        out.separate();
    }
    out.say(named(LineKind::hostname, design.name));
    out.separate();
    out.line("lldp run");
    out.separate();
    write_class_maps(out, design);
    write_watchdog(out, design.watchdog);
    const line_cli::ProfileDesigns profiles = line_cli::group_profiles(design);
    write_profiles(out, design, profiles);
    for (std::size_t index = 0; index < design.ports.size(); ++index)
        write_interface(out, design.ports[index], profiles.profiles[profiles.of_port[index]].name);
    out.line("end");
    say_what_eos_decides(design, out);
    return line_cli::rendering_of(design, out);
}

}
