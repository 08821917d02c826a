// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as facts of AOS-CX: maps, lossless pool, profiles, interfaces. The rows write the lines and bring
// values into range. What the switch decides by itself, or no row can express, is left out and reported.
#include "drivers/aoscx/aoscx.h"
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "models/catalog/catalog.h"
#include "models/fabric/fec.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view made_queues = "FABRIC-QUEUES";
constexpr std::string_view made_schedule = "FABRIC-SHARES";

std::uint64_t whole_kilobytes(std::uint64_t bytes) { return line_cli::whole_units(bytes, kilobyte); }

class Writer {
public:
    explicit Writer(const DeviceDesign& design)
        : design_(design)
        , pauses_(std::ranges::any_of(design.ports, &PortDesign::is_lossless))
        , profiles_(line_cli::group_profiles(design))
    {
    }

    Rendering write()
    {
        out_.separate();
        out_.line(fmt::format("!Version ArubaOS-CX {}",
            design_.version.empty() ? std::string_view("10.18") : std::string_view(design_.version)));
        out_.say(named(LineKind::hostname, design_.name));
        write_maps();
        if (pauses_)
            write_pool();
        write_watchdog();
        out_.separate();
        choose_queues();
        write_queues();
        write_schedule();
        write_thresholds();
        out_.say(
            named(LineKind::apply_queues, fmt::format("{} schedule-profile {}", made_queues, made_schedule)));
        for (std::size_t index = 0; index < design_.ports.size(); ++index)
            write_port(design_.ports[index], profiles_.profiles[profiles_.of_port[index]]);
        return line_cli::rendering_of(design_, out_);
    }

private:
    void write_maps()
    {
        if (design_.trust == Trust::dscp_else_pcp)
            out_.leave_out(
                "the trust of 802.1p where a packet has no DSCP: a port of AOS-CX trusts one of them");
        const Trust trust = design_.trust == Trust::dscp_else_pcp ? Trust::dscp : design_.trust;
        Fact line = fact_of(LineKind::trust, {line_cli::number_of(trust)});
        line.statement = row_with(LineKind::trust, "field");
        out_.say(line);
        // A class has the local priority of its number, and pauses the code point of that number.
        const std::string_view pcps = catalog::platform_default("aoscx", "pcp_map").value;
        for (std::uint8_t pcp = 0; pcp < queue_count; ++pcp) {
            std::uint8_t local = pcp;
            for (const ClassDesign& each : design_.classes) {
                if (line_cli::trusts_pcp(design_) && line_cli::pcps_of(design_, each).has(pcp))
                    local = each.priority;
            }
            if (local != listed(pcps, pcp))
                out_.say(fact_of(LineKind::pcp_in, {pcp, local}, pcp));
        }
        const std::string_view dscps = catalog::platform_default("aoscx", "dscp_map").value;
        for (const ClassDesign& each : design_.classes) {
            for (const Dscp dscp :
                line_cli::trusts_dscp(design_) ? line_cli::dscps_of(design_, each) : DscpSet{}) {
                if (listed(dscps, dscp / queue_count) != each.priority)
                    out_.say(fact_of(LineKind::dscp_in, {std::uint64_t{1} << dscp, each.priority}));
            }
        }
    }

    // In kilobytes: half of the pool (QoS Guide, Lossless QoS pool, considerations and prerequisites).
    [[nodiscard]] std::uint64_t most_headroom(const Fact& pool) const
    {
        const bool large = family_of_model(design_.model) == Family::large;
        const std::uint64_t memory
            = catalog::platform_default("aoscx", large ? "memory_large" : "memory_small").number();
        constexpr std::uint64_t whole = 10'000;
        return memory * share_of_pool(pool).hundredths / whole / 2;
    }

