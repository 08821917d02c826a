// SPDX-License-Identifier: Apache-2.0
// Commands about the host as a whole: policies, flow control and traffic classes.
#include "drivers/windows_host/setter.h"

namespace rocelint::windows_host {
namespace {

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

const NamedPolicy* Setter::known_policy(std::string_view name) const
{
    for (const std::vector<NamedPolicy>* policies : {&set_.policies, &reader_.shown.policies}) {
        const auto found = std::ranges::find_if(
            *policies, [name](const NamedPolicy& one) { return same_name(one.name, name); });
        if (found != policies->end())
            return &*found;
    }
    return nullptr;
}

bool Setter::set_policy()
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

bool Setter::remove_policy()
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

bool Setter::decide_classes()
{
    set_.changes_classes = true;
    if (is_decided())
        return true;
    set_.classes_stated = Setting<bool>::unread(why());
    return false;
}

bool Setter::add_class()
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

bool Setter::change_class()
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

bool Setter::remove_class()
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

bool Setter::set_flow_control(std::optional<bool> on)
{
    const auto priorities = priorities_of(statement_.values("Priority"));
    if (!priorities || !on || statement_.find("InterfaceAlias") != nullptr)
        return false;
    for (const Priority priority : *priorities)
        put(set_.asked_pfc[priority], *on);
    return true;
}

ServedClass* Setter::set_class(std::string_view name)
{
    const auto found = std::ranges::find_if(
        set_.asked_classes, [name](const ServedClass& one) { return same_name(one.name, name); });
    return found == set_.asked_classes.end() ? nullptr : &*found;
}

}
