// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as facts of VRP: PFC profile, DiffServ domain, drop profiles, interfaces. The rows write the
// lines and bring values into range. What the switch decides by itself, or no row can express, is left out and reported.
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/vrp/config.h"
#include "drivers/vrp/deadlock_times.h"
#include "drivers/vrp/vrp.h"
#include "models/catalog/catalog.h"
#include "models/fabric/fec.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::vrp {
namespace {

constexpr std::string_view made_domain = "ROCE";
constexpr std::uint64_t kilobyte = 1024;

std::uint64_t whole_kilobytes(std::uint64_t bytes) { return line_cli::whole_units(bytes, kilobyte); }

std::string marking_name(const line_cli::ProfileDesign& profile, const ClassDesign& each)
{
    return fmt::format("{}-Q{}", profile.name, each.priority);
}

std::set<std::uint64_t> slots_of(const DeviceDesign& design)
{
    std::set<std::uint64_t> slots;
    for (const PortDesign& port : design.ports)
        slots.insert(slot_of(port.name));
    return slots;
}

class Writer {
public:
    explicit Writer(const DeviceDesign& design)
        : design_(design)
        , hardware_(hardware_of_model(design.model))
        , pauses_(std::ranges::any_of(design.ports, &PortDesign::is_lossless))
        , profiles_(line_cli::group_profiles(design))
    {
    }

    Rendering write()
    {
        out_.line(
            fmt::format("!Software Version {}", design_.version.empty() ? "V300R023C00" : design_.version));
        out_.separate();
        out_.say(named(LineKind::sysname, design_.name));
        out_.separate();
        if (pauses_)
            write_pause();
        write_domain();
        write_markings();
        write_seed();
        shares_ = line_cli::whole_shares(design_, out_, "VRP");
        for (std::size_t index = 0; index < design_.ports.size(); ++index)
            write_port(design_.ports[index], profiles_.profiles[profiles_.of_port[index]]);
        out_.line("return");
        return line_cli::rendering_of(design_, out_, why_lossy());
    }

private:
    [[nodiscard]] bool has_headroom() const { return hardware_ != Hardware::simulated; }

    [[nodiscard]] std::string why_lossy() const
    {
        const PrioritySet lossless = design_.lossless();
        if (!pauses_)
            return {};
        if (!lossless.has(always_paused))
            return "every PFC profile of VRP pauses priority 3, which the design does not want lossless";
        return beyond_hardware(hardware_, lossless);
    }

    // The interval of the watchdog's times, or 0 if the design leaves one open or no interval fits both.
    [[nodiscard]] std::uint64_t interval() const
    {
        if (!design_.watchdog.detection || !design_.watchdog.restoration)
            return 0;
        return interval_for(static_cast<std::uint64_t>(design_.watchdog.detection->count()),
            static_cast<std::uint64_t>(design_.watchdog.restoration->count()));
    }

    void write_pause()
    {
        const bool watched = !design_.watchdog.priorities.empty();
        const std::uint64_t unit = has_headroom() && watched ? interval() : 0;
        if (unit != 0)
            out_.say(fact_of(LineKind::interval, {unit}));
        else if (has_headroom() && watched)
            out_.leave_out(
                "the times of the watchdog: VRP counts both in intervals of 10, 100, 500 or 1000 ms");
        if (!has_headroom() && watched && design_.watchdog.detection)
            out_.say(fact_of(LineKind::detection, {design_.watchdog.detection->count()}));
        if (!has_headroom() && watched && design_.watchdog.restoration)
            out_.say(fact_of(LineKind::recovery, {design_.watchdog.restoration->count()}));
        const std::set<std::uint64_t> slots = slots_of(design_);
        for (const std::uint64_t slot : slots)
            out_.say(fact_of(LineKind::recovery_action, {line_cli::number_of(WatchdogAction::drop), slot}));
        for (const std::uint64_t slot : slots) {
            if (has_headroom() && line_cli::trusts_dscp(design_))
                out_.say(fact_of(LineKind::pause_by_class, {slot}));
        }
        out_.separate();
        out_.enter(named(LineKind::pause_profile, {}));
        for (const Priority priority : design_.lossless()) {
            out_.say(fact_of(LineKind::priorities, {PrioritySet::of(priority).bits}));
            if (unit == 0)
                continue;
            out_.say(fact_of(
                LineKind::detection_time, {priority, design_.watchdog.detection->count() / unit}, priority));
            out_.say(fact_of(
                LineKind::recovery_time, {priority, design_.watchdog.restoration->count() / unit}, priority));
        }
        out_.leave();
        if (has_headroom())
            write_pools(slots);
        else
            out_.say(fact_of(LineKind::ecn_everywhere));
        out_.separate();
        if (hardware_ == Hardware::unknown)
            out_.leave_out(
                "lines of hardware with a simulated headroom: the design names no model, and these are for CE6855, "
                "CE6863E, CE6885, CE8855 and CE8851-32CQ4BQ");
    }

