// SPDX-License-Identifier: Apache-2.0
// Commands of PowerShell that set the network up. Names of cmdlets and parameters are the same in any case. Where it is not
// decided whether a command runs, what it sets is unread, with that as the reason, unless it was set to the same before.
#include "drivers/windows_host/facts.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

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
    "Set-NetAdapterAdvancedProperty"};

// `*` stands for any characters, `?` for one.
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

std::optional<PrioritySet> priorities_of(const std::vector<ScriptValue>& values)
{
    PrioritySet set;
    for (const ScriptValue& value : values) {
        const auto part = value.is_open ? std::nullopt : priorities_in(value.text);
        if (!part)
            return std::nullopt;
        set = set | *part;
    }
    return set.empty() ? std::nullopt : std::optional(set);
}

}

bool is_setter(std::string_view cmdlet)
{
    return std::ranges::any_of(setter_cmdlets, [cmdlet](std::string_view name) {
        return same_name(name, cmdlet);
    }) || ascii::lowered(cmdlet.substr(cmdlet.find_last_of('\\') + 1)).starts_with("mlx5cmd");
}

/// Applies one statement to the facts of scripts.
class Setter {
public:
    Setter(FactReader& reader, const Statement& statement, const Source& source)
        : reader_(reader)
        , set_(*reader.target_)
        , statement_(statement)
        , source_(source)
        , at_{source.id(), statement.begin, statement.finish - statement.begin}
    {
    }

    // Whether the statement was understood.
    bool apply()
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

private:
    [[nodiscard]] bool is(std::string_view cmdlet) const { return same_name(statement_.cmdlet, cmdlet); }
    [[nodiscard]] OriginId here() { return reader_.here(at_); }
    [[nodiscard]] bool is_decided() const { return statement_.undecided.empty(); }

    // Why it is not decided what the statement sets.
    [[nodiscard]] OriginId why()
    {
        return reader_.device_.origins.unread(reader_.device_.arena->keep(fmt::format(
            "{}, line {}, sets it {}", source_.file_name(), statement_.line, statement_.undecided)));
    }

    template <class T>
    void put(Setting<T>& into, T value)
    {
        if (is_decided())
            into = {value, here()};
        else if (!into.peek_known() || into.value != value)
            into = Setting<T>::unread(why());
    }

    [[nodiscard]] std::optional<bool> truth(std::string_view name) const
    {
        const auto value = statement_.value(name);
        return value ? truth_of(*value) : std::nullopt;
    }

    // Of the policy or the class that the statement is about.
    [[nodiscard]] std::optional<std::string_view> name() const
    {
        const std::vector<ScriptValue>& names = statement_.values("Name");
        return names.empty() || names.front().is_open ? std::nullopt : std::optional(names.front().text);
    }

    [[nodiscard]] const NamedPolicy* known_policy(std::string_view name) const
    {
        for (const std::vector<NamedPolicy>* policies : {&set_.policies, &reader_.shown.policies}) {
            const auto found = std::ranges::find_if(
                *policies, [name](const NamedPolicy& one) { return same_name(one.name, name); });
            if (found != policies->end())
                return &*found;
        }
        return nullptr;
    }

    bool set_policy()
    {
        const auto named = name();
        const Argument* port = statement_.find("NetDirectPortMatchCondition");
        const bool is_smb_direct
            = port != nullptr && port->values.size() == 1 && port->values.front().text == "445";
        const NamedPolicy* known = named ? known_policy(*named) : nullptr;
        const bool concerns_it = is_smb_direct
            || (port == nullptr && is("Set-NetQosPolicy") && known != nullptr && known->is_smb_direct);
        // A policy that no capture and no line before names may be that of SMB Direct.
        if (!named || (is("Set-NetQosPolicy") && port == nullptr && known == nullptr))
            return false;
        constexpr std::size_t most = 64;
        if (is("New-NetQosPolicy") && set_.policies.size() < most)
            set_.policies.push_back({*named, is_smb_direct});
        const auto action = statement_.value("PriorityValue8021Action");
        const auto priority = action ? number_in(*action, 7) : std::nullopt;
        if (!priority)
            return !concerns_it && statement_.find("PriorityValue8021Action") == nullptr;
        if (concerns_it)
            put(set_.smb_direct_priority, static_cast<std::uint8_t>(*priority));
        else if (statement_.find("Cluster") != nullptr)
            put(set_.heartbeat_priority, static_cast<std::uint8_t>(*priority));
        return true;
    }

    // Without a name, it removes them all.
    bool remove_policy()
    {
        const std::vector<ScriptValue>& names = statement_.values("Name");
        bool removes = names.empty();
        for (const ScriptValue& value : names) {
            const NamedPolicy* known = value.is_open ? nullptr : known_policy(value.text);
            if (value.is_open || (known == nullptr && !is_pattern(value.text)))
                return false;
            removes = removes || known == nullptr || known->is_smb_direct;
        }
        if (removes)
            set_.smb_direct_priority
                = is_decided() ? Setting<std::uint8_t>{} : Setting<std::uint8_t>::unread(why());
        return true;
    }

    bool set_flow_control(std::optional<bool> on)
    {
        const auto priorities = priorities_of(statement_.values("Priority"));
        if (!priorities || !on || statement_.find("InterfaceAlias") != nullptr)
            return false;
        for (const Priority priority : *priorities)
            put(set_.asked_pfc[priority], *on);
        return true;
    }