    void write_pool()
    {
        if (family_of_model(design_.model) == Family::fixed) {
            out_.leave_out("a lossless pool: that of this series is fixed");
            return;
        }
        std::uint64_t sum = 0;
        for (const PortDesign& port : design_.ports) {
            for (const LosslessDesign& each : port.lossless)
                sum += port.rdma && each.xoff ? whole_kilobytes(each.xoff->count) : 0;
        }
        Fact pool = fact_of(LineKind::pool, {1, 0, sum / kilobyte, design_.lossless().bits}, 1);
        pool.values[1] = {.state = Value::State::instead};
        const std::uint64_t most = most_headroom(pool);
        if (sum / kilobyte > most) {
            pool.values[2] = Value::of(most);
            out_.leave_out(fmt::format(
                "headroom for all ports at once: that of a pool is half of the pool at most, {} kilobytes",
                most));
        }
        if (sum == 0)
            pool.values[2] = {.state = Value::State::instead};
        out_.say(pool);
    }

    void write_watchdog()
    {
        const WatchdogTarget& wanted = design_.watchdog;
        if (wanted.priorities.empty() || !pauses_)
            return;
        if (wanted.detection && wanted.restoration)
            out_.say(fact_of(LineKind::watchdog_times,
                {static_cast<std::uint64_t>(wanted.detection->count()),
                    static_cast<std::uint64_t>(wanted.restoration->count())}));
        else
            out_.leave_out("the times of the watchdog: AOS-CX takes both or none");
    }

    // Only the highest queue may be strict: the class that is to be served first gets it.
    void choose_queues()
    {
        for (std::uint8_t local = 0; local < queue_count; ++local)
            queue_of_.at(local) = local;
        for (const ClassDesign& each : design_.classes) {
            if (each.scheduler != SchedulerKind::strict)
                continue;
            if (strict_ != nullptr)
                out_.leave_out(fmt::format(
                    "strict service of class {}: only the highest queue may be strict while others have weights",
                    (strict_->priority < each.priority ? *strict_ : each).name));
            strict_ = strict_ == nullptr || strict_->priority < each.priority ? &each : strict_;
        }
        if (strict_ == nullptr)
            return;
        for (std::uint8_t local = strict_->priority; local < queue_count; ++local)
            queue_of_.at(local) = static_cast<std::uint8_t>(local - 1);
        queue_of_.at(strict_->priority) = queue_count - 1;
    }

    void write_queues()
    {
        out_.enter(named(LineKind::queue_profile, made_queues));
        for (std::uint8_t local = 0; local < queue_count; ++local)
            out_.say(fact_of(
                LineKind::mapped, {queue_of_.at(local), PrioritySet::of(local).bits}, queue_of_.at(local)));
        out_.leave();
    }

    void write_schedule()
    {
        const std::vector<std::uint32_t> shares = line_cli::whole_shares(design_, out_, "AOS-CX");
        std::array<std::uint32_t, queue_count> weights{};
        weights.fill(1);
        for (std::size_t at = 0; at < design_.classes.size(); ++at)
            weights.at(queue_of_.at(design_.classes[at].priority)) = std::max(shares[at], 1U);
        out_.enter(named(LineKind::schedule_profile, made_schedule));
        for (std::uint8_t queue = 0; queue < queue_count; ++queue) {
            const bool strict = strict_ != nullptr && queue == queue_count - 1;
            Fact line = strict ? fact_of(LineKind::served, {queue}, queue)
                               : fact_of(LineKind::served, {queue, weights.at(queue)}, queue);
            line.statement = row_with(LineKind::served, strict ? "rate" : "weight");
            out_.say(line);
        }
        out_.leave();
    }

    [[nodiscard]] bool marks(const line_cli::ProfileDesign& profile) const
    {
        return std::ranges::any_of(design_.classes,
            [&](const ClassDesign& each) { return line_cli::marking_of(*profile.example, each) != nullptr; });
    }