    // The headroom of all queues of a slot, which has to be set before PFC.
    void write_pools(const std::set<std::uint64_t>& slots)
    {
        for (const std::uint64_t slot : slots) {
            std::uint64_t sum = 0;
            for (const PortDesign& port : design_.ports) {
                for (const LosslessDesign& each : port.lossless)
                    sum += slot_of(port.name) == slot && port.rdma && each.xoff
                        ? whole_kilobytes(each.xoff->count)
                        : 0;
            }
            if (sum != 0)
                out_.say(fact_of(LineKind::headroom_pool, {sum, slot}));
            else
                out_.leave_out(
                    "the headroom pool, which has to be set before PFC: no model knows the headroom of the switch");
        }
    }

    // A domain begins as a copy of the usual one: only what differs from it is written.
    void write_domain()
    {
        constexpr auto green = line_cli::number_of(Colour::green);
        const auto usual = usual_numbers("dscp_map");
        out_.enter(named(LineKind::domain, made_domain));
        for (const ClassDesign& each : design_.classes) {
            for (const Dscp dscp :
                line_cli::trusts_dscp(design_) ? line_cli::dscps_of(design_, each) : DscpSet{}) {
                if (usual.at(dscp / queue_count) != each.priority)
                    out_.say(fact_of(LineKind::dscp_in, {dscp, each.priority, green}, dscp));
            }
            for (const Priority pcp :
                line_cli::trusts_pcp(design_) ? line_cli::pcps_of(design_, each) : PrioritySet{}) {
                if (pcp != each.priority)
                    out_.say(fact_of(LineKind::pcp_in, {pcp, each.priority, green}, pcp));
            }
        }
        out_.leave();
    }

    // Each tier chooses paths with a seed of its own: the usual one is the same on every switch.
    void write_seed()
    {
        Fact seed = fact_of(LineKind::seed, {static_cast<std::uint64_t>(design_.role)});
        for (const line_cli::Statement& row : grammar().rows()) {
            if (row.fact == seed.kind && row.synonym == has_headroom())
                seed.statement = &row;
        }
        out_.enter(fact_of(LineKind::ecmp));
        out_.say(seed);
        out_.leave();
    }

    void write_markings()
    {
        for (const line_cli::ProfileDesign& profile : profiles_.profiles) {
            for (const ClassDesign& each : design_.classes) {
                const EcnTarget* wanted = line_cli::marking_of(*profile.example, each);
                if (wanted == nullptr)
                    continue;
                const std::string name = marking_name(profile, each);
                out_.enter(named(LineKind::drop_profile, name));
                out_.say(fact_of(LineKind::ecn,
                    {wanted->min_threshold.count,
                        wanted->max_threshold.count,
                        line_cli::whole_percent(wanted->max_probability, out_, "VRP")}));
                out_.leave();
            }
        }
    }

