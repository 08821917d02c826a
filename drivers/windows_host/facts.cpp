// SPDX-License-Identifier: Apache-2.0
// The objects of the cmdlets as facts. Names of properties are the same in all languages of Windows; some words are not,
// and a word that is not known is reported instead of guessed.
#include "drivers/windows_host/facts.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::windows_host {
namespace {

using State = CoverageState;

void mark_all(const Record& record, State state)
{
    for (const Cell& cell : record.cells) {
        cell.node->mark(state);
        for (const Node* line : cell.more)
            line->mark(state);
    }
}

std::string_view text_of(const Record& record, std::string_view name)
{
    const Cell* cell = record.find(name);
    return cell == nullptr ? std::string_view{} : cell->value;
}

std::string_view without_cut(std::string_view text)
{
    for (const std::string_view mark : {"...", "\xe2\x80\xa6"}) {
        if (text.ends_with(mark))
            return text.substr(0, text.size() - mark.size());
    }
    return text;
}

// "100 Gbps", "2.5 Gbps"
std::optional<BitsPerSecond> speed_in(std::string_view text)
{
    constexpr std::uint64_t giga = 1'000'000'000;
    constexpr std::uint32_t most = 10'000;
    const std::string_view number = ascii::take_word(text, ascii::is_blank);
    const std::string_view unit = ascii::trimmed(text, ascii::is_blank);
    const std::size_t point = number.find('.');
    const auto whole = number_in(number.substr(0, point), most);
    if (!whole || (unit != "Gbps" && unit != "Mbps"))
        return std::nullopt;
    const std::uint64_t scale = unit == "Gbps" ? giga : giga / 1000;
    std::uint64_t rate = *whole * scale;
    if (point != std::string_view::npos) {
        const auto tenths = number_in(number.substr(point + 1), 9);
        if (!tenths)
            return std::nullopt;
        rate += *tenths * scale / 10;
    }
    return BitsPerSecond{rate};
}

}

void HostFacts::ask_class(const ServedClass& served)
{
    const auto is_same
        = [&](const ServedClass& one) { return !one.name.empty() && same_name(one.name, served.name); };
    constexpr std::size_t most = 8; // of IEEE 802.1Q; one more is kept, so that too many stay visible
    const auto found = std::ranges::find_if(asked_classes, is_same);
    if (found != asked_classes.end())
        *found = served;
    else if (asked_classes.size() <= most)
        asked_classes.push_back(served);
}

AdapterFacts& HostFacts::adapter(std::string_view name, Span at)
{
    const auto [found, is_new] = by_name.try_emplace(ascii::lowered(name), adapters.size());
    if (!is_new)
        return adapters[found->second];
    AdapterFacts& made = adapters.emplace_back();
    made.name = name;
    made.at = at;
    return made;
}

void FactReader::begin_corrections()
{
    corrected.asked_classes = shown.asked_classes;
    target_ = &corrected;
}

void FactReader::unknown_word(const Cell& cell, std::string_view what)
{
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = cell.at,
        .message
        = fmt::format("\"{:.80}\" is not how an English Windows says {}: it is not read. Capture with "
                      "[cultureinfo]::CurrentUICulture = 'en-US'",
            cell.value,
            what)});
}

// A table cuts long texts: "Storage ..." with three dots in Windows PowerShell, with U+2026 in PowerShell 7.
bool FactReader::has_cut_name(const Record& record)
{
    for (const std::string_view name : {"Name", "IfAlias", "InterfaceAlias", "NetAdapterName"}) {
        const Cell* cell = record.find(name);
        if (cell == nullptr || without_cut(cell->value).size() == cell->value.size())
            continue;
        problems_.push_back({.severity = SyntaxProblem::Severity::warning,
            .at = cell->at,
            .message = fmt::format(
                "the table cuts the name \"{:.80}\", so this row is not read: capture with | Format-List",
                cell->value)});
        mark_all(record, State::unsupported);
        return true;
    }
    return false;
}

