// SPDX-License-Identifier: Apache-2.0
// Finds chips by any name that devices use. The catalog lists only figures with a source; any other figure is
// unknown.
#include "models/catalog/asic.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

namespace rocelint::catalog {
namespace {

struct Pattern {
    std::string_view glob;
    std::uint32_t asic;
};

// asics.yaml, read when the first ASIC is looked up.
struct Asics {
    CatalogFile file{"asics.yaml", table::asics};
    std::vector<Asic> entries;
    std::unordered_map<std::string, std::uint32_t> names;
    std::vector<Pattern> patterns;
    std::vector<std::string_view> spelt; ///< the names as written

    Asics()
    {
        for (const Node& node : file.section("asics")) {
            const auto index = static_cast<std::uint32_t>(entries.size());
            entries.push_back(read(node));
            names.emplace(ascii::lowered(node.key), index);
            spelt.push_back(node.key);
            for (const Node& group : *CatalogFile::member(node, "names")) {
                static_cast<void>(file.source(CatalogFile::member(group, "source")->value));
                for (const Node& name : *CatalogFile::member(group, "value"))
                    add_name(name.value, index);
            }
        }
    }

    void add_name(std::string_view name, std::uint32_t index)
    {
        if (name.find('*') == std::string_view::npos) {
            spelt.push_back(name);
            ensure(names.emplace(ascii::lowered(name), index).second, "asics.yaml gives a name to two ASICs");
        } else {
            patterns.push_back({name, index});
        }
    }

    [[nodiscard]] Asic read(const Node& node) const
    {
        Asic asic;
        asic.name = node.key;
        asic.vendor = CatalogFile::member(node, "vendor")->value;
        asic.model = file.figure<HeadroomModel>(node, "model");
        asic.cell = file.figure<Bytes>(node, "cell");
        asic.pipeline_kib = file.figure<double>(node, "pipeline_kib");
        asic.mac_phy_kib = file.figure<double>(node, "mac_phy_kib");
        asic.peer_response_kib = file.figure<double>(node, "peer_response_kib");
        asic.tile_delay = file.figure<bool>(node, "tile_delay");
        asic.extra_xoff = file.figure<Bytes>(node, "extra_xoff");
        asic.shared_headroom_reserved = file.figure<std::uint32_t>(node, "shared_headroom_reserved");
        asic.shared_headroom_max = file.figure<std::uint32_t>(node, "shared_headroom_max");
        asic.cells = file.figure<std::uint64_t>(node, "cells");
        asic.packet_memory = file.figure<Bytes>(node, "packet_memory");
        asic.packet_memory_most = file.figure<Bytes>(node, "packet_memory_most");
        if (const Node* pools = node.child("shipped_pools")) {
            for (const Node& pool : *pools)
                asic.shipped_pools.push_back(
                    {{static_cast<std::uint64_t>(whole_number(*CatalogFile::member(pool, "size")))},
                        {static_cast<std::uint64_t>(whole_number(*CatalogFile::member(pool, "xoff")))},
                        file.source(CatalogFile::member(pool, "source")->value)});
        }
        asic.memory_slices = file.figure<std::uint32_t>(node, "memory_slices");
        asic.deep_buffer = file.figure<bool>(node, "deep_buffer");
        asic.red_curve_decides = file.figure<bool>(node, "red_curve_decides");
        asic.pause_needs_fec = file.figure<bool>(node, "pause_needs_fec");
        asic.alpha = file.figure<AlphaScale>(node, "alpha");
        asic.alpha_least = file.figure<std::int64_t>(node, "alpha_least");
        asic.alpha_infinite = file.figure<std::int64_t>(node, "alpha_infinite");
        asic.shipped_alpha_least = file.figure<std::int64_t>(node, "shipped_alpha_least");
        asic.shipped_alpha_most = file.figure<std::int64_t>(node, "shipped_alpha_most");
        asic.max_lossless = file.figure<std::uint32_t>(node, "max_lossless");
        asic.lane_rate = file.figure<std::uint32_t>(node, "lane_rate");
        asic.fastest_port = file.figure<std::uint32_t>(node, "fastest_port");
        return asic;
    }
};

const Asics& asics()
{
    static const Asics catalog;
    return catalog;
}

}

physics::AsicDelays Asic::delays() const
{
    return {.cell = cell.value,
        .pipeline_kib = pipeline_kib.value,
        .mac_phy_kib = mac_phy_kib.value,
        .peer_response_kib = peer_response_kib.value,
        .tile_delay = tile_delay.value,
        .extra_xoff = extra_xoff.value};
}

std::optional<physics::Alpha> Asic::alpha_of(std::int64_t threshold) const
{
    if (!alpha.known() || alpha.value != AlphaScale::power_of_two)
        return std::nullopt;
    if (alpha_infinite.known() && threshold >= alpha_infinite.value)
        return physics::Alpha{.value = 1, .infinite = true};
    if (alpha_least.known() && threshold < alpha_least.value)
        return physics::Alpha{.value = 0};
    return physics::Alpha{.value = std::ldexp(1.0, static_cast<int>(threshold))};
}

bool Asic::is_shallow(double deep_memory) const
{
    if (deep_buffer.known())
        return !deep_buffer.value;
    return packet_memory.known() && static_cast<double>(packet_memory.value.count) < deep_memory;
}

namespace {

const Asic* search_asic(std::string_view name)
{
    const Asics& catalog = asics();
    const auto found = catalog.names.find(ascii::lowered(name));
    if (found != catalog.names.end())
        return &catalog.entries[found->second];
    for (const Pattern& pattern : catalog.patterns) {
        if (glob_match(pattern.glob, name))
            return &catalog.entries[pattern.asic];
    }
    return nullptr;
}

}

// Rules look up the ASIC of every port, and a fabric has few kinds of devices, so recent names are cached
// instead of being matched against all patterns again.
const Asic* find_asic(std::string_view name)
{
    if (name.empty())
        return nullptr;
    struct Answer {
        std::string name;
        const Asic* asic = nullptr;
    };
    constexpr std::size_t kept = 16;
    thread_local std::array<Answer, kept> answers;
    const auto letter = [name](std::size_t at) { return static_cast<unsigned char>(name[at]); };
    Answer& answer = answers[(name.size() + letter(name.size() - 1) + letter(name.size() / 2)) % kept];
    if (answer.name != name)
        answer = {std::string(name), search_asic(name)};
    return answer.asic;
}

const Asic* asic_of(const Device& device)
{
    const Asic* asic = find_asic(device.asic);
    return asic != nullptr ? asic : find_asic(device.model);
}

std::span<const Asic> all_asics() { return asics().entries; }

const std::vector<std::string_view>& asic_names() { return asics().spelt; }

}
