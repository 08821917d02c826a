// SPDX-License-Identifier: Apache-2.0
// Forwarding tables. A large fabric has tens of millions of rows. So each table is one node of the tree, and
// its text is converted directly into one byte per LID.
#include "drivers/ib_fabric/forwarding.h"

#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

constexpr std::string_view routes = "dump_ucast_routes: Switch 0x";
constexpr std::string_view unicast = "Unicast lids [";
constexpr std::string_view multicast = "Multicast mlids [";

bool begins_tables(std::string_view line) { return begins_table(line) || line.starts_with(multicast); }

class Forwarding final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (begins_table(line.key))
            return take_header(line);
        if (line.key.starts_with(multicast)) {
            unicast_ = false;
            return State::irrelevant;
        }
        if (!unicast_)
            return line.key.starts_with("0x") || is_heading(line.key) ? State::irrelevant
                                                                      : State::unrecognised;
        if (is_heading(line.key))
            return State::read;
        Scan scan(line.key);
        if (scan.decimal() && scan.blanks().take("valid lids dumped")) {
            ended_ = true;
            return State::read;
        }
        return State::unrecognised;
    }

    State take_rows(const Node& rows) override
    {
        if (!unicast_ || draft_.tables.empty())
            return State::irrelevant;
        IbForwarding& table = draft_.tables.back();
        if (!table.rows.somewhere())
            table.rows = draft_.span(rows);
        table.rows.length = rows.offset + rows.length - table.rows.offset;
        std::string_view text = draft_.tree().source->text_at(draft_.span(rows));
        table.out.reserve(std::max<std::size_t>(table.out.capacity(), rows.value_length + std::size_t{64}));
        while (!text.empty()) {
            const std::size_t feed = text.find('\n');
            if (const auto row = table_row(text.substr(0, feed))) {
                if (table.out.size() <= row->lid)
                    table.out.resize(std::size_t{row->lid} + 1, IbForwarding::unreachable);
                table.out[row->lid] = row->out;
            }
            text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
        }
        return State::read;
    }

    void end(bool broken) override
    {
        if (draft_.tables.empty() || (!broken && (ended_ || !counts_)))
            return;
        IbForwarding& table = draft_.tables.back();
        table.complete = false;
        draft_.capture.broken = table.at;
        draft_.warn(
            draft_.span(draft_.tree().source->text_at(table.rows)).length == 0 ? table.at : last_row(table),
            "the capture breaks off here, within the forwarding table of a switch");
    }

private:
    static bool is_heading(std::string_view line)
    {
        return line.starts_with("LID ") || line.starts_with("Lid ") || line.starts_with("Port ")
            || line.starts_with("Ports:") || line.starts_with("MLid");
    }

    Span last_row(const IbForwarding& table) const
    {
        const std::string_view rows = draft_.tree().source->text_at(table.rows);
        const std::size_t feed = rows.substr(0, rows.size() - (rows.ends_with('\n') ? 1 : 0)).rfind('\n');
        return draft_.span(feed == std::string_view::npos ? rows : rows.substr(feed + 1));
    }

    State take_header(const Node& line)
    {
        Scan scan(line.key);
        unicast_ = true;
        ended_ = false;
        counts_ = line.key.find(routes) == std::string_view::npos
            && line.key.find("):") != std::string_view::npos && line.key.find("('") == std::string_view::npos;
        Lid lid = 0;
        if (scan.up_to(routes).has_value()) {
            scan = Scan(line.key.substr(line.key.find(routes) + routes.size()));
        } else {
            (void)scan.up_to("of switch ");
            if (scan.take("Lid "))
                lid = static_cast<Lid>(scan.decimal(0xffff).value_or(0));
            if (!scan.up_to("guid "))
                return State::unrecognised;
        }
        const auto guid = scan.hexadecimal();
        if (!guid)
            return State::unrecognised;
        node_ = draft_.node_of_port_guid(*guid, line);
        DraftNode& node = draft_.nodes[node_];
        node.has_record = true;
        node.node.kind = IbNodeKind::network_switch;
        DraftPort& zero = draft_.port({node_, 0}, line);
        zero.port.guid = *guid;
        if (lid != 0)
            tell(zero.port.lid, lid, draft_.origin(line));
        if (scan.blanks().take('(')) {
            std::string_view name = scan.rest().substr(0, scan.rest().rfind(')'));
            if (name.size() > 1 && name.front() == '\'' && name.back() == '\'')
                name = name.substr(1, name.size() - 2);
            node.node.description = name;
        }
        IbForwarding& table = draft_.tables.emplace_back();
        table.node = node_;
        table.at = draft_.span(line);
        return State::read;
    }

    std::uint32_t node_ = Subnet::none;
    bool unicast_ = false;
    bool counts_ = false; ///< the tool prints the number of rows at the end
    bool ended_ = false;
};

