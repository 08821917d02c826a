// SPDX-License-Identifier: Apache-2.0
// Compares rows of models/fabric/fields/fields.h between two readings of a device.
#pragma once

#include "models/fabric/fields/fields.h"
#include "models/fabric/target.h"

#include <algorithm>
#include <vector>

namespace rocelint {

/// The two readings to compare. The targets of references lie in their devices.
struct TwoReadings {
    const Device& before;
    const Device& after;
};

template <class V>
[[nodiscard]] bool same(const Setting<V>& a, const Setting<V>& b)
{
    return a.known() == b.known() && (!a.known() || a.value == b.value);
}

[[nodiscard]] inline std::string_view port_name(const Device& device, std::uint32_t port)
{
    return port < device.ports.size() ? device.ports[port].name : std::string_view();
}

/// Whether two targets of references have the same content, regardless of their names. For buffer profiles
/// only sizes count: a different pool is a difference of its own.
[[nodiscard]] bool same_content(const TwoReadings& readings, const ClassMap& a, const ClassMap& b);
[[nodiscard]] bool same_content(const TwoReadings& readings, const EcnProfile& a, const EcnProfile& b);
[[nodiscard]] bool same_content(const TwoReadings& readings, const Scheduler& a, const Scheduler& b);
[[nodiscard]] bool same_content(const TwoReadings& readings, const BufferProfile& a, const BufferProfile& b);
[[nodiscard]] bool same_content(
    const TwoReadings& readings, const BufferProfileList& a, const BufferProfileList& b);
[[nodiscard]] bool same_content(const TwoReadings& readings, const ClassPolicy& a, const ClassPolicy& b);
/// Pools are compared by name: two pools of one size are still two memories.
[[nodiscard]] bool same_content(const TwoReadings& readings, const BufferPool& a, const BufferPool& b);

/// Whether two buffer profiles use the same pool.
[[nodiscard]] bool same_pool(const TwoReadings& readings, const BufferProfile& a, const BufferProfile& b);

template <class T, class V>
[[nodiscard]] bool same_field(const TwoReadings&, const Field<T, V>& row, const T& a, const T& b)
{
    const Setting<V>& one = a.*row.member;
    const Setting<V>& other = b.*row.member;
    if (row.compare == Compare::observed)
        return true;
    if (row.compare == Compare::derived && (!one.known() || !other.known()))
        return true;
    return same(one, other);
}

template <class T, class Target>
[[nodiscard]] bool same_field(
    const TwoReadings& readings, const Reference<T, Target>& row, const T& a, const T& b)
{
    const Target* one = target_of(readings.before.*row.targets, a.*row.member);
    const Target* other = target_of(readings.after.*row.targets, b.*row.member);
    return (a.*row.member).known() == (b.*row.member).known() && (one == nullptr) == (other == nullptr)
        && (one == nullptr || same_content(readings, *one, *other));
}

template <class T>
[[nodiscard]] bool same_field(const TwoReadings& readings, const PortField<T>& row, const T& a, const T& b)
{
    const Setting<std::uint32_t>& one = a.*row.member;
    const Setting<std::uint32_t>& other = b.*row.member;
    return one.known() == other.known()
        && (!one.known() || port_name(readings.before, one.value) == port_name(readings.after, other.value));
}

/// Whether every row of the record is the same.
template <class T>
[[nodiscard]] bool same_fields(const TwoReadings& readings, const T& a, const T& b)
{
    bool equal = true;
    for_each_field(fields_of<T>, [&](const auto& row) { equal = equal && same_field(readings, row, a, b); });
    return equal;
}

}
