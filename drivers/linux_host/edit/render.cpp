// SPDX-License-Identifier: Apache-2.0
// Writes a designed host as one script and the unit that runs it at
// boot, since most distributions have no file for these settings.
#include "drivers/linux_host/edit/render.h"

#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/knob_request.h"
#include "models/catalog/catalog.h"
#include "models/fabric/design.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

class HostWriter {
public:
    explicit HostWriter(const DeviceDesign& design)
        : design_(design)
        , tool_(design.nic.empty() || design.nic.starts_with("mlx5") ? Tool::mlnx_qos
                  : design.nic.starts_with("ionic")                  ? Tool::nicctl
                                                                     : Tool::dcb)
    {
    }

    Rendering run()
    {
        if (!is_file_name(design_.name)) {
            rendering_.left_out.push_back(
                fmt::format("the name \"{}\" cannot be part of a file's name", design_.name));
            return std::move(rendering_);
        }
        std::vector<std::string_view> interfaces;
        for (const PortDesign& port : design_.ports) {
            if (!port.rdma && port.peer_device.empty())
                continue;
            interfaces.push_back(port.name);
            lines_.push_back("");
            lines_.push_back(port.peer_device.empty()
                    ? fmt::format("# {}", port.name)
                    : fmt::format("# {}, cabled to {}", port.name, port.peer()));
            write(port);
        }
        BootScript boot = boot_script(design_.name, lines_, interfaces);
        rendering_.files.push_back({std::move(boot.script_name), std::move(boot.script), true});
        rendering_.files.push_back({std::move(boot.unit_name), std::move(boot.unit), false});
        leave_out();
        return std::move(rendering_);
    }

private:
    [[nodiscard]] KnobRequest request(
        const PortDesign& port, Knob knob, std::uint32_t amount = 0, std::uint8_t number = 0) const
    {
        KnobRequest made;
        made.knob = knob;
        made.tool = tool_;
        made.interface = port.name;
        made.amount = amount;
        made.number = number;
        return made;
    }
    void add(const KnobRequest& made) { lines_.push_back(command_text(made, {})); }

    // The number, or the nearest that the setting accepts; reports the difference.
    std::uint32_t in_range(const PortDesign& port, Knob knob, std::string_view what, std::uint64_t wanted)
    {
        const Limit limit = limit_of(knob);
        const auto number = static_cast<std::int64_t>(wanted);
        if (std::string sentence = rounded(limit, fmt::format("{} of {}", what, port.name), number);
            !sentence.empty())
            rendering_.left_out.push_back(std::move(sentence));
        return static_cast<std::uint32_t>(limit.nearest(number));
    }

    void write(const PortDesign& port)
    {
        if (tool_ == Tool::mlnx_qos && port.rdma)
            add(request(port, Knob::dcbx, 1));
        add(request(port, Knob::mtu, in_range(port, Knob::mtu, "the MTU", port.ip_mtu.count)));
        if (tool_ == Tool::nicctl || !port.rdma)
            return; // see leave_out(); and `ethtool -A` would turn PFC off
        lines_.push_back(guarded(
            joined_command(std::array{request(port, Knob::pause, 0, 0), request(port, Knob::pause, 0, 1)})));
        write_pfc(port);
        write_classes(port);
        write_marking(port);
    }

    void write_pfc(const PortDesign& port)
    {
        KnobRequest pfc = request(port, Knob::pfc);
        for (const LosslessDesign& lossless : port.lossless) {
            if (lossless.priority < 8)
                pfc.list[lossless.priority] = 1;
        }
        std::vector<KnobRequest> requests{pfc};
        if (tool_ == Tool::mlnx_qos && port.cable.count > 0)
            requests.push_back(request(port,
                Knob::cable_length,
                in_range(port, Knob::cable_length, "the cable length", port.cable.count)));
        lines_.push_back(joined_command(requests));
    }

