// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/boards.h"
#include "rules/rule.h"

namespace rocelint {

/// The subjects of a headroom fault of this port: first each priority, then the whole property. A fault of the
/// cable length, whose only subject is the whole property, therefore takes precedence.
[[nodiscard]] std::vector<Subject> headroom_subjects(const PortContext& context, PrioritySet priorities);

/// Adds as evidence the line that decides the traffic class of packets with this DSCP at the port, if there
/// is such a line and the finding does not name it yet.
void show_class(const Device& device, const Port& port, Dscp dscp, Diagnosis& diagnosis);
/// The same for the class's egress queue.
void show_queue(const Device& device, const Port& port, std::uint8_t tc, Diagnosis& diagnosis);
/// The same for the priority group that counts the class.
void show_group(const Device& device, const Port& port, std::uint8_t tc, Diagnosis& diagnosis);
/// The same for the classes that PFC of these priorities protects from loss.
void show_paused_classes(
    const Device& device, const Port& port, PrioritySet priorities, Diagnosis& diagnosis);

/// "host1 ens1f0np0 (and 2 more)": the NICs that differ from most others with the same board.
[[nodiscard]] std::string odd_ones(const RuleContext& context, const Outliers& group);
/// "3 NICs of the same board ConnectX-6, such as host2 ens1f0np0": the majority.
[[nodiscard]] std::string usual_ones(
    const RuleContext& context, const Outliers& group, std::string_view board);
/// Makes each outlier a subject of the diagnosis, which is reported at the first one, and adds one NIC of the
/// majority as evidence.
void blame_odd_ones(
    const Outliers& group, Property property, std::string evidence, std::string fix, Diagnosis& diagnosis);

}
