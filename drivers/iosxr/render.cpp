// SPDX-License-Identifier: Apache-2.0
// Writes a designed router as facts of IOS XR: lossless traffic classes of its locations, the watchdog, classes, policies and
// ports. The rows write the lines and bring values into range. What IOS XR decides by itself is left out and reported.
#include "drivers/iosxr/config.h"
#include "drivers/iosxr/iosxr.h"
#include "drivers/iosxr/watchdog_times.h"
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"
#include "models/fabric/fec.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view input_policy = "ROCE-IN";
constexpr std::uint64_t header_size = physics::ethernet_header;

// "0/1" of HundredGigE0/1/0/3.
std::string card_of(std::string_view port)
{
    port.remove_prefix(std::min(port.find_first_of("0123456789"), port.size()));
    const std::size_t rack = port.find('/');
    return std::string(port.substr(0, rack == std::string_view::npos ? rack : port.find('/', rack + 1)));
}

// What a location states for a lossless traffic class; nothing in it: the chip's own values.
struct LosslessClass {
    Priority priority = 0;
    std::optional<Bytes> pause;
    Bytes headroom;
    std::optional<EcnTarget> ecn;
};

bool takes(const line_cli::Statement& row, std::size_t slot, std::uint64_t value)
{
    return value >= row.slots[slot].least && value <= row.slots[slot].most;
}

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design), profiles_(line_cli::group_profiles(design))
    {
    }

    Rendering write()
    {
        out_.line(design_.version.empty() ? std::string("!! IOS XR Configuration")
                                          : fmt::format("!! IOS XR Configuration {}", design_.version));
        out_.say(named(LineKind::hostname, design_.name));
        if (!design_.lossless().empty()) {
            for (const Priority priority : design_.lossless())
                lossless_.push_back(plan(priority));
            write_locations();
            write_watchdog();
        }
        write_class_maps();
        write_input_policy();
        const std::vector<std::uint32_t> shares = line_cli::whole_shares(design_, out_, "IOS XR");
        for (const line_cli::ProfileDesign& profile : profiles_.profiles)
            write_output_policy(profile, shares);
        for (std::size_t at = 0; at < design_.ports.size(); ++at)
            write_port(design_.ports[at], profiles_.profiles[profiles_.of_port[at]]);
        out_.line("lldp");
        out_.separate();
        out_.line("end");
        if (std::ranges::any_of(design_.ports, [](const PortDesign& port) { return port.cable.count != 0; }))
            out_.leave_out("cable lengths: IOS XR has no line for them");
        return line_cli::rendering_of(design_, out_, why_refused());
    }

