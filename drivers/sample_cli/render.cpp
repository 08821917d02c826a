// SPDX-License-Identifier: Apache-2.0
// Writes a whole configuration from a design, as facts that the rows turn into lines. It adds syntax but no
// numbers. LineText brings values into the range of their row; what the platform has no line for is left out.
// Both are reported.
#include "drivers/line_cli/write/design_parts.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sample_cli/sample_cli.h"

#include <fmt/format.h>

namespace rocelint::sample_cli {
namespace {

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design) { }

    Rendering write()
    {
        text_.line("! sample-cli");
        text_.say(named(LineKind::hostname, design_.name));
        text_.separate();
        write_classes();
        for (const PortDesign& port : design_.ports)
            write_port(port);
        text_.line("end");
        Rendering out;
        out.left_out = text_.left_out();
        out.refused = text_.refused();
        out.files.push_back({.name = design_.name + ".cfg", .text = text_.text()});
        return out;
    }

private:
    void write_classes()
    {
        for (const ClassDesign& each : design_.classes) {
            // DSCPs that no line names are in class 0.
            if (each.priority != 0 && !each.dscps.empty())
                text_.say(fact_of(LineKind::class_of_dscp, {each.dscps.bits, each.priority}));
        }
        text_.separate();
        for (const ClassDesign& each : design_.classes) {
            Fact service{.kind = kind(LineKind::service), .number = each.priority};
            if (each.scheduler == SchedulerKind::strict)
                service.values[1].state = Value::State::instead;
            else
                service.values[1] = Value::of(each.bandwidth.hundredths / 100);
            if (each.scheduler == SchedulerKind::weighted && each.bandwidth.hundredths % 100 != 0)
                text_.leave_out(fmt::format("the share of class {} in whole percent", each.name));
            text_.say(service);
        }
        text_.separate();
    }

    void write_port(const PortDesign& port)
    {
        text_.enter(named(LineKind::port, port.name));
        line_cli::say_peer(text_, LineKind::description, port);
        text_.say(fact_of(LineKind::speed, {port.speed.count}), port.name);
        text_.say(fact_of(LineKind::mtu, {port.max_frame.count}), port.name);
        if (design_.trust == Trust::dscp)
            text_.say(fact_of(LineKind::trust, {line_cli::number_of(Trust::dscp)}));
        for (const LosslessDesign& each : port.lossless)
            text_.say({.kind = kind(LineKind::pfc), .number = each.priority});
        const WatchdogTarget& watchdog = design_.watchdog;
        if (port.rdma && watchdog.detection && watchdog.restoration)
            text_.say(
                fact_of(LineKind::watchdog, {watchdog.detection->count(), watchdog.restoration->count()}));
        for (const LosslessDesign& each : port.lossless)
            write_lossless(port, each);
        text_.leave();
    }

    void write_lossless(const PortDesign& port, const LosslessDesign& each)
    {
        if (each.ecn)
            text_.say(fact_of(LineKind::marking,
                          {each.priority,
                              each.ecn->min_threshold.count,
                              each.ecn->max_threshold.count,
                              each.ecn->max_probability.hundredths / 100},
                          each.priority),
                port.name);
        if (each.xoff)
            text_.leave_out("headroom, which the switch makes itself", port.name);
    }

    const DeviceDesign& design_;
    line_cli::LineText text_{grammar()};
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