// "Switch 0x0000000000200000, base LID 2, \"spine0\"", then "0   1   : 0  1  2  …" (opensm, osm_dump.c:
// dump_sl2vl).
bool begins_sl2vl(std::string_view line)
{
    return (line.starts_with("Switch 0x") || line.starts_with("Channel Adapter 0x"))
        && line.find(", base LID ") != std::string_view::npos;
}

class Sl2vlDump final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (begins_sl2vl(line.key))
            return take_header(line);
        if (line.key.front() == '#')
            return line.key.starts_with("#in out") || line.key.starts_with("#----") ? State::irrelevant
                                                                                    : State::unrecognised;
        Scan scan(line.key);
        const auto in = scan.decimal(254);
        const auto out = in ? scan.blanks().decimal(254) : std::nullopt;
        if (!out || node_ == Subnet::none || !scan.blanks().take(':'))
            return State::unrecognised;
        OfPort<IbSl2vl> made{{node_, static_cast<std::uint8_t>(*out)}, {}};
        made.fact.in = static_cast<std::uint8_t>(*in);
        made.fact.at = draft_.span(line);
        for (std::uint8_t& vl : made.fact.table.vl) {
            const auto value = scan.blanks().decimal(15);
            if (!value)
                return State::unrecognised;
            vl = static_cast<std::uint8_t>(*value);
        }
        draft_.sl2vl.push_back(made);
        return State::read;
    }

private:
    State take_header(const Node& line)
    {
        Scan scan(line.key);
        const bool is_switch = scan.take("Switch ");
        if (!is_switch)
            scan.take("Channel Adapter ");
        const auto guid = scan.hexadecimal();
        const auto lid = scan.take(", base LID ") ? scan.decimal(0xffff) : std::nullopt;
        if (!guid || !lid)
            return State::unrecognised;
        // For an adapter, only the LID identifies the port.
        node_ = is_switch ? draft_.node_of_port_guid(*guid, line)
                          : draft_.node_of_lid(static_cast<Lid>(*lid), line);
        if (is_switch) {
            DraftPort& zero = draft_.port({node_, 0}, line);
            zero.port.guid = *guid;
            tell(zero.port.lid, static_cast<Lid>(*lid), draft_.origin(line));
        }
        draft_.nodes[node_].node.kind = is_switch ? IbNodeKind::network_switch : IbNodeKind::channel_adapter;
        return State::read;
    }

    std::uint32_t node_ = Subnet::none;
};

}

bool begins_table(std::string_view line)
{
    if (line.starts_with(unicast))
        return line.find("of switch ") != std::string_view::npos;
    const std::size_t at = line.find(routes);
    return at != std::string_view::npos && line.substr(0, at).find(' ') == std::string_view::npos;
}

std::optional<TableRow> table_row(std::string_view line)
{
    constexpr std::size_t prefix = 6; // "0x0001"
    if (line.size() < prefix + 2 || line[0] != '0' || line[1] != 'x')
        return std::nullopt;
    unsigned lid = 0;
    for (std::size_t at = 2; at < prefix; ++at) {
        const int digit = ascii::hex_value(line[at]);
        if (digit < 0)
            return std::nullopt;
        lid = lid << 4U | static_cast<unsigned>(digit);
    }
    if (line[prefix] != ' ')
        return std::nullopt;
    std::string_view rest = line.substr(prefix + 1);
    const bool with_colon = rest.starts_with(": ");
    if (with_colon)
        rest.remove_prefix(2);
    TableRow row{static_cast<Lid>(lid), IbForwarding::unreachable};
    if (with_colon && rest.starts_with("UNREACHABLE"))
        return row;
    unsigned port = 0;
    std::size_t digits = 0;
    while (digits < rest.size() && ascii::is_digit(rest[digits]) && digits < 4)
        port = port * 10 + static_cast<unsigned>(rest[digits++] - '0');
    // What follows the port depends on the tool: hops, or the node behind the LID.
    if (digits != 3 || port > IbForwarding::unreachable || (rest.size() > digits && rest[digits] != ' '))
        return std::nullopt;
    if (with_colon && rest.find(':', digits) == std::string_view::npos)
        return std::nullopt;
    row.out = static_cast<std::uint8_t>(port);
    return row;
}

const Form forwarding_form{.tool = "forwarding tables", .begins = begins_tables, .make = make<Forwarding>};

const Form sl2vl_dump_form{.tool = "opensm-sl2vl.dump", .begins = begins_sl2vl, .make = make<Sl2vlDump>};

}
