// SPDX-License-Identifier: Apache-2.0
#include "tests/replay/replay.h"

#include <nlohmann/json.hpp>

#include <exception>
#include <set>

namespace rocelint::replay {
namespace {

using Json = nlohmann::ordered_json;

// "TABLE|key" of every row with its text.
std::set<std::pair<std::string, std::string>> rows_of(const Json& config)
{
    std::set<std::pair<std::string, std::string>> rows;
    for (const auto& [table, keys] : config.items()) {
        if (!keys.is_object())
            continue;
        const bool flat = table.find('|') != std::string::npos;
        if (flat)
            rows.emplace(table, nlohmann::json(keys).dump());
        for (const auto& [key, fields] : keys.items()) {
            if (!flat)
                rows.emplace(table + "|" + key, nlohmann::json(fields).dump());
        }
    }
    return rows;
}

}

Replayed apply_sonic(std::string_view config, std::string_view patch)
{
    try {
        const Json patched = Json::parse(config).patch(Json::parse(patch));
        // sonic-utilities generic_config_updater/generic_updater.py, PatchApplier::apply: EmptyTableError.
        const Json before = Json::parse(config);
        for (const auto& [table, keys] : patched.items()) {
            if (keys.is_object() && keys.empty() && !(before.contains(table) && before[table].empty()))
                return {{}, "the patch leaves the table " + table + " empty"};
        }
        return {patched.dump(4) + "\n", {}};
    } catch (const std::exception& error) {
        return {{}, error.what()};
    }
}

std::vector<std::string> changed_sonic_rows(std::string_view before, std::string_view after)
{
    const auto old_rows = rows_of(Json::parse(before));
    const auto new_rows = rows_of(Json::parse(after));
    std::set<std::string> changed;
    for (const auto& row : old_rows) {
        if (!new_rows.contains(row))
            changed.insert(row.first);
    }
    for (const auto& row : new_rows) {
        if (!old_rows.contains(row))
            changed.insert(row.first);
    }
    return {changed.begin(), changed.end()};
}

}
