// SPDX-License-Identifier: Apache-2.0
// The order of a plan was proved safe with the neighbors as they were. A neighbor that this plan does not
// change is compared nowhere else.
#include "push/run/neighbours.h"

#include "models/text/sentence.h"
#include "push/reach/hardware.h"

#include <fmt/format.h>

#include <mutex>
#include <set>

namespace rocelint::push {
namespace {

// Returns what has changed about the neighbor; empty if nothing relevant has. An error: it could not be read.
Result<std::string> look_at(
    const PushContext& context, const Neighbour& neighbour, const std::map<std::string, std::string>& left)
{
    const InventoryDevice* entry = context.inventory.find(neighbour.name);
    if (entry == nullptr)
        return fail(ErrorKind::refused, fmt::format("{} does not name it", context.inventory.path));
    auto live = open_device(*entry, context.access);
    if (!live)
        return tl::unexpected(live.error());
    auto hardware = read_hardware(**live);
    if (!hardware)
        return tl::unexpected(hardware.error());
    if (const std::string other = other_hardware(neighbour.hardware, *hardware); !other.empty())
        return fmt::format(
            "{} is not the device that was planned with ({}): plan again", neighbour.name, other);
    auto now = (*live)->read();
    if (!now)
        return tl::unexpected(now.error());
    const auto ours = left.find(neighbour.name);
    if (now->hash == (ours == left.end() ? neighbour.hash : ours->second))
        return std::string();
    if (ours != left.end())
        return fmt::format("{} has changed since this push was done with it: plan again", neighbour.name);
    if (!context.compare_neighbour)
        return fmt::format("{} has changed since the plan was made: plan again", neighbour.name);
    return context.compare_neighbour(neighbour.name, now->files);
}

}

bool rests_on_neighbours(const PlanStep& step)
{
    return step.phase == Phase::map_in || step.phase == Phase::pfc_off || step.phase == Phase::room_away;
}

NeighbourNews look_at_neighbours(const PushContext& context,
    const Plan& plan,
    const std::vector<const PlanDevice*>& devices,
    const std::map<std::string, std::string>& left)
{
    std::set<std::string> names;
    for (const PlanDevice* device : devices)
        names.insert(device->neighbours.begin(), device->neighbours.end());
    const std::vector<std::string> all(names.begin(), names.end());
    NeighbourNews news;
    std::mutex mutex;
    for_each_device(all.size(), context.options.most_parallel, context.access.cancel, [&](std::size_t index) {
        auto seen = look_at(context, *plan.find_neighbour(all[index]), left);
        const std::scoped_lock lock(mutex);
        if (!seen)
            news.unread[all[index]] = std::move(seen.error().message);
        else if (!seen->empty())
            news.changed[all[index]] = *std::move(seen);
    });
    return news;
}

Objection changed_neighbour(const PlanDevice& device, const PlanStep& step, const NeighbourNews& news)
{
    for (const std::string& name : device.neighbours) {
        const auto changed = news.changed.find(name);
        if (changed != news.changed.end() && rests_on_neighbours(step))
            return Objection(changed->second);
    }
    return {};
}

std::string unread_neighbours(const PlanDevice& device, const PlanStep& step, const NeighbourNews& news)
{
    std::string names;
    for (const std::string& name : device.neighbours) {
        if (rests_on_neighbours(step) && news.unread.contains(name))
            add_item(names, name);
    }
    return names.empty()
        ? names
        : fmt::format(
            "what it rests on at {} could not be read again, and was taken as it was planned", names);
}

}