    // Returns false where what it asks for is not decided.
    bool decide_classes()
    {
        set_.changes_classes = true;
        if (is_decided())
            return true;
        set_.classes_stated = Setting<bool>::unread(why());
        return false;
    }

    bool add_class()
    {
        const Argument* stated = statement_.find("Priority");
        const auto priorities = stated == nullptr ? std::nullopt : priorities_of(stated->values);
        const auto algorithm = statement_.value("Algorithm");
        const bool strict = algorithm && same_name(*algorithm, "Strict");
        const auto percent = statement_.value("BandwidthPercentage");
        const auto share = percent ? number_in(*percent, 100) : std::nullopt;
        const auto named = name();
        if (!named || !priorities || (!strict && !share))
            return false;
        if (!decide_classes())
            return true;
        ServedClass served{.name = *named,
            .kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, here()},
            .priorities = *priorities,
            .at = at_};
        if (!strict)
            served.bandwidth = {Percent::whole(*share), here()};
        set_.ask_class(served);
        return true;
    }

    [[nodiscard]] ServedClass* set_class(std::string_view name)
    {
        const auto found = std::ranges::find_if(
            set_.asked_classes, [name](const ServedClass& one) { return same_name(one.name, name); });
        return found == set_.asked_classes.end() ? nullptr : &*found;
    }

    // A class that only captures show is as they show it.
    bool change_class()
    {
        const auto named = name();
        ServedClass* served = named ? set_class(*named) : nullptr;
        if (served == nullptr)
            return named && !reader_.shown.asked_classes.empty();
        if (!decide_classes())
            return true;
        if (const auto percent = statement_.value("BandwidthPercentage")) {
            const auto share = number_in(*percent, 100);
            if (!share)
                return false;
            served->bandwidth = {Percent::whole(*share), here()};
        }
        if (const auto algorithm = statement_.value("Algorithm")) {
            const auto kind = algorithm_in(*algorithm);
            if (!kind)
                return false;
            served->kind = {*kind, here()};
        }
        if (const Argument* stated = statement_.find("Priority")) {
            const auto priorities = priorities_of(stated->values);
            if (!priorities)
                return false;
            served->priorities = *priorities;
        }
        served->at = at_;
        return true;
    }

    bool remove_class()
    {
        if (!decide_classes())
            return true;
        const std::vector<ScriptValue>& names = statement_.values("Name");
        if (std::ranges::any_of(names, &ScriptValue::is_open))
            return false;
        std::erase_if(set_.asked_classes, [&names](const ServedClass& served) {
            return names.empty() || std::ranges::any_of(names, [&served](const ScriptValue& value) {
                return is_like(served.name, value.text);
            });
        });
        return true;
    }

    bool set_willing()
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

    // The words of the drivers for a property, where all of them have the same.
    bool set_property(AdapterFacts& adapter)
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

    template <class T>
    void keep_if_decided(Setting<T>& into, const Setting<T>& from)
    {
        if (from.origin == into.origin)
            return;
        if (is_decided())
            into = from;
        else if (!into.peek_known() || !from.peek_known() || !(into.value == from.value))
            into = Setting<T>::unread(why());
    }

    template <class Apply>
    bool for_adapters(Apply&& apply)
    {
        const bool by_alias = statement_.find("InterfaceAlias") != nullptr;
        const std::vector<ScriptValue>& names = statement_.values(by_alias ? "InterfaceAlias" : "Name");
        if (names.empty() || std::ranges::any_of(names, &ScriptValue::is_open))
            return false;
        bool understood = true;
        for (const ScriptValue& name : names) {
            if (!is_pattern(name.text)) {
                understood = apply(set_.adapter(name.text, at_)) && understood;
                continue;
            }
            bool found = false;
            for (const std::string_view known : adapters_like(name.text)) {
                understood = apply(set_.adapter(known, at_)) && understood;
                found = true;
            }
            understood = understood && found;
        }
        return understood;
    }

    [[nodiscard]] std::vector<std::string_view> adapters_like(std::string_view pattern) const
    {
        std::vector<std::string_view> found;
        if (pattern.find('[') != std::string_view::npos)
            return found;
        for (const HostFacts* facts : {&reader_.shown, &set_}) {
            for (const AdapterFacts& adapter : facts->adapters) {
                const bool is_virtual = adapter.name.starts_with("vEthernet ");
                if (!is_virtual && is_like(adapter.name, pattern)
                    && std::ranges::find(found, adapter.name) == found.end())
                    found.push_back(adapter.name);
            }
        }
        return found;
    }

    FactReader& reader_;
    HostFacts& set_;
    const Statement& statement_;
    const Source& source_;
    Span at_;
};

void FactReader::take_setter(const Tree& tree, const Node*& line, const Statement& statement)
{
    while (line != nullptr && line->offset + line->length <= statement.begin)
        line = line->next;
    const Span at{tree.source->id(), statement.begin, statement.finish - statement.begin};
    SetterState state = SetterState::unsupported;
    if (ascii::lowered(statement.cmdlet).find("mlx5cmd") != std::string::npos) {
        if (statement.find("QosConfig") == nullptr)
            return;
        target_->unread_trust = at;
    } else if (Setter(*this, statement, *tree.source).apply() && statement.undecided.empty())
        state = SetterState::read;
    for (const Node* each = line; each != nullptr && each->offset < statement.finish; each = each->next) {
        // Of several commands in one line, the one that is not read counts.
        if (each->state != SetterState::unsupported)
            each->mark(state);
    }
}

}
