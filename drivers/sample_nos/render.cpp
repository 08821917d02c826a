// SPDX-License-Identifier: Apache-2.0
// Writes a designed device as YAML of the sample, in the order in which the reader documents its keys.
#include "drivers/sample_nos/render.h"

#include <fmt/format.h>

#include <iterator>

namespace rocelint::sample_nos {
namespace {

// Writes a design line by line. Text is appended to one string, because a fabric has many ports.
class Writer {
public:
    explicit Writer(const DeviceDesign& design) : design_(design) { }

    Rendering write()
    {
        line("sample_nos: 1\nhostname: {}\n", design_.name);
        if (!design_.asic.empty())
            line("asic: {}\n", design_.asic);
        write_classes();
        write_pool();
        line("ports:\n");
        for (const PortDesign& port : design_.ports)
            write_port(port);
        rendering_.files.push_back({.name = design_.name + ".yaml", .text = std::move(text_)});
        return std::move(rendering_);
    }

private:
    template <class... T>
    void line(fmt::format_string<T...> format, T&&... values)
    {
        fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
    }

    void leave_out(std::string sentence) { rendering_.left_out.push_back(std::move(sentence)); }

    void write_classes()
    {
        std::string rows;
        std::string shares;
        for (const ClassDesign& each : design_.classes) {
            const bool is_default = &each == &design_.classes.front();
            for (const Dscp dscp : each.dscps) {
                if (!is_default)
                    rows += fmt::format("{}{}: {}", rows.empty() ? "" : ", ", dscp, each.priority);
            }
            shares += shares.empty() ? "" : ", ";
            shares += each.scheduler == SchedulerKind::strict
                ? fmt::format("{}: strict", each.priority)
                : fmt::format("{}: {}", each.priority, each.bandwidth.hundredths / 100);
            if (each.scheduler == SchedulerKind::weighted && each.bandwidth.hundredths % 100 != 0)
                leave_out(fmt::format("the share of class {} is written in whole percent", each.name));
        }
        line("class: {{dscp: {{{}}}, other: {}}}\n", rows, design_.classes.front().priority);
        std::string lossless = to_string(design_.lossless());
        line("lossless: [{}]\nschedule: {{{}}}\n", lossless == "none" ? "" : lossless, shares);
        if (design_.trust != Trust::dscp)
            leave_out("a packet's class comes from its DSCP only");
    }

    void write_pool()
    {
        const MemoryDesign& memory = design_.memory;
        if (memory.ingress_lossless && memory.shared_headroom)
            line("pool: {{size: {}, headroom: {}}}\n",
                memory.ingress_lossless->count,
                memory.shared_headroom->count);
        else if (memory.ingress_lossless)
            line("pool: {{size: {}}}\n", memory.ingress_lossless->count);
        else
            leave_out("the size of the pool, which the design does not state");
    }

    void write_port(const PortDesign& port)
    {
        line("  {}:\n", port.name);
        if (!port.peer_device.empty())
            line("    description: {}\n    cable: {}m\n", port.peer(), port.cable.count);
        line("    speed: {}G\n    mtu: {}\n", port.speed.count / 1'000'000'000, port.ip_mtu.count);
        if (port.lanes != 0)
            line("    lanes: {}\n", port.lanes);
        write_fec(port);
        line("    trust: {}\n", design_.trust == Trust::dscp ? "dscp" : "none");
        if (!port.rdma)
            return;
        line("    pfc: [{}]\n", to_string(design_.lossless()));
        write_watchdog();
        write_lossless(port);
    }

    void write_fec(const PortDesign& port)
    {
        if (port.fec == Fec::none)
            line("    fec: none\n");
        else if (port.fec == Fec::base_r)
            line("    fec: fc\n");
        else if (port.fec == Fec::rs528)
            line("    fec: rs528\n");
        else if (port.fec != Fec::automatic)
            line("    fec: rs544\n");
    }

    void write_watchdog()
    {
        const WatchdogTarget& watchdog = design_.watchdog;
        if (watchdog.poll && watchdog.detection && watchdog.restoration)
            line("    watchdog: {{poll: {}ms, detection: {}ms, restoration: {}ms, action: drop}}\n",
                watchdog.poll->count(),
                watchdog.detection->count(),
                watchdog.restoration->count());
    }

    void write_lossless(const PortDesign& port)
    {
        std::string ecn;
        std::string buffers;
        for (const LosslessDesign& each : port.lossless) {
            if (each.ecn)
                ecn += fmt::format("{}{{queue: {}, min: {}, max: {}, probability: {}}}",
                    ecn.empty() ? "" : ", ",
                    each.priority,
                    each.ecn->min_threshold.count,
                    each.ecn->max_threshold.count,
                    each.ecn->max_probability.hundredths / 100);
            if (!each.xoff)
                continue;
            const bool shared = design_.memory.shared_headroom.has_value();
            buffers += fmt::format("{}{}: {{reserved: {}, xon: {}, xoff: {}",
                buffers.empty() ? "" : ", ",
                each.priority,
                each.reserved.count - (shared ? 0 : std::min(each.reserved.count, each.xoff->count)),
                each.xon.count,
                each.xoff->count);
            buffers += each.dynamic_threshold ? fmt::format(", alpha: {}}}", *each.dynamic_threshold) : "}";
        }
        if (!ecn.empty())
            line("    ecn: [{}]\n", ecn);
        if (!buffers.empty())
            line("    buffers: {{{}}}\n", buffers);
    }

    const DeviceDesign& design_;
    std::string text_;
    Rendering rendering_;
};

}

Rendering render(const DeviceDesign& design) { return Writer(design).write(); }

}
