// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"

#include <cstdint>
#include <optional>

/// The scheduling and buffering of queues by the classes of bound policies.
namespace rocelint::line_cli {

/// The kinds of lines with which a class says how its queue is served.
struct ServiceLines {
    std::uint8_t priority = 0;
    std::uint8_t share = 0; ///< its value is in percent
    std::uint8_t limit = 0;
    /// Returns the rate of a limit, or nothing if its unit is not one of the model.
    std::optional<BitsPerSecond> (*rate_of)(const Fact& limit) = nullptr;
};
/// Returns how a class serves its queue. A limit in a unit that the model lacks is left unread.
[[nodiscard]] Scheduler service_of(DeviceLines& config, const Block& lines, const ServiceLines& kinds);

/// Fills in the sizes of a buffer from a line whose values are the size, the fill at which pause is sent, and
/// the fill at which the sender may resume.
void take_pause_sizes(DeviceLines& config, BufferProfile& profile, const Fact& line);

/// Adds the queues 0 to `count` - 1 of a port. `line` binds `policy`; without a policy, `unbound(number)`
/// returns the scheduler. Otherwise `describe(queue)` fills in a queue from its class, once for each policy,
/// and returns whether the policy has the class.
template <class Config, class Unbound, class Describe>
void add_policy_queues(Config& config,
    Port& port,
    std::uint8_t count,
    const Stated& line,
    const Block* policy,
    Unbound&& unbound,
    Describe&& describe)
{
    config.begin_queues(port, count, policy != nullptr || config.defaults.known("ecn"));
    for (std::uint8_t number = 0; number < count; ++number) {
        Queue queue;
        queue.number = number;
        queue.ecn = config.defaults.value("ecn", Ref{});
        if (policy == nullptr) {
            queue.scheduler = unbound(number);
        } else {
            const auto [entry, fresh] = config.queues.try_emplace({policy, number}, queue);
            Queue& described = entry->second;
            if (fresh && !describe(described)) {
                described.ecn = config.lacking(queue.ecn, policy->header->at);
                described.scheduler
                    = Setting<Ref>::unread(config.unread("the queuing policy has no class for the queue"));
            }
            const Span binding = line.reference.somewhere() ? line.reference : line.fact->at;
            queue.ecn = config.inherit(described.ecn, binding);
            queue.scheduler = config.inherit(described.scheduler, binding);
        }
        config.device.queues.push_back(queue);
    }
}

}
