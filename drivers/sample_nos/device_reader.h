// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace rocelint::sample_nos {

/// Walks the tree by the keys that the platform knows, and marks each as read. All other keys keep the state
/// `unrecognised` and are shown to the user.
class DeviceReader {
public:
    DeviceReader(const Tree& tree, Reading& reading)
        : tree_(tree), device_(reading.device), problems_(reading.problems)
    {
    }
    void read();

private:
    void read_classes(const Node& root);
    void read_buffers(const Node& root);
    void read_schedule(const Node& node);
    void read_port(const Node& node);
    void read_watchdog(PfcWatchdog& watchdog, const Node* node);
    void read_queues(Port& port);
    void read_ecn(const Port& port, const Node& ecn);
    void read_buffer(BufferProfile& made, const Node& node);
    void read_group(const Port& port, const Node& node);
    void read_alpha(Setting<std::int64_t>& setting, const Node& buffer);
    void read_threshold(
        Setting<Bytes>& bytes, Setting<Percent>& share, const Node& ecn, std::string_view key);
    void read_cable(Port& port, const Node& node);
    void read_forwarding(const Node& root);
    void read_addresses(const Node& port, std::uint32_t index);
    void read_route(const Node& node);
    void read_pair(const Node& root);
    void read_balancing(const Node& node);

    /// Returns the port that this value names; a problem if there is none.
    std::uint32_t port_index(const Node& node);
    void problem(const Node& node, std::string message);
    bool word(const Node& node, std::string_view expected);
    /// Reads yes or no.
    void flag(Setting<bool>& setting, const Node& node, std::string_view key);

    /// Returns the member with this key, marked as read, or null.
    const Node* member(const Node& node, std::string_view key);
    std::string_view text(const Node& node, std::string_view key);
    Setting<PrioritySet> priorities(const Node& node, std::string_view key);
    OriginId written(const Node& node) { return device_.origins.explicit_at(tree_.span(node)); }
    template <class T>
    bool number(Setting<T>& setting,
        const Node& node,
        std::string_view key,
        std::string_view unit,
        std::uint64_t scale = 1,
        std::uint64_t limit = 0xffffffff);
    template <class T>
    bool number(Setting<T>& setting,
        const Node& node,
        std::string_view unit,
        std::uint64_t scale,
        std::uint64_t limit);

    const Tree& tree_;
    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    OriginId default_;
    Setting<PrioritySet> lossless_;
    std::array<Setting<Ref>, 8> scheduler_{};
};

template <class T>
T quantity(std::uint64_t number)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(number);
    else if constexpr (std::is_same_v<T, Metres> || std::is_same_v<T, Milliseconds>)
        return T{static_cast<std::uint32_t>(number)};
    else
        return T{number};
}

template <class T>
bool DeviceReader::number(Setting<T>& setting,
    const Node& node,
    std::string_view key,
    std::string_view unit,
    std::uint64_t scale,
    std::uint64_t limit)
{
    const Node* found = node.child(key);
    return found != nullptr && number(setting, *found, unit, scale, limit);
}

// A number followed by its unit. Any other text is reported and stays unrecognised.
template <class T>
bool DeviceReader::number(
    Setting<T>& setting, const Node& node, std::string_view unit, std::uint64_t scale, std::uint64_t limit)
{
    const std::size_t end = node.value.ends_with(unit) ? node.value.size() - unit.size() : 0;
    const auto value = parse_number(node.value.substr(0, end));
    if (!value || *value > limit) {
        problems_.push_back({SyntaxProblem::Severity::error,
            tree_.value_span(node),
            fmt::format("a number up to {}{} is expected here", limit, unit)});
        return false;
    }
    setting = {quantity<T>(*value * scale), written(node)};
    node.mark(CoverageState::read);
    return true;
}

}
