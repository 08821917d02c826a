// SPDX-License-Identifier: Apache-2.0
// Get-NetAdapterQos: what is in force on one adapter. Its list holds small tables.
#include "drivers/firmware_parameters.h"
#include "drivers/windows_host/facts.h"
#include "models/fabric/value/roce_packet.h"
#include "models/text/ascii.h"

namespace rocelint::windows_host {
namespace {

using State = CoverageState;

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::string_view word = ascii::take_word(text, ascii::is_blank); !word.empty();
         word = ascii::take_word(text, ascii::is_blank))
        words.push_back(word);
    return words;
}

// "Priority 3 Enabled", "Priorities 3-4 Enabled", "All Priorities Disabled"; nothing for other words.
std::optional<PrioritySet> flow_in(std::string_view text)
{
    if (text == "All Priorities Disabled")
        return PrioritySet{};
    if (text == "All Priorities Enabled")
        return PrioritySet::all();
    if (!text.ends_with(" Enabled"))
        return std::nullopt;
    text.remove_suffix(std::string_view(" Enabled").size());
    const std::string_view word = ascii::take_word(text, ascii::is_blank);
    return word == "Priority" || word == "Priorities" ? priorities_in(ascii::trimmed(text, ascii::is_blank))
                                                      : std::nullopt;
}

constexpr std::string_view not_available = "Not Available";

bool is_heading(std::string_view line)
{
    return line.starts_with("TC ") || line.starts_with("Protocol ") || line.starts_with('-');
}

}

void FactReader::take_operational_flow(AdapterFacts& adapter, const Cell& cell)
{
    const std::optional<PrioritySet> paused = flow_in(cell.value);
    if (paused)
        adapter.paused = {*paused, here(cell.at)};
    else
        adapter.paused = Setting<PrioritySet>::unread(device_.origins.unread(cell.value == not_available
                ? "the adapter does not say which flow control is in force"
                : "the words of Get-NetAdapterQos are not those of an English Windows"));
    if (!paused && cell.value != not_available)
        return unknown_word(cell, "the flow control that is in force");
    cell.node->mark(State::read);
}

// "Not Available" shows that the switch does not speak DCBX (Azure Local supportability, TSG Networking, Troubleshoot LLDP,
// DCBX, and PFC Configuration for RoCEv2).
void FactReader::take_remote_flow(AdapterFacts& adapter, const Cell& cell)
{
    if (cell.value == not_available)
        adapter.peer_dcbx_version = {DcbxVersion::off, here(cell.at)};
    else if (const std::optional<PrioritySet> paused = flow_in(cell.value))
        adapter.peer_paused = {*paused, here(cell.at)};
    else
        return; // the line stays unsupported
    cell.node->mark(State::read);
}

// "UDP       4791      3", "TCP       3260      4", "Ethertype 0x8906    3"
void FactReader::take_remote_classifications(AdapterFacts& adapter, const Cell& cell)
{
    for (const Node* line : cell.more) {
        const std::vector<std::string_view> words = words_of(line->key);
        const bool is_rocev2 = words.size() == 3 && parse_number(words[1]) == roce_udp_port
            && words[0].find("UDP") != std::string_view::npos;
        const auto priority = is_rocev2 ? priority_in(words.back()) : std::nullopt;
        if (!priority)
            continue;
        const Span at{cell.at.source, line->offset, line->length};
        adapter.peer_roce_priority = {*priority, here(at)};
        line->mark(State::read);
    }
}

// "1 ETS    50%       3", "0 Strict           0-7"
void FactReader::take_operational_classes(AdapterFacts& adapter, const Cell& cell)
{
    adapter.classes.clear();
    bool is_whole = true;
    cell.node->mark(State::irrelevant);
    for (const Node* line : cell.more) {
        if (is_heading(line->key)) {
            line->mark(State::irrelevant);
            continue;
        }
        const std::vector<std::string_view> words = words_of(line->key);
        const auto kind = words.size() < 3 ? std::nullopt : algorithm_in(words[1]);
        const auto priorities = words.size() < 3 ? std::nullopt : priorities_in(words.back());
        if (!kind || !priorities) {
            is_whole = false; // the line stays unrecognised
            continue;
        }
        const Span at{cell.at.source, line->offset, line->length};
        ServedClass served{.kind = {*kind, here(at)}, .priorities = *priorities, .at = at};
        if (words.size() > 3 && words[2].ends_with('%')) {
            if (const auto percent = number_in(words[2].substr(0, words[2].size() - 1), 100))
                served.bandwidth = {Percent::whole(*percent), here(at)};
        }
        adapter.classes.push_back(served);
        line->mark(State::read);
    }
    if (!is_whole)
        adapter.classes.clear();
}

