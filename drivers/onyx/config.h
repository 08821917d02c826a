// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/map_lines.h"
#include "drivers/line_cli/read/shown_pfc.h"
#include "drivers/onyx/grammar.h"
#include "models/catalog/platform_defaults.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::onyx {

inline constexpr std::uint8_t class_count = 8;

inline constexpr auto default_names
    = catalog::names<"admin_state class_binding default_priority dscp_map ecn fec group_binding group_type "
                     "ingress_policy link_pause mark_probability mlag_peer_link mtu pcp_map pfc port_mode "
                     "priority_is_class rewrite_dscp rewrite_map scheduler trust watchdog">();
/// A default of Onyx for what the configuration does not state: an entry of the catalog's `onyx` section,
/// which may be missing.
using Default = catalog::DefaultName<default_names>;

/// The settings that `roce` implies, if it is enabled.
struct Roce {
    bool on = false;
    bool pauses = false; ///< sends PFC for its priority
    bool obeys = false; ///< obeys PFC for its priority
    OriginId origin; ///< origin of the settings that it makes
    std::vector<Fact> lines; ///< lines that apply to every port that does not say otherwise
};

/// The state of reading one device, in addition to its lines. FactTable::said also has places for traffic
/// pools.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
        : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port)
        , trees(files)
        , defaults("onyx", default_names, target.origins, target.fragment)
    {
    }

    std::span<const Tree> trees;
    catalog::PlatformDefaults<Default> defaults;
    line_cli::ShownPfcByPort shown_pfc;
    std::map<std::string_view, std::pair<std::uint32_t, Span>> traffic_pools; ///< place and first line
    Roce roce;
    std::map<std::string_view, Span> policing_lists; ///< access lists with a policer, and its line
    std::vector<std::pair<std::uint32_t, const Fact*>> access_groups; ///< by port
    line_cli::LineMaps maps;
    std::map<std::pair<const Fact*, std::uint8_t>, Ref> profiles;

    /// Builds what a line states once, no matter how many ports have the line. `number`: the class, if there
    /// is no line.
    template <class Make>
    [[nodiscard]] Setting<Ref> make_once(
        const Fact* line, OriginId origin, Make&& make, std::uint8_t number = 0)
    {
        const auto [entry, fresh] = profiles.try_emplace({line, number});
        if (fresh)
            entry->second = make();
        return {entry->second, origin};
    }
    /// Returns the origin of a line's own statement, wherever it applies.
    [[nodiscard]] OriginId here(const Fact& fact)
    {
        return fact.node == nullptr ? roce.origin : device.origins.explicit_at(fact.at);
    }
};

/// Creates the ports and assigns each line to its place.
void place_lines(Config& config);
/// Reads the output of `show dcb priority-flow-control` among the lines that are not of a configuration.
void read_shown_pfc(Config& config);
/// Builds the device from the lines.
void resolve(Config& config);

// Parts of resolve(). Those with a port handle one port.
void resolve_pools(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

/// Returns a port's line: its own, its port channel's, or the one that `roce` implies.
[[nodiscard]] Stated find(
    const Config& config, std::uint32_t port, LineKind what, std::uint8_t number = Fact::no_number);
/// Returns the lines of one kind of a port that add up; those of its port channel come first.
[[nodiscard]] std::vector<const Fact*> find_all(const Config& config, std::uint32_t port, LineKind what);

inline constexpr line_cli::MapLine map_lines[]{{MapKind::dscp_to_tc, kind_of(LineKind::dscp_map), 64, 8},
    {MapKind::pcp_to_tc, kind_of(LineKind::pcp_map)},
    {MapKind::tc_to_queue, kind_of(LineKind::class_binding), class_count, 1, 1},
    // Switch-priorities without a binding share group 0.
    {MapKind::tc_to_priority_group, kind_of(LineKind::group_binding), class_count, class_count, 1}};
/// Returns the map that a port's lines make from the usual one, the catalog's entry `usual`.
[[nodiscard]] Setting<Ref> map_of(Config& config, std::uint32_t port, MapKind kind, Default usual);

}
