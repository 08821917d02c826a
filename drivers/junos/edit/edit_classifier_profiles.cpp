// SPDX-License-Identifier: Apache-2.0
// How a change of a classifier affects congestion notification profiles, which pause a DSCP by its class.
#include "drivers/junos/edit/edit_classifiers.h"

#include <fmt/format.h>

namespace rocelint::junos {
namespace {

constexpr unsigned width_of_dscp = 6;

// Whether a congestion notification profile pauses this DSCP.
bool pauses_dscp(const Config& config, std::string_view profile, std::uint8_t dscp)
{
    const auto found = config.profiles.find(profile);
    const Statement* input = found == config.profiles.end() ? nullptr : found->second->child("input");
    const Statement* points = input == nullptr ? nullptr : input->child("dscp");
    for (const Statement* point = points == nullptr ? nullptr : points->first; point != nullptr;
         point = point->next) {
        if (parse_point(point->key, width_of_dscp) == std::optional(dscp))
            return point->child("pfc") != nullptr;
    }
    return false;
}

}

// A profile pauses a DSCP by its class. So ports that share the profile but not the classifier would pause
// differently.
Objection ClassifierEditor::paused_point(const std::vector<std::uint32_t>& ports, const MapEntry& entry)
{
    if (entry.kind != MapKind::dscp_to_tc)
        return {};
    for (const std::uint32_t port : ports) {
        const Statement* bound = context_.binding(port).profile;
        if (bound != nullptr && pauses_dscp(config(), bound->key, entry.from))
            return Objection(fmt::format(
                "{} pauses DSCP {} by the class that it is in, which would become another on {} alone",
                bound->key,
                entry.from,
                context_.port(port).name));
    }
    return {};
}

// A profile that pauses the DSCPs of the class starts to pause a DSCP that joins it, and stops for one that
// leaves.
Objection ClassifierEditor::follow_in_profiles(const Table& table, const MapEntry& entry)
{
    const ForwardingClass* target = config().class_of_queue[entry.to];
    for (const auto& [name, profile] : config().profiles) {
        const Statement* input = profile->child("input");
        const Statement* points = input == nullptr ? nullptr : input->child("dscp");
        if (points == nullptr)
            continue;
        bool used = false;
        bool alike = true;
        PrioritySet paused;
        for (std::uint32_t port = 0; port < context_.device().ports.size(); ++port) {
            const Statement* bound
                = context_.port(port).kind == PortKind::physical ? context_.binding(port).profile : nullptr;
            if (bound == nullptr || bound->key != name)
                continue;
            const Statement* classifier = binding_for(port, MapKind::dscp_to_tc);
            used = true;
            alike = alike && classifier != nullptr && classifier->key == table.name;
            paused = context_.port(port).pfc_tx.value_or({});
        }
        Statement* written = draft().written(*profile);
        if (!used || !alike || written == nullptr)
            continue;
        Objection reason;
        if (target->pfc_priority.known() && paused.has(target->pfc_priority.value))
            reason = pause_like_others(*written, *points, bits_of(entry.from, width_of_dscp));
        else
            reason = take_out_of_profile(*written, *profile, table, entry);
        if (reason)
            return reason;
    }
    return {};
}

// Uses the packet size of the profile's other code points, since headroom is computed for the smallest.
Objection ClassifierEditor::pause_like_others(
    Statement& written, const Statement& points, const std::string& point)
{
    Objection reason = draft().set(&written, {"input", "dscp", "code-point", point, "pfc"});
    for (const Statement& other : points) {
        const std::string_view size = other.value("mru");
        if (!reason && !size.empty())
            return draft().set(&written, {"input", "dscp", "code-point", point, "mru", size});
    }
    return reason;
}

Objection ClassifierEditor::take_out_of_profile(
    Statement& written, const Statement& profile, const Table& table, const MapEntry& entry)
{
    const Statement& points = *profile.child("input")->child("dscp");
    const ClassMap& map = context_.device().maps[config().dscp_classifiers.at(table.name)];
    const std::uint8_t before = map.at_point(entry.from);
    bool others = false;
    const Statement* gone = nullptr;
    for (const Statement& point : points) {
        const auto number = parse_point(point.key, width_of_dscp);
        if (number == std::optional(entry.from))
            gone = &point;
        else
            others = others || (number && map.at_point(*number) == before);
    }
    if (gone == nullptr)
        return {};
    if (!others)
        return Objection(
            fmt::format("DSCP {} is the only one that {} pauses for its class", entry.from, profile.key));
    Statement* text = draft().find(&written, {"input", "dscp", "code-point", gone->key});
    if (text == nullptr)
        return "part of the profile is inherited from a group: change it by hand";
    draft().remove(*text);
    return {};
}

}
