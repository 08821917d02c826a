// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/document/builder.h"

#include <algorithm>
#include <concepts>

// The Builder templates that convert the rows of any record (models/fabric/fields/fields.h), shared by the builder's
// .cpp files.
namespace rocelint::document {

/// The Kind for an entry of a device's table of T.
template <class T>
constexpr Kind kind_of_target()
{
    if constexpr (std::same_as<T, ClassMap>)
        return Kind::map;
    else if constexpr (std::same_as<T, EcnProfile>)
        return Kind::ecn_profile;
    else if constexpr (std::same_as<T, Scheduler>)
        return Kind::scheduler;
    else if constexpr (std::same_as<T, BufferPool>)
        return Kind::pool;
    else if constexpr (std::same_as<T, BufferProfile>)
        return Kind::buffer_profile;
    else if constexpr (std::same_as<T, BufferProfileList>)
        return Kind::buffer_profile_list;
    else {
        static_assert(std::same_as<T, ClassPolicy>);
        return Kind::policy;
    }
}

template <class T>
const Document::Builder::Names& Document::Builder::names()
{
    Names& names = names_[&fields_of<T>];
    if (!names.keys.empty())
        return names;
    for_each_field(fields_of<T>, [&](const auto& row) {
        std::string key(row.name);
        std::ranges::replace(key, '-', '_');
        names.keys.emplace_back(std::string_view(key));
        names.whats.push_back(static_cast<std::int32_t>(whats_.size()));
        whats_.push_back(row.what);
    });
    return names;
}

template <class V>
jv Document::Builder::known(const auto& row, const V& value, std::uint32_t device) const
{
    using Row = std::remove_cvref_t<decltype(row)>;
    if constexpr (requires { row.targets; }) {
        const auto& table = fabric_.devices[device].*row.targets;
        using Target = typename std::remove_cvref_t<decltype(table)>::value_type;
        return value.index >= table.size() ? jv_null() : later(kind_of_target<Target>(), device, value.index);
    } else if constexpr (std::same_as<Row, PortField<typename Row::Record>>) {
        const Device& owner = fabric_.devices[device];
        return value >= owner.ports.size() ? jv_null() : detail::text(owner.ports[value].name);
    } else if constexpr (std::same_as<typename Row::Record, IbPort>) {
        return jv_null();
    } else {
        return json_value(value);
    }
}

template <class T>
void Document::Builder::set_fields(jv& object, const T& record, std::uint32_t device)
{
    const Names& all = names<T>();
    std::size_t index = 0;
    for_each_field(fields_of<T>, [&](const auto& row) {
        const auto& setting = record.*row.member;
        jv value = setting.peek_known() ? known(row, setting.value, device)
                                        : unread(device, setting.origin, all.whats[index]);
        object = jv_object_set(object, all.keys[index].share(), value);
        ++index;
    });
}

template <class T>
void Document::Builder::set_origins(jv& object, const T& record, std::uint32_t device, std::uint32_t port)
{
    const Names& all = names<T>();
    std::size_t index = 0;
    for_each_field(fields_of<T>, [&](const auto& row) {
        object = jv_object_set(
            object, all.keys[index].share(), origin((record.*row.member).origin, device, port));
        ++index;
    });
}

template <class T>
jv Document::Builder::origins(const T& record, std::uint32_t device, std::uint32_t port)
{
    jv object = jv_object();
    set_origins(object, record, device, port);
    return object;
}

template <class T>
jv Document::Builder::named(const T& record, Kind where_from, std::uint32_t device, std::uint32_t index)
{
    jv out = jv_object();
    set(out, "name", detail::text(record.name));
    set_fields(out, record, device);
    set(out, "at", place(record.at, device, Port::no_index));
    set(out, "origins", later(where_from, device, index));
    return out;
}

}
