// SPDX-License-Identifier: Apache-2.0
// Edits which congestion notification profile a port is bound to.
#include "drivers/junos/edit/edit_profiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

std::string text_of(PrioritySet priorities, std::string_view between)
{
    std::string text;
    for (const Priority priority : priorities)
        text += fmt::format("{}{}", text.empty() ? std::string_view{} : between, priority);
    return text;
}

}

// Returns the profile that gives this port exactly these priorities, and the headroom of this cable if one is
// wanted. If there are several, the one that most ports use.
std::string_view ProfileEditor::fitting_profile(
    std::uint32_t port, PrioritySet wanted, std::optional<Metres> cable)
{
    // Ports with the same blocks are alike.
    const auto [known, is_new]
        = fitting_.try_emplace({config().blocks[port], wanted.bits, cable ? std::int64_t{cable->count} : -1});
    if (!is_new)
        return known->second;
    std::map<std::string_view, int> uses;
    for (const auto& [name, profile] : config().profiles)
        uses[name] = 0;
    for (const Statement* binding : bindings_) {
        if (binding != nullptr && config().profiles.contains(binding->key))
            ++uses[binding->key];
    }
    std::string_view best;
    for (const auto& [name, count] : uses) {
        Binding trial = context_.binding(port);
        Statement reference;
        reference.keyword = config().profiles.at(name)->keyword;
        reference.key = name;
        trial.profile = &reference;
        Port tried = context_.port(port);
        bind_pfc(config(), trial, tried);
        if (tried.pfc_tx.is(wanted) && tried.pfc_rx.is(wanted) && (!cable || tried.cable_length.is(*cable))
            && (best.empty() || count > uses[best]))
            best = name;
    }
    known->second = best;
    return best;
}

std::optional<Metres> ProfileEditor::cable_wanted(const Wishes& wishes)
{
    for (const std::uint32_t index : wishes) {
        if (const auto* length = std::get_if<Metres>(&change(index).value); length != nullptr)
            return *length;
    }
    return std::nullopt;
}

Objection ProfileEditor::make_profile(std::uint32_t port, PrioritySet wanted, std::string_view& name)
{
    const std::string stem = fmt::format("pfc-{}", text_of(wanted, "-"));
    name = draft().find(draft().root(), {"class-of-service", profiles_block, stem}) == nullptr
        ? draft().keep(stem)
        : context_.new_name(profiles_block, stem);
    Objection reason = draft().set(draft().root(), {"class-of-service", profiles_block, name});
    if (reason)
        return reason;
    Statement* made = draft().find(draft().root(), {"class-of-service", profiles_block, name});
    ProfileText text(context_, *made, nullptr, port);
    for (const Priority priority : wanted) {
        if (reason = text.add_pause(priority); reason)
            break;
    }
    if (reason)
        draft().remove(*made);
    return reason;
}

// Binds ports without a profile that are to have PFC.
void ProfileEditor::bind_new()
{
    // Grouped by priorities and by the other requests: each group gets its own new profile.
    struct Alike {
        PrioritySet priorities;
        std::vector<Request> others;
        std::vector<std::uint32_t> ports;
    };
    std::vector<Alike> groups;
    for (const auto& [port, wishes] : wishes_) {
        if (bindings_[port] != nullptr)
            continue;
        Alike mine;
        for (const std::uint32_t index : wishes) {
            if (const PriorityDelta* delta = pause_of(change(index)); delta != nullptr)
                mine.priorities = (mine.priorities | delta->add) - delta->remove;
            else
                mine.others.push_back(request_of(change(index)));
        }
        if (mine.priorities.empty()) {
            refuse_all(wishes,
                Objection(fmt::format("{} has no congestion notification profile, in which Junos keeps this",
                    context_.port(port).name)));
            continue;
        }
        const auto same = std::ranges::find_if(groups, [&](const Alike& group) {
            return group.priorities == mine.priorities && same_requests(group.others, mine.others);
        });
        Alike& group = same == groups.end() ? groups.emplace_back(std::move(mine)) : *same;
        group.ports.push_back(port);
    }
    for (const auto& [priorities, others, ports] : groups) {
        std::map<std::string_view, std::vector<std::uint32_t>> by_profile;
        std::string_view made;
        for (const std::uint32_t port : ports) {
            const std::optional<Metres> cable = cable_wanted(wishes_[port]);
            std::string_view name = fitting_profile(port, priorities, cable);
            if (cable && !name.empty())
                fits_cable_.insert(port);
            else if (cable)
                name = fitting_profile(port, priorities, std::nullopt);
            Objection reason;
            if (name.empty() && made.empty())
                reason = make_profile(port, priorities, made);
            if (reason) {
                made = {};
                refuse_all(wishes_[port], reason);
                continue;
            }
            by_profile[name.empty() ? made : name].push_back(port);
        }
        for (const auto& [name, bound] : by_profile) {
            if (const Objection reason = bind(bound, name)) {
                for (const std::uint32_t port : bound)
                    refuse_all(wishes_[port], reason);
            }
        }
    }
}

Objection ProfileEditor::bind(const std::vector<std::uint32_t>& ports, std::string_view name)
{
    const StatementOfPort nearest = [this](std::uint32_t index) -> const Statement* {
        const auto& blocks = config().blocks[index];
        return context_.port(index).kind != PortKind::physical || blocks.empty() ? nullptr : blocks.front();
    };
    for (const std::uint32_t port : ports) {
        const Statement* given = nearest(port);
        Statement* block = given == nullptr ? nullptr : draft().written(*given);
        Objection reason;
        if (block == nullptr || given->via.somewhere()
            || context_.further_user(ports, *given, nearest) != Port::no_index)
            reason = context_.own_block(port, block);
        if (!reason)
            reason = draft().set(block, {profiles_block, name});
        if (reason)
            return reason;
        bound_anew_[port] = name;
    }
    return {};
}

Objection ProfileEditor::rebind(const std::vector<std::uint32_t>& ports, std::string_view name)
{
    const StatementOfPort binding = [this](std::uint32_t index) { return bindings_[index]; };
    for (const std::uint32_t port : ports) {
        // A port that was bound just now has no binding in force.
        Statement* written = bindings_[port] == nullptr ? nullptr : draft().written(*bindings_[port]);
        if (written != nullptr && context_.further_user(ports, *bindings_[port], binding) == Port::no_index) {
            draft().change(*written, name);
            continue;
        }
        Statement* block = nullptr;
        Objection reason = context_.own_block(port, block);
        if (!reason)
            reason = draft().set(block, {profiles_block, name});
        if (reason)
            return reason;
    }
    return {};
}

Objection ProfileEditor::unbind(const std::vector<std::uint32_t>& ports)
{
    const StatementOfPort binding = [this](std::uint32_t index) { return bindings_[index]; };
    for (const std::uint32_t port : ports) {
        if (bindings_[port] == nullptr)
            continue;
        Statement* written = draft().written(*bindings_[port]);
        const std::uint32_t other = context_.further_user(ports, *bindings_[port], binding);
        if (written == nullptr || other != Port::no_index)
            return Objection(fmt::format("{} gets its profile from the same place as {}",
                context_.port(port).name,
                other == Port::no_index ? std::string_view("something else") : context_.port(other).name));
        if (!draft().is_removed(*written))
            draft().remove(*written);
    }
    return {};
}

}
