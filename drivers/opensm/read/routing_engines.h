// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet/subnet_manager.h"

#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// The word in routing_engine that excludes min-hop as a fallback if all engines fail.
inline constexpr std::string_view no_fallback = "no_fallback";

/// Returns the routing engine with this name; `unknown` if neither flavor has it.
[[nodiscard]] RoutingEngine engine_of(std::string_view name);
/// Returns the name of an engine in routing_engine; empty for `unknown`.
[[nodiscard]] std::string_view name_of(RoutingEngine engine);
/// Returns the names of the engines that a flavor's subnet manager has.
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
