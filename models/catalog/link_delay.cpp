// SPDX-License-Identifier: Apache-2.0
// Response times and interface delays by speed. Does not interpolate between two stated speeds, because the
// standard does not.
#include "models/catalog/asic.h"
#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/text/nearest.h"

#include <utility>

namespace rocelint::catalog {
namespace {

template <class T>
using BySpeed = std::vector<std::pair<std::uint64_t, Figure<T>>>;

// link_delays.yaml, read when the first delay is looked up.
struct LinkDelays {
    CatalogFile file{"link_delays.yaml", table::link_delays};
    BySpeed<std::uint32_t> response = read<std::uint32_t>("response_quanta");
    BySpeed<std::uint64_t> interface = read<std::uint64_t>("interface_bits");

    template <class T>
    [[nodiscard]] BySpeed<T> read(std::string_view name) const
    {
        BySpeed<T> out;
        const Node& section = file.section(name);
        for (const Node& entry : section) {
            const auto speed = parse_number(entry.key);
            ensure(speed.has_value(), "link_delays.yaml has a speed that is not a number");
            out.emplace_back(*speed * bits_per_megabit, file.figure<T>(section, entry.key));
        }
        return out;
    }
};

const LinkDelays& link_delays()
{
    static const LinkDelays catalog;
    return catalog;
}

template <class T>
Figure<T> at_speed(const BySpeed<T>& figures, BitsPerSecond speed)
{
    for (const auto& [of, figure] : figures) {
        if (of == speed.count)
            return figure;
    }
    return {};
}

struct Nics {
    CatalogFile file{"nics.yaml", table::nics};
    std::vector<NicModel> entries;
    std::vector<std::pair<std::string_view, std::size_t>> names;

    Nics()
    {
        for (const Node& node : file.section("nics")) {
            names.emplace_back(node.key, entries.size());
            for (const Node& name : *CatalogFile::member(node, "names"))
                names.emplace_back(name.value, entries.size());
            entries.push_back({node.key,
                file.figure<Bytes>(node, "cell"),
                file.figure<Bytes>(node, "max_mtu"),
                file.figure<Metres>(node, "default_cable")});
        }
    }
};

const Nics& nics()
{
    static const Nics catalog;
    return catalog;
}

}

Figure<std::uint32_t> response_quanta(BitsPerSecond speed) { return at_speed(link_delays().response, speed); }

std::vector<BitsPerSecond> response_speeds()
{
    std::vector<BitsPerSecond> speeds;
    for (const auto& [speed, figure] : link_delays().response)
        speeds.push_back({speed});
    return speeds;
}

Figure<std::uint64_t> interface_bits(BitsPerSecond speed) { return at_speed(link_delays().interface, speed); }

const NicModel* find_nic(std::string_view name)
{
    for (const auto& [known, index] : nics().names) {
        if (equal_ignoring_case(known, name))
            return &nics().entries[index];
    }
    return nullptr;
}

std::span<const NicModel> all_nics() { return nics().entries; }

const std::vector<std::string_view>& nic_names()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const auto& [name, index] : nics().names)
            all.push_back(name);
        return all;
    }();
    return names;
}

}
