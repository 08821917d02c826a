// SPDX-License-Identifier: Apache-2.0
// Values written under /sys. The paths are those of sysfs_outputs.cpp.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/setter/setter.h"
#include "drivers/linux_host/setter/setter_broadcom.h"
#include "models/fabric/value/quantity.h"

#include <fmt/format.h>

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
        if (path.at(0) == "proc")
            return read_proc(path);
        if (path.at(0) != "sys")
            return State::irrelevant;
        if (path.at(1) == "class" && path.at(2) == "infiniband")
            return read_tc(path, 4, path.at(3), true);
        if (path.at(1) == "kernel" && path.at(3) == "rdma_cm")
            return read_rdma_cm(path);
        if (path.at(1) == "kernel" && path.at(3) == "bnxt_re")
            return read_bnxt(path);
        if (path.at(1) != "class" || path.at(2) != "net")
            return State::irrelevant;
        subject_ = path.at(3);
        if (path.at(4) == "device" && path.at(5) == "infiniband" && path.at(6) == "*")
            return read_tc(path, 7, subject_, false);
        State state = State::irrelevant;
        bool found = false;
        visit_spellings(Tool::net_file, [&](const SpeltKnob& spelt) {
            const std::size_t end = found ? 0 : end_of_key(path, spelt.spelling->key);
            found = found || end != 0;
            if (end != 0)
                state = spelt.row->shape == Shape::half ? add_half(spelt, path.at(end)) : add(spelt);
        });
        if (found)
            return state;
        const std::string_view directory = path.at(first_of_net);
        return directory == "qos" || directory == "settings" || directory == "ecn" ? State::unsupported
                                                                                   : State::irrelevant;
    }

private:
    // /sys/class/net/IF/
    static constexpr std::size_t first_of_net = 4;

    // The index of the part after `key`; 0 if the path below the interface is another one.
    static std::size_t end_of_key(const Path& path, std::string_view key)
    {
        std::size_t index = first_of_net;
        while (!key.empty()) {
            const std::string_view part = key.substr(0, key.find('/'));
            if (path.at(index++) != part)
                return 0;
            key.remove_prefix(std::min(part.size() + 1, key.size()));
        }
        return index;
    }

    State add(const SpeltKnob& spelt)
    {
        const bool is_number = parse_number(value_.text) || value_.text.starts_with("0x");
        if (spelt.spelling->tool == Tool::net_file && value_.known && !is_number
            && !parse_value(*spelt.row, *spelt.spelling, value_.text))
            return sink_.refuse(place_of(sink_, value_),
                fmt::format("the kernel does not accept \"{}\" for {}, and nothing is set",
                    value_.text,
                    spelt.row->title));
        std::optional<Setter> setter = parse_setter(spelt, subject_, value_, command_, sink_);
        if (setter) {
            setter->by_rdma_device = by_rdma_device_;
            setter->rdma_port = rdma_port_;
        }
        return add_setter(std::move(setter), sink_);
    }

    // The file of one priority, or of all.
    State add_half(const SpeltKnob& spelt, std::string_view part)
    {
        const auto priority = parse_number(part);
        const bool one = priority && *priority < 8;
        if (!one && part != "*")
            return State::unsupported;
        State state = State::read;
        for (const std::uint8_t each : PrioritySet::all()) {
            if (one && *priority != each)
                continue;
            state = std::max(state, add(spelt));
            if (state != State::read)
                continue;
            sink_.setters.back().number = each;
            sink_.setters.back().editable = sink_.setters.back().editable && one;
        }
        return state;
    }

    // /proc/sys/net/ipv4/conf/all/arp_ignore
    State read_proc(const Path& path)
    {
        const bool is_ours = path.at(1) == "sys" && path.at(2) == "net" && path.at(3) == "ipv4"
            && path.at(4) == "conf" && path.count == 7 && is_address_setting(path.at(6));
        if (!is_ours || !value_.known)
            return is_ours ? State::unsupported : State::irrelevant;
        const std::string variable = fmt::format("net/ipv4/conf/{}/{}", path.at(5), path.at(6));
        const State state = add_address_setting(variable, value_.text, place_of(sink_, value_), sink_);
        if (state == State::read) {
            sink_.addresses->back().interface = path.at(5);
            sink_.addresses->back().name = path.at(6);
        }
        return state;
    }

    // tc/N/traffic_class of a device
    State read_tc(const Path& path, std::size_t from, std::string_view subject, bool by_rdma_device)
    {
        const auto port = parse_number(path.at(from + 1));
        if (path.at(from) != "tc")
            return State::irrelevant;
        const SpeltKnob spelt = find_spelling(Tool::rdma_file, {}, path.at(from + 2));
        if (!spelt || !port || *port > 254)
            return State::unsupported;
        subject_ = subject;
        by_rdma_device_ = by_rdma_device;
        rdma_port_ = static_cast<std::uint8_t>(*port);
        return add(spelt);
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
        const SpeltKnob spelt = find_spelling(Tool::cm_file, {}, path.at(7));
        return spelt ? add(spelt) : State::unsupported;
    }

    // config/bnxt_re/DEV/ports/N/cc/cnp_dscp
    State read_bnxt(const Path& path)
    {
        const auto port = parse_number(path.at(6));
        if (path.at(2) != "config" || path.at(5) != "ports" || !port || *port > 254 || path.at(7) != "cc")
            return State::unsupported;
        return read_congestion_setter(
            {path.at(4), static_cast<std::uint8_t>(*port), path.at(8)}, value_, command_, sink_);
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
