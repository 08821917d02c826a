// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/usual_marking.h"

#include "analysis/majority.h"
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

bool is_sound(const EcnCurve& curve)
{
    return curve.marks.is(true) && curve.min_threshold.known() && curve.max_threshold.known()
        && curve.max_probability.known() && curve.min_threshold.value.count > 0
        && curve.min_threshold.value < curve.max_threshold.value
        && curve.max_probability.value.hundredths > 0;
}

bool begins_by(const EcnTarget& target, std::optional<Bytes> most)
{
    return !most || target.min_threshold <= *most;
}

EcnTarget target_of(const EcnCurve& curve)
{
    return {curve.min_threshold.value, curve.max_threshold.value, curve.max_probability.value};
}

const EcnProfile* profile_on(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const RdmaQueue queue = rdma_queue(device, port, rdma_class);
    return queue.number.known() && !queue.disputed
        ? profile_of(device, ecn_of_queue(device, port, queue.number.value))
        : nullptr;
}

// The marking of a port, if it is a valid example.
std::optional<EcnTarget> shown_by(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const EcnProfile* profile = profile_on(device, port, rdma_class);
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    return curve != nullptr && is_sound(*curve) ? std::optional(target_of(*curve)) : std::nullopt;
}

// The same for a port that only states shares of the queue's depth.
std::optional<EcnShares> shares_shown_by(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const EcnProfile* profile = profile_on(device, port, rdma_class);
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    const bool sound = curve != nullptr && curve->marks.is(true) && curve->min_fill.known()
        && curve->max_fill.known() && curve->max_probability.known() && curve->min_fill.value.hundredths > 0
        && curve->min_fill.value < curve->max_fill.value && curve->max_probability.value.hundredths > 0
        && !curve->min_threshold.known();
    return sound
        ? std::optional(EcnShares{curve->min_fill.value, curve->max_fill.value, curve->max_probability.value})
        : std::nullopt;
}

// The majority among the other ports of the port's device: those of the same speed, otherwise any. `shown`
// returns the example that a port gives, if any.
template <class Shown>
auto usual_on_device(const Fabric& fabric, PortId id, Shown&& shown)
{
    // Examines the nearest ports only: more would not change the majority, but cost time if every port of a
    // large switch needs an answer.
    constexpr std::uint32_t most_asked = 256;
    const Device& device = fabric.device(id);
    const Setting<BitsPerSecond>& speed = fabric.port(id).speed;
    const auto count = static_cast<std::uint32_t>(device.ports.size());
    using Target = typename decltype(shown(device, device.ports[0]))::value_type;
    Majority<Target> of_speed;
    Majority<Target> others;
    for (std::uint32_t step = 1; step < std::min(count, most_asked); ++step) {
        const Port& port = device.ports[(id.port + step) % count];
        if (port.kind != PortKind::physical)
            continue;
        const auto target = shown(device, port);
        if (target)
            (speed.known() && port.speed.is(speed.value) ? of_speed : others).add(*target);
    }
    const auto winner = of_speed.winner();
    return winner ? winner : others.winner();
}

}

UsualMarking::UsualMarking(const Analysis& analysis) : analysis_(analysis)
{
    for (const Device& device : analysis.fabric->devices) {
        if (device.kind != DeviceKind::network_switch)
            continue;
        for (const Port& port : device.ports) {
            if (port.kind != PortKind::physical || !port.speed.known())
                continue;
            for (const RdmaClass& rdma_class : analysis.classes.classes)
                count(device, port, rdma_class);
        }
    }
}

void UsualMarking::count(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const auto target = shown_by(device, port, rdma_class);
    if (!target)
        return;
    const auto role = device.role.known() ? std::optional(device.role.value) : std::nullopt;
    const auto known = std::ranges::find_if(votes_, [&](const Votes& votes) {
        return votes.priority == rdma_class.priority && votes.platform == device.platform
            && votes.role == role && votes.speed == port.speed.value && votes.target == *target;
    });
    if (known == votes_.end())
        votes_.push_back({rdma_class.priority, device.platform, role, port.speed.value, *target, 1});
    else
        ++known->count;
}

std::optional<EcnTarget> UsualMarking::for_port(PortId id, Priority priority, std::optional<Bytes> most) const
{
    const Fabric& fabric = *analysis_.fabric;
    const Device& device = fabric.device(id);
    const RdmaClass* rdma_class = analysis_.classes.of_priority(priority);
    if (rdma_class == nullptr)
        return std::nullopt;
    if (const EcnProfile* own = profile_on(device, fabric.port(id), *rdma_class)) {
        Majority<EcnTarget> colours;
        for (const EcnCurve& curve : own->curves) {
            if (is_sound(curve) && begins_by(target_of(curve), most))
                colours.add(target_of(curve));
        }
        if (const auto target = colours.winner())
            return target;
    }
    const auto shown = [&](const Device& own, const Port& port) {
        const auto target = shown_by(own, port, *rdma_class);
        return target && begins_by(*target, most) ? target : std::nullopt;
    };
    if (const auto near = usual_on_device(fabric, id, shown))
        return near;
    std::array<Majority<EcnTarget>, 2> far; ///< on switches of the same role, and on any others
    const Setting<BitsPerSecond>& speed = fabric.port(id).speed;
    for (const Votes& votes : votes_) {
        if (votes.priority != priority || votes.platform != device.platform || !speed.is(votes.speed)
            || !begins_by(votes.target, most))
            continue;
        far[votes.role && device.role.is(*votes.role) ? 0 : 1].add(votes.target, votes.count);
    }
    const auto target = far[0].winner();
    return target ? target : far[1].winner();
}

std::optional<EcnShares> UsualMarking::shares_for_port(PortId id, Priority priority) const
{
    const RdmaClass* rdma_class = analysis_.classes.of_priority(priority);
    if (rdma_class == nullptr)
        return std::nullopt;
    return usual_on_device(*analysis_.fabric, id, [&](const Device& device, const Port& port) {
        return shares_shown_by(device, port, *rdma_class);
    });
}

}
