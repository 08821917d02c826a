// SPDX-License-Identifier: Apache-2.0
// ibdiagnet's db_csv: sections between START_NAME and END_NAME whose first line names the columns. The
// columns of NODES, PORTS, LINKS, NODES_INFO and PM_INFO are those that ibutils2 writes
// (ibdiag/ibdiag_fabric.cpp and ibdm); all columns are found by name.
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

bool begins_section(std::string_view line)
{
    return line.starts_with("START_") && line.find(' ') == std::string_view::npos;
}

// Splits a row into cells; a quoted cell may contain commas.
void split(std::string_view line, std::vector<std::string_view>& cells)
{
    cells.clear();
    while (true) {
        const bool quoted = line.starts_with('"');
        std::size_t end = quoted ? line.find('"', 1) : line.find(',');
        if (quoted) {
            if (end == std::string_view::npos)
                end = line.size();
            cells.push_back(line.substr(1, end - 1));
            end = line.find(',', end);
        } else {
            cells.push_back(line.substr(0, end));
        }
        if (end == std::string_view::npos)
            return;
        line.remove_prefix(end + 1);
        while (line.starts_with(' '))
            line.remove_prefix(1);
    }
}

class Database final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (begins_section(line.key)) {
            name_ = line.key.substr(std::string_view("START_").size());
            begin_ = &line;
            columns_.clear();
            return State::read;
        }
        if (begin_ == nullptr)
            return State::unrecognised;
        if (line.key.starts_with("END_")) {
            begin_ = nullptr;
            return State::read;
        }
        if (!is_read())
            return is_irrelevant() ? State::irrelevant : State::unsupported;
        split(line.key, cells_);
        if (columns_.empty()) {
            for (std::size_t at = 0; at < cells_.size(); ++at)
                columns_.try_emplace(cells_[at], at);
            return State::read;
        }
        if (cells_.size() != columns_.size()) {
            draft_.warn(draft_.span(line),
                fmt::format("a row of {} has {} cells, and the section has {} columns",
                    name_,
                    cells_.size(),
                    columns_.size()));
            return State::unrecognised;
        }
        return take_row(line);
    }

    void end(bool broken) override
    {
        if (begin_ == nullptr && !broken)
            return;
        draft_.capture.broken = begin_ != nullptr ? draft_.span(*begin_) : Span{};
        if (begin_ != nullptr)
            draft_.warn(draft_.span(*begin_), "the capture breaks off within this section: it has no end");
    }

