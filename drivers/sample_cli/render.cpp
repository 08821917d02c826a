// SPDX-License-Identifier: Apache-2.0
// A whole configuration from a design: facts, written by the rows. It adds syntax and no number. What a row does not take is
// brought into its range, and what the platform has no line for is left out; both are told.
#include "drivers/sample_cli/render.h"

#include "drivers/sample_cli/grammar.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sample_cli {
namespace {

using line_cli::Fact;
using line_cli::Value;

class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design) { }

    Rendering write()
    {
        text_ = "! sample-cli\n";
        line("", {.kind = kind(Says::hostname), .text = design_.name});
        text_ += "!\n";
        write_classes();
        for (const PortDesign& port : design_.ports)
            write_port(port);
        text_ += "end\n";
        if (std::ranges::any_of(design_.ports, [](const PortDesign& port) {
                return std::ranges::any_of(
                    port.lossless, [](const auto& each) { return each.xoff.has_value(); });
            }))
            out_.left_out.emplace_back("headroom, which the switch makes itself");
        out_.files.push_back({.name = design_.name + ".cfg", .text = std::move(text_)});
        return std::move(out_);
    }

private:
    void line(std::string_view indent, Fact fact)
    {
        const line_cli::Statement& row = *grammar().row(fact.kind);
        if (std::string reason = line_cli::out_of_range(row, fact); !reason.empty()) {
            if (std::ranges::find(out_.left_out, reason) == out_.left_out.end())
                out_.left_out.push_back(std::move(reason));
            fact = line_cli::in_range(row, fact);
        }
        text_ += fmt::format("{}{}\n", indent, line_cli::write(grammar().dialect(), row, fact));
    }

    void write_classes()
    {
        for (const ClassDesign& each : design_.classes) {
            // The class of what no line names is 0.
            if (each.priority != 0 && !each.dscps.empty())
                line("",
                    {.kind = kind(Says::class_of_dscp),
                        .values = {Value::of(each.dscps.bits), Value::of(each.priority)}});
        }
        text_ += "!\n";
        for (const ClassDesign& each : design_.classes) {
            Fact service{.kind = kind(Says::service), .number = each.priority};
            if (each.scheduler == SchedulerKind::strict)
                service.values[1].state = Value::State::instead;
            else
                service.values[1] = Value::of(each.bandwidth.hundredths / 100);
            if (each.scheduler == SchedulerKind::weighted && each.bandwidth.hundredths % 100 != 0)
                out_.left_out.push_back(fmt::format("the share of class {} in whole percent", each.name));
            line("", service);
        }
        text_ += "!\n";
    }

    void write_port(const PortDesign& port)
    {
        line("", {.kind = kind(Says::port), .text = port.name});
        const auto say = [this](Fact fact) { line(grammar().dialect().step, fact); };
        const std::string peer = fmt::format("{} {}", port.peer_device, port.peer_port);
        if (!port.peer_device.empty())
            say({.kind = kind(Says::description), .text = peer});
        say({.kind = kind(Says::speed), .values = {Value::of(port.speed.count)}});
        say({.kind = kind(Says::mtu), .values = {Value::of(port.max_frame.count)}});
        if (design_.trust == Trust::dscp)
            say({.kind = kind(Says::trust), .values = {Value::of(static_cast<std::uint64_t>(Trust::dscp))}});
        for (const LosslessDesign& each : port.lossless)
            say({.kind = kind(Says::pfc), .number = each.priority});
        const WatchdogTarget& watchdog = design_.watchdog;
        if (port.rdma && watchdog.detection && watchdog.restoration)
            say({.kind = kind(Says::watchdog),
                .values
                = {Value::of(watchdog.detection->count()), Value::of(watchdog.restoration->count())}});
        for (const LosslessDesign& each : port.lossless) {
            if (each.ecn)
                say({.kind = kind(Says::marking),
                    .number = each.priority,
                    .values = {Value{},
                        Value::of(each.ecn->min_threshold.count),
                        Value::of(each.ecn->max_threshold.count),
                        Value::of(each.ecn->max_probability.hundredths / 100)}});
        }
        text_ += "!\n";
    }

    const DeviceDesign& design_;
    std::string text_;
    Rendering out_;
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
