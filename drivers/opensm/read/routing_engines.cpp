// SPDX-License-Identifier: Apache-2.0
// The engines of setup_routing_engine in opensm 3.3.23 (osm_opensm.c), and those that NVIDIA's adds.
#include "drivers/opensm/read/routing_engines.h"

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

constexpr std::array<std::pair<std::string_view, RoutingEngine>, 22> names{{
    {"minhop", RoutingEngine::minhop},
    {"updn", RoutingEngine::updn},
    {"dnup", RoutingEngine::dnup},
    {"file", RoutingEngine::file},
    {"ftree", RoutingEngine::ftree},
    {"lash", RoutingEngine::lash},
    {"dor", RoutingEngine::dor},
    {"torus-2QoS", RoutingEngine::torus_2qos},
    {"nue", RoutingEngine::nue},
    {"dfsssp", RoutingEngine::dfsssp},
    {"sssp", RoutingEngine::sssp},
    {"none", RoutingEngine::none},
    {"ar_updn", RoutingEngine::ar_updn},
    {"ar_ftree", RoutingEngine::ar_ftree},
    {"ar_torus", RoutingEngine::ar_torus},
    {"ar_dor", RoutingEngine::ar_dor},
    {"pqft", RoutingEngine::pqft},
    {"dfp", RoutingEngine::dfp},
    {"dfp2", RoutingEngine::dfp2},
    {"kdor-hc", RoutingEngine::kdor_hc},
    {"chain", RoutingEngine::chain},
    {"auto", RoutingEngine::auto_},
}};

}

RoutingEngine engine_of(std::string_view name)
{
    const auto* const found
        = std::ranges::find(names, name, &std::pair<std::string_view, RoutingEngine>::first);
    return found == names.end() ? RoutingEngine::unknown : found->second;
}

std::string_view name_of(RoutingEngine engine)
{
    const auto* const found
        = std::ranges::find(names, engine, &std::pair<std::string_view, RoutingEngine>::second);
    return found == names.end() ? std::string_view{} : found->first;
}

std::vector<std::string_view> engine_names(SmFlavour flavour)
{
    std::vector<std::string_view> out;
    for (const auto& [name, engine] : names) {
        if (flavour == SmFlavour::nvidia || !is_engine_of_nvidia(engine))
            out.push_back(name);
    }
    return out;
}

bool is_engine_of_nvidia(RoutingEngine engine)
{
    return engine >= RoutingEngine::ar_updn && engine < RoutingEngine::unknown;
}

}
