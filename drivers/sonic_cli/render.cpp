// SPDX-License-Identifier: Apache-2.0
// Turns a designed switch into facts: markings, schedulers, maps, interfaces. Grammar rows write the lines
// and bring values into range. The switch itself computes headroom, once it is lossless.
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/sonic_cli.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic_cli {
namespace {

constexpr std::string_view policy_name = "ROCE";
constexpr std::uint64_t kilobyte = 1000;
constexpr std::uint32_t hundredths_per_percent = 100;

void begin_block(LineText& out, const Fact& header)
{
    out.separate();
    out.enter(header);
}

std::string marking_name(const line_cli::ProfileDesign& profile, const ClassDesign& each)
{
    return fmt::format("{}-Q{}", profile.name, each.priority);
}

// Thresholds are whole kilobytes and a probability is a whole percent; both are rounded up.
void write_marking(LineText& out, const std::string& name, const EcnTarget& wanted)
{
    const auto up = [](std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; };
    const std::uint64_t least = up(wanted.min_threshold.count, kilobyte);
    const std::uint64_t most = up(wanted.max_threshold.count, kilobyte);
    const std::uint64_t percent = up(wanted.max_probability.hundredths, hundredths_per_percent);
    if (least != wanted.min_threshold.count || most != wanted.max_threshold.count
        || percent != wanted.max_probability.hundredths)
        out.leave_out(fmt::format(
            "wred-policy {} marks from {} to {} bytes with {} %: the line takes whole kilobytes and whole percent",
            name,
            least,
            most,
            percent / hundredths_per_percent));
    begin_block(out, named(LineKind::marking_policy, name));
    out.say(fact_of(LineKind::green, {least, most, percent / hundredths_per_percent}));
    out.say(fact_of(LineKind::ecn, {1}));
    out.leave();
}

void write_markings(LineText& out, const DeviceDesign& design, const line_cli::ProfileDesigns& profiles)
{
    for (const line_cli::ProfileDesign& profile : profiles.profiles) {
        for (const ClassDesign& each : design.classes) {
            if (const EcnTarget* wanted = line_cli::marking_of(*profile.example, each))
                write_marking(out, marking_name(profile, each), *wanted);
        }
    }
}

void write_scheduler(LineText& out, const DeviceDesign& design)
{
    const std::vector<std::uint32_t> shares = line_cli::whole_shares(design, out, "Enterprise SONiC");
    begin_block(out, named(LineKind::scheduler_policy, policy_name));
    for (std::size_t at = 0; at < design.classes.size(); ++at) {
        const ClassDesign& each = design.classes[at];
        out.enter({.kind = kind_of(LineKind::queue), .number = each.priority});
        out.say(fact_of(LineKind::type, {line_cli::number_of(each.scheduler)}));
        if (each.scheduler == SchedulerKind::weighted)
            out.say(fact_of(LineKind::weight, {shares[at]}));
        out.leave();
    }
    out.leave();
}

// Writes the lines of a map, one for each target.
template <class PointsOf>
void write_map(LineText& out, MapKind kind, PointsOf&& points_of)
{
    begin_block(out, named(LineKind::map, policy_name, static_cast<std::uint8_t>(kind)));
    for (std::uint8_t to = 0; to < queue_count; ++to) {
        if (const std::uint64_t points = points_of(to); points != 0)
            out.say(fact_of(entry_of(kind), {points, to}));
    }
    out.leave();
}

void write_maps(LineText& out, const DeviceDesign& design)
{
    const auto of_class = [&](std::uint8_t to, auto&& points) {
        const ClassDesign* each = design.of_priority(to);
        return each == nullptr ? std::uint64_t{0} : std::uint64_t{points(design, *each).bits};
    };
    if (line_cli::trusts_dscp(design))
        write_map(out, MapKind::dscp_to_tc, [&](std::uint8_t to) {
            return of_class(
                to, [](const auto& all, const auto& each) { return line_cli::dscps_of(all, each); });
        });
    if (line_cli::trusts_pcp(design))
        write_map(out, MapKind::pcp_to_tc, [&](std::uint8_t to) {
            return of_class(
                to, [](const auto& all, const auto& each) { return line_cli::pcps_of(all, each); });
        });
    write_map(out, MapKind::tc_to_queue, bit);
    // Lossy classes share the vendor's group for them: 7, or 0 if 7 is lossless.
    const PrioritySet lossless = design.lossless();
    const std::uint8_t shared = lossless.has(7) ? 0 : 7;
    write_map(out, MapKind::tc_to_priority_group, [&](std::uint8_t to) {
        const std::uint64_t rest = to == shared ? 0xffU & ~std::uint64_t{lossless.bits} : 0;
        return rest | (lossless.has(to) ? bit(to) : 0);
    });
    write_map(out, MapKind::priority_to_queue, bit);
}

// The switch knows three lengths. Returns the next one that is long enough, else the longest.
std::uint64_t length_for(Metres cable)
{
    std::uint64_t length = 0;
    for (const line_cli::Term& term : grammar().row(kind_of(LineKind::cable))->slots[0].terms) {
        if (length < cable.count)
            length = term.number;
    }
    return length;
}

void write_cable(LineText& out, const PortDesign& port)
{
    if (port.cable.count == 0)
        return;
    const std::uint64_t length = length_for(port.cable);
    if (length != port.cable.count)
        out.leave_out(fmt::format("cable-length is {} m, since the switch takes 5, 40 or 300 m", length));
    out.say(fact_of(LineKind::cable, {length}));
}

void write_rdma(LineText& out, const DeviceDesign& design, const PortDesign& port)
{
    for (const LosslessDesign& each : port.lossless)
        out.say(fact_of(LineKind::pfc, {bit(each.priority)}));
    if (design.watchdog.priorities.empty() || !design.watchdog.detection)
        return;
    out.say(fact_of(LineKind::action, {line_cli::number_of(WatchdogAction::drop)}));
    out.say(fact_of(LineKind::watchdog, {design.watchdog.detection->count()}));
    if (design.watchdog.restoration)
        out.say(fact_of(LineKind::restoration, {design.watchdog.restoration->count()}));
}

void write_interface(
    LineText& out, const DeviceDesign& design, const PortDesign& port, const line_cli::ProfileDesign& profile)
{
    out.separate();
    out.enter(named(LineKind::interface_, port.name), port.name);
    line_cli::say_peer(out, LineKind::description, port);
    line_cli::say_packet(out, LineKind::mtu, port, frame_header);
    line_cli::say_speed(
        out, LineKind::speed, port, "the switch has no word for the speed: it is left to the transceiver");
    if (port.fec != Fec::automatic)
        out.say(fact_of(LineKind::fec, {static_cast<std::uint64_t>(port.fec)}));
    out.say(off(LineKind::shutdown));
    for (const ClassDesign& each : design.classes) {
        if (line_cli::marking_of(port, each) != nullptr) {
            const std::string name = marking_name(profile, each);
            out.say(named(LineKind::queue_marking, name, each.priority));
        }
    }
    out.say(named(LineKind::scheduling, policy_name));
    write_cable(out, port);
    for (const auto& [kind, bound] : {std::pair(MapKind::dscp_to_tc, line_cli::trusts_dscp(design)),
             std::pair(MapKind::pcp_to_tc, line_cli::trusts_pcp(design)),
             std::pair(MapKind::tc_to_queue, true),
             std::pair(MapKind::tc_to_priority_group, true),
             std::pair(MapKind::priority_to_queue, true)}) {
        if (bound)
            out.say(named(LineKind::binding, policy_name, static_cast<std::uint8_t>(kind)));
    }
    if (port.rdma)
        write_rdma(out, design, port);
    out.leave();
}

void write_whole(LineText& out, const DeviceDesign& design)
{
    out.separate();
    out.say(named(LineKind::hostname, design.name));
    const bool standard = std::ranges::any_of(
        design.ports, [](const PortDesign& port) { return port.name.starts_with("Eth1/"); });
    if (standard)
        out.line("interface-naming standard");
    const PrioritySet lossless = design.lossless();
    if (!lossless.empty())
        out.line("buffer init lossless");
    if (!lossless.empty())
        out.leave_out("headroom, thresholds and pools, which the switch makes of speed and cable-length");
    out.separate();
    for (const std::string_view field : {"ipv4 ipv4-src-ip",
             "ipv4 ipv4-dst-ip",
             "ipv4 ipv4-ip-proto",
             "ipv4 ipv4-l4-src-port",
             "ipv4 ipv4-l4-dst-port"})
        out.say(named(LineKind::hash, field));
    if (design.watchdog.poll && !design.watchdog.priorities.empty()) {
        out.separate();
        out.say(fact_of(LineKind::watchdog_poll, {design.watchdog.poll->count()}));
    }
}

// Why Enterprise SONiC would lose RDMA packets of this design; empty if it would not.
std::string why_lossy(const DeviceDesign& design)
{
    if (std::ranges::none_of(design.ports, &PortDesign::is_lossless))
        return {};
    if (const PrioritySet without = design.lossless() - usual_lossless; !without.empty())
        return fmt::format(
            "`buffer init lossless` makes headroom for priorities {} alone, and priority {} is to be lossless",
            to_string(usual_lossless),
            to_string(without));
    const auto too_long = std::ranges::find_if(design.ports, [&](const PortDesign& port) {
        return port.is_lossless() && length_for(port.cable) < port.cable.count;
    });
    if (too_long == design.ports.end())
        return {};
    return fmt::format("{} has {} m of cable, and the switch makes headroom for {} m at most",
        too_long->name,
        too_long->cable.count,
        length_for(too_long->cable));
}

}

Rendering render(const DeviceDesign& design)
{
    LineText out(grammar());
    const line_cli::ProfileDesigns profiles = line_cli::group_profiles(design);
    write_whole(out, design);
    write_markings(out, design, profiles);
    write_scheduler(out, design);
    write_maps(out, design);
    for (std::size_t index = 0; index < design.ports.size(); ++index)
        write_interface(out, design, design.ports[index], profiles.profiles[profiles.of_port[index]]);
    return line_cli::rendering_of(design, out, why_lossy(design));
}

}
