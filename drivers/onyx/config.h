// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "drivers/onyx/grammar.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/device.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::onyx {

using line_cli::Fact;
using line_cli::Sense;

inline constexpr std::uint8_t class_count = 8;

inline constexpr auto default_names = std::to_array<std::string_view>({"admin_state",
    "class_binding",
    "default_priority",
    "dscp_map",
    "ecn",
    "fec",
    "group_binding",
    "group_type",
    "ingress_policy",
    "link_pause",
    "mark_probability",
    "mlag_peer_link",
    "mtu",
    "pcp_map",
    "pfc",
    "port_mode",
    "priority_is_class",
    "rewrite_dscp",
    "rewrite_map",
    "scheduler",
    "trust",
    "watchdog"});
/// What Onyx does where the configuration is silent: an entry of the catalog's `onyx` section, which may be missing there.
using Default = catalog::DefaultName<default_names>;

/// What stands in one interface's lines.
struct PortLines {
    std::uint32_t place = 0; ///< in Config::said
    std::vector<const Fact*> lists; ///< lines that add up, in their order
    Span membership; ///< the line by which it is in a port channel
};

/// What `roce` stands for, where it is switched on.
struct Roce {
    bool on = false;
    bool pauses = false; ///< sends pause for its priority
    bool obeys = false; ///< answers to pause
    OriginId origin; ///< of what it makes
    std::vector<Fact> lines; ///< of every port that does not say otherwise
};

/// What one reading of a device has in hand.
struct Config {
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found)
        : device(target)
        , problems(found)
        , defaults("onyx", default_names, target.origins, target.fragment)
        , lines(line_cli::read_lines(grammar(), scope::top, trees, &found))
        , said(grammar(), lines)
    {
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    catalog::PlatformDefaults<Default> defaults;
    line_cli::Lines lines;
    line_cli::FactTable said; ///< by place: the device's, then those of ports and traffic pools
    std::uint32_t everywhere = said.add_place();
    std::vector<PortLines> ports; ///< beside Device::ports
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::map<std::string_view, std::pair<std::uint32_t, Span>> traffic_pools; ///< place and first line
    Roce roce;
    /// What several lines make together, one for each different list of lines.
    std::map<std::pair<MapKind, std::vector<const Fact*>>, Ref> maps;
    std::map<const Fact*, Ref> profiles;
    std::map<std::pair<const Fact*, std::uint8_t>, Ref> services;

    [[nodiscard]] const Fact* stated(Says what, std::uint8_t number = Fact::no_number) const
    {
        return said.find(everywhere, kind_of(what), number);
    }
    [[nodiscard]] OriginId here(const Fact& fact)
    {
        return fact.node == nullptr ? roce.origin : device.origins.explicit_at(fact.at);
    }
};

/// Puts one more into a list of the device.
template <class T>
[[nodiscard]] Ref add_to(std::vector<T>& all, T one)
{
    all.push_back(std::move(one));
    return Ref{static_cast<std::uint32_t>(all.size() - 1)};
}

/// A port's line, its own, that of its port channel or what `roce` stands for, and where its values come from.
struct Stated {
    const Fact* fact = nullptr;
    OriginId origin;
    explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] bool is(Sense sense) const { return fact != nullptr && fact->sense == sense; }
    /// The value of the line; without one `usual`, by the catalog's entry `absent`.
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(const Config& config, Default absent, T usual, Value value) const
    {
        if (fact == nullptr)
            return config.defaults.value(absent, usual);
        return is(Sense::unread) ? Setting<T>::unread(origin) : Setting<T>(value(*fact), origin);
    }
};

/// Makes the ports and puts every line in its place.
void place_lines(Config& config);
/// Builds the device of the lines.
void resolve(Config& config);

// Parts of resolve(), the latter ones for one port.
void resolve_pools(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

[[nodiscard]] Stated find(
    Config& config, std::uint32_t port, Says what, std::uint8_t number = Fact::no_number);
/// The lines of one kind of a port that add up; those of its port channel before its own.
[[nodiscard]] std::vector<const Fact*> find_all(const Config& config, std::uint32_t port, Says what);

/// What holds where no line of a map says otherwise: point P leads to P divided by `step`, by the catalog's entry `name`.
struct MapDefault {
    Default name;
    std::uint8_t points = class_count;
    std::uint8_t step = 1;
};
/// The map that these lines make of the default one.
[[nodiscard]] Setting<Ref> map_of(
    Config& config, MapKind kind, const MapDefault& usual, const std::vector<const Fact*>& lines);

}
