// SPDX-License-Identifier: Apache-2.0
// Commands of PowerShell that set the network up. Names of cmdlets and parameters are the same in any case. Where it is not
// decided whether a command runs, what it sets is unread, with that as the reason, unless it was set to the same before.
#include "drivers/windows_host/setter.h"

#include "models/text/ascii.h"

namespace rocelint::windows_host {
namespace {

using SetterState = CoverageState;

constexpr std::string_view setter_cmdlets[]{"New-NetQosPolicy",
    "Set-NetQosPolicy",
    "Remove-NetQosPolicy",
    "Enable-NetQosFlowControl",
    "Disable-NetQosFlowControl",
    "Set-NetQosFlowControl",
    "New-NetQosTrafficClass",
    "Set-NetQosTrafficClass",
    "Remove-NetQosTrafficClass",
    "Set-NetQosDcbxSetting",
    "Enable-NetAdapterQos",
    "Disable-NetAdapterQos",
    "Set-NetAdapterQos",
    "Enable-NetAdapterRdma",
    "Disable-NetAdapterRdma",
    "Set-NetAdapterRdma",
    "Set-NetAdapterAdvancedProperty",
    "Enable-NetLldpAgent",
    "Disable-NetLldpAgent"};

}

bool is_like(std::string_view name, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t in_pattern = 0;
    std::size_t star = std::string_view::npos;
    std::size_t behind_star = 0;
    while (at < name.size()) {
        const bool same = in_pattern < pattern.size()
            && (pattern[in_pattern] == '?' || ascii::lower(pattern[in_pattern]) == ascii::lower(name[at]));
        if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
            star = in_pattern++;
            behind_star = at;
        } else if (same) {
            ++at;
            ++in_pattern;
        } else if (star != std::string_view::npos) {
            in_pattern = star + 1;
            at = ++behind_star;
        } else
            return false;
    }
    while (in_pattern < pattern.size() && pattern[in_pattern] == '*')
        ++in_pattern;
    return in_pattern == pattern.size();
}

bool is_pattern(std::string_view name) { return name.find_first_of("*?[") != std::string_view::npos; }

bool is_setter(std::string_view cmdlet)
{
    return std::ranges::any_of(setter_cmdlets, [cmdlet](std::string_view name) {
        return same_name(name, cmdlet);
    }) || ascii::lowered(cmdlet.substr(cmdlet.find_last_of('\\') + 1)).starts_with("mlx5cmd");
}

bool Setter::apply()
{
    if (statement_.is_splatted)
        return false;
    if (statement_.find("WhatIf") != nullptr)
        return true;
    if (is("New-NetQosPolicy") || is("Set-NetQosPolicy"))
        return set_policy();
    if (is("Remove-NetQosPolicy"))
        return remove_policy();
    if (is("Enable-NetQosFlowControl") || is("Disable-NetQosFlowControl"))
        return set_flow_control(is("Enable-NetQosFlowControl"));
    if (is("Set-NetQosFlowControl"))
        return set_flow_control(truth("Enabled"));
    if (is("New-NetQosTrafficClass"))
        return add_class();
    if (is("Set-NetQosTrafficClass"))
        return change_class();
    if (is("Remove-NetQosTrafficClass"))
        return remove_class();
    if (is("Set-NetQosDcbxSetting"))
        return set_willing();
    if (is("Set-NetAdapterAdvancedProperty"))
        return for_adapters([this](AdapterFacts& adapter) { return set_property(adapter); });
    if (is("Enable-NetLldpAgent") || is("Disable-NetLldpAgent"))
        return set_lldp_agent();
    const bool sets = is("Set-NetAdapterQos") || is("Set-NetAdapterRdma");
    const auto on = sets ? truth("Enabled") : std::optional(ascii::lower(statement_.cmdlet[0]) == 'e');
    if (!on)
        return false;
    const bool of_qos = statement_.cmdlet.size() > 3
        && same_name(statement_.cmdlet.substr(statement_.cmdlet.size() - 3), "Qos");
    return for_adapters([this, on, of_qos](AdapterFacts& adapter) {
        put(of_qos ? adapter.qos : adapter.rdma, *on);
        return true;
    });
}