private:
    [[nodiscard]] bool is_read() const
    {
        constexpr std::array<std::string_view, 5> read{"NODES", "PORTS", "LINKS", "PM_INFO", "NODES_INFO"};
        return std::ranges::find(read, name_) != read.end();
    }
    [[nodiscard]] bool is_irrelevant() const
    {
        constexpr std::array<std::string_view, 8> irrelevant{"INDEX_TABLE",
            "SYSTEM_GENERAL_INFORMATION",
            "TEMP_SENSING",
            "POWER_SENSORS",
            "POWER_SUPPLIES",
            "FANS_SPEED",
            "FANS_THRESHOLDS",
            "FANS_ALERT"};
        return std::ranges::find(irrelevant, name_) != irrelevant.end();
    }

    [[nodiscard]] std::string_view cell(std::string_view column) const
    {
        const auto found = columns_.find(column);
        return found == columns_.end() ? std::string_view{} : cells_[found->second];
    }
    [[nodiscard]] std::optional<std::uint64_t> number(
        std::string_view column, std::uint64_t most = 0xffffffffffffffffULL) const
    {
        Scan scan(cell(column));
        const auto value = scan.either(most);
        return scan.at_end() ? value : std::nullopt;
    }
    template <class T, class V>
    static void tell_if(Setting<T>& setting, const std::optional<V>& value, OriginId at)
    {
        if (value)
            tell(setting, static_cast<T>(*value), at);
    }

    State take_row(const Node& line)
    {
        if (name_ == "NODES")
            return take_node(line);
        if (name_ == "PORTS")
            return take_port(line);
        if (name_ == "LINKS")
            return take_link(line);
        if (name_ == "NODES_INFO")
            return take_firmware(line);
        return take_counters(line);
    }

    State take_node(const Node& line)
    {
        const auto guid = number("NodeGUID");
        const auto type = number("NodeType", 3);
        if (!guid || !type || *type == 0)
            return State::unrecognised;
        const std::uint32_t index = draft_.node_of_guid(*guid, line);
        draft_.nodes[index].has_record = true;
        draft_.capture.lists_all_nodes = true;
        IbNode& node = draft_.nodes[index].node;
        const OriginId at = draft_.origin(line);
        node.kind = static_cast<IbNodeKind>(*type - 1); // IBA 14.2.5.3: 1 adapter, 2 switch, 3 router
        node.description = cell("NodeDesc");
        node.port_count = static_cast<std::uint8_t>(number("NumPorts", 255).value_or(0));
        node.system_guid = number("SystemImageGUID").value_or(0);
        tell_if(node.device, number("DeviceID", 0xffffffff), at);
        tell_if(node.vendor, number("VendorID", 0xffffffff), at);
        return State::read;
    }

    State take_port(const Node& line)
    {
        const auto guid = number("NodeGuid");
        const auto port_number = number("PortNum", 254);
        if (!guid || !port_number)
            return State::unrecognised;
        const std::uint32_t index = draft_.node_of_guid(*guid, line);
        const OriginId at = draft_.origin(line);
        const bool is_switch = draft_.nodes[index].node.kind == IbNodeKind::network_switch;
        IbPort& port = draft_.port({index, static_cast<std::uint8_t>(*port_number)}, line).port;
        const Guid port_guid = number("PortGuid").value_or(0);
        const bool addressed = !is_switch || port.number == 0;
        if (addressed && port_guid != 0) {
            port.guid = port_guid;
            draft_.know_port_guid(port_guid, index);
        }
        const auto lid = number("LID", 0xffff);
        if (addressed && lid && *lid != 0)
            tell(port.lid, static_cast<Lid>(*lid), at);
        if (addressed)
            tell_if(port.lmc, number("LMC", 7), at);
        if (const auto prefix = number("GIDPrfx"); prefix && *prefix != 0 && addressed)
            tell(draft_.prefix, *prefix, at);
        // IBA 14.2.5.6: states begin with 1; 0 means "no change".
        if (const auto state = number("PortState", 4); state && *state != 0)
            port.state = {static_cast<IbPortState>(*state - 1), at};
        if (const auto state = number("PortPhyState", 7); state && *state != 0)
            port.physical_state = {static_cast<IbPhysicalState>(*state - 1), at};
        if (const auto width = number("LinkWidthActv"))
            tell_if(port.width, widest(widths_of_bits(*width)), at);
        if (const auto speed = number("LinkSpeedActv"))
            tell_if(port.speed, fastest(speeds_of_bits(*speed)), at);
        if (port.number != 0 || !is_switch)
            take_abilities(port, at);
        if (const auto mtu = number("NMTU", 5))
            tell_if(port.mtu, mtu_of_code(*mtu), at);
        if (const auto mtu = number("MTUCap", 5))
            tell_if(port.mtu_supported, mtu_of_code(*mtu), at);
        if (const auto code = number("OpVLs", 5); code && *code != 0)
            port.operational_vls = {lanes(*code), at};
        if (const auto manager = number("MSMLID", 0xffff); manager && *manager != 0)
            port.manager_lid = {static_cast<Lid>(*manager), at};
        return State::read;
    }

    static std::uint8_t lanes(std::uint64_t code)
    {
        constexpr std::array<std::uint8_t, 6> vls{0, 1, 2, 4, 8, 15};
        return vls[code];
    }

    void take_abilities(IbPort& port, OriginId at) const
    {
        const auto speeds = [&](std::string_view column, Setting<IbSpeeds>& setting) {
            if (const auto bits = number(column); bits && *bits != 0)
                tell(setting, speeds_of_bits(*bits), at);
        };
        const auto widths = [&](std::string_view column, Setting<IbWidths>& setting) {
            if (const auto bits = number(column); bits && *bits != 0)
                tell(setting, widths_of_bits(*bits), at);
        };
        speeds("LinkSpeedSup", port.speeds_supported);
        speeds("LinkSpeedEn", port.speeds_enabled);
        widths("LinkWidthSup", port.widths_supported);
        widths("LinkWidthEn", port.widths_enabled);
    }

    State take_link(const Node& line)
    {
        const auto one = number("NodeGuid1");
        const auto one_port = number("PortNum1", 254);
        const auto other = number("NodeGuid2");
        const auto other_port = number("PortNum2", 254);
        if (!one || !one_port || !other || !other_port)
            return State::unrecognised;
        draft_.capture.lists_all_links = true;
        const PortKey a{draft_.node_of_guid(*one, line), static_cast<std::uint8_t>(*one_port)};
        const PortKey b{draft_.node_of_guid(*other, line), static_cast<std::uint8_t>(*other_port)};
        const OriginId at = draft_.origin(line);
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
            DraftPort& port = draft_.port(from, line);
            if (port.peer_at != OriginId{})
                continue;
            port.port.at = draft_.span(line);
            port.peer = to;
            port.peer_at = at;
        }
        return State::read;
    }

    State take_firmware(const Node& line)
    {
        const auto guid = number("NodeGUID") ? number("NodeGUID") : number("NodeGuid");
        if (!guid)
            return State::unrecognised;
        IbNode& node = draft_.nodes[draft_.node_of_guid(*guid, line)].node;
        const OriginId at = draft_.origin(line);
        if (const std::string_view psid = cell("FWInfo_PSID"); !psid.empty() && psid != "N/A")
            node.psid = {psid, at};
        const auto major = number("FWInfo_Extended_Major");
        const auto minor = number("FWInfo_Extended_Minor");
        const auto patch = number("FWInfo_Extended_SubMinor");
        if (major && minor && patch)
            node.firmware = {draft_.arena().keep(fmt::format("{}.{}.{:04}", *major, *minor, *patch)), at};
        return State::read;
    }

    State take_counters(const Node& line)
    {
        const auto guid = number("NodeGUID");
        const auto port_number = number("PortNumber", 254);
        if (!guid || !port_number)
            return State::unrecognised;
        const PortKey key{draft_.node_of_guid(*guid, line), static_cast<std::uint8_t>(*port_number)};
        draft_.port(key, line);
        for (const auto& [column, at] : columns_) {
            const auto kind = counter_of(column);
            const auto value = kind ? number(column) : std::nullopt;
            if (!value)
                continue;
            OfPort<IbCounter> made{key, {}};
            made.fact.kind = *kind;
            made.fact.value = *value;
            made.fact.at = draft_.span(line);
            draft_.counters.push_back(made);
        }
        return State::read;
    }

    std::string_view name_;
    const Node* begin_ = nullptr;
    std::map<std::string_view, std::size_t> columns_;
    std::vector<std::string_view> cells_;
};

}

const Form database_form{.tool = "ibdiagnet db_csv", .begins = begins_section, .make = make<Database>};

}
