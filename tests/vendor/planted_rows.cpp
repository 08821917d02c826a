// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/planted_rows.h"

#include "drivers/driver.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace rocelint::vendor::config_db {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto tables = std::to_array<const char*>({"PORT",
    "PORT_QOS_MAP",
    "DSCP_TO_TC_MAP",
    "TC_TO_QUEUE_MAP",
    "TC_TO_PRIORITY_GROUP_MAP",
    "MAP_PFC_PRIORITY_TO_QUEUE",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    "SCHEDULER",
    "WRED_PROFILE",
    "QUEUE",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_PG",
    "BUFFER_QUEUE",
    "BUFFER_PORT_INGRESS_PROFILE_LIST",
    "BUFFER_PORT_EGRESS_PROFILE_LIST",
    "CABLE_LENGTH",
    "PFC_WD",
    "LOSSLESS_TRAFFIC_PATTERN",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER"});

bool is_number(const std::string& text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

class Planter {
public:
    explicit Planter(std::string_view json) : config_(Json::parse(json))
    {
        for (const auto& [table, rows] : config_.items()) {
            for (const auto& [key, fields] : rows.items())
                names_.insert(key);
        }
    }

    std::vector<PlantedRow> run()
    {
        for (const char* table : tables) {
            if (!config_.contains(table))
                continue;
            const Json rows = config_[table];
            for (const auto& [key, fields] : rows.items())
                plant_row(table, key, fields);
        }
        return std::move(planted_);
    }

private:
    void plant_row(const std::string& table, const std::string& key, const Json& fields)
    {
        const std::string name = fmt::format("{}|{}", table, key);
        Json changed = config_;
        changed[table].erase(key);
        if (changed[table].empty())
            changed.erase(table);
        add(table, "no row", "no " + name, changed);
        const std::size_t bar = key.find('|');
        if (table != "PORT" && config_["PORT"].contains(key.substr(0, bar))) {
            changed[table]["Ethernet9999" + (bar == std::string::npos ? "" : key.substr(bar))] = fields;
            add(table, "a port of nothing", name + " is of Ethernet9999", changed);
        }
        for (const auto& [field, value] : fields.items()) {
            changed = config_;
            changed[table][key].erase(field);
            add(place_of(table, field), "no field", fmt::format("{} has no {}", name, field), changed);
            if (value.is_string())
                plant_value(table, key, field, value.get<std::string>());
        }
    }

    void plant_value(
        const std::string& table, const std::string& key, const std::string& field, const std::string& value)
    {
        const auto put = [&](const char* kind, const std::string& other) {
            Json changed = config_;
            changed[table][key][field] = other;
            add(place_of(table, field),
                kind,
                fmt::format("{}|{} has {} {}", table, key, field, other),
                changed);
        };
        if (names_.contains(value) && !is_number(value))
            return put("a name of nothing", "NOWHERE");
        if (!is_number(value))
            return put("another value", value == "3" || value.empty() ? "3,4" : value + "x");
        const unsigned long long number = std::stoull(value);
        for (const unsigned long long other : {0ULL, number / 2, number + 1, number * 2, number * 1000})
            put("another value", std::to_string(other));
    }

    static std::string place_of(const std::string& table, const std::string& field)
    {
        return is_number(field) || field.starts_with("Ethernet") ? table : table + " " + field;
    }

    void add(const std::string& place, std::string kind, std::string what, const Json& changed)
    {
        if (changed != config_)
            planted_.push_back({place, std::move(kind), std::move(what), changed.dump(2) + "\n"});
    }

    Json config_;
    std::set<std::string> names_;
    std::vector<PlantedRow> planted_;
};

}

std::vector<PlantedRow> planted_rows(std::string_view json) { return Planter(json).run(); }

std::vector<PlantedRow> planted_rows(const testing::Subject& subject, std::size_t most)
{
    std::vector<PlantedRow> rows;
    for (std::size_t file = 0; file < subject.files.size(); ++file) {
        if (!is_config_db(subject.files[file]))
            continue;
        for (PlantedRow& row : planted_rows(subject.files[file].text)) {
            row.file = file;
            rows.push_back(std::move(row));
        }
    }
    std::mt19937 random(20261124); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::ranges::shuffle(rows, random);
    std::map<std::pair<std::string, std::string>, int> known;
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t index = 0; index < rows.size(); ++index)
        order.emplace_back(known[{rows[index].place, rows[index].kind}]++, index);
    std::ranges::sort(order);
    order.resize(std::min(order.size(), most));
    std::vector<PlantedRow> chosen;
    for (const auto& [round, index] : order)
        chosen.push_back(std::move(rows[index]));
    return chosen;
}

bool is_config_db(const testing::Subject::File& file)
{
    return file.text.starts_with("{")
        && recognise(Source(0, file.path, file.text)).driver == find_driver("sonic");
}

}
