// SPDX-License-Identifier: Apache-2.0
// A change that is good for seconds may be bad within minutes, so the canaries are checked again before the
// others follow.
#include "push/run/bake.h"

#include "push/reach/reading.h"
#include "push/run/verify.h"

#include <fmt/format.h>

namespace rocelint::push {
namespace {

struct Look {
    ReadDevice read; ///< has the speeds of its ports
    HealthSample sample;
};

// The current state of a canary; any error is a reason to stop.
Result<Look> look_at(const PushContext& context, const Baked& canary)
{
    const InventoryDevice* entry = context.inventory.find(canary.device->name);
    if (entry == nullptr)
        return fail(ErrorKind::refused, "it is no longer in the inventory");
    auto live = open_device(*entry, context.access);
    if (!live)
        return tl::unexpected(live.error());
    auto now = (*live)->read();
    if (!now)
        return tl::unexpected(now.error());
    if (now->hash != canary.hash)
        return fail(ErrorKind::refused, "it changed since its step was done");
    auto health = (*live)->health(canary.device->steps[canary.step].transaction.ports);
    if (!health)
        return tl::unexpected(health.error());
    return Look{read_collected(*find_driver(canary.device->platform), canary.device->name, now->files),
        {*std::move(health), std::chrono::steady_clock::now()}};
}

// The fault between two looks.
std::optional<std::string> worse(const Look& before, const Look& after, const PushOptions& options)
{
    const HealthSample& first = before.sample;
    const HealthSample& last = after.sample;
    if (auto lost = lost_link(first.health, last.health))
        return lost;
    if (auto flapped = flapped_link(first.health, last.health))
        return flapped;
    // Without a rate from before, no drop or pause frame is excused.
    if (auto drops = new_drops(first, first, first, last, options.most_drops))
        return drops;
    return new_pauses(first, first, first, last, after.read.device, options.most_pauses);
}

}

std::string bake(const PushContext& context, const std::vector<Baked>& canaries)
{
    std::vector<Look> before;
    const auto told = [](const Baked& canary, const std::string& why) {
        return fmt::format("the canary {}: {}", canary.device->name, why);
    };
    for (const Baked& canary : canaries) {
        auto look = look_at(context, canary);
        if (!look)
            return told(canary, look.error().message);
        before.push_back(*std::move(look));
    }
    if (!sleep_for(context.options.bake, context.access.cancel))
        return "interrupted";
    for (std::size_t index = 0; index < canaries.size(); ++index) {
        const auto now = look_at(context, canaries[index]);
        if (!now)
            return told(canaries[index], now.error().message);
        if (const auto why = worse(before[index], *now, context.options))
            return told(canaries[index], *why);
    }
    return {};
}

}
