// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/comware/grammar.h"
#include "drivers/line_cli/grammar/listed_words.h"
#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"
#include "models/catalog/platform_defaults.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace rocelint::comware {

inline constexpr std::uint8_t queue_count = 8; // also the number of local precedences and of 802.1p values
inline constexpr std::uint8_t level_count = 3; // drop levels: green, yellow, red

inline constexpr auto default_names = catalog::names<
    "admin_state alpha class_queue deadlock_action default_priority dot1p_lp dscp_dot1p ecn frame group_of_priority hash ingress_policy "
    "link_pause mlag_peer_link no_drop pfc recover_mode rewrite_dscp trust watchdog wred_exponent wred_high wred_low wred_percent">();
/// A default of Comware for what the configuration does not state: an entry of the catalog's `comware` section, which may be
/// missing.
using Default = catalog::DefaultName<default_names>;

/// The headers of the blocks that are looked up by name.
inline constexpr std::uint8_t block_kinds[]{kind_of(LineKind::map_table), kind_of(LineKind::wred_table)};

/// The names of the map-tables that are read.
inline constexpr std::string_view value_to_class = "dot1p-lp";
inline constexpr std::string_view dscp_to_value = "dscp-dot1p";
inline constexpr std::string_view dscp_to_class = "dscp-lp";
inline constexpr std::string_view dscp_to_dscp = "dscp-dscp";

/// The bytes of a cell of a model's packet buffer, or 0 if they are undocumented.
[[nodiscard]] std::uint64_t cell_of_model(std::string_view model);
/// The model of a line of `display version`, such as "S9820-64H uptime is 2 weeks"; empty for any other line.
[[nodiscard]] std::string_view model_of(std::string_view text);

/// The share of the free buffer that a percentage of `ingress-buffer dynamic` stands for, as an exponent of two.
[[nodiscard]] std::int64_t exponent_of(std::uint64_t percent);
/// The highest percentage that stands for it; nothing if none does.
[[nodiscard]] std::optional<std::uint64_t> percent_of(std::int64_t exponent);

/// The words of the line that says what is hashed.
inline constexpr line_cli::HashWord hash_words[]{{HashField::destination_ip, "dest-ip"},
    {HashField::destination_port, "dest-port"},
    {HashField::ip_protocol, "ip-pro"},
    {HashField::source_ip, "src-ip"},
    {HashField::source_port, "src-port"}};

/// The numbers of an entry of the catalog: one for each 802.1p value, or for each eighth of the DSCPs.
[[nodiscard]] std::array<std::uint8_t, queue_count> usual_numbers(std::string_view entry);
/// The speed of a port of this type: "HundredGigE1/0/1". 0 if its name states none.
[[nodiscard]] BitsPerSecond speed_of(std::string_view port);
[[nodiscard]] PortKind kind_of_port(std::string_view name);

/// One entry of a map-table whose targets are 802.1p values or local precedences.
struct MapPoint {
    std::uint8_t target = ClassMap::unmapped;
    const Fact* line = nullptr; ///< null: the usual entry
};
/// Returns the entries of a table with this many points; `usual(point)` is the target that no line changes. Nothing if a line
/// of it is not understood.
template <std::size_t points, class Usual>
[[nodiscard]] std::optional<std::array<MapPoint, points>> entries_of(const Block* block, Usual&& usual)
{
    std::array<MapPoint, points> entries;
    for (std::uint8_t point = 0; point < points; ++point)
        entries.at(point).target = usual(point);
    for (std::size_t at = 0; block != nullptr && at < block->facts.size(); ++at) {
        const Fact& line = *block->facts[at];
        if (says(line) != LineKind::entry)
            continue;
        if (line.sense == Sense::unread)
            return std::nullopt;
        for (const Dscp point : DscpSet{line.value()}) {
            if (point < points)
                entries.at(point) = line.sense != Sense::set ? MapPoint{usual(point), nullptr}
                    : line.value(1) < queue_count ? MapPoint{static_cast<std::uint8_t>(line.value(1)), &line}
                                                  : MapPoint{ClassMap::unmapped, &line};
        }
    }
    return entries;
}

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    /// What a line of a size in cells states. It is unread where no line shows a model whose cells are known.
    [[nodiscard]] Setting<Bytes> bytes_of(std::uint64_t cells, const Fact& line);

    catalog::PlatformDefaults<Default> defaults;
    line_cli::Blocks blocks;
    std::uint64_t cell = 0; ///< bytes; 0: not known
    const Fact* policy = nullptr; ///< of all ports, or of VLANs
    struct Maps {
        Setting<Ref> dscp;
        Setting<Ref> value; ///< 802.1p values to classes
        Setting<Ref> group;
        Setting<Ref> paused_queue;
        Setting<Ref> rewritten;
    } maps;
    /// Made once, however many ports use them: by WRED table and queue.
    std::map<std::pair<const Block*, std::uint8_t>, Ref> markings;
    /// By the lines that state the kind, the weight and the shaper.
    std::map<std::tuple<const Fact*, const Fact*, const Fact*, bool>, Ref> schedulers;
};

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);
/// From Config to Device, once all lines are placed.
void resolve(Config& config);

// Parts of resolve().
void resolve_maps(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pools(Config& config);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

}
