// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}
