// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/boards.h"
#include "rules/rule.h"

namespace rocelint {

/// The subjects of a fault of this port's headroom: each priority, then the whole, so that a fault of the cable
/// length (the whole alone) goes before it.
void blame_headroom(const PortContext& context, Finding& finding, PrioritySet priorities);

/// Adds as evidence the line that decides the class of packets of this DSCP at the port, as far as a line says so and the
/// finding does not name it yet.
void show_class(const Device& device, const Port& port, Dscp dscp, Finding& finding);
/// The same of the queue that the class leaves by.
void show_queue(const Device& device, const Port& port, std::uint8_t tc, Finding& finding);
/// The same of the priority group that counts the class.
void show_group(const Device& device, const Port& port, std::uint8_t tc, Finding& finding);
/// The same of the classes that PFC of these priorities keeps from loss.
void show_paused_classes(const Device& device, const Port& port, PrioritySet priorities, Finding& finding);

/// "host1 ens1f0np0 (and 2 more)": NICs that say another thing than most of their board.
[[nodiscard]] std::string odd_ones(const RuleContext& context, const Outliers& group);
/// "3 NICs of the same board ConnectX-6, such as host2 ens1f0np0": the others.
[[nodiscard]] std::string usual_ones(
    const RuleContext& context, const Outliers& group, std::string_view board);
/// Makes each of the odd ones a subject of the finding, which is told at the first, and one of the others its evidence.
void blame_odd_ones(
    const Outliers& group, Property property, std::string evidence, std::string fix, Finding& finding);

}
