// SPDX-License-Identifier: Apache-2.0
// Which priority pauses which queue of a port, by its congestion notification profile and its classes.
#pragma once

#include "drivers/junos/read/config.h"

namespace rocelint::junos {

/// The properties of one queue, from the classes and a profile.
struct QueueClass {
    const ForwardingClass* of_class = nullptr;
    Setting<std::uint8_t> priority; ///< the priority that pauses it; unread: none
};
/// By queue.
using QueueClasses = std::array<QueueClass, queues_at_most>;

/// Returns the map of the classifier that the statement names; null if it names none that is known.
[[nodiscard]] const ClassMap* map_of(const Config& config,
    const std::unordered_map<std::string_view, std::uint32_t>& known,
    const Statement* reference);
/// Returns the input code points of this kind ("dscp", "ieee-802.1") of a profile, or null.
[[nodiscard]] const Statement* input_points_of(const Statement* profile, std::string_view kind);
/// Returns the output code points of a profile, or null.
[[nodiscard]] const Statement* output_points_of(const Statement* profile);
/// Returns the class of each queue and the priority that pauses it.
[[nodiscard]] QueueClasses classes_by_queue(Config& config, const Binding& binding, const Statement* profile);
/// Returns the priorities that the port pauses.
[[nodiscard]] Setting<PrioritySet> paused_priorities(
    Config& config, const Binding& binding, const Statement* profile, const QueueClasses& queues);
/// Returns what the port obeys: the priorities that it pauses itself, and those that an output stanza also
/// lists. The rules check for a listed priority that the port does not pause, and for a paused one that stops
/// no queue.
[[nodiscard]] Setting<PrioritySet> obeyed_priorities(
    Config& config, const Binding& binding, const Statement* profile, const Setting<PrioritySet>& paused);

}
