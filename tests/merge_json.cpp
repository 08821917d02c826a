// SPDX-License-Identifier: Apache-2.0
#include "tests/example_fabric.h"

#include <nlohmann/json.hpp>

namespace rocelint {
namespace {

using Json = nlohmann::ordered_json;

void merge(Json& target, const Json& patch)
{
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object())
        target = Json::object();
    for (const auto& [key, value] : patch.items()) {
        if (value.is_null())
            target.erase(key);
        else
            merge(target[key], value);
    }
}

}

std::string merge_json(std::string_view base, std::string_view patch)
{
    Json target = Json::parse(base);
    merge(target, Json::parse(patch));
    constexpr int indentation = 4;
    return target.dump(indentation) + "\n";
}

}
