// SPDX-License-Identifier: Apache-2.0
// Compares the contents of maps, profiles and policies without their names, because a driver may rename what
// it edits.
#include "models/change/same_fields.h"

namespace rocelint {
namespace {

bool same_class(const TwoReadings& readings, const PolicyClass& a, const PolicyClass& b)
{
    return a.dscps == b.dscps && a.pcps == b.pcps && a.matches_everything == b.matches_everything
        && a.matches_nothing == b.matches_nothing && a.matches_other == b.matches_other
        && a.possible == b.possible && a.possible_pcps == b.possible_pcps && same_fields(readings, a, b);
}

const BufferProfile* profile_at(const Device& device, Ref ref)
{
    return ref.index < device.buffer_profiles.size() ? &device.buffer_profiles[ref.index] : nullptr;
}

}

bool same_content(const TwoReadings&, const ClassMap& a, const ClassMap& b) { return a.to == b.to; }

bool same_content(const TwoReadings& readings, const EcnProfile& a, const EcnProfile& b)
{
    const auto alike = [&](const EcnCurve& one, const EcnCurve& other) {
        return one.colour == other.colour && same_fields(readings, one, other);
    };
    return a.other_colours == b.other_colours && std::ranges::equal(a.curves, b.curves, alike);
}

bool same_content(const TwoReadings& readings, const Scheduler& a, const Scheduler& b)
{
    return same_fields(readings, a, b);
}

bool same_content(const TwoReadings& readings, const BufferProfile& a, const BufferProfile& b)
{
    bool equal = true;
    for_each_field(fields_of<BufferProfile>, [&](const auto& row) {
        if (row.property != Property::buffer_pool)
            equal = equal && same_field(readings, row, a, b);
    });
    return equal;
}

bool same_content(const TwoReadings& readings, const BufferProfileList& a, const BufferProfileList& b)
{
    return std::ranges::equal(a.profiles, b.profiles, [&](Ref first, Ref second) {
        const BufferProfile* one = profile_at(readings.before, first);
        const BufferProfile* other = profile_at(readings.after, second);
        return (one == nullptr) == (other == nullptr)
            && (one == nullptr || same_fields(readings, *one, *other));
    });
}

bool same_content(const TwoReadings& readings, const ClassPolicy& a, const ClassPolicy& b)
{
    return std::ranges::equal(a.classes, b.classes, [&](const PolicyClass& one, const PolicyClass& other) {
        return same_class(readings, one, other);
    });
}

bool same_pool(const TwoReadings& readings, const BufferProfile& a, const BufferProfile& b)
{
    bool equal = true;
    for_each_field(fields_of<BufferProfile>, [&](const auto& row) {
        if (row.property == Property::buffer_pool)
            equal = same_field(readings, row, a, b);
    });
    return equal;
}

bool same_content(const TwoReadings&, const BufferPool& a, const BufferPool& b) { return a.name == b.name; }

}
