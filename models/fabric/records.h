// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <span>

namespace rocelint {

/// Calls `visit(records)` with a span of each list of records with settings, for a Device or a const Device.
/// Single records (the device itself, its load balancing) are lists of one. The rows of fields.h list the
/// contents of a record.
template <class AnyDevice, class Visit>
void for_each_list(AnyDevice& device, Visit&& visit)
{
    visit(std::span(&device, 1));
    visit(std::span(&device.load_balancing, 1));
    visit(std::span(&device.forwarding, 1));
    visit(std::span(&device.headroom, 1));
    visit(std::span(&device.trimming, 1));
    visit(std::span(device.ports));
    for (auto& port : device.ports)
        visit(std::span(&port.watchdog, 1));
    visit(std::span(device.queues));
    visit(std::span(device.groups));
    for (auto& policy : device.policies)
        visit(std::span(policy.classes));
    for (auto& profile : device.ecn_profiles)
        visit(std::span(profile.curves));
    visit(std::span(device.schedulers));
    visit(std::span(device.pools));
    visit(std::span(device.buffer_profiles));
    visit(std::span(device.nics));
    visit(std::span(device.jobs));
    if (device.subnet) {
        visit(std::span(&*device.subnet, 1));
        visit(std::span(device.subnet->nodes));
        visit(std::span(device.subnet->ports));
    }
    if (device.manager) {
        visit(std::span(&*device.manager, 1));
        visit(std::span(device.manager->qos_classes));
        visit(std::span(device.manager->qos_policy.levels));
        visit(std::span(device.manager->qos_policy.rules));
    }
}

}
