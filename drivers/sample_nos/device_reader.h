// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <array>

namespace rocelint::sample_nos {

/// Walks the tree by the keys that the platform knows, and marks each as read. Keys that nothing asks for keep the
/// state `unrecognised` and are shown to the user.
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
    void read_queues(Port& port, const Node* ecn);

    /// The member with this key, marked as read, or null.
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

}
