// SPDX-License-Identifier: Apache-2.0
// The lines of `esxcli network nic get`, `esxcli network nic dcb status get` and `esxcli vsan network list`, and the words and numbers that esxcli prints.
#include "drivers/esxi_host/facts.h"
#include "drivers/esxi_host/host_reader.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::esxi_host {
namespace {

// "0 0 0 1 0 0 0 0": one digit for each priority, from 0.
std::optional<PrioritySet> priorities_of(std::string_view text)
{
    PrioritySet set;
    Priority priority = 0;
    for (; !text.empty(); ++priority) {
        const std::string_view digit = ascii::take_word(text, ascii::is_blank);
        if (priority > 7 || (digit != "0" && digit != "1"))
            return std::nullopt;
        if (digit == "1")
            set.insert(priority);
        text = ascii::trimmed_front(text, ascii::is_blank);
    }
    return priority == 8 ? std::optional(set) : std::nullopt;
}

// "3 - IEEE Mode", "IEEE Mode", "CEE Mode"; the API spells them IEEE, CEE and PRE-CEE.
std::optional<DcbxVersion> version_of(std::string_view mode)
{
    const auto has = [mode](std::string_view word) { return mode.find(word) != std::string_view::npos; };
    if (has("PRE-CEE") || has("Pre-CEE"))
        return DcbxVersion::cin;
    if (has("IEEE"))
        return DcbxVersion::ieee;
    return has("CEE") ? std::optional(DcbxVersion::cee) : std::nullopt;
}

}

bool OutputReader::take_nic_field(const Node& line, std::string_view label, std::string_view value)
{
    if (label == "Name")
        subject_ = value;
    constexpr std::string_view known[]{
        "Name", "Driver", "Firmware Version", "Link Status", "Pause RX", "Pause TX"};
    if (subject_.empty() || std::ranges::find(known, label) == std::end(known))
        return false;
    NicFacts& nic = facts_.nic(subject_, place(line.key));
    if (label == "Driver")
        nic.driver = stated(value);
    else if (label == "Firmware Version")
        nic.firmware = stated(value);
    else if (label == "Link Status")
        nic.link_up = state(value);
    else if (label == "Pause RX")
        nic.pause_rx = truth(value);
    else if (label == "Pause TX")
        nic.pause_tx = truth(value);
    else
        return false;
    return true;
}

bool OutputReader::take_dcb_field(const Node& line, std::string_view label, std::string_view value)
{
    if (label == "Nic Name" && !value.empty())
        subject_ = value;
    if (subject_.empty()) {
        line.mark(CoverageState::unsupported);
        return false;
    }
    constexpr std::string_view known[]{"Nic Name", "Mode", "Enabled", "PFC Enabled", "PFC Configuration"};
    if (std::ranges::find(known, label) == std::end(known)) {
        // Counters and what the hardware is capable of; shares and willingness have no place in the model yet.
        const bool is_count = label.ends_with("PFC Frames") || label.ends_with("Traffic Classes")
            || label == "Priority Group" || label == "Priority Flow Control" || value.empty();
        line.mark(is_count ? CoverageState::irrelevant : CoverageState::unsupported);
        return false;
    }
    NicFacts& nic = facts_.nic(subject_, place(line.key));
    if (label == "Nic Name")
        return true;
    if (label == "Mode") {
        const auto version = version_of(value);
        // "Unknown" is a state, and other words are not known.
        if (version)
            nic.dcbx_version = {*version, here(line.key)};
        else if (value.find("Unknown") == std::string_view::npos)
            complain(line.key, "the mode of DCB is IEEE, CEE or PRE-CEE");
        return version.has_value();
    }
    if (label == "Enabled") {
        nic.dcb = truth(value);
        return nic.dcb.peek_known();
    }
    if (label == "PFC Enabled") {
        nic.pfc_on = truth(value);
        return nic.pfc_on.peek_known();
    }
    const auto set = priorities_of(value);
    if (!set)
        complain(line.key, "PFC Configuration does not have eight digits of 0 and 1");
    else
        nic.pfc = {*set, here(line.key)};
    return set.has_value();
}