void FactReader::take(const Record& record)
{
    const RecordKind kind = kind_of(record);
    const bool names_adapter = kind != RecordKind::unknown && kind != RecordKind::traffic_class
        && kind != RecordKind::policy && kind != RecordKind::flow_control;
    if (names_adapter && has_cut_name(record))
        return;
    switch (kind) {
    case RecordKind::flow_control:
        return take_flow_control(record);
    case RecordKind::traffic_class:
        return take_traffic_class(record);
    case RecordKind::dcbx_setting:
        return take_dcbx(record);
    case RecordKind::policy:
        return take_policy(record);
    case RecordKind::adapter:
        return take_adapter(record);
    case RecordKind::adapter_rdma:
        return take_rdma(record);
    case RecordKind::advanced_property:
        return take_advanced(record);
    case RecordKind::adapter_qos:
        return take_adapter_qos(record);
    case RecordKind::lldp_agent:
        return take_lldp_agent(record);
    case RecordKind::unknown:
        return;
    }
}

void FactReader::take_flow_control(const Record& record)
{
    const Cell& enabled = *record.find("Enabled");
    const auto priority = priority_in(text_of(record, "Priority"));
    const auto on = truth_of(enabled.value);
    if (!priority || !on)
        return unknown_word(enabled, "whether a priority has flow control");
    mark_all(record, State::read);
    // The settings that the neighbour requests of an adapter are in force there, as Get-NetAdapterQos shows.
    if (text_of(record, "IfAlias").empty())
        shown.asked_pfc[*priority] = {*on, here(enabled.at)};
}

void FactReader::take_traffic_class(const Record& record)
{
    const Cell& algorithm = *record.find("Algorithm");
    const Cell* share = record.find("Bandwidth(%)") != nullptr ? record.find("Bandwidth(%)")
                                                               : record.find("BandwidthPercentage");
    const auto kind = algorithm_in(algorithm.value);
    const auto priorities = priorities_in(text_of(record, "Priority"));
    if (!kind || !priorities)
        return unknown_word(algorithm, "how a traffic class is served");
    mark_all(record, State::read);
    if (!text_of(record, "IfAlias").empty())
        return;
    ServedClass served{.name = text_of(record, "Name"),
        .kind = {*kind, here(algorithm.at)},
        .priorities = *priorities,
        .at = record.cells.front().at};
    if (const auto percent = share == nullptr ? std::nullopt : number_in(share->value, 100))
        served.bandwidth = {Percent::whole(*percent), here(share->at)};
    shown.ask_class(served);
}

void FactReader::take_dcbx(const Record& record)
{
    const Cell& willing = *record.find("Willing");
    const auto value = truth_of(willing.value);
    if (!value)
        return unknown_word(willing, "whether the host is willing");
    mark_all(record, State::read);
    const Cell* alias
        = record.find("IfAlias") != nullptr ? record.find("IfAlias") : record.find("InterfaceAlias");
    Setting<bool>& into = alias == nullptr || alias->value.empty()
        ? shown.willing
        : shown.adapter(alias->value, alias->at).willing;
    into = {*value, here(willing.at)};
}

void FactReader::take_policy(const Record& record)
{
    mark_all(record, State::irrelevant);
    const Cell* port = record.find("NetDirectPort");
    constexpr std::size_t most = 64;
    if (shown.policies.size() < most)
        shown.policies.push_back({text_of(record, "Name"), port != nullptr && port->value == "445"});
    const Cell* priority = record.find("PriorityValue8021Action") != nullptr
        ? record.find("PriorityValue8021Action")
        : record.find("PriorityValue");
    const auto value = priority == nullptr ? std::nullopt : priority_in(priority->value);
    const Cell* match = record.find("Template");
    const bool is_cluster = match != nullptr && same_name(match->value, "Cluster");
    const bool is_smb_direct = port != nullptr && port->value == "445";
    if ((!is_smb_direct && !is_cluster) || !value)
        return;
    (is_smb_direct ? port : match)->node->mark(State::read);
    priority->node->mark(State::read);
    (is_smb_direct ? shown.smb_direct_priority : shown.heartbeat_priority) = {*value, here(priority->at)};
}

void FactReader::take_adapter(const Record& record)
{
    mark_all(record, State::read);
    const Cell& name = *record.find("Name");
    AdapterFacts& adapter = shown.adapter(name.value, name.at);
    adapter.description = text_of(record, "InterfaceDescription");
    const Cell& speed = *record.find("LinkSpeed");
    if (const auto rate = speed_in(speed.value))
        adapter.speed = {*rate, here(speed.at)};
    const Cell* status = record.find("Status");
    constexpr std::string_view words[]{"Up", "Disconnected", "Disabled", "Not Present", "Lower Layer Down"};
    if (status != nullptr && std::ranges::find(words, status->value) != std::end(words))
        adapter.up = {status->value == "Up", here(status->at)};
}

