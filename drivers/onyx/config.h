// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "drivers/onyx/grammar.h"
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

/// What several lines make together, one for each different list of lines.
using Shared = std::map<std::pair<std::uint8_t, std::vector<const Fact*>>, Ref>;

/// What one reading of a device has in hand.
struct Config {
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found)
        : device(target)
        , problems(found)
        , lines(line_cli::read_lines(grammar(), scope::top, trees, &found))
        , said(grammar(), lines)
    {
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    line_cli::Lines lines;
    line_cli::FactTable said; ///< by place: the device's, then those of ports and traffic pools
    std::uint32_t everywhere = said.add_place();
    std::vector<std::uint32_t> place_of_port; ///< beside Device::ports
    std::vector<std::vector<const Fact*>> lists_of_port; ///< likewise: lines that add up, in their order
    std::vector<Span> membership; ///< likewise: the line by which it is in a port channel
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::map<std::string_view, std::pair<std::uint32_t, Span>> traffic_pools; ///< place and first line
    Shared maps; ///< by MapKind
    std::map<const Fact*, Ref> profiles;
    std::map<std::pair<const Fact*, std::uint8_t>, Ref> services;

    [[nodiscard]] const Fact* stated(Says what, std::uint8_t number = Fact::no_number) const
    {
        return said.find(everywhere, kind_of(what), number);
    }
    /// The catalog's entry: where it has none, or the file is a part of a configuration, the origin is unread.
    [[nodiscard]] OriginId default_of(std::string_view name);
    template <class T>
    [[nodiscard]] Setting<T> fallback(std::string_view name, T value)
    {
        const OriginId origin = default_of(name);
        return origin.kind() == OriginKind::default_ ? Setting<T>(value, origin) : Setting<T>::unread(origin);
    }
    [[nodiscard]] OriginId here(const Fact& fact) { return device.origins.explicit_at(fact.at); }

private:
    std::map<std::string_view, OriginId> defaults_;
};

/// A port's line, its own or that of its port channel, and where its values come from.
struct Stated {
    const Fact* fact = nullptr;
    OriginId origin;
    explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] bool is(Sense sense) const { return fact != nullptr && fact->sense == sense; }
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
    std::string_view name;
    std::uint8_t points = class_count;
    std::uint8_t step = 1;
};
/// The map that these lines make of the default one.
[[nodiscard]] Setting<Ref> map_of(
    Config& config, MapKind kind, const MapDefault& usual, const std::vector<const Fact*>& lines);

/// What `roce` does, where it is switched on: its mode, and the origin of what it makes.
struct RoceMode {
    bool on = false;
    bool pauses = false; ///< sends pause for its priority
    bool obeys = false; ///< answers to pause
    OriginId origin;
};
[[nodiscard]] RoceMode roce_mode(Config& config);

}