    void write_thresholds()
    {
        for (const line_cli::ProfileDesign& profile : profiles_.profiles) {
            if (!marks(profile))
                continue;
            out_.enter(named(LineKind::threshold_profile, profile.name));
            for (const ClassDesign& each : design_.classes) {
                const EcnTarget* wanted = line_cli::marking_of(*profile.example, each);
                if (wanted == nullptr)
                    continue;
                const std::uint8_t queue = queue_of_.at(each.priority);
                out_.say(fact_of(LineKind::marks,
                    {queue,
                        whole_kilobytes(wanted->min_threshold.count),
                        whole_kilobytes(wanted->max_threshold.count)},
                    queue));
                if (wanted->max_probability != Percent::whole(100))
                    out_.leave_out(
                        "the marking probability: that of AOS-CX grows to 100 % at the upper threshold");
                if (wanted->min_threshold.count % kilobyte != 0
                    || wanted->max_threshold.count % kilobyte != 0)
                    out_.leave_out(
                        "marking thresholds to the byte: AOS-CX takes kilobytes, and they are rounded up");
            }
            out_.leave();
        }
    }

    void write_port(const PortDesign& port, const line_cli::ProfileDesign& profile)
    {
        out_.enter(named(LineKind::port_, port.name), port.name);
        line_cli::say_peer(out_, LineKind::description, port);
        out_.say(line_cli::off(LineKind::shutdown));
        const std::uint64_t packet = line_cli::largest_packet(port, physics::ethernet_header);
        if (packet != 0)
            out_.say(fact_of(LineKind::mtu, {packet}));
        line_cli::say_speed(
            out_, LineKind::speed, port, "AOS-CX has no word for the speed: it is that of the port");
        write_fec(port);
        if (!line_cli::leads_to_switch(port))
            out_.say(line_cli::off(LineKind::routing));
        else if (port.ip_mtu.count != 0)
            out_.say(fact_of(LineKind::ip_mtu, {port.ip_mtu.count}));
        if (marks(profile))
            out_.say(named(LineKind::apply_thresholds, profile.name));
        if (port.is_lossless())
            write_lossless(port);
        out_.leave();
    }

    void write_fec(const PortDesign& port)
    {
        // The switch takes the code of the transceiver, and lets it be chosen at 25 and 100 Gb/s.
        constexpr std::uint64_t slow = 25 * line_cli::bits_per_gigabit;
        constexpr std::uint64_t fast = 100 * line_cli::bits_per_gigabit;
        if (port.fec == Fec::automatic)
            return;
        if (port.speed.count == slow || port.speed.count == fast)
            out_.say(fact_of(LineKind::fec, {line_cli::number_of(family_of(port.fec))}));
        else
            out_.leave_out(
                "FEC: AOS-CX lets it be chosen at 25 and 100 Gb/s, and takes that of the transceiver",
                port.name);
    }

    void write_lossless(const PortDesign& port)
    {
        PrioritySet priorities;
        for (const LosslessDesign& each : port.lossless)
            priorities.insert(each.priority);
        const std::string lists = lists_of({priorities, priorities});
        out_.say(named(LineKind::pfc, lists));
        if (!design_.watchdog.priorities.empty())
            out_.say(fact_of(LineKind::watchdog));
        if (port.cable.count != 0)
            out_.say(fact_of(LineKind::cable, {port.cable.count}));
        for (const LosslessDesign& each : port.lossless) {
            if (each.xoff)
                out_.say(fact_of(
                    LineKind::headroom, {each.priority, whole_kilobytes(each.xoff->count)}, each.priority));
            if (each.dynamic_threshold)
                out_.leave_out("thresholds of pause: the design's are exponents of another chip", port.name);
        }
    }

    const DeviceDesign& design_;
    bool pauses_;
    line_cli::ProfileDesigns profiles_;
    const ClassDesign* strict_ = nullptr;
    std::array<std::uint8_t, queue_count> queue_of_{}; ///< by local priority
    LineText out_{grammar()};
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
