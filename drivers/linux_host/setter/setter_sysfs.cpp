// SPDX-License-Identifier: Apache-2.0
// Values written under /sys. The paths are those of sysfs_outputs.cpp.
#include "drivers/linux_host/setter/limits.h"
#include "drivers/linux_host/setter/setter.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::size_t most_parts = 12;

// The parts of a path under /sys, with links resolved:
// /sys/class/net/IF/device/infiniband/* is IF's RDMA device.
struct Path {
    std::array<std::string_view, most_parts> parts;
    std::size_t count = 0;

    explicit Path(std::string_view text)
    {
        while (!text.empty() && count < parts.size()) {
            const std::size_t slash = text.find('/');
            const std::string_view part = text.substr(0, slash);
            if (!part.empty())
                parts[count++] = part;
            text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
        }
        if (!text.empty())
            count = 0; // too long for any path that we know
    }
    [[nodiscard]] std::string_view at(std::size_t index) const
    {
        return index < count ? parts[index] : std::string_view{};
    }
};

class SysfsSetterReader {
public:
    SysfsSetterReader(const ShellWord& value, const ShellCommand& command, SetterSink& sink)
        : value_(value), command_(command), sink_(sink)
    {
    }

    State read(const Path& path)
    {
        if (path.at(0) != "sys")
            return State::irrelevant;
        if (path.at(1) == "class" && path.at(2) == "infiniband")
            return read_tc(path, 4, path.at(3), true);
        if (path.at(1) == "kernel" && path.at(3) == "rdma_cm")
            return read_rdma_cm(path);
        if (path.at(1) != "class" || path.at(2) != "net")
            return State::irrelevant;
        subject_ = path.at(3);
        if (path.at(4) == "device" && path.at(5) == "infiniband" && path.at(6) == "*")
            return read_tc(path, 7, subject_, false);
        if (path.at(4) == "mtu" && path.count == 5)
            return add(Knob::mtu);
        if (path.at(4) == "ecn")
            return read_ecn(path);
        if (path.at(4) == "qos" && path.at(5) == "trust")
            return add_trust();
        return path.at(4) == "qos" || path.at(4) == "settings" ? State::unsupported : State::irrelevant;
    }

private:
    State add(Knob sets, std::uint8_t number = 0)
    {
        const bool unset = sets == Knob::traffic_class && value_.known && value_.text == "-1";
        const auto amount = unset ? std::optional(unset_traffic_class) : setting_number(sets, value_, sink_);
        if (!amount || subject_.empty())
            return State::unsupported;
        Setter setter = make_setter(sets, subject_, value_, command_, sink_);
        setter.amount = *amount;
        setter.number = number;
        setter.by_rdma_device = by_rdma_device_;
        setter.rdma_port = rdma_port_;
        setter.mlx5 = sets > Knob::cm_mode || sets == Knob::traffic_class;
        sink_.setters.push_back(setter);
        return State::read;
    }

    State add_trust()
    {
        if (!value_.known || (value_.text != "pcp" && value_.text != "dscp"))
            return State::unsupported;
        Setter& setter
            = sink_.setters.emplace_back(make_setter(Knob::trust, subject_, value_, command_, sink_));
        setter.mlx5 = true;
        setter.amount = value_.text == "dscp" ? 1 : 0;
        return State::read;
    }

    // tc/N/traffic_class of a device
    State read_tc(const Path& path, std::size_t from, std::string_view subject, bool by_rdma_device)
    {
        const auto port = parse_number(path.at(from + 1));
        if (path.at(from) != "tc")
            return State::irrelevant;
        if (path.at(from + 2) != "traffic_class" || !port || *port > 254)
            return State::unsupported;
        subject_ = subject;
        by_rdma_device_ = by_rdma_device;
        rdma_port_ = static_cast<std::uint8_t>(*port);
        return add(Knob::traffic_class);
    }

    // config/rdma_cm/DEV/ports/N/default_roce_tos
    State read_rdma_cm(const Path& path)
    {
        const auto port = parse_number(path.at(6));
        if (path.at(5) != "ports" || !port || *port > 254)
            return State::irrelevant;
        subject_ = path.at(4);
        by_rdma_device_ = true;
        rdma_port_ = static_cast<std::uint8_t>(*port);
        if (path.at(7) == "default_roce_tos")
            return add(Knob::cm_tos);
        if (path.at(7) != "default_roce_mode" || !value_.known)
            return State::unsupported;
        const bool second = value_.text == "RoCE v2";
        if (!second && value_.text != "IB/RoCE v1")
            return State::unsupported;
        Setter setter = make_setter(Knob::cm_mode, subject_, value_, command_, sink_);
        setter.by_rdma_device = true;
        setter.rdma_port = rdma_port_;
        setter.amount = second ? 2 : 1;
        setter.editable = false; // its words differ from cma_roce_mode's numbers
        sink_.setters.push_back(setter);
        return State::read;
    }

    // ecn/roce_np/enable/P, ecn/roce_np/cnp_dscp
    State read_ecn(const Path& path)
    {
        const bool notifies = path.at(5) == "roce_np";
        if (!notifies && path.at(5) != "roce_rp")
            return State::unsupported;
        if (notifies && path.at(6) == "cnp_dscp")
            return add(Knob::cnp_dscp);
        if (notifies && path.at(6) == "cnp_802p_prio")
            return add(Knob::cnp_priority);
        if (path.at(6) != "enable")
            return State::unsupported;
        const Knob sets = notifies ? Knob::notification : Knob::reaction;
        const auto priority = parse_number(path.at(7));
        if (priority && *priority < 8)
            return add(sets, static_cast<std::uint8_t>(*priority));
        if (path.at(7) != "*")
            return State::unsupported;
        const std::size_t first = sink_.setters.size();
        State state = State::read;
        for (const std::uint8_t each : PrioritySet::all())
            state = std::max(state, add(sets, each));
        for (std::size_t index = first; index < sink_.setters.size(); ++index)
            sink_.setters[index].editable = false;
        return state;
    }

    const ShellWord& value_;
    const ShellCommand& command_;
    SetterSink& sink_;
    std::string_view subject_;
    std::uint8_t rdma_port_ = 1;
    bool by_rdma_device_ = false;
};

}

State read_sysfs_setter(
    const ShellWord& path, const ShellWord& value, const ShellCommand& command, SetterSink& sink)
{
    if (!path.known)
        return State::unsupported;
    return SysfsSetterReader(value, command, sink).read(Path(path.text));
}

}