    void write_port(const PortDesign& port, const line_cli::ProfileDesign& profile)
    {
        out_.enter(named(LineKind::interface_, port.name), port.name);
        line_cli::say_peer(out_, LineKind::description, port);
        const std::uint64_t frame
            = std::max(port.max_frame.count == 0 ? 0 : port.max_frame.count + frame_trailer,
                port.ip_mtu.count == 0 ? 0 : port.ip_mtu.count + physics::ethernet_header + frame_trailer);
        if (std::string too_large = beyond_largest_frame(frame); !too_large.empty())
            out_.leave_out(std::move(too_large), port.name);
        if (frame != 0)
            out_.say(fact_of(LineKind::frame,
                {std::min(frame, catalog::platform_default("vrp", "largest_frame").number())}));
        if (port.speed != speed_of(port.name))
            line_cli::say_speed(
                out_, LineKind::speed, port, "VRP has no word for the speed: it is that of the port's type");
        write_fec(port);
        const bool routed = line_cli::leads_to_switch(port);
        if (routed) {
            out_.say(line_cli::off(LineKind::switched));
            if (port.ip_mtu.count != 0)
                out_.say(fact_of(LineKind::mtu, {port.ip_mtu.count}));
        }
        // A routed port trusts the DSCP, and takes no line about it.
        if (design_.trust == Trust::dscp && !routed)
            out_.say(fact_of(LineKind::trust, {line_cli::number_of(Trust::dscp)}));
        if (design_.trust == Trust::dscp_else_pcp)
            out_.leave_out(
                "the trust of 802.1p where a packet has no DSCP: a port of VRP trusts one of them");
        out_.say(named(LineKind::use_domain, made_domain));
        write_queues(port, profile);
        if (port.is_lossless())
            write_lossless(port);
        out_.leave();
    }

    void write_fec(const PortDesign& port)
    {
        if (port.fec == Fec::automatic)
            return;
        const Fec family = family_of(port.fec);
        const Fact wanted = fact_of(LineKind::fec, {line_cli::number_of(family)});
        if (out_.has_words(wanted))
            out_.say(wanted);
        else
            out_.leave_out("FEC: VRP has no word for it", port.name);
    }

    void write_queues(const PortDesign& port, const line_cli::ProfileDesign& profile)
    {
        PrioritySet weighted;
        for (const ClassDesign& each : design_.classes) {
            if (each.scheduler == SchedulerKind::weighted)
                weighted.insert(each.priority);
        }
        const std::string queues = queues_text(weighted);
        if (!weighted.empty())
            out_.say(named(LineKind::by_weight, queues));
        for (std::size_t at = 0; at < design_.classes.size(); ++at) {
            const ClassDesign& each = design_.classes[at];
            if (each.scheduler == SchedulerKind::weighted)
                out_.say(fact_of(LineKind::weight, {each.priority, shares_[at]}, each.priority));
            if (line_cli::marking_of(port, each) == nullptr)
                continue;
            const std::string name = marking_name(profile, each);
            out_.say(named(LineKind::drops_by, name, each.priority));
            out_.say(fact_of(LineKind::marks, {each.priority}, each.priority));
        }
    }

    void write_lossless(const PortDesign& port)
    {
        for (const LosslessDesign& each : port.lossless) {
            if (each.xoff && has_headroom())
                out_.say(fact_of(
                    LineKind::headroom, {each.priority, whole_kilobytes(each.xoff->count)}, each.priority));
            else
                out_.leave_out(has_headroom() ? "headroom, which no model knows: the switch decides"
                                              : "headroom, which this hardware simulates",
                    port.name);
            if (each.dynamic_threshold)
                out_.leave_out("thresholds of pause: what VRP's exponents mean is not documented", port.name);
        }
        if (port.cable.count != 0)
            out_.leave_out("cable lengths: VRP has no line for them");
        out_.say(fact_of(LineKind::pfc, {0}));
    }

    const DeviceDesign& design_;
    Hardware hardware_;
    bool pauses_;
    line_cli::ProfileDesigns profiles_;
    std::vector<std::uint32_t> shares_;
    LineText out_{grammar()};
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