// An interface for the witness carries no data. The list does not show whether vSAN uses RDMA (VMware Cloud Foundation 9.0,
// View the vSAN Network Information).
bool OutputReader::take_vsan_field(std::string_view label, std::string_view value)
{
    if (label == "VmkNic Name" && !value.empty()) {
        subject_ = value;
        NetFacts& interface = facts_.interfaces[subject_];
        vsan_before_ = interface.vsan;
        interface.vsan = here(value);
        return true;
    }
    if (facts_.interfaces.find(subject_) == nullptr)
        return false;
    NetFacts& interface = facts_.interfaces[subject_];
    if (label == "Traffic Type" && value.find("vsan") == std::string_view::npos)
        interface.vsan = vsan_before_;
    return label == "Traffic Type";
}

// The last output of a command counts: things that it no longer lists are not in use.
void OutputReader::forget()
{
    for (RdmaFacts& device : facts_.rdma) {
        if (is_command(command_, "esxcli rdma device list")) {
            device.listed = false;
            device.uplink = {};
        } else if (is_command(command_, "esxcli rdma device vmknic list"))
            device.interfaces.clear();
        else if (is_command(command_, "esxcli nvme adapter list"))
            device.nvme = {};
    }
    if (!is_command(command_, "esxcli vsan network list"))
        return;
    facts_.vsan_listed = true;
    for (NetFacts& interface : facts_.interfaces) {
        interface.vsan = {};
    }
}

Span OutputReader::place(std::string_view text) const
{
    return text.empty() ? Span{} : tree_->source->span_of(text);
}

Setting<bool> OutputReader::truth(std::string_view word)
{
    const std::string lowered = ascii::lowered(word);
    if (lowered == "true" || lowered == "false")
        return {lowered == "true", here(word)};
    if (!word.empty())
        complain(word, "this is neither true nor false");
    return {};
}

Setting<bool> OutputReader::state(std::string_view word)
{
    return word == "Up" || word == "Down" ? Setting<bool>{word == "Up", here(word)} : Setting<bool>{};
}

Setting<std::string_view> OutputReader::stated(std::string_view text)
{
    return text.empty() ? Setting<std::string_view>{} : Setting<std::string_view>{text, here(text)};
}

Setting<Bytes> OutputReader::bytes(std::string_view number)
{
    constexpr std::uint32_t largest = 65535;
    const auto count = number_of(number, largest);
    if (count && *count > 0)
        return {Bytes{*count}, here(number)};
    if (!number.empty())
        complain(number, "this is not an MTU");
    return {};
}

void OutputReader::complain(std::string_view text, std::string_view what)
{
    refused_ = true;
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = place(text),
        .message = fmt::format("\"{:.60}\" was not read: {}", redact(text), what)});
}

std::optional<std::uint32_t> number_of(std::string_view text, std::uint32_t most)
{
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    if (is_hex)
        text.remove_prefix(2);
    constexpr std::size_t longest = 9;
    if (text.empty() || text.size() > longest)
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : text) {
        const int digit = ascii::hex_value(c);
        if (digit < 0 || (!is_hex && digit > 9))
            return std::nullopt;
        number = number * (is_hex ? 16U : 10U) + static_cast<std::uint64_t>(digit);
    }
    return number <= most ? std::optional(static_cast<std::uint32_t>(number)) : std::nullopt;
}

bool is_read_parameter(std::string_view module, std::string_view name)
{
    constexpr std::string_view of_core[]{"pfctx", "pfcrx", "trust_state", "dcbx", "ecn"};
    constexpr std::string_view of_rdma[]{"dscp_force", "pcp_force"};
    return (module == nvidia_driver && std::ranges::find(of_core, name) != std::end(of_core))
        || (module == nvidia_rdma && std::ranges::find(of_rdma, name) != std::end(of_rdma));
}

const Parameter* ModuleFacts::find(std::string_view parameter) const
{
    const auto found = std::ranges::find(parameters, parameter, &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
}

NicFacts& HostFacts::nic(std::string_view name, Span at)
{
    NicFacts& found = nics[name];
    if (!found.at.somewhere())
        found.at = at;
    return found;
}

RdmaFacts& HostFacts::rdma_device(std::string_view name, Span at)
{
    RdmaFacts& found = rdma[name];
    if (!found.at.somewhere())
        found.at = at;
    return found;
}

const Parameter* HostFacts::parameter(std::string_view module, std::string_view name) const
{
    const ModuleFacts* found = modules.find(module);
    return found == nullptr ? nullptr : found->find(name);
}

}
