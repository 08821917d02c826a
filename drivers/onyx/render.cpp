// SPDX-License-Identifier: Apache-2.0
// The lines of a designed switch, written by the same rows that read them. A value that Onyx cannot express
// is changed to the nearest one that marks or pauses earlier, or left out; both are reported.
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/onyx.h"
#include "models/fabric/fec.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

constexpr std::string_view lossless_pool = "iPool1";
constexpr std::string_view lossy_pool = "iPool0";

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design) { }

    Rendering run()
    {
        lines_.say(named(LineKind::hostname, design_.name));
        lines_.line("lldp");
        if (const PrioritySet lossless = design_.lossless(); !lossless.empty()) {
            say(LineKind::pfc_enabled, {});
            for (const Priority priority : lossless)
                say(LineKind::pfc_priority, {priority}, priority);
        }
        write_pools();
        for (const PortDesign& port : design_.ports)
            write_port(port);
        if (design_.watchdog.detection || design_.watchdog.restoration)
            lines_.leave_out("the times of the watchdog: Onyx has no line for them");
        return {{{design_.name + ".cfg", lines_.text()}},
            lines_.left_out(),
            refused_.empty() ? lines_.refused() : refused_};
    }

private:
    void say(LineKind what,
        std::initializer_list<std::uint64_t> values = {},
        std::uint8_t number = Fact::no_number)
    {
        lines_.say(line_cli::fact_of(what, values, number));
    }

    void write_pools()
    {
        const MemoryDesign& memory = design_.memory;
        if (!memory.ingress_lossless)
            return;
        say(LineKind::advanced_buffers, {});
        const auto pool = [&](std::string_view name, std::optional<Bytes> size) {
            if (!size)
                return;
            Fact fact = line_cli::fact_of(LineKind::buffer_pool);
            fact.values[2] = Value::of(size->count);
            fact.values[3] = Value::of(1);
            fact.text = name;
            lines_.say(fact);
        };
        pool(lossy_pool, memory.ingress_lossy);
        pool(lossless_pool, memory.ingress_lossless);
        pool("ePool0", memory.egress_lossy);
        pool("ePool1", memory.egress_lossless);
    }

    void write_port(const PortDesign& port)
    {
        constexpr std::string_view prefix = "Eth";
        const std::string_view number
            = std::string_view(port.name).substr(std::min(prefix.size(), port.name.size()));
        if (!port.name.starts_with(prefix) || number.empty() || !ascii::is_digit(number.front())) {
            if (refused_.empty())
                refused_ = fmt::format(
                    "Onyx has no port of the name {}: its ports are Eth1/1 and so on", port.name);
            return;
        }
        const Fact block = named(LineKind::ethernet, number);
        lines_.enter(block, line_cli::write(grammar(), block));
        write_port_lines(port);
        lines_.leave();
    }

    void write_port_lines(const PortDesign& port)
    {
        line_cli::say_peer(lines_, LineKind::description, port);
        if (port.speed.count != 0)
            say(LineKind::speed, {port.speed.count});
        line_cli::say_packet(lines_, LineKind::mtu, port, frame_header);
        if (port.fec != Fec::automatic)
            say(LineKind::fec, {line_cli::number_of(family_of(port.fec))});
        lines_.say(line_cli::off(LineKind::switched));
        write_classes(port);
        if (!port.rdma || port.lossless.empty())
            return;
        say(LineKind::pfc_mode, {line_cli::number_of(PfcMode::on)});
        if (!design_.watchdog.priorities.empty())
            say(LineKind::watchdog, {});
        for (const LosslessDesign& each : port.lossless)
            write_lossless(each);
    }

    void write_classes(const PortDesign& port)
    {
        say(LineKind::trust, {line_cli::number_of(design_.trust)});
        for (std::size_t index = 0; index < design_.classes.size(); ++index) {
            const ClassDesign& each = design_.classes[index];
            const DscpSet dscps = line_cli::dscps_of(design_, each);
            const PrioritySet pcps = line_cli::pcps_of(design_, each);
            if (!dscps.empty() && design_.trust != Trust::pcp)
                say(LineKind::dscp_map, {dscps.bits}, each.priority);
            if (design_.trust != Trust::dscp)
                say(LineKind::pcp_map, {pcps.bits, 1}, each.priority);
            const auto kind = line_cli::number_of(each.scheduler);
            if (each.scheduler == SchedulerKind::strict) {
                say(LineKind::service, {each.priority, kind}, each.priority);
                continue;
            }
            say(LineKind::service, {each.priority, kind, shares_[index]}, each.priority);
        }
        for (const ClassDesign& each : design_.classes) {
            if (const EcnTarget* wanted = line_cli::marking_of(port, each))
                write_ecn(each.priority, *wanted);
        }
    }

    void write_ecn(Priority priority, const EcnTarget& wanted)
    {
        constexpr std::uint64_t step = 1000;
        const auto whole = [&](Bytes size) { return std::max(size.count / step, std::uint64_t{1}) * step; };
        const std::uint64_t least = whole(wanted.min_threshold);
        const std::uint64_t most = std::max(whole(wanted.max_threshold), least);
        if (Bytes{least} != wanted.min_threshold || Bytes{most} != wanted.max_threshold)
            lines_.leave_out(
                fmt::format("marking from {} to {} bytes is written as {} to {} bytes: Onyx takes kilobytes",
                    wanted.min_threshold.count,
                    wanted.max_threshold.count,
                    least,
                    most),
                lines_.port());
        if (wanted.max_probability != Percent::whole(100))
            lines_.leave_out(fmt::format("marking with {} %: Onyx marks every packet above the maximum",
                wanted.max_probability.value()));
        say(LineKind::congestion, {priority, marks_bit, least, most}, priority);
    }

    void write_lossless(const LosslessDesign& each)
    {
        if (!each.xoff || !design_.memory.ingress_lossless || each.reserved.count < each.xoff->count) {
            lines_.leave_out(
                "headroom: no model knows this switch, so that it is left to its own defaults or to a traffic pool");
            return;
        }
        say(LineKind::group_binding, {each.priority, 1U << each.priority}, each.priority);
        const std::uint64_t pause_at = each.reserved.count - each.xoff->count;
        const std::uint64_t alpha = alpha_number(each.dynamic_threshold.value_or(0));
        Fact group = line_cli::fact_of(LineKind::group_buffer,
            {each.priority, 0, each.reserved.count, pause_at, each.xon.count, alpha},
            each.priority);
        group.values[1] = {}; // the pool is a text
        group.text = lossless_pool;
        lines_.say(group);
    }

    const DeviceDesign& design_;
    std::string refused_;
    line_cli::LineText lines_{grammar()};
    std::vector<std::uint32_t> shares_ = line_cli::whole_shares(design_, lines_, "Onyx");
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).run(); }

}