// Without a scope, the command is for the agents of all group addresses (Microsoft, NetLldpAgent module reference).
bool Setter::set_lldp_agent()
{
    const auto scope = statement_.value("AddressScope");
    if (statement_.find("AddressScope") != nullptr && !scope)
        return false;
    if (scope && !same_name(*scope, "NearestBridge"))
        return true;
    return for_adapters([this](AdapterFacts& adapter) {
        put(adapter.lldp, is("Enable-NetLldpAgent"));
        return true;
    });
}

bool Setter::set_willing()
{
    const auto willing = truth("Willing");
    if (!willing)
        return false;
    if (statement_.find("InterfaceAlias") == nullptr) {
        put(set_.willing, *willing);
        return true;
    }
    return for_adapters([this, willing](AdapterFacts& adapter) {
        put(adapter.willing, *willing);
        return true;
    });
}

bool Setter::set_property(AdapterFacts& adapter)
{
    auto keyword = statement_.value("RegistryKeyword");
    auto value = statement_.value("RegistryValue");
    if (!keyword) {
        const auto title = statement_.value("DisplayName");
        value = statement_.value("DisplayValue");
        if (!title || !value)
            return false;
        if (same_name(*title, "Jumbo Packet"))
            keyword = "*JumboPacket";
        else if (same_name(*title, "Flow Control") && same_name(*value, "Disabled")) {
            keyword = "*FlowControl";
            value = "0";
        } else
            return false;
        *value = value->substr(0, value->find(' ')); // "9014 Bytes"
    }
    if (!value)
        return false;
    AdapterFacts changed = adapter;
    if (!reader_.set_keyword(changed, *keyword, *value, at_))
        return false;
    keep_if_decided(adapter.jumbo, changed.jumbo);
    keep_if_decided(adapter.link_pause, changed.link_pause);
    keep_if_decided(adapter.technology, changed.technology);
    keep_if_decided(adapter.tag_mode, changed.tag_mode);
    keep_if_decided(adapter.vlan, changed.vlan);
    return true;
}

std::vector<std::string_view> Setter::adapters_like(std::string_view pattern) const
{
    constexpr std::size_t most = 256; // so that each pattern stays cheap; a host has a few adapters
    std::vector<std::string_view> found;
    if (pattern.find('[') != std::string_view::npos)
        return found;
    for (const HostFacts* facts : {&reader_.shown, &set_}) {
        for (std::size_t index = 0; index < std::min(facts->adapters.size(), most); ++index) {
            const std::string_view name = facts->adapters[index].name;
            if (!name.starts_with("vEthernet ") && is_like(name, pattern)
                && std::ranges::find(found, name) == found.end())
                found.push_back(name);
        }
    }
    return found;
}

void FactReader::take_setter(const Tree& tree, const Node*& line, const Statement& statement)
{
    while (line != nullptr && line->offset + line->length <= statement.begin)
        line = line->next;
    const Span at{tree.source->id(), statement.begin, statement.finish - statement.begin};
    SetterState state = SetterState::unsupported;
    if (ascii::lowered(statement.cmdlet).find("mlx5cmd") != std::string::npos) {
        // No other command of Mlx5Cmd sets what rules judge, and its output has a form of its own.
        if (statement.find("QosConfig") != nullptr && statement.find("Show") == nullptr)
            target_->unread_trust = at;
    } else if (Setter(*this, statement, *tree.source).apply() && statement.undecided.empty())
        state = SetterState::read;
    for (const Node* each = line; each != nullptr && each->offset < statement.finish; each = each->next) {
        // If one line has several commands, the one that is not read counts.
        if (each->state != SetterState::unsupported)
            each->mark(state);
    }
}

}
