// SPDX-License-Identifier: Apache-2.0
// Edits a WRED profile in place if every queue that uses it needs the change, else copies it. Colors that had
// equal curves keep equal curves.
#include "drivers/sonic/edit/change_set.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// SONiC accepts whole percent only.
std::uint64_t percent_of(const EcnTarget& target) { return target.max_probability.hundredths / 100; }

void add_colour(Fields& fields, std::string_view colour, const EcnTarget& target)
{
    const auto add = [&](const NumberField& field, std::uint64_t number) {
        fields[fmt::format("{}_{}", colour, field.name())] = fmt::format("{}", number);
    };
    add(wred_min, target.min_threshold.count);
    add(wred_max, target.max_threshold.count);
    add(wred_probability, percent_of(target));
}

// A profile that marks every color the same way.
Fields fields_of(const EcnTarget& target)
{
    Fields fields{{std::string(wred_ecn.name), std::string(word_of(wred_ecn.words, all_colours))}};
    for (const std::string_view colour : colour_words) {
        fields[fmt::format("wred_{}_enable", colour)] = "true";
        add_colour(fields, colour, target);
    }
    return fields;
}

const EcnCurve* curve_of(const EcnProfile& profile, Colour colour)
{
    const auto found = std::ranges::find(profile.curves, colour, &EcnCurve::colour);
    return found == profile.curves.end() ? nullptr : &*found;
}

bool is_alike(const EcnCurve& a, const EcnCurve& b)
{
    const auto same = [](const auto& one, const auto& other) { return one.known() && other.is(one.value); };
    return same(a.min_threshold, b.min_threshold) && same(a.max_threshold, b.max_threshold)
        && same(a.max_probability, b.max_probability);
}

// The fields to change in a profile that marks: those of green,
// the color of unmetered packets, and of the colors equal to it.
Fields changed_fields(const EcnProfile& profile, const EcnTarget& target)
{
    const EcnCurve* green = curve_of(profile, Colour::green);
    if (!profile.marks() || green == nullptr || !green->marks.is(true))
        return fields_of(target);
    Fields fields;
    for (std::size_t colour = 0; colour < colour_words.size(); ++colour) {
        const EcnCurve* curve = curve_of(profile, static_cast<Colour>(colour));
        if (curve != nullptr && (curve == green || is_alike(*curve, *green)))
            add_colour(fields, colour_words[colour], target);
    }
    return fields;
}

bool has_target(const EcnProfile& profile, const EcnTarget& target)
{
    const EcnCurve* green = curve_of(profile, Colour::green);
    return profile.marks() && green != nullptr && green->marks.is(true)
        && green->min_threshold.is(target.min_threshold) && green->max_threshold.is(target.max_threshold)
        && green->max_probability.is(target.max_probability);
}

Objection check_target(const EcnTarget& target)
{
    if (target.max_probability.hundredths % 100 != 0)
        return "WRED_PROFILE takes a probability in whole percent";
    return objection_unless_empty(
        out_of_range(wred_probability.limit, static_cast<std::int64_t>(percent_of(target))));
}

}

Objection EcnEditor::bind(const Change& change, const EcnTarget& target)
{
    if (Objection reason = check_target(target))
        return reason;
    const auto known = std::ranges::find_if(
        set_.device.ecn_profiles, [&](const EcnProfile& profile) { return has_target(profile, target); });
    std::string name;
    if (known != set_.device.ecn_profiles.end()) {
        name = known->name;
    } else {
        name = fmt::format(
            "RDMA_{}_{}_{}", target.min_threshold.count, target.max_threshold.count, percent_of(target));
        for (const auto& [field, value] : fields_of(target))
            set_.cells.set_named(Table::wred_profile, name, field, value);
    }
    return set_queue(set_, change, "wred_profile", Table::wred_profile, name);
}

bool EcnEditor::all_want(const Change& change, std::uint32_t profile) const
{
    return set_.asked.first_unwilling(change, set_.ports(), [&](std::uint32_t port, const auto& need) {
        for (const Queue& queue : set_.device.queues_of(set_.device.ports[port])) {
            if (queue.ecn.is(Ref{profile}))
                need(queue.number);
        }
    }) == Port::no_index;
}

Objection EcnEditor::set_thresholds(const Change& change, const EcnTarget& target)
{
    const Port& port = set_.device.ports[change.port.port];
    const Setting<Ref> ecn = ecn_of_queue(set_.device, port, change.number);
    if (!ecn.known() || ecn.value.none() || !all_want(change, ecn.value.index))
        return bind(change, target);
    if (Objection reason = check_target(target))
        return reason;
    const EcnProfile& profile = set_.device.ecn_profiles[ecn.value.index];
    for (const auto& [field, value] : changed_fields(profile, target))
        set_.cells.set_named(Table::wred_profile, profile.name, field, value);
    return {};
}

}
