// SPDX-License-Identifier: Apache-2.0
// What "as planned" means after a step: exactly the planned differences, every link that was up still up, and no
// more drops than usual. What a device does not report is not counted in its favour.
#include "push/verify.h"

#include "models/change/difference.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace {

const PortCounter* find_counter(const Health& health, const PortCounter& wanted)
{
    const auto place = std::ranges::find_if(health.counters, [&](const PortCounter& counter) {
        return counter.port == wanted.port && counter.name == wanted.name;
    });
    return place == health.counters.end() ? nullptr : &*place;
}

std::string where(const Device& device, std::uint32_t port)
{
    return port == Port::no_index || port >= device.ports.size() ? "the device"
                                                                 : std::string(device.ports[port].name);
}

}

std::optional<std::string> difference_from_step(
    const Driver& /*driver*/, const PlanStep& step, const Device& before, const ReadDevice& after)
{
    std::vector<Change> changes;
    for (const StepChange& planned : step.changes) {
        const auto change = on_device(planned.named, before, 0);
        const auto now = on_device(planned.named, after.device, 0);
        if (!change || !now)
            return fmt::format("port {} no longer exists", planned.named.port);
        if (!is_made(after.device, *now))
            return fmt::format("read back, {} lacks: {}",
                planned.named.port.empty() ? "the device" : planned.named.port,
                planned.what);
        changes.push_back(*change);
    }
    const auto others = unexplained(differences(before, after.device), before, changes);
    if (!others.empty())
        return fmt::format("read back, something else changed too: {} of {}",
            name_of(others.front().property),
            where(before, others.front().port));
    return std::nullopt;
}

std::optional<std::string> lost_link(const Health& before, const Health& now)
{
    for (const PortLink& link : before.links) {
        const auto place = std::ranges::find(now.links, link.port, &PortLink::port);
        if (link.up && (place == now.links.end() || !place->up))
            return fmt::format("the link of {} was up before and is down now", link.port);
        if (link.rdma && place != now.links.end() && !place->rdma)
            return fmt::format("the RDMA port of {} is no longer ACTIVE", link.port);
    }
    return std::nullopt;
}

std::optional<std::string> new_drops(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    std::uint64_t most)
{
    const auto seconds = [](const HealthSample& from, const HealthSample& to) {
        return std::max(std::chrono::duration<double>(to.at - from.at).count(), 0.001);
    };
    for (const PortCounter& counter : fourth.health.counters) {
        const PortCounter* start = find_counter(third.health, counter);
        if (counter.kind != PortCounter::Kind::drop || start == nullptr || counter.value <= start->value)
            continue;
        const std::uint64_t grown = counter.value - start->value;
        const PortCounter* early = find_counter(first.health, counter);
        const PortCounter* late = find_counter(second.health, counter);
        double usual = 0;
        if (early != nullptr && late != nullptr && late->value > early->value)
            usual = static_cast<double>(late->value - early->value) / seconds(first, second)
                * seconds(third, fourth);
        if (grown > most && static_cast<double>(grown) > 2 * usual)
            return fmt::format(
                "{} dropped {} packets ({}) since the change", counter.port, grown, counter.name);
    }
    return std::nullopt;
}

}
