// SPDX-License-Identifier: Apache-2.0
// A policy is layered over the files that it extends, and overrides are layered over their policy. Both use
// one function to merge settings, so that precedence is the same everywhere.
#include "analysis/policy/policy_layers.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint {
namespace {

// Renumbers the places of list entries to match the combined list.
void add_places(PolicyPlaces& places, const PolicyPlaces& over, std::string_view list, std::size_t before)
{
    const std::string head = fmt::format("{}[", list);
    for (auto at = over.lower_bound(head); at != over.end() && at->first.starts_with(head); ++at) {
        const std::size_t close = at->first.find(']');
        const auto number
            = parse_number(std::string_view(at->first).substr(head.size(), close - head.size()));
        places.insert_or_assign(
            fmt::format(
                "{}{}{}", head, number.value_or(0) + before, std::string_view(at->first).substr(close)),
            at->second);
    }
}

void drop_places(PolicyPlaces& places, std::string_view head)
{
    const auto begin = places.lower_bound(head);
    auto end = begin;
    while (end != places.end() && end->first.starts_with(head))
        ++end;
    places.erase(begin, end);
}

void lay_rules_over(std::map<std::string, RuleSetting, std::less<>>& rules,
    const std::map<std::string, RuleSetting, std::less<>>& over)
{
    for (const auto& [code, setting] : over)
        lay_over(rules[code], setting);
}

template <class T>
void add_all(std::vector<T>& list, std::vector<T>&& more)
{
    list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void lay_classes_over(Policy& policy, Policy& over)
{
    if (!over.classes)
        return;
    if (!policy.classes)
        policy.classes.emplace();
    if (!over.classes->classes.empty()) {
        policy.classes->classes = std::move(over.classes->classes);
        drop_places(policy.places, "classes[");
    }
    if (over.classes->congestion_control)
        policy.classes->congestion_control = over.classes->congestion_control;
    CnpClass& cnp = over.classes->cnp;
    if (cnp.dscp || cnp.priority) {
        policy.classes->cnp = cnp;
        drop_places(policy.places, "cnp.");
    } else if (cnp.traffic_class) {
        policy.classes->cnp.traffic_class = cnp.traffic_class;
    }
}

}

void lay_over(RuleSetting& setting, const RuleSetting& over)
{
    if (over.off || over.severity)
        setting.off = over.off;
    if (over.severity)
        setting.severity = over.severity;
    for (const auto& [name, values] : over.parameters)
        setting.parameters[name] = values;
    setting.at = over.at;
}

void lay_over(Policy& policy, Policy&& over)
{
    lay_classes_over(policy, over);
    lay_rules_over(policy.rules, over.rules);
    for (const auto& [between, length] : over.cables)
        policy.cables[between] = length;
    if (over.scope.given)
        policy.scope = std::move(over.scope);
    if (!over.unchecked.empty())
        policy.unchecked = std::move(over.unchecked);
    if (!over.rule_pages.empty())
        policy.rule_pages = std::move(over.rule_pages);
    if (over.fail_on)
        policy.fail_on = over.fail_on;
    if (!over.select.empty())
        policy.select = std::move(over.select);
    if (!over.ignore.empty())
        policy.ignore = std::move(over.ignore);
    if (!over.baseline.empty())
        policy.baseline = std::move(over.baseline);
    for (PolicyReport& report : over.reports) {
        std::erase_if(
            policy.reports, [&report](const PolicyReport& old) { return old.format == report.format; });
        policy.reports.push_back(std::move(report));
    }
    if (over.places.contains("headroom.model"))
        policy.headroom_model = over.headroom_model;
    if (over.load_balancing)
        policy.load_balancing = over.load_balancing;
    if (over.trimming)
        policy.trimming = over.trimming;
    if (over.retransmission)
        policy.retransmission = over.retransmission;
    const std::pair<std::string_view, std::size_t> lists[] = {{"waivers", policy.waivers.size()},
        {"ports", policy.ports.size()},
        {"exclude", policy.exclude.size()},
        {"custom_rules", policy.custom_rules.size()},
        {"overrides", policy.overrides.size()}};
    for (const auto& [list, before] : lists) {
        add_places(policy.places, over.places, list, before);
        drop_places(over.places, fmt::format("{}[", list));
    }
    for (auto& [what, place] : over.places)
        policy.places.insert_or_assign(what, std::move(place));
    add_all(policy.waivers, std::move(over.waivers));
    add_all(policy.ports, std::move(over.ports));
    add_all(policy.exclude, std::move(over.exclude));
    add_all(policy.overrides, std::move(over.overrides));
    add_all(policy.custom_rules, std::move(over.custom_rules));
    add_all(policy.files, std::move(over.files));
    policy.path = std::move(over.path);
    policy.source = std::move(over.source);
    if (!over.profile.empty())
        policy.profile = std::move(over.profile);
}

bool PolicyScope::covers(
    std::string_view device, Role role, std::string_view port, std::optional<BitsPerSecond> speed) const
{
    const auto fits = [](const std::vector<std::string>& patterns, std::string_view name) {
        return patterns.empty() || std::ranges::any_of(patterns, [name](const std::string& pattern) {
            return glob_match(pattern, name);
        });
    };
    const auto excepts = [&](std::string_view pattern) {
        const std::size_t colon = pattern.find(':');
        return glob_match(pattern.substr(0, colon), device)
            && (colon == std::string_view::npos || glob_match(pattern.substr(colon + 1), port));
    };
    return fits(devices, device) && fits(ports, port)
        && (roles.empty() || std::ranges::find(roles, role) != roles.end())
        && (!least_speed || !speed || *speed >= *least_speed) && std::ranges::none_of(except, excepts);
}

bool PolicyOverride::covers(std::string_view device, Role role) const
{
    const bool of_role = roles.empty() || std::ranges::find(roles, role) != roles.end();
    return of_role && (devices.empty() || std::ranges::any_of(devices, [device](const std::string& pattern) {
        return glob_match(pattern, device);
    }));
}

bool Policy::has_other_files() const { return std::ranges::count(files, false, &PolicyFile::shipped) > 1; }

bool Policy::is_of_other_file(std::string_view entry) const
{
    const auto place = places.find(entry);
    return place != places.end() && !place->second.file.empty() && place->second.file != path;
}

const Policy& DevicePolicies::of(std::string_view device, Role role)
{
    std::vector<bool> holds(policy_->overrides.size());
    for (std::size_t index = 0; index < holds.size(); ++index)
        holds[index] = policy_->overrides[index].covers(device, role);
    if (std::ranges::find(holds, true) == holds.end())
        return *policy_;
    std::unique_ptr<Policy>& made = made_[holds];
    if (made != nullptr)
        return *made;
    made = std::make_unique<Policy>(*policy_);
    for (std::size_t index = 0; index < holds.size(); ++index) {
        if (!holds[index])
            continue;
        const PolicyOverride& one = policy_->overrides[index];
        lay_rules_over(made->rules, one.rules);
        if (one.headroom_model)
            made->headroom_model = *one.headroom_model;
        for (const auto& [what, place] : one.places)
            made->places.insert_or_assign(what, place);
    }
    return *made;
}

}
