// SPDX-License-Identifier: Apache-2.0
// A change that is good for seconds may be bad for minutes: the canaries are looked at again before the others follow.
#include "push/bake.h"

#include "push/verify.h"

#include <fmt/format.h>

namespace rocelint::push {
namespace {

// How a canary is now; an error of any kind is a reason to stop.
Result<HealthSample> look_at(const PushContext& context, const Baked& canary)
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
    return HealthSample{*std::move(health), std::chrono::steady_clock::now()};
}

}

std::string bake(const PushContext& context, const std::vector<Baked>& canaries)
{
    std::vector<HealthSample> before;
    const auto told = [](const Baked& canary, const std::string& why) {
        return fmt::format("the canary {}: {}", canary.device->name, why);
    };
    for (const Baked& canary : canaries) {
        auto sample = look_at(context, canary);
        if (!sample)
            return told(canary, sample.error().message);
        before.push_back(*std::move(sample));
    }
    if (!sleep_for(context.options.bake, context.access.cancel))
        return "interrupted";
    for (std::size_t index = 0; index < canaries.size(); ++index) {
        const auto now = look_at(context, canaries[index]);
        if (!now)
            return told(canaries[index], now.error().message);
        const HealthSample& first = before[index];
        if (const auto lost = lost_link(first.health, now->health))
            return told(canaries[index], *lost);
        // No rate of before is known that would excuse a drop.
        if (const auto drops = new_drops(first, first, first, *now, context.options.most_drops))
            return told(canaries[index], *drops);
    }
    return {};
}

}