private:
    [[nodiscard]] std::string why_refused() const
    {
        const auto odd = std::ranges::find_if(design_.ports,
            [](const PortDesign& port) { return kind_of_port(port.name) != PortKind::physical; });
        return odd == design_.ports.end()
            ? std::string{}
            : fmt::format(
                "{} is not a name of a port of IOS XR: write the type and the place, such as HundredGigE0/0/0/0",
                odd->name);
    }

    // The profile of a location holds for all of its ports, and its marking for the whole router: explicit values need
    // headroom for the port that needs most, and one marking that all ports want.
    [[nodiscard]] LosslessClass plan(Priority priority)
    {
        const line_cli::Statement& row = *grammar().row(kind_of(LineKind::internal));
        LosslessClass made{.priority = priority, .pause = std::nullopt, .headroom = {}, .ecn = std::nullopt};
        std::uint64_t packet = 0;
        std::uint64_t resume = 0;
        bool known = true;
        bool first = true;
        for (const PortDesign& port : design_.ports) {
            const auto own = std::ranges::find(port.lossless, priority, &LosslessDesign::priority);
            if (!port.rdma || own == port.lossless.end())
                continue;
            known = known && own->xoff.has_value() && (first || own->ecn == made.ecn);
            made.ecn = own->ecn;
            made.headroom = std::max(made.headroom, own->xoff.value_or(Bytes{}));
            packet = std::max(packet, line_cli::largest_packet(port, header_size));
            resume = std::max(resume, own->xon.count);
            first = false;
        }
        const std::uint64_t marked = made.ecn ? made.ecn->max_threshold.count : 0;
        // Pause begins where all packets are marked, and two of the largest packets above the fill for resuming (Zhu et
        // al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015).
        const std::uint64_t pause = std::max({row.slots[1].least, marked + packet, resume + 2 * packet});
        known = known && !first && takes(row, 1, pause) && made.headroom.count <= row.slots[2].most
            && (!made.ecn || (takes(row, 3, made.ecn->min_threshold.count) && takes(row, 4, marked)));
        if (!known) {
            made.ecn.reset();
            out_.leave_out(
                "headroom and pause thresholds where no model knows them, or where the profile of a location cannot state "
                "them with the marking: those of the chip in extended buffers");
        } else {
            made.pause = Bytes{pause};
        }
        return made;
    }

    // A router without line cards has its ports at the location of its route processor.
    [[nodiscard]] std::set<std::string> locations() const
    {
        std::set<std::string> found;
        const auto lossless_elsewhere = [](const PortDesign& port) {
            return port.is_lossless() && !card_of(port.name).ends_with("/0");
        };
        const bool has_cards = std::ranges::any_of(design_.ports, lossless_elsewhere);
        for (const PortDesign& port : design_.ports) {
            const std::string card = card_of(port.name);
            if (port.is_lossless() && card.find('/') != std::string::npos)
                found.insert(has_cards ? card + "/CPU0" : card.substr(0, card.find('/')) + "/RP0/CPU0");
        }
        return found;
    }

    void write_locations()
    {
        for (const std::string& location : locations()) {
            out_.enter(named(LineKind::profile, location));
            for (const LosslessClass& each : lossless_)
                write_lossless(each);
            out_.leave();
        }
    }

    void write_lossless(const LosslessClass& each)
    {
        if (!each.pause) {
            out_.say(fact_of(LineKind::extended, {each.priority}, each.priority));
            return;
        }
        Fact line = fact_of(
            LineKind::internal, {each.priority, each.pause->count, each.headroom.count}, each.priority);
        if (each.ecn) {
            line.values[3] = line_cli::Value::of(each.ecn->min_threshold.count);
            line.values[4] = line_cli::Value::of(each.ecn->max_threshold.count);
            line.values[5]
                = line_cli::Value::of(line_cli::whole_percent(each.ecn->max_probability, out_, "IOS XR"));
        }
        out_.say(line);
    }

    void write_watchdog()
    {
        const WatchdogTarget& wanted = design_.watchdog;
        if (wanted.priorities.empty())
            return;
        out_.say(fact_of(LineKind::watchdog, {1}));
        const auto count = [](const std::optional<Milliseconds>& time) {
            return static_cast<std::uint64_t>(time.value_or(Milliseconds(0)).count());
        };
        auto times = times_of(count(wanted.detection), count(wanted.restoration), count(wanted.poll), false);
        if (!times) {
            out_.leave_out(fmt::format("when the watchdog restores a queue: {}", odd_times));
            times = times_of(count(wanted.detection), 0, count(wanted.poll), false);
        }
        if (!times) {
            out_.leave_out(fmt::format("when the watchdog acts: {}", odd_times));
            return;
        }
        const auto say = [&](LineKind kind, std::uint64_t value) {
            if (value != 0)
                out_.say(fact_of(kind, {value}));
        };
        say(LineKind::watchdog_interval, times->interval);
        say(LineKind::watchdog_shutdown, times->shutdown);
        say(LineKind::watchdog_restore, times->restore);
    }

    // The class of all other packets needs no class-map where its traffic class is 0.
    [[nodiscard]] static std::string queue_class(const ClassDesign& each)
    {
        return each.priority == 0 ? std::string(class_of_all) : fmt::format("TC{}", each.priority);
    }

    void write_class_map(std::string_view name, const std::vector<Fact>& lines)
    {
        Fact header = named(LineKind::class_map, name);
        header.values[0] = line_cli::Value::of(0);
        out_.enter(header);
        for (const Fact& line : lines)
            out_.say(line);
        out_.line("end-class-map");
        out_.leave();
    }

    void write_class_maps()
    {
        for (std::size_t at = 0; at < design_.classes.size(); ++at) {
            const ClassDesign& each = design_.classes[at];
            std::vector<Fact> lines;
            const DscpSet dscps = line_cli::dscps_of(design_, each);
            if (at != 0 && line_cli::trusts_dscp(design_) && !dscps.empty())
                lines.push_back(fact_of(LineKind::match_dscp, {dscps.bits}));
            if (at != 0 && line_cli::trusts_pcp(design_))
                lines.push_back(fact_of(LineKind::match_cos, {line_cli::pcps_of(design_, each).bits}));
            if (!lines.empty())
                write_class_map(line_cli::upper_name(each), lines);
            if (each.priority != 0)
                write_class_map(queue_class(each),
                    {fact_of(LineKind::match_class, {PrioritySet::of(each.priority).bits})});
        }
    }

    void write_input_policy()
    {
        out_.enter(named(LineKind::policy_map, input_policy));
        for (std::size_t at = 1; at <= design_.classes.size(); ++at) {
            // The first class, of all packets without another, comes last.
            const ClassDesign& each = design_.classes[at % design_.classes.size()];
            const std::string name
                = at == design_.classes.size() ? std::string(class_of_all) : line_cli::upper_name(each);
            out_.enter(named(LineKind::class_, name));
            out_.say(fact_of(LineKind::set_class, {each.priority}));
            out_.leave();
        }
        end_policy();
    }

    void end_policy()
    {
        out_.separate();
        out_.line("end-policy-map");
        out_.leave();
    }

    [[nodiscard]] bool is_marked_by_location(Priority priority) const
    {
        const auto own = std::ranges::find(lossless_, priority, &LosslessClass::priority);
        return own != lossless_.end() && own->pause.has_value();
    }

    void write_output_policy(const line_cli::ProfileDesign& profile, const std::vector<std::uint32_t>& shares)
    {
        out_.enter(named(LineKind::policy_map, profile.name));
        std::uint64_t level = 0;
        for (std::size_t at = design_.classes.size(); at-- > 0;) {
            const ClassDesign& each = design_.classes[at];
            const std::string name = queue_class(each);
            out_.enter(named(LineKind::class_, name));
            if (each.scheduler == SchedulerKind::strict)
                out_.say(fact_of(LineKind::priority, {++level}));
            else
                out_.say(fact_of(LineKind::ratio, {std::max(shares[at], 1U)}));
            const EcnTarget* wanted = line_cli::marking_of(*profile.example, each);
            if (wanted != nullptr && !is_marked_by_location(each.priority)) {
                out_.say(fact_of(LineKind::marks));
                out_.say(fact_of(LineKind::curve,
                    {wanted->min_threshold.count,
                        wanted->max_threshold.count,
                        line_cli::whole_percent(wanted->max_probability, out_, "IOS XR")}));
            }
            out_.leave();
        }
        end_policy();
    }

    void write_port(const PortDesign& port, const line_cli::ProfileDesign& profile)
    {
        out_.enter(named(LineKind::interface_, port.name), port.name);
        line_cli::say_peer(out_, LineKind::description, port);
        const std::uint64_t packet = line_cli::largest_packet(port, header_size);
        if (packet != 0)
            out_.say(fact_of(LineKind::mtu, {packet + header_size}));
        out_.say(named(LineKind::service_in, input_policy));
        out_.say(named(LineKind::service_out, profile.name));
        if (port.ip_mtu.count != 0 && port.ip_mtu.count != packet)
            out_.say(fact_of(LineKind::ip_mtu, {port.ip_mtu.count}));
        if (port.is_lossless())
            out_.say(fact_of(LineKind::pfc, {1}));
        if (port.speed.count != 0 && port.speed != speed_of_type(port.name))
            out_.leave_out("the speed: that of a port of IOS XR is the one of its type", port.name);
        if (port.fec != Fec::automatic)
            out_.say(fact_of(LineKind::fec, {line_cli::number_of(family_of(port.fec))}));
        out_.leave();
    }

    const DeviceDesign& design_;
    line_cli::ProfileDesigns profiles_;
    std::vector<LosslessClass> lossless_;
    LineText out_{grammar()};
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
