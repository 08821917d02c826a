// SPDX-License-Identifier: Apache-2.0
// A host's settings as text, to compare what captures show with what the configuration sets.
#include "drivers/linux_host/config/config_facts.h"
#include "drivers/linux_host/knob/notation.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

std::string priorities(PrioritySet set) { return set.empty() ? "none" : to_string(set); }

// A value that is not one of classes.
std::string held_text(const KnobRow& row, const KnobValue& value, std::uint8_t number)
{
    const std::string text = amount_text(row.words, value.amount);
    switch (row.shape) {
    case Shape::eight: {
        PrioritySet on;
        for (const Priority priority : PrioritySet::all()) {
            if (value.list[priority] != 0)
                on.insert(priority);
        }
        return priorities(on);
    }
    case Shape::point:
        return fmt::format("{} to {}", number, text);
    case Shape::half:
        return fmt::format("{} for priority {}", text, number);
    default:
        return text;
    }
}

}

const Nic* ConfigFacts::find_nic(const Setter& setter)
{
    if (setter.by_rdma_device)
        return &host_.rdma(setter.subject, setter.rdma_port).nic;
    if (const RdmaPort* rdma = host_.rdma_of_interface(setter.subject); rdma != nullptr)
        return &rdma->nic;
    const std::uint32_t index = host_.find_port(setter.subject);
    return index == Port::no_index ? nullptr : &host_.net(index).nic;
}

std::optional<ShownValue> ConfigFacts::shown(const Setter& setter)
{
    const KnobRow& row = row_of(setter.knob);
    if (row.scope == Scope::rdma_device || setter.by_rdma_device)
        return shown_of(row, {host_.device(), Port{}, find_nic(setter)}, setter);
    const std::uint32_t index = host_.find_port(setter.subject);
    if (index == Port::no_index)
        return std::nullopt;
    if (row.member->stored == Stored::classes)
        return shown_of_classes(index, row.member->classes, setter);
    if (row.member->get == nullptr)
        return shown_map(index);
    return shown_of(row, {host_.device(), host_.port_at(index), &host_.net(index).nic}, setter);
}

std::optional<ShownValue> ConfigFacts::shown_of(
    const KnobRow& row, const PortView& view, const Setter& setter) const
{
    const HeldValue held = row.member->get(view, setter.number);
    if (!held.known)
        return std::nullopt;
    return ShownValue{held_text(row, held.value, setter.number), host_.origins().span(held.origin)};
}

std::optional<ShownValue> ConfigFacts::shown_of_classes(
    std::uint32_t index, const ClassMember& member, const Setter& setter)
{
    const bool collected = index < facts_.size() && facts_[index].has_value();
    const ClassFacts facts = collected ? *facts_[index] : captured_classes(index);
    // Only the classes that the capture lists can be compared.
    const TrafficClasses& captured = host_.net(index).classes;
    const bool whole = member.shown == ClassMember::Shown::whole;
    const OriginId origin = whole ? member.origin(facts) : OriginId{};
    if (whole && origin == OriginId{})
        return std::nullopt;
    ShownValue shown{{}, host_.origins().span(origin)};
    const bool given_alone = member.shown == ClassMember::Shown::given_classes;
    for (const std::uint8_t each : given_alone ? setter.given : PrioritySet::all()) {
        const Span listed = captured.classes[each].at;
        if (given_alone && !listed.somewhere())
            continue;
        if (!whole && !shown.at.somewhere())
            shown.at = listed;
        add_item(shown.value, member.text(facts, captured, each), ",");
    }
    if (!shown.at.somewhere())
        return std::nullopt;
    return shown;
}

std::optional<ShownValue> ConfigFacts::shown_map(std::uint32_t index)
{
    const ClassMap* map = host_.device().map(host_.port_at(index).dscp_to_tc);
    if (map == nullptr)
        return std::nullopt;
    std::string text;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
        if (const std::uint8_t to = map->at_point(dscp); to != ClassMap::unmapped && to != 0)
            add_item(text, fmt::format("{} to {}", dscp, to));
    }
    return ShownValue{text.empty() ? "all to 0" : std::move(text), map->at};
}

}
