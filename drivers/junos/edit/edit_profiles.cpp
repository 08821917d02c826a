// SPDX-License-Identifier: Apache-2.0
// PFC is configured in congestion notification profiles that ports share. A change that would affect other
// ports is refused.
#include "drivers/junos/edit/edit_profiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
ProfileEditor::ProfileEditor(EditContext& context) : PartOfEdit(context)
{
    bindings_.reserve(context.device().ports.size());
    for (std::uint32_t index = 0; index < context.device().ports.size(); ++index)
        bindings_.push_back(
            context.port(index).kind == PortKind::physical ? context.binding(index).profile : nullptr);
}

bool ProfileEditor::takes(const Change& change)
{
    const auto* entry = std::get_if<MapEntry>(&change.value);
    return change.property == Property::pfc || change.property == Property::watchdog
        || change.property == Property::watchdog_timers || std::holds_alternative<Metres>(change.value)
        || (change.property == Property::queue_map && entry != nullptr
            && entry->kind == MapKind::priority_to_queue);
}

void ProfileEditor::refuse_all(const Wishes& wishes, const Objection& reason)
{
    for (const std::uint32_t index : wishes)
        refuse(index, reason);
}

// Returns what a port wants from its profile, including what all ports of the profile get.
ProfileEditor::Wanted ProfileEditor::wanted_by(std::uint32_t port, const Wishes& shared) const
{
    Wanted wanted;
    const auto add = [&](std::uint32_t index) {
        const Change& wish = change(index);
        const bool bound = (wish.property == Property::pfc && bound_anew_.contains(port))
            || (std::holds_alternative<Metres>(wish.value) && fits_cable_.contains(port));
        if (refused_.contains(index) || bound || is_made(context_.device(), wish))
            return;
        if (wish.property == Property::pfc) {
            wanted.dscp_to_tc = context_.port(port).dscp_to_tc.value.index;
            wanted.pcp_to_tc = context_.port(port).pcp_to_tc.value.index;
        }
        wanted.requests.push_back(request_of(wish));
    };
    if (const auto found = wishes_.find(port); found != wishes_.end())
        std::ranges::for_each(found->second, add);
    std::ranges::for_each(shared, add);
    return wanted;
}

Objection ProfileEditor::edit_group(std::string_view name, const Group& group, bool in_place)
{
    const auto found = config().profiles.find(name);
    const Statement* now = found == config().profiles.end() ? nullptr : found->second;
    if (now == nullptr && draft().find(draft().root(), {"class-of-service", profiles_block, name}) == nullptr)
        return Objection(fmt::format("the profile {} is not in the files read", name));
    const std::uint32_t port = group.ports.front();
    PrioritySet paused = context_.port(port).pfc_tx.value_or({});
    bool removes = false;
    for (const std::uint32_t index : group.distinct) {
        if (const PriorityDelta* delta = pause_of(change(index)); delta != nullptr) {
            paused = (paused | delta->add) - delta->remove;
            removes = removes || !delta->remove.empty();
        }
    }
    if (removes && paused.empty() && !bound_anew_.contains(port))
        return unbind(group.ports);
    Statement* text = now == nullptr
        ? draft().find(draft().root(), {"class-of-service", profiles_block, name})
        : draft().written(*now);
    if (text == nullptr)
        return Objection(
            fmt::format("the profile {} is inherited from a group in a way that cannot be edited", name));
    const std::optional<Metres> cable = cable_wanted(group.distinct);
    const bool only_cable = cable && std::ranges::all_of(group.distinct, [this](std::uint32_t index) {
        return std::holds_alternative<Metres>(change(index).value);
    });
    if (only_cable && !in_place && !bound_anew_.contains(port)) {
        if (const std::string_view fitting = fitting_profile(port, paused, cable); !fitting.empty())
            return rebind(group.ports, fitting);
    }
    if (!in_place) {
        const std::string_view copied = context_.new_name(profiles_block, name);
        Objection reason = draft().set(draft().root(), {"class-of-service", profiles_block, copied});
        if (reason || now == nullptr)
            return reason ? reason : "a new profile is not copied";
        text = draft().find(draft().root(), {"class-of-service", profiles_block, copied});
        if (reason = draft().copy(*now, *text); !reason)
            reason = rebind(group.ports, copied);
        if (reason)
            return reason;
    }
    ProfileText profile(context_, *text, now, port);
    Objection reason;
    for (const std::uint32_t index : group.distinct) {
        const Change& wish = change(index);
        if (const PriorityDelta* delta = pause_of(wish); delta != nullptr && !bound_anew_.contains(port)) {
            for (const Priority priority : delta->add | delta->remove) {
                reason
                    = delta->add.has(priority) ? profile.add_pause(priority) : profile.remove_pause(priority);
                if (reason)
                    break;
            }
        } else if (const auto* watchdog = std::get_if<WatchdogTarget>(&wish.value); watchdog != nullptr) {
            reason = profile.set_watchdog(*watchdog);
        } else if (const auto* entry = std::get_if<MapEntry>(&wish.value); entry != nullptr) {
            reason = profile.set_queue(entry->from, entry->to);
        } else if (const auto* length = std::get_if<Metres>(&wish.value); length != nullptr) {
            reason = profile.set_cable(*length);
        }
        if (reason)
            return reason;
    }
    return {};
}

void ProfileEditor::edit_profile(std::string_view name)
{
    std::vector<std::uint32_t> users;
    Wishes shared;
    for (std::uint32_t port = 0; port < bindings_.size(); ++port) {
        const auto anew = bound_anew_.find(port);
        const bool uses = anew != bound_anew_.end()
            ? anew->second == name
            : bindings_[port] != nullptr && bindings_[port]->key == name;
        if (!uses)
            continue;
        users.push_back(port);
        for (const std::uint32_t index : wishes_[port]) {
            if (change(index).shared)
                shared.push_back(index);
        }
    }
    std::vector<Group> groups;
    for (const std::uint32_t port : users) {
        Wanted wanted = wanted_by(port, shared);
        auto group = std::ranges::find(groups, wanted, &Group::wanted);
        if (group == groups.end())
            group = groups.insert(groups.end(), {std::move(wanted), {}, {}, distinct_of(port, shared)});
        group->ports.push_back(port);
        group->wishes.insert(group->wishes.end(), wishes_[port].begin(), wishes_[port].end());
    }
    for (const Group& group : groups) {
        if (group.wanted.requests.empty())
            continue;
        if (const Objection reason = edit_group(name, group, groups.size() == 1))
            refuse_all(group.wishes, reason);
    }
}

// Returns the changes for one port and for all ports, each request once.
ProfileEditor::Wishes ProfileEditor::distinct_of(std::uint32_t port, const Wishes& shared)
{
    Wishes all = wishes_[port];
    all.insert(all.end(), shared.begin(), shared.end());
    Wishes distinct;
    for (const std::uint32_t index : all) {
        const bool twice = std::ranges::any_of(distinct,
            [&](std::uint32_t known) { return request_of(change(known)) == request_of(change(index)); });
        if (!twice && !refused_.contains(index) && !is_made(context_.device(), change(index)))
            distinct.push_back(index);
    }
    return distinct;
}

void ProfileEditor::finish()
{
    bind_new();
    std::vector<std::string_view> names;
    for (const auto& [port, wishes] : wishes_) {
        const auto anew = bound_anew_.find(port);
        if (anew != bound_anew_.end())
            names.push_back(anew->second);
        else if (bindings_[port] != nullptr)
            names.push_back(bindings_[port]->key);
    }
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    for (const std::string_view name : names)
        edit_profile(name);
}

}