    void write_classes(const PortDesign& port)
    {
        const bool by_dscp = design_.trust == Trust::dscp || design_.trust == Trust::dscp_else_pcp;
        add(request(port, Knob::trust, static_cast<std::uint32_t>(by_dscp ? Trusted::dscp : Trusted::pcp)));
        KnobRequest map = request(port, Knob::class_map);
        KnobRequest service = request(port, Knob::service);
        KnobRequest share = request(port, Knob::share);
        const Priority rest = design_.classes.empty() ? Priority{0} : design_.classes.front().priority;
        map.list.fill(rest);
        for (const ClassDesign& each : design_.classes) {
            if (each.priority > 7)
                continue;
            const bool weighted = each.scheduler == SchedulerKind::weighted;
            map.list[each.priority] = each.priority;
            service.list[each.priority]
                = static_cast<std::uint32_t>(weighted ? Service::ets : Service::strict);
            share.list[each.priority] = weighted ? each.bandwidth.hundredths / 100 : 0;
            if (by_dscp)
                write_dscps(port, each);
        }
        lines_.push_back(joined_command(std::array{map, service, share}));
    }

    // When a NIC starts to trust DSCP it maps each DSCP to priority DSCP / 8. For the default class only
    // deviations are written; the other classes write all of their DSCPs, whatever was set before.
    void write_dscps(const PortDesign& port, const ClassDesign& each)
    {
        const std::uint64_t shift
            = catalog::platform_default("linux-host", "dscp_to_priority_shift").number();
        const bool is_default = &each == &design_.classes.front();
        std::vector<KnobRequest> requests;
        for (const Dscp dscp : each.dscps) {
            const bool as_begun = tool_ == Tool::mlnx_qos && (dscp >> shift) == each.priority;
            // Other NICs start with priority 0 for all.
            const bool as_unmapped = tool_ == Tool::dcb && each.priority == 0;
            if (!is_default || (!as_begun && !as_unmapped))
                requests.push_back(request(port, Knob::dscp_priority, each.priority, dscp));
        }
        if (!requests.empty())
            lines_.push_back(joined_command(requests));
    }

    void write_marking(const PortDesign& port)
    {
        if (tool_ == Tool::mlnx_qos) {
            for (const ClassDesign& each : design_.classes) {
                if (!each.lossless || !each.ecn)
                    continue;
                add(request(port, Knob::notification, 1, each.priority));
                add(request(port, Knob::reaction, 1, each.priority));
            }
            if (design_.cnp_dscp)
                add(request(port, Knob::cnp_dscp, *design_.cnp_dscp));
            if (design_.cnp_priority)
                add(request(port, Knob::cnp_priority, *design_.cnp_priority));
            if (design_.rdma_tos != 0)
                add(request(port, Knob::traffic_class, design_.rdma_tos));
        }
        if (design_.rdma_tos != 0)
            add(request(port, Knob::cm_tos, design_.rdma_tos));
        add(request(port, Knob::cm_mode, 2));
    }

    void leave_out()
    {
        if (tool_ == Tool::mlnx_qos) {
            rendering_.left_out.push_back(
                "the sizes of the NICs' receive buffers are left to their firmware: how much memory remains for "
                "traffic that may be lost is not known");
            return;
        }
        if (tool_ == Tool::nicctl) {
            rendering_.left_out.push_back(
                "PFC, classes and marking of Pensando NICs: nicctl names their ports by UUIDs, which an intent does "
                "not state");
            return;
        }
        rendering_.left_out.push_back(fmt::format(
            "DCQCN, the DSCP of CNPs and the traffic class of queue pairs are set with the NIC's own tool "
            "({})",
            design_.nic));
    }

    const DeviceDesign& design_;
    Tool tool_;
    std::vector<std::string> lines_;
    Rendering rendering_;
};

}

Rendering render(const DeviceDesign& design) { return HostWriter(design).run(); }

}
