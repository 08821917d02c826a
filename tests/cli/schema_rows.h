// SPDX-License-Identifier: Apache-2.0
// JSON Schema of the rows of fields.h.
#pragma once

#include "models/fabric/fields/fields.h"
#include "models/fabric/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocelint::model_schema_test {

using Json = nlohmann::ordered_json;

/// A value of this type, or null where it is unknown.
inline Json one_of_null(std::string_view type) { return {{"type", {type, "null"}}}; }
/// A list, or null where it is unknown.
inline Json list_of(const Json& items) { return {{"type", {"array", "null"}}, {"items", items}}; }
/// A reference to a definition of the schema.
inline Json refer(std::string_view name) { return {{"$ref", fmt::format("#/definitions/{}", name)}}; }
inline Json refer_or_null(std::string_view name) { return {{"anyOf", {refer(name), {{"type", "null"}}}}}; }

/// The words of an enumeration.
template <class Enum>
Json words()
{
    Json all = Json::array();
    for (const std::string_view word : words_of<Enum>)
        all.push_back(word);
    return all;
}

/// The unit of a quantity; empty if it has none.
template <class T>
std::string_view unit()
{
    if constexpr (std::same_as<T, Bytes>)
        return "bytes";
    else if constexpr (std::same_as<T, BitsPerSecond>)
        return "bit/s";
    else if constexpr (std::same_as<T, Metres>)
        return "m";
    else if constexpr (std::same_as<T, Percent>)
        return "%";
    else if constexpr (std::same_as<T, Milliseconds>)
        return "ms";
    else if constexpr (std::same_as<T, std::chrono::seconds>)
        return "s";
    else
        return "";
}

/// The schema of a setting of this type.
template <class T>
Json value()
{
    if constexpr (std::same_as<T, bool>) {
        return one_of_null("boolean");
    } else if constexpr (std::same_as<T, std::string_view> || std::same_as<T, std::uint64_t>) {
        return one_of_null("string");
    } else if constexpr (std::is_enum_v<T>) {
        Json all = words<T>();
        all.push_back(nullptr);
        return {{"enum", all}};
    } else if constexpr (std::same_as<T, HashFields>) {
        return list_of({{"enum", words<HashField>()}});
    } else if constexpr (std::same_as<T, IbWidths>) {
        return list_of({{"enum", words<IbWidth>()}});
    } else if constexpr (std::same_as<T, IbSpeeds>) {
        return list_of({{"enum", words<IbSpeed>()}});
    } else if constexpr (std::same_as<T,
                             PrioritySet> || std::same_as<T, DscpSet> || std::same_as<T, SlToVl>) {
        return list_of({{"type", "integer"}});
    } else {
        return one_of_null("number");
    }
}

/// The schema of a reference to a table of a device.
template <class T>
Json target()
{
    if constexpr (std::same_as<T, ClassMap>)
        return refer_or_null("ClassMap");
    else if constexpr (std::same_as<T, EcnProfile>)
        return refer_or_null("EcnProfile");
    else if constexpr (std::same_as<T, Scheduler>)
        return refer_or_null("Scheduler");
    else if constexpr (std::same_as<T, BufferPool>)
        return refer_or_null("BufferPool");
    else if constexpr (std::same_as<T, BufferProfile>)
        return refer_or_null("BufferProfile");
    else if constexpr (std::same_as<T, BufferProfileList>)
        return list_of(refer_or_null("BufferProfile"));
    else
        return refer_or_null("ClassPolicy");
}

/// One key of an object.
struct Row {
    std::string key;
    Json schema;
    std::string what;
};

/// The key of a row of fields.h.
inline std::string key_of(std::string_view name)
{
    std::string key(name);
    std::ranges::replace(key, '-', '_');
    return key;
}

/// Adds a key for each row of a table of fields.h.
template <class Record>
void add_rows(std::vector<Row>& rows, const auto& table)
{
    for_each_field(table, [&rows](const auto& row) {
        using Field = std::remove_cvref_t<decltype(row)>;
        Json schema;
        std::string what(row.what);
        if constexpr (requires { row.targets; }) {
            using Table = std::remove_cvref_t<decltype(std::declval<Device>().*row.targets)>;
            schema = target<typename Table::value_type>();
        } else if constexpr (std::same_as<Field, PortField<Record>>) {
            schema = one_of_null("string");
            what += ", by its name";
        } else {
            schema = value<typename Field::Value>();
            if (const std::string_view in = unit<typename Field::Value>(); !in.empty())
                what += fmt::format(", in {}", in);
        }
        schema["description"] = what;
        rows.push_back({key_of(row.name), schema, what});
    });
}

/// A key for each row of the fields of a record.
template <class Record>
std::vector<Row> rows_of()
{
    std::vector<Row> rows;
    add_rows<Record>(rows, fields_of<Record>);
    return rows;
}

/// A key that is not in fields.h.
inline Row row(std::string_view key, Json schema, std::string_view what)
{
    schema["description"] = what;
    return {std::string(key), schema, std::string(what)};
}

}