// "Default             0", "NetDirect 445       3"
void FactReader::take_classifications(AdapterFacts& adapter, const Cell& cell)
{
    cell.node->mark(State::irrelevant);
    for (const Node* line : cell.more) {
        const std::vector<std::string_view> words = words_of(line->key);
        const auto priority = words.size() < 2 ? std::nullopt : priority_in(words.back());
        line->mark(State::irrelevant);
        if (!priority || is_heading(line->key))
            continue;
        const Span at{cell.at.source, line->offset, line->length};
        if (words[0] == "Default")
            adapter.default_priority = {*priority, here(at)};
        else if (words[0] == "NetDirect" && words.size() == 3 && words[1] == "445")
            adapter.smb_direct_priority = {*priority, here(at)};
        else
            continue;
        line->mark(State::read);
    }
}

// "LLDP_NB_DCBX_P1          False(0)", "LLDP_NB_TX_MODE_P1       ALL(2)"; with -e, the value of the next start comes
// last.
void FactReader::take_firmware(const Tree& tree, const Node& line)
{
    const std::vector<std::string_view> words = words_of(line.key);
    line.mark(State::irrelevant);
    const std::size_t first = !words.empty() && words.front() == "*" ? 1 : 0; // a value that was changed
    if (words.size() > first && words[first].starts_with("Configurations"))
        ++firmware_tables_;
    if (words.size() < first + 2)
        return;
    const std::string_view name = without_firmware_port(words[first]);
    const FirmwareParameter* parameter = find_firmware_parameter(name);
    const auto* field
        = parameter == nullptr ? nullptr : std::get_if<Setting<bool> FirmwareLldp::*>(&parameter->field);
    if (field == nullptr)
        return;
    const auto number = parameter->number_in(words.back());
    if (!number || *number > parameter->largest)
        return line.mark(State::unrecognised);
    line.mark(State::read);
    FirmwareLldp& lldp = shown.firmware[{firmware_tables_, words[first].substr(name.size())}];
    lldp.*(*field) = {*number != 0, here(tree.source->span_of(line.key))};
}

void FactReader::take_adapter_qos(const Record& record)
{
    const Cell* name = record.find("Name");
    const Cell* enabled = record.find("Enabled");
    const auto on = enabled == nullptr ? std::nullopt : truth_of(enabled->value);
    if (name == nullptr || !on)
        return;
    AdapterFacts& adapter = shown.adapter(name->value, name->at);
    adapter.qos = {*on, here(enabled->at)};
    for (const Cell& cell : record.cells) {
        if (cell.name.starts_with("Operational") || cell.node->kind != Node::Kind::line)
            continue;
        // The traffic classes and other applications that the switch announces have no place in the model.
        const State state = cell.name.starts_with("Remote") ? State::unsupported : State::irrelevant;
        cell.node->mark(state);
        for (const Node* line : cell.more)
            line->mark(state);
    }
    name->node->mark(State::read);
    enabled->node->mark(State::read);
    if (const Cell* flow = record.find("OperationalFlowControl"); flow != nullptr)
        take_operational_flow(adapter, *flow);
    if (const Cell* classes = record.find("OperationalTrafficClasses"); classes != nullptr)
        take_operational_classes(adapter, *classes);
    if (const Cell* classified = record.find("OperationalClassifications"); classified != nullptr)
        take_classifications(adapter, *classified);
    if (const Cell* flow = record.find("RemoteFlowControl"); flow != nullptr)
        take_remote_flow(adapter, *flow);
    if (const Cell* classified = record.find("RemoteClassifications"); classified != nullptr)
        take_remote_classifications(adapter, *classified);
}

}
