// SPDX-License-Identifier: Apache-2.0
// ibqueryerrors and sminfo (infiniband-diags), ibswinfo (Stanford, ibswinfo.sh).
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

bool begins_errors(std::string_view line)
{
    return line.starts_with("Errors for ") || line.starts_with("Data Counters for 0x")
        || (line.starts_with("## Summary:") && line.ends_with("found"));
}

class ErrorReport final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (line.key.starts_with("##"))
            return State::irrelevant;
        if (line.key.starts_with("Errors for ") || line.key.starts_with("Data Counters for "))
            return take_node(line);
        if (line.key.starts_with("GUID 0x"))
            return take_port(line);
        if (line.key.starts_with("Link info:"))
            return State::irrelevant;
        return State::unrecognised;
    }

private:
    // Reads a line such as `Errors for 0x98039b0300a1b2c0 "leaf3"`.
    State take_node(const Node& line)
    {
        Scan scan(line.key);
        (void)scan.up_to("for ");
        const auto guid = scan.rest().starts_with("0x") ? scan.hexadecimal() : std::nullopt;
        const auto name = scan.blanks().quoted();
        if (!guid || !name)
            return State::unrecognised;
        node_ = draft_.node_of_guid(*guid, line);
        draft_.nodes[node_].node.description = *name;
        draft_.nodes[node_].has_record = true;
        return State::read;
    }

    // Reads: GUID 0x… port 1: [SymbolErrorCounter == 5] [PortXmitData == 2016 (7.875KB)]
    State take_port(const Node& line)
    {
        Scan scan(line.key);
        scan.take("GUID ");
        const auto guid = scan.hexadecimal();
        if (!guid || !scan.blanks().take("port "))
            return State::unrecognised;
        if (scan.take("ALL:"))
            return State::irrelevant; // the sum of all ports says nothing about a single port
        const auto number = scan.decimal(254);
        if (!number || !scan.take(':'))
            return State::unrecognised;
        const PortKey key{draft_.node_of_guid(*guid, line), static_cast<std::uint8_t>(*number)};
        draft_.port(key, line);
        State worst = State::read;
        while (scan.blanks().take('[')) {
            const auto inside = scan.up_to("]");
            if (!inside)
                return State::unrecognised;
            worst = std::max(worst, take_counter(*inside, key, line));
        }
        return scan.at_end() ? worst : State::unrecognised;
    }

    State take_counter(std::string_view text, PortKey key, const Node& line)
    {
        Scan scan(text);
        const std::string_view name = scan.word();
        const auto value = scan.blanks().take("== ") ? scan.decimal() : std::nullopt;
        if (!value)
            return State::unrecognised;
        const auto kind = counter_of(name);
        if (!kind)
            return State::read; // breakdown of another counter
        OfPort<IbCounter> made{key, {}};
        made.fact.kind = *kind;
        made.fact.value = *value;
        made.fact.at = draft_.span(line);
        draft_.counters.push_back(made);
        return State::read;
    }

    std::uint32_t node_ = Subnet::none;
};

constexpr std::string_view sminfo = "sminfo: sm lid ";

bool begins_sminfo(std::string_view line) { return line.starts_with(sminfo); }

class ManagerInfo final : public Section {
public:
    using Section::Section;

    // Reads: sminfo: sm lid 2 sm guid 0x100001, activity count 1822 priority 0 state 3 SMINFO_MASTER
    State take(const Node& line) override
    {
        Scan scan(line.key);
        if (!scan.take(sminfo))
            return State::unrecognised;
        const auto lid = scan.decimal(0xffff);
        const auto guid = scan.blanks().take("sm guid ") ? scan.hexadecimal() : std::nullopt;
        const auto priority = scan.up_to("priority ") ? scan.decimal(15) : std::nullopt;
        const auto state = scan.blanks().take("state ") ? scan.decimal(3) : std::nullopt;
        if (!lid || !guid || !priority || !state)
            return State::unrecognised;
        draft_.managers.push_back({.lid = static_cast<Lid>(*lid),
            .guid = *guid,
            .priority = static_cast<std::uint8_t>(*priority),
            .state = static_cast<IbManagerState>(*state),
            .at = draft_.span(line)});
        return State::read;
    }
};

// Reads "PSID               | MT_1880110032".
std::optional<std::pair<std::string_view, std::string_view>> row_of(std::string_view line)
{
    const std::size_t bar = line.find(" | ");
    if (bar == std::string_view::npos || bar > 40)
        return std::nullopt;
    std::string_view key = line.substr(0, bar);
    while (key.ends_with(' '))
        key.remove_suffix(1);
    return std::pair(key, line.substr(bar + 3));
}

// Whether a line is "=====…", as around the name of the switch.
bool is_double_rule(std::string_view line)
{
    return line.size() >= 20 && line.find_first_not_of('=') == std::string_view::npos;
}

bool begins_switch_info(std::string_view line)
{
    if (is_double_rule(line))
        return true;
    if (line.front() != 'p' && line.front() != 'P')
        return false;
    const auto row = row_of(line);
    return row && (row->first == "part number" || row->first == "PSID" || row->first == "product name");
}

class SwitchInfo final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (is_double_rule(line.key)) {
            in_title_ = !in_title_;
            return State::irrelevant;
        }
        if (in_title_ || line.key.find_first_not_of('-') == std::string_view::npos)
            return State::irrelevant;
        const auto row = row_of(line.key);
        if (!row)
            return State::unrecognised;
        const OriginId at = draft_.origin(line);
        if (row->first == "part number" && node_ != Subnet::none) {
            // The next switch in a file with several.
            node_ = Subnet::none;
            psid_ = {};
        }
        if (row->first == "PSID") {
            psid_ = {row->second, at};
            if (node_ != Subnet::none)
                draft_.nodes[node_].node.psid = psid_;
            return State::read;
        }
        if (row->first == "GUID") {
            const auto guid = Scan(row->second).hexadecimal();
            if (!guid)
                return State::unrecognised;
            node_ = draft_.node_of_guid(*guid, line);
            draft_.nodes[node_].node.kind = IbNodeKind::network_switch;
            draft_.nodes[node_].node.psid = psid_;
            draft_.nodes[node_].has_record = true;
            return State::read;
        }
        if (row->first == "firmware version") {
            if (node_ == Subnet::none)
                return State::unsupported;
            draft_.nodes[node_].node.firmware = {row->second, at};
            return State::read;
        }
        if (row->first == "ports" && node_ != Subnet::none)
            draft_.nodes[node_].node.port_count
                = static_cast<std::uint8_t>(Scan(row->second).decimal(255).value_or(0));
        return State::irrelevant;
    }

private:
    bool in_title_ = false;
    Setting<std::string_view> psid_;
    std::uint32_t node_ = Subnet::none;
};

}

const Form error_report_form{.tool = "ibqueryerrors", .begins = begins_errors, .make = make<ErrorReport>};
const Form manager_form{.tool = "sminfo", .begins = begins_sminfo, .make = make<ManagerInfo>};
const Form switch_info_form{.tool = "ibswinfo", .begins = begins_switch_info, .make = make<SwitchInfo>};

}
