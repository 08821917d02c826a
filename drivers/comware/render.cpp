// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch. What Comware cannot express, or counts in a unit that is not known, is left out with a sentence.
#include "drivers/comware/comware.h"
#include "drivers/comware/config.h"
#include "drivers/line_cli/record.h"
#include "drivers/line_cli/write/design_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::comware {
namespace {

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design), cell_(cell_of_model(design.model)) { }

    Rendering write()
    {
        out_.separate();
        if (!design_.version.empty()) {
            out_.line(fmt::format(" version {}", design_.version));
            out_.separate();
        }
        out_.say(named(LineKind::sysname, design_.name));
        out_.separate();
        write_maps();
        if (cell_ == 0 && std::ranges::any_of(design_.ports, &PortDesign::is_lossless))
            out_.leave_out(
                "thresholds of ECN and headroom: Comware counts them in cells, whose size no model knows");
        if (!design_.watchdog.priorities.empty())
            out_.leave_out("the watchdog: the unit of its intervals is not documented");
        shares_ = line_cli::whole_shares(design_, out_, "Comware");
        for (const PortDesign& port : design_.ports)
            write_port(port);
        out_.line("return");
        return line_cli::rendering_of(design_, out_);
    }

private:
    // The usual tables lead 802.1p values 0 to 2 to other queues, and each DSCP to an eighth of the 802.1p values.
    void write_maps()
    {
        const auto usual_class = usual_numbers("dot1p_lp");
        const auto usual_value = usual_numbers("dscp_dot1p");
        std::array<std::uint8_t, queue_count> wanted{};
        for (std::uint8_t value = 0; value < queue_count; ++value)
            wanted.at(value) = value;
        for (const ClassDesign& each : design_.classes) {
            for (const Priority value :
                line_cli::trusts_pcp(design_) ? line_cli::pcps_of(design_, each) : PrioritySet{})
                wanted.at(value) = each.priority;
        }
        out_.enter(named(LineKind::map_table, value_to_class));
        for (std::uint8_t value = 0; value < queue_count; ++value) {
            if (wanted.at(value) != usual_class.at(value))
                out_.say(fact_of(LineKind::entry, {std::uint64_t{1} << value, wanted.at(value)}));
        }
        out_.leave();
        if (!line_cli::trusts_dscp(design_))
            return;
        out_.enter(named(LineKind::map_table, dscp_to_value));
        for (const ClassDesign& each : design_.classes) {
            for (const Dscp dscp : line_cli::dscps_of(design_, each)) {
                if (usual_value.at(dscp / queue_count) != each.priority)
                    out_.say(fact_of(LineKind::entry, {std::uint64_t{1} << dscp, each.priority}));
            }
        }
        out_.leave();
    }

    void write_port(const PortDesign& port)
    {
        out_.enter(named(LineKind::interface_, port.name), port.name);
        const bool routed = line_cli::leads_to_switch(port);
        out_.say(
            fact_of(LineKind::link_mode, {line_cli::number_of(routed ? LinkMode::route : LinkMode::bridge)}));
        line_cli::say_peer(out_, LineKind::description, port);
        const std::uint64_t frame = std::max(
            port.max_frame.count, port.ip_mtu.count == 0 ? 0 : port.ip_mtu.count + physics::ethernet_header);
        if (frame != 0)
            out_.say(fact_of(LineKind::frame, {frame + frame_trailer}));
        if (routed && port.ip_mtu.count != 0)
            out_.say(fact_of(LineKind::mtu, {port.ip_mtu.count}));
        if (port.speed != speed_of(port.name))
            line_cli::say_speed(out_,
                LineKind::speed,
                port,
                "Comware has no keyword for this speed; the port keeps the speed of its type");
        if (port.fec != Fec::automatic)
            out_.leave_out("FEC: the words of `port fec mode` are not documented", port.name);
        if (design_.trust == Trust::dscp || design_.trust == Trust::pcp)
            out_.say(fact_of(LineKind::trust, {line_cli::number_of(design_.trust)}));
        if (design_.trust == Trust::dscp_else_pcp)
            out_.leave_out(
                "the trust of 802.1p where a packet has no DSCP: a port of Comware trusts one of them");
        if (port.is_lossless())
            write_lossless(port);
        write_queues(port);
        out_.leave();
    }

    void write_lossless(const PortDesign& port)
    {
        PrioritySet lossless;
        for (const LosslessDesign& each : port.lossless)
            lossless.insert(each.priority);
        out_.say(fact_of(LineKind::pfc, {line_cli::number_of(PfcMode::enable)}));
        out_.say(fact_of(LineKind::no_drop, {lossless.bits}));
        for (const LosslessDesign& each : port.lossless) {
            if (each.xoff && cell_ != 0)
                out_.say(fact_of(LineKind::headroom, {each.priority, cells_of(*each.xoff)}, each.priority));
            if (each.dynamic_threshold)
                out_.leave_out(
                    "thresholds of pause: the design has them as another chip counts them", port.name);
        }
        if (port.cable.count != 0)
            out_.leave_out("cable lengths: Comware has no line for them");
    }

    void write_queues(const PortDesign& port)
    {
        out_.say(fact_of(LineKind::wrr, {0}));
        for (std::size_t at = 0; at < design_.classes.size(); ++at) {
            const ClassDesign& each = design_.classes[at];
            const bool strict = each.scheduler == SchedulerKind::strict;
            Fact served = fact_of(LineKind::served,
                {each.priority, line_cli::number_of(strict ? Group::strict : Group::first)},
                each.priority);
            if (!strict)
                served.values[2] = line_cli::Value::of(shares_[at]);
            out_.say(served);
        }
        for (const ClassDesign& each : design_.classes) {
            const EcnTarget* wanted = cell_ == 0 ? nullptr : line_cli::marking_of(port, each);
            if (wanted == nullptr)
                continue;
            out_.say(fact_of(LineKind::port_curves,
                {each.priority,
                    cells_of(wanted->min_threshold),
                    cells_of(wanted->max_threshold),
                    line_cli::whole_percent(wanted->max_probability, out_, "Comware")},
                each.priority));
            out_.say(fact_of(LineKind::port_marks, {each.priority}, each.priority));
        }
    }

    // The next larger number of whole cells.
    std::uint64_t cells_of(Bytes size)
    {
        if (size.count % cell_ != 0)
            out_.leave_out(fmt::format(
                "sizes that do not divide into cells of {} bytes: the next larger number of cells stands",
                cell_));
        return (size.count + cell_ - 1) / cell_;
    }

    const DeviceDesign& design_;
    std::uint64_t cell_ = 0; ///< bytes; 0: not known
    std::vector<std::uint32_t> shares_;
    LineText out_{grammar()};
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
