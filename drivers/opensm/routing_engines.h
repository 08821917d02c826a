// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet_manager.h"

#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// The word of routing_engine that rules min-hop out where all engines fail.
inline constexpr std::string_view no_fallback = "no_fallback";

/// The routing engine of this name; `unknown` of one that neither flavour has.
[[nodiscard]] RoutingEngine engine_of(std::string_view name);
/// The name of an engine as routing_engine has it; empty for `unknown`.
[[nodiscard]] std::string_view name_of(RoutingEngine engine);
/// The names that a flavour's subnet manager has.
[[nodiscard]] std::vector<std::string_view> engine_names(SmFlavour flavour);
/// Whether only NVIDIA's subnet manager has the engine.
[[nodiscard]] bool is_engine_of_nvidia(RoutingEngine engine);

/// Calls `visit(name)` for each word of a value of routing_engine.
template <class Visit>
void for_each_engine(std::string_view list, Visit&& visit)
{
    while (!list.empty()) {
        const std::size_t begin = list.find_first_not_of(", \t");
        if (begin == std::string_view::npos)
            return;
        list.remove_prefix(begin);
        const std::string_view name = list.substr(0, list.find_first_of(", \t"));
        visit(name);
        list.remove_prefix(name.size());
    }
}

}
