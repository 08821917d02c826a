// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/onyx/grammar.h"
#include "models/fabric/device.h"

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint::onyx {

inline constexpr std::size_t class_count = 8;

/// Lines of which a port has one for each traffic class or priority group.
enum class PerClass : std::uint8_t { marking, service, queue_buffer, group_buffer, count };

/// What is said of one port: the last line of each kind, and all of those that add up. Null: no line.
struct PortLines {
    std::array<const line_cli::Fact*, static_cast<std::size_t>(Says::count)> last{};
    std::array<std::array<const line_cli::Fact*, class_count>, static_cast<std::size_t>(PerClass::count)> by_class{};
    std::vector<const line_cli::Fact*> maps; ///< of DSCP and PCP, bindings to classes and groups, addresses: in their order
    Span membership; ///< the line by which it is in a port channel
};

/// A traffic pool.
struct TrafficPool {
    const line_cli::Fact* type = nullptr;
    const line_cli::Fact* priorities = nullptr;
    const line_cli::Fact* percent = nullptr;
    Span at;
};

/// What one reading of a device has in hand.
struct Config {
    Config(Device& target, std::vector<SyntaxProblem>& found) : device(target), problems(found) { }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    std::deque<line_cli::Fact> facts; ///< never move
    std::vector<PortLines> ports; ///< beside Device::ports
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::array<const line_cli::Fact*, static_cast<std::size_t>(Says::count)> global{};
    std::array<const line_cli::Fact*, class_count> pfc_priorities{};
    std::map<std::string_view, TrafficPool> pools;
    std::vector<const line_cli::Fact*> buffer_pools;
    std::vector<const line_cli::Fact*> routes;
    /// What several ports share, by the lines that it was built from.
    std::map<std::pair<MapKind, std::vector<const line_cli::Fact*>>, Ref> maps;
    std::map<const line_cli::Fact*, Ref> profiles;
    std::map<std::pair<const line_cli::Fact*, std::uint8_t>, Ref> services;

    [[nodiscard]] const line_cli::Fact* stated(Says what) const { return global[static_cast<std::size_t>(what)]; }
    /// The catalog's entry: where it has none, or the file is a part of a configuration, the origin is unread.
    [[nodiscard]] OriginId default_of(std::string_view name);
    template <class T>
    [[nodiscard]] Setting<T> fallback(std::string_view name, T value)
    {
        const OriginId origin = default_of(name);
        return origin.kind() == OriginKind::default_ ? Setting<T>(value, origin) : Setting<T>::unread(origin);
    }

private:
    std::map<std::string_view, OriginId> defaults_;
};

/// A port's line, its own or that of its port channel, and where its values come from.
struct Stated {
    const line_cli::Fact* fact = nullptr;
    OriginId origin;
    explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] bool is(line_cli::Sense sense) const { return fact != nullptr && fact->sense == sense; }
};

/// The ports that "1/1-1/4" means, by the name that Onyx prints ("Eth1/3"). Empty for what is no range.
[[nodiscard]] std::vector<std::string> port_names(std::string_view type, std::string_view number);
/// "Eth1/3" as it stands in a line: "ethernet 1/3".
[[nodiscard]] std::string line_name(std::string_view port);

/// Takes all lines of a file into `config` and marks their nodes.
void read_lines(Config& config, const Tree& tree);
/// Builds the device of the lines.
void resolve(Config& config);

// Parts of resolve(), for one port.
void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_buffers(Config& config);
void resolve_groups(Config& config, std::uint32_t port);
[[nodiscard]] Stated find(Config& config, std::uint32_t port, Says what);
[[nodiscard]] Stated find(Config& config, std::uint32_t port, PerClass what, std::size_t number);
/// The values of one kind of a port's lines that add up; those of its port channel before its own.
[[nodiscard]] std::vector<const line_cli::Fact*> find_all(const Config& config, std::uint32_t port, Says what);

/// What `roce` does, where it is switched on: its mode, and the origin of what it makes.
struct RoceMode {
    bool on = false;
    bool pauses = false; ///< sends pause for its priority
    bool obeys = false; ///< answers to pause
    OriginId origin;
};
[[nodiscard]] RoceMode roce_mode(Config& config);

}
