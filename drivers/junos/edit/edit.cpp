// SPDX-License-Identifier: Apache-2.0
// Neutral changes as statements of Junos.
#include "drivers/junos/edit/edit.h"

#include "drivers/hierarchy/correction.h"
#include "drivers/junos/edit/edit_classifiers.h"
#include "drivers/junos/edit/edit_profiles.h"
#include "drivers/junos/read/syntax.h"
#include "drivers/junos/write/command_text.h"
#include "drivers/junos/write/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rocelint::junos {

using hierarchy::is_damaged;
using hierarchy::refuse_all;
using hierarchy::refuse_control_characters;
using hierarchy::why_not_back;

namespace {

// Makes a change of one port that affects nothing else.
Objection make(EditContext& context, const Change& change)
{
    switch (change.property) {
    case Property::mtu:
        return edit_mtu(context, change);
    case Property::link_pause:
        return edit_link_pause(context, change);
    case Property::speed:
        return edit_speed(context, change);
    case Property::fec:
        return edit_fec(context, change);
    case Property::trust:
        return edit_trust(context, change);
    case Property::headroom:
        return edit_headroom(context, change);
    case Property::scheduler:
        return edit_scheduler(context, change);
    case Property::ecn:
    case Property::ecn_thresholds:
        return edit_marking(context, change);
    case Property::queue_map:
        return "a Junos traffic class is its queue: renumber the forwarding class by hand";
    case Property::priority_group_map:
        return "Junos has no priority groups to map: a class has its pfc-priority";
    default:
        return Objection(fmt::format("Junos has no statement for {}", name_of(change.property)));
    }
}

std::map<std::uint32_t, std::string> take_all(EditContext& context)
{
    std::map<std::uint32_t, std::string> refused;
    ProfileEditor profiles(context);
    ClassifierEditor classifiers(context);
    const std::span<const Change> changes = context.changes();
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const Change& change = changes[index];
        Objection reason;
        if (change.port.port >= context.device().ports.size())
            reason = change.property == Property::hashing
                ? edit_hashing(context, change)
                : Objection("a correction of the whole device is made by hand");
        else if (is_made(context.device(), change))
            continue;
        else if (ProfileEditor::takes(change))
            profiles.take(index);
        else if (ClassifierEditor::takes(change))
            classifiers.take(index);
        else
            reason = make(context, change);
        if (reason)
            refused.emplace(index, std::move(reason).sentence());
    }
    profiles.finish();
    classifiers.finish();
    refused.insert(profiles.refused().begin(), profiles.refused().end());
    refused.insert(classifiers.refused().begin(), classifiers.refused().end());
    return refused;
}

struct Drafted {
    std::unique_ptr<Draft> draft;
    std::vector<Refusal> refused;
};

// If any change is refused, nothing is drafted: the caller asks again without the refused changes
// (drivers/amend).
Drafted drafted(std::span<const Tree> trees, std::string_view name, std::span<const Change> changes)
{
    Drafted made{std::make_unique<Draft>(language, trees), {}};
    if (is_damaged(trees)) {
        refuse_all(made.refused, changes.size(), "the file is damaged: correct its syntax first");
        return made;
    }
    InForce now(trees, name);
    EditContext context(now, *made.draft, changes);
    for (auto& [change, reason] : take_all(context))
        made.refused.push_back({change, std::move(reason)});
    if (!made.refused.empty())
        made.draft = std::make_unique<Draft>(language, trees);
    return made;
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    Drafted made = drafted(trees, device.name, changes);
    editing.refused = std::move(made.refused);
    if (made.draft->empty())
        return editing;
    bool first = true;
    for (const Tree& tree : trees) {
        switch (notation_of(tree.source->text())) {
        case Notation::braces:
            write_braces(*made.draft, tree, first, editing.edits);
            break;
        case Notation::commands:
            write_lines(*made.draft, tree, first, editing.edits);
            break;
        case Notation::xml:
            write_elements(*made.draft, tree, first, editing.edits);
            break;
        case Notation::shown:
            continue;
        }
        first = false;
    }
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Drafted wanted = drafted(trees, device.name, changes);
    made.refused = std::move(wanted.refused);
    made.text = command_lines(*wanted.draft);
    made.netconf = netconf_config(*wanted.draft);
    refuse_control_characters(made, changes.size());
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree>,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    const Drafted wanted = drafted(before, device_before.name, changes);
    made.refused = wanted.refused;
    const Draft plain(language, before);
    if (const Objection reason = why_not_back(*wanted.draft, plain)) {
        refuse_all(made.refused, changes.size(), reason.sentence());
        return made;
    }
    made.text = command_lines(*wanted.draft, {&plain});
    made.netconf = netconf_config(*wanted.draft, {&plain});
    refuse_control_characters(made, changes.size());
    return made;
}

}
