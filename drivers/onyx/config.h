// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/device_lines.h"
#include "drivers/onyx/grammar.h"
#include "models/catalog/platform_defaults.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::onyx {

using line_cli::add_to;
using line_cli::Fact;
using line_cli::Sense;
using line_cli::Stated;

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

/// What `roce` stands for, where it is switched on.
struct Roce {
    bool on = false;
    bool pauses = false; ///< sends pause for its priority
    bool obeys = false; ///< answers to pause
    OriginId origin; ///< of what it makes
    std::vector<Fact> lines; ///< of every port that does not say otherwise
};

/// What one reading of a device has in hand besides its lines. FactTable::said has the places of traffic pools too.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found)
        : DeviceLines(grammar(),
            line_cli::read_lines(grammar(), scope::top, trees, &found),
            target,
            found,
            kind_of_port)
        , defaults("onyx", default_names, target.origins, target.fragment)
    {
    }

    catalog::PlatformDefaults<Default> defaults;
    std::map<std::string_view, std::pair<std::uint32_t, Span>> traffic_pools; ///< place and first line
    Roce roce;
    /// What several lines make together, one for each different list of lines.
    std::map<std::pair<MapKind, std::vector<const Fact*>>, Ref> maps;
    std::map<const Fact*, Ref> profiles;
    std::map<std::pair<const Fact*, std::uint8_t>, Ref> services;

    /// The origin of what a line says itself, wherever it holds.
    [[nodiscard]] OriginId here(const Fact& fact)
    {
        return fact.node == nullptr ? roce.origin : device.origins.explicit_at(fact.at);
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

/// A port's line, its own, that of its port channel or what `roce` stands for.
[[nodiscard]] Stated find(
    const Config& config, std::uint32_t port, Says what, std::uint8_t number = Fact::no_number);
/// The lines of one kind of a port that add up; those of its port channel before its own.
[[nodiscard]] std::vector<const Fact*> find_all(const Config& config, std::uint32_t port, Says what);

inline constexpr std::string_view not_understood = "its line is not understood";

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