void FactReader::take_rdma(const Record& record)
{
    const Cell* name = record.find("Name");
    const Cell& enabled = *record.find("Enabled");
    const auto on = truth_of(enabled.value);
    if (name == nullptr || !on)
        return unknown_word(enabled, "whether RDMA is enabled");
    mark_all(record, State::read);
    AdapterFacts& adapter = shown.adapter(name->value, name->at);
    adapter.rdma = {*on, here(enabled.at)};
    if (adapter.description.empty())
        adapter.description = text_of(record, "InterfaceDescription");
}

bool FactReader::set_keyword(AdapterFacts& adapter, std::string_view keyword, std::string_view value, Span at)
{
    constexpr std::uint32_t byte = 255;
    constexpr std::uint32_t largest_frame = 65535;
    // A table cuts a long keyword: "*NetworkDire...".
    const std::string_view begin = without_cut(keyword);
    const bool is_cut = begin.size() != keyword.size();
    const auto is = [&](std::string_view name) {
        constexpr std::size_t unmistakable = 12;
        return is_cut ? begin.size() >= unmistakable && same_name(name.substr(0, begin.size()), begin)
                      : same_name(name, keyword);
    };
    if (is("*JumboPacket")) {
        const auto bytes = number_in(value, largest_frame);
        if (bytes)
            adapter.jumbo = {Bytes{*bytes}, here(at)};
        return bytes.has_value();
    }
    if (is("VlanID")) {
        constexpr std::uint32_t largest_vlan = 4094;
        const auto vlan = number_in(value, largest_vlan);
        if (vlan)
            adapter.vlan = {static_cast<std::uint16_t>(*vlan), here(at)};
        return vlan.has_value();
    }
    Setting<std::uint8_t>* into = is("*FlowControl") ? &adapter.link_pause
        : is("*NetworkDirectTechnology")             ? &adapter.technology
        : is("*PriorityVLANTag")                     ? &adapter.tag_mode
                                                     : nullptr;
    const auto number = number_in(value, byte);
    if (into == nullptr || !number)
        return false;
    // Microsoft, Standardized INF Keywords for Network Devices: 0 is "Device default".
    if (into == &adapter.technology && *number == 0)
        *into = Setting<std::uint8_t>::unread(device_.origins.unread(
            "*NetworkDirectTechnology is 0, the default of the NIC's driver, which may be RoCE or iWARP"));
    else
        *into = {static_cast<std::uint8_t>(*number), here(at)};
    return true;
}

void FactReader::take_advanced(const Record& record)
{
    const Cell* name = record.find("Name");
    const Cell& keyword = *record.find("RegistryKeyword");
    const Cell* value = record.find("RegistryValue");
    mark_all(record, State::irrelevant);
    if (name == nullptr || value == nullptr)
        return;
    if (set_keyword(shown.adapter(name->value, name->at), keyword.value, value->value, value->at))
        mark_all(record, State::read);
}

// A row for each group address of LLDP; DCBX uses that of the nearest bridge (IEEE 802.1Q-2022 annex D). AdminStatus is a
// number in exported objects: 3 sends and receives.
void FactReader::take_lldp_agent(const Record& record)
{
    const Cell* name
        = record.find("NetAdapterName") != nullptr ? record.find("NetAdapterName") : record.find("Name");
    const Cell* scope
        = record.find("AddressScope") != nullptr ? record.find("AddressScope") : record.find("Scope");
    const Cell* status
        = record.find("Status") != nullptr ? record.find("Status") : record.find("AdminStatus");
    mark_all(record, State::irrelevant);
    if (name == nullptr || name->value.empty() || !same_name(scope->value, "NearestBridge"))
        return;
    constexpr std::string_view running[]{"Enabled", "EnabledTxRx", "EnabledTxOnly", "EnabledRxOnly", "3"};
    const auto is_status = [status](std::string_view word) { return same_name(status->value, word); };
    const bool on = std::ranges::any_of(running, is_status);
    if (!on && !is_status("Disabled"))
        return unknown_word(*status, "whether the LLDP agent runs");
    mark_all(record, State::read);
    shown.adapter(name->value, name->at).lldp = {on, here(status->at)};
}

}
