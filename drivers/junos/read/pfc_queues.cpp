// SPDX-License-Identifier: Apache-2.0
#include "drivers/junos/read/pfc_queues.h"

namespace rocelint::junos {

const ClassMap* map_of(const Config& config,
    const std::unordered_map<std::string_view, std::uint32_t>& known,
    const Statement* reference)
{
    const auto found = reference == nullptr ? known.end() : known.find(reference->key);
    return found == known.end() ? nullptr : &config.device.maps[found->second];
}

const Statement* input_points_of(const Statement* profile, std::string_view kind)
{
    const Statement* input = profile == nullptr ? nullptr : profile->child("input");
    return input == nullptr ? nullptr : input->child(kind);
}

const Statement* output_points_of(const Statement* profile)
{
    const Statement* output = profile == nullptr ? nullptr : profile->child("output");
    return output == nullptr ? nullptr : output->child("ieee-802.1");
}

namespace {

// Returns the priority of a queue whose class does not state one: that of the paused code point that maps to
// the queue, else the priority whose pause stops the queue.
Setting<std::uint8_t> implied_priority(
    Config& config, const Binding& binding, const Statement* profile, const ForwardingClass& of_class)
{
    const std::uint8_t queue = of_class.queue.value;
    const ClassMap* pcps = map_of(config, config.pcp_classifiers, binding.pcp);
    if (const Statement* points = input_points_of(profile, "ieee-802.1");
        points != nullptr && pcps != nullptr) {
        for (const Statement& point : *points) {
            const auto pcp = parse_point(point.key, 3);
            if (pcp && pcps->at_point(*pcp) == queue && point.child("pfc") != nullptr)
                return {*pcp, config.here(point)};
        }
    }
    if (const Statement* points = output_points_of(profile); points != nullptr) {
        for (const Statement& point : *points) {
            const auto pcp = of_class.queue.configured() ? parse_point(point.key, 3) : std::nullopt;
            for (const Statement& stopped : point) {
                if (pcp && parse_number(stopped.key) == std::optional<std::uint64_t>(queue))
                    return {*pcp, config.here(stopped)};
            }
        }
        return {};
    }
    Setting<std::uint8_t> found;
    for (const char c : config.defaults.text(Default::output_queues)) {
        if (c == static_cast<char>('0' + queue))
            found = config.defaults.value<std::uint8_t>(Default::output_queues, queue);
    }
    return found;
}

}

// PFC by DSCP pauses with the pfc-priority of the class and needs one: nothing else implies it (Junos OS Traffic
// Management User Guide for the QFX Series, Configuring DSCP-based PFC for Layer 3 Untagged Traffic).
QueueClasses classes_by_queue(Config& config, const Binding& binding, const Statement* profile)
{
    const bool implies = input_points_of(profile, "dscp") == nullptr;
    QueueClasses queues{};
    for (std::size_t number = 0; number < queues.size(); ++number) {
        QueueClass& queue = queues[number];
        queue.of_class = config.class_of_queue[number];
        if (queue.of_class == nullptr)
            continue;
        queue.priority = queue.of_class->pfc_priority;
        if (implies && !queue.priority.known() && queue.of_class->lossless.is(true))
            queue.priority = implied_priority(config, binding, profile, *queue.of_class);
    }
    return queues;
}

}
