// SPDX-License-Identifier: Apache-2.0
// What "as planned" means after a step: exactly the planned differences, every link that was up is still up,
// and no more drops than usual. Anything that a device does not report is not counted in its favor.
#include "push/run/verify.h"

#include "drivers/amend/deviation.h"
#include "models/text/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace rocelint::push {
namespace {

const PortCounter* find_counter(const Health& health, const PortCounter& wanted)
{
    const auto place = std::ranges::find_if(health.counters, [&](const PortCounter& counter) {
        return counter.port == wanted.port && counter.name == wanted.name;
    });
    return place == health.counters.end() ? nullptr : &*place;
}

double seconds_between(const HealthSample& from, const HealthSample& to)
{
    return std::max(std::chrono::duration<double>(to.at - from.at).count(), 0.001);
}

// "Ethernet0, Ethernet4, Ethernet8 and 2 more": keeps a sentence about hundreds of ports short.
std::string some_of(const std::vector<std::string>& ports) { return listed_at_most(ports, 3); }

// A counter that went backwards was cleared and counts as unchanged.
std::uint64_t growth(const HealthSample& from, const HealthSample& to, const PortCounter& counter)
{
    const PortCounter* start = find_counter(from.health, counter);
    const PortCounter* end = find_counter(to.health, counter);
    return start == nullptr || end == nullptr || end->value <= start->value ? 0 : end->value - start->value;
}

std::optional<BitsPerSecond> speed_of(const Device& device, std::string_view name)
{
    const auto port = std::ranges::find(device.ports, name, &Port::name);
    return port == device.ports.end() || !port->speed.peek_known() ? std::nullopt
                                                                   : std::optional(port->speed.value);
}

double rate(const HealthSample& from, const HealthSample& to, const PortCounter& counter)
{
    return static_cast<double>(growth(from, to, counter)) / seconds_between(from, to);
}

}

std::optional<std::string> difference_from_step(
    const PlanStep& step, const Device& before, const Device& after)
{
    std::vector<Change> changes;
    for (const StepChange& planned : step.changes) {
        const auto change = on_device(planned.named, before, 0);
        if (!change || !on_device(planned.named, after, 0))
            return fmt::format("port {} no longer exists", planned.named.port);
        changes.push_back(*change);
    }
    const Deviation found = deviation(before, after, changes);
    if (!found.not_made.empty()) {
        const StepChange& planned = step.changes[found.not_made.front()];
        return fmt::format("read back, {} lacks: {}",
            planned.named.port.empty() ? "the device" : planned.named.port,
            planned.what);
    }
    if (!found.more.empty())
        return fmt::format("read back, something else changed too: {}", describe(found.more.front(), before));
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

std::optional<std::string> blind_port(const Health& health, const std::vector<std::string>& ports)
{
    for (const std::string& port : ports) {
        const bool has_link = std::ranges::find(health.links, port, &PortLink::port) != health.links.end();
        const bool has_drops = std::ranges::any_of(health.counters, [&](const PortCounter& counter) {
            return counter.kind == PortCounter::Kind::drop && counter.port == port;
        });
        if (has_link && has_drops)
            continue;
        return fmt::format("the device does not show {} of {}{}",
            has_link ? "the dropped packets" : "the state of the link",
            port,
            health.unknown.empty() ? std::string() : fmt::format(" ({})", health.unknown.front()));
    }
    return std::nullopt;
}

std::optional<std::string> flapped_link(const Health& before, const Health& now)
{
    for (const PortCounter& counter : now.counters) {
        const PortCounter* old
            = counter.kind == PortCounter::Kind::flap ? find_counter(before, counter) : nullptr;
        if (old != nullptr && counter.value > old->value)
            return fmt::format("the link of {} went down on the way", counter.port);
    }
    return std::nullopt;
}

std::optional<std::string> unjudged_flaps(
    const Health& before, const Health& now, const std::vector<std::string>& ports)
{
    std::vector<std::string> uncounted;
    for (const std::string& port : ports) {
        const bool counted = std::ranges::any_of(now.counters, [&](const PortCounter& counter) {
            return counter.kind == PortCounter::Kind::flap && counter.port == port
                && find_counter(before, counter) != nullptr;
        });
        if (!counted)
            uncounted.push_back(port);
    }
    if (uncounted.empty())
        return std::nullopt;
    return fmt::format("flaps were not judged on {}: the device does not count them", some_of(uncounted));
}

double standstill_rate(BitsPerSecond speed)
{
    constexpr double longest_pause_bits = 65535.0 * 512.0;
    return static_cast<double>(speed.count) / longest_pause_bits;
}

std::optional<std::string> new_drops(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    std::uint64_t most)
{
    for (const PortCounter& counter : fourth.health.counters) {
        const std::uint64_t grown = growth(third, fourth, counter);
        if (counter.kind != PortCounter::Kind::drop || grown <= most)
            continue;
        const double usual = rate(first, second, counter) * seconds_between(third, fourth);
        if (static_cast<double>(grown) > 2 * usual)
            return fmt::format(
                "{} dropped {} ({}) since the change", counter.port, counted(grown, "packet"), counter.name);
    }
    return std::nullopt;
}

std::optional<std::string> unjudged_pauses(const Health& health,
    const std::vector<std::string>& ports,
    const Device& device,
    std::optional<std::uint64_t> most)
{
    std::vector<std::string> uncounted;
    std::vector<std::string> without_speed;
    for (const std::string& port : ports) {
        const bool counted = std::ranges::any_of(health.counters, [&](const PortCounter& counter) {
            return counter.kind == PortCounter::Kind::pause && counter.port == port;
        });
        if (!counted)
            uncounted.push_back(port);
        else if (!most && !speed_of(device, port))
            without_speed.push_back(port);
    }
    std::string said;
    if (!uncounted.empty())
        said = fmt::format(
            "pause frames of {} were not judged: the device does not count them", some_of(uncounted));
    if (!without_speed.empty())
        add_item(said,
            fmt::format(
                "pause frames of {} were not judged: the speed is not known, and --max-pauses is not given",
                some_of(without_speed)),
            "; ");
    return said.empty() ? std::nullopt : std::optional(said);
}

std::optional<std::string> new_pauses(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    const Device& device,
    std::optional<std::uint64_t> most)
{
    for (const PortCounter& counter : fourth.health.counters) {
        if (counter.kind != PortCounter::Kind::pause)
            continue;
        const auto speed = speed_of(device, counter.port);
        if (!most && !speed)
            continue;
        const double limit = most ? static_cast<double>(*most) : standstill_rate(*speed);
        const double now = rate(third, fourth, counter);
        if (now > limit && now > 2 * rate(first, second, counter))
            return fmt::format("{} counts {:.0f} pause frames a second ({}) since the change; {}",
                counter.port,
                now,
                counter.name,
                most ? fmt::format("--max-pauses permits {}", *most)
                     : fmt::format("{:.0f} hold it all the time", limit));
    }
    return std::nullopt;
}

}
