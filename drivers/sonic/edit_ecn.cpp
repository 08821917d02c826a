// SPDX-License-Identifier: Apache-2.0
// A WRED profile is edited where every queue of it needs the change, else copied. Colours that were alike stay
// alike.
#include "drivers/sonic/change_set.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

constexpr auto written_colours = std::to_array<std::pair<Colour, std::string_view>>(
    {{Colour::green, "green"}, {Colour::yellow, "yellow"}, {Colour::red, "red"}});

void add_colour(Fields& fields, std::string_view colour, const EcnTarget& target)
{
    fields[fmt::format("{}_min_threshold", colour)] = fmt::format("{}", target.min_threshold.count);
    fields[fmt::format("{}_max_threshold", colour)] = fmt::format("{}", target.max_threshold.count);
    fields[fmt::format("{}_drop_probability", colour)]
        = fmt::format("{}", target.max_probability.hundredths / 100);
}

// A profile that marks every colour alike.
Fields fields_of(const EcnTarget& target)
{
    Fields fields{{"ecn", "ecn_all"}};
    for (const auto& [colour, name] : written_colours) {
        fields[fmt::format("wred_{}_enable", name)] = "true";
        add_colour(fields, name, target);
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

// What changes in a profile that marks: green, which unmetered packets are, and the colours that were like it.
Fields changed_fields(const EcnProfile& profile, const EcnTarget& target)
{
    const EcnCurve* green = curve_of(profile, Colour::green);
    if (!profile.marks() || green == nullptr || !green->marks.is(true))
        return fields_of(target);
    Fields fields;
    for (const auto& [colour, name] : written_colours) {
        const EcnCurve* curve = curve_of(profile, colour);
        if (curve != nullptr && (curve == green || is_alike(*curve, *green)))
            add_colour(fields, name, target);
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

std::string check_target(const EcnTarget& target)
{
    return target.max_probability.hundredths % 100 == 0
        ? std::string()
        : std::string("WRED_PROFILE takes a probability in whole percent");
}

}

std::string EcnEditor::bind(const Change& change, const EcnTarget& target)
{
    if (std::string reason = check_target(target); !reason.empty())
        return reason;
    const auto known = std::ranges::find_if(
        set_.device.ecn_profiles, [&](const EcnProfile& profile) { return has_target(profile, target); });
    std::string name;
    if (known != set_.device.ecn_profiles.end()) {
        name = known->name;
    } else {
        name = fmt::format("RDMA_{}_{}_{}",
            target.min_threshold.count,
            target.max_threshold.count,
            target.max_probability.hundredths / 100);
        for (const auto& [field, value] : fields_of(target))
            set_.cells.set_named(Table::wred_profile, name, field, value);
    }
    set_.cells.set(Table::queue,
        fmt::format("{}|{}", set_.device.ports[change.port.port].name, change.number),
        "wred_profile",
        set_.cells.refer(Table::queue, "wred_profile", Table::wred_profile, name));
    return {};
}

bool EcnEditor::may_edit(const Change& change, std::uint32_t profile) const
{
    if (change.shared)
        return true;
    for (std::uint32_t index = 0; index < set_.device.ports.size(); ++index) {
        const Port& port = set_.device.ports[index];
        for (const Queue& queue : set_.device.queues_of(port)) {
            Change same = change;
            same.number = queue.number;
            if (queue.ecn.is(Ref{profile}) && !set_.wants(index, same))
                return false;
        }
    }
    return true;
}

std::string EcnEditor::set_thresholds(const Change& change, const EcnTarget& target)
{
    const Port& port = set_.device.ports[change.port.port];
    const Setting<Ref> ecn = ecn_of_queue(set_.device, port, change.number);
    if (!ecn.known() || ecn.value.none() || !may_edit(change, ecn.value.index))
        return bind(change, target);
    if (std::string reason = check_target(target); !reason.empty())
        return reason;
    const EcnProfile& profile = set_.device.ecn_profiles[ecn.value.index];
    for (const auto& [field, value] : changed_fields(profile, target))
        set_.cells.set_named(Table::wred_profile, profile.name, field, value);
    return {};
}

}
