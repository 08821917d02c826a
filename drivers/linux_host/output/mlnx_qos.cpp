// SPDX-License-Identifier: Apache-2.0
// Output of mlnx-tools' python/mlnx_qos (pretty_print): its versions differ only by added lines.
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

class MlnxQosReader {
public:
    MlnxQosReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        for (const Node& line : section_.node) {
            if (line.kind != Node::Kind::line)
                continue;
            if (take(line))
                line.mark(CoverageState::read);
            else
                tell_unreadable(line);
        }
        if (!trust_.known() && !pfc_at_.somewhere())
            return; // it printed an error and no settings
        apply_to(find_port());
    }

private:
    std::uint32_t find_port()
    {
        const std::string_view name
            = section_.command.subject.empty() ? host_.only_interface() : section_.command.subject;
        if (!name.empty())
            return host_.port(name, section_.place());
        host_.warn(section_.place(),
            "mlnx_qos does not print its interface: save its output as "
            "mlnx_qos.<interface>.txt, or with the command line");
        return host_.port("(unnamed)", section_.place());
    }

    void apply_to(std::uint32_t index)
    {
        Port& port = host_.port_at(index);
        if (dcbx_.known()) {
            host_.net(index).nic.dcbx = dcbx_;
            host_.net(index).has_nic = true;
        }
        if (trust_.known()) {
            port.trust = trust_;
            host_.net(index).trust_from_app_table = false;
            port.pcp_to_tc = {Ref{}, trust_.origin};
            if (trust_.value != Trust::dscp)
                port.dscp_to_tc = {};
            else if (map_.at.somewhere() && map_is_whole_)
                apply_dscp_map(host_, index, map_);
        }
        if (default_priority_.known())
            port.default_tc = default_priority_;
        if (cable_.known())
            port.cable_length = cable_;
        if (pfc_at_.somewhere())
            apply_pfc(host_, index, pfc_, pfc_at_);
        apply(host_, index, classes_);
        apply(host_, index, buffers_);
    }

    // Reports unreadable lines for the settings that matter; other lines differ between versions of mlnx_qos.
    void tell_unreadable(const Node& line)
    {
        struct Deciding {
            std::string_view begins;
            std::string_view what;
        };
        constexpr Deciding lines[]{{"Priority trust state:", "what the NIC trusts"},
            {"prio:", "the DSCPs of a priority"},
            {"enabled ", "the priorities with PFC"}};
        for (const Deciding& known : lines) {
            if (line.key.starts_with(known.begins) && !in_default_priority_)
                host_.unreadable(section_.span(line), known.what, line.key);
        }
        // The targets of some code points are then unknown, so the default
        // for code points that no line names must not apply to them.
        map_is_whole_ = map_is_whole_ && !line.key.starts_with("prio:");
    }

    bool take(const Node& line)
    {
        const std::string_view text = line.key;
        if (text.starts_with("prio:"))
            return in_default_priority_ ? take_default_priority(line) : take_dscps(line);
        if (text.starts_with("priority:"))
            return take_class_member(line);
        in_default_priority_ = text == "default priority:";
        if (text.starts_with("tc: "))
            return take_class(line);
        if (const auto mode = value_of(text, "DCBX mode"))
            return take_dcbx(line, *mode);
        if (const auto state = value_of(text, "Priority trust state"))
            return take_trust(line, *state);
        if (const auto length = value_of(text, "Cable len"))
            return take_cable(line, *length);
        if (const auto sizes = value_of(text, "Receive buffer size (bytes)"))
            return take_sizes(line, *sizes);
        if (text.starts_with("priority "))
            return take_columns(text.substr(9));
        if (text.starts_with("enabled "))
            return take_enabled(line, text.substr(8));
        if (text.starts_with("buffer "))
            return take_buffer_row(line, text.substr(7));
        if (text.find("lldpad service is running") != std::string_view::npos) {
            // This output shows lldpad's settings, but they may not last.
            line.mark(CoverageState::unsupported);
            return false;
        }
        if (text.ends_with("not supported on your system")) {
            line.mark(CoverageState::irrelevant);
            return false;
        }
        return text == "dscp2prio mapping:" || text == "PFC configuration:" || in_default_priority_;
    }

    bool take_dcbx(const Node& line, std::string_view mode)
    {
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (mode == "OS controlled")
            dcbx_ = {DcbxMode::os_controlled, why};
        else if (mode == "Firmware controlled")
            dcbx_ = {DcbxMode::firmware_controlled, why};
        return dcbx_.known();
    }

    bool take_trust(const Node& line, std::string_view state)
    {
        const auto trust = parse_trust(Tool::mlnx_qos, state);
        if (trust)
            trust_ = {*trust, host_.origins().explicit_at(section_.span(line))};
        return trust.has_value();
    }

    // "prio:3 dscp:31,30,29,28,27,26,25,24,"
    bool take_dscps(const Node& line)
    {
        Words words(line.key.substr(5));
        const auto priority = small_number(words.next(), 7);
        const std::string_view list = words.next();
        if (!priority || !list.starts_with("dscp:"))
            return false;
        const auto dscps = parse_dscps(list.substr(5));
        if (!dscps || list.find('-') != std::string_view::npos)
            return false;
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (!map_.at.somewhere())
            map_.at = section_.span(line);
        for (const Dscp dscp : *dscps)
            map_.set(dscp, *priority, why);
        return true;
    }

    bool take_default_priority(const Node& line)
    {
        const auto priority = small_number(line.key.substr(5), 7);
        if (!priority)
            return false;
        default_priority_ = {*priority, host_.origins().explicit_at(section_.span(line))};
        return true;
    }

    bool take_cable(const Node& line, std::string_view length)
    {
        const auto metres = parse_number(length);
        if (!metres || *metres > 0xffff)
            return false;
        cable_
            = {Metres{static_cast<std::uint32_t>(*metres)}, host_.origins().explicit_at(section_.span(line))};
        return true;
    }

    // "130944,130944,0,0,0,0,0,0,total_size=262016"
    bool take_sizes(const Node& line, std::string_view sizes)
    {
        for (std::uint64_t& size : buffers_.size) {
            const std::size_t comma = sizes.find(',');
            const auto bytes = parse_number(sizes.substr(0, comma));
            if (!bytes || comma == std::string_view::npos)
                return false;
            size = *bytes;
            sizes.remove_prefix(comma + 1);
        }
        buffers_.size_origin = host_.origins().explicit_at(section_.span(line));
        return true;
    }

    bool take_columns(std::string_view row)
    {
        Words words(row);
        std::size_t count = 0;
        while (!words.at_end() && count < columns_.size()) {
            const auto priority = small_number(words.next(), 7);
            if (!priority)
                return false;
            columns_[count++] = *priority;
        }
        return count == columns_.size() && words.at_end();
    }

    bool take_enabled(const Node& line, std::string_view row)
    {
        Words words(row);
        PrioritySet enabled;
        std::size_t column = 0;
        for (; !words.at_end() && column < columns_.size(); ++column) {
            const auto on = small_number(words.next(), 1);
            if (!on)
                return false;
            if (*on == 1)
                enabled.insert(columns_[column]);
        }
        if (column != columns_.size() || !words.at_end())
            return false;
        pfc_ = enabled;
        pfc_at_ = section_.span(line);
        return true;
    }

    bool take_buffer_row(const Node& line, std::string_view row)
    {
        Words words(row);
        for (const std::uint8_t priority : columns_) {
            const auto buffer = small_number(words.next(), 7);
            if (!buffer)
                return false;
            buffers_.of_priority[priority] = *buffer;
        }
        buffers_.of_priority_origin = host_.origins().explicit_at(section_.span(line));
        return words.at_end();
    }

    // "tc: 3 ratelimit: unlimited, tsa: ets, bw: 50%"
    bool take_class(const Node& line)
    {
        current_ = TrafficClasses::nothing;
        Words words(line.key.substr(4));
        const auto tc = small_number(words.next(), 7);
        if (!tc || !words.take("ratelimit:"))
            return false;
        ServedClass served;
        served.present = true;
        served.at = section_.span(line);
        const OriginId why = host_.origins().explicit_at(served.at);
        const std::string_view rate = words.next();
        if (words.take("Gbps,")) {
            const auto limit = gigabits(rate);
            if (!limit)
                return false;
            served.limit = {*limit, why};
        } else if (rate != "unlimited,") {
            return false;
        }
        if (!words.take("tsa:"))
            return false;
        const std::string_view algorithm = words.next();
        if (algorithm == "strict") {
            served.kind = {SchedulerKind::strict, why};
        } else if (algorithm == "ets,") {
            const std::string_view share = words.take("bw:") ? words.next() : std::string_view{};
            const auto percent = small_number(share.substr(0, share.find('%')), 100);
            if (!percent)
                return false;
            served.kind = {SchedulerKind::weighted, why};
            served.bandwidth = {Percent::whole(*percent), why};
        } else if (algorithm == "vendor") {
            served.kind = Setting<SchedulerKind>::unread(
                host_.origins().unread("tsa vendor: the NIC's firmware decides how the class is served"));
        } else {
            return false;
        }
        if (classes_.classes[*tc].present)
            host_.warn_twice(served.at,
                classes_.classes[*tc].at,
                fmt::format("traffic class {} is shown twice: this output is not as it was printed", *tc));
        current_ = *tc;
        classes_.classes[*tc] = served;
        return true;
    }

    bool take_class_member(const Node& line)
    {
        const auto priority = small_number(value_of(line.key, "priority").value_or(""), 7);
        if (!priority || current_ == TrafficClasses::nothing)
            return false;
        if (classes_.of_priority[*priority] != TrafficClasses::nothing)
            host_.warn(section_.span(line),
                fmt::format(
                    "priority {} is shown in traffic class {} and in {}: this output is not as it was printed",
                    *priority,
                    classes_.of_priority[*priority],
                    current_));
        classes_.of_priority[*priority] = current_;
        classes_.of_priority_origin[*priority] = host_.origins().explicit_at(section_.span(line));
        return true;
    }

    HostBuilder& host_;
    const Section& section_;
    Setting<DcbxMode> dcbx_;
    Setting<Trust> trust_;
    Setting<std::uint8_t> default_priority_;
    Setting<Metres> cable_;
    ClassMap map_;
    PrioritySet pfc_;
    Span pfc_at_;
    TrafficClasses classes_;
    ReceiveBuffers buffers_;
    std::array<std::uint8_t, 8> columns_{0, 1, 2, 3, 4, 5, 6, 7};
    std::uint8_t current_ = TrafficClasses::nothing;
    bool in_default_priority_ = false;
    bool map_is_whole_ = true;
};

}

void read_mlnx_qos(HostBuilder& host, const Section& section) { MlnxQosReader(host, section).read(); }

}
