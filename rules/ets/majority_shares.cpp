// SPDX-License-Identifier: Apache-2.0
#include "rules/ets/majority_shares.h"

#include "analysis/majority.h"
#include "models/fabric/target.h"

namespace rocelint {
namespace {

struct Served {
    std::uint8_t queue = 0;
    SchedulerTarget how;
    friend bool operator==(const Served&, const Served&) = default;
};
using Plan = std::vector<Served>;

std::optional<SchedulerTarget> target_of(const Device& device, const Queue& queue)
{
    const Scheduler* bound = target_of(device.schedulers, queue.scheduler);
    if (bound == nullptr || !bound->kind.known())
        return std::nullopt;
    const Scheduler& scheduler = *bound;
    SchedulerTarget target{scheduler.kind.value, std::nullopt, std::nullopt};
    if (target.kind == SchedulerKind::weighted && scheduler.bandwidth.configured())
        target.bandwidth = scheduler.bandwidth.value;
    return target;
}

Plan plan_of(const Device& device, const Port& port)
{
    Plan plan;
    for (const Queue& queue : device.queues_of(port)) {
        if (const auto target = target_of(device, queue))
            plan.push_back({queue.number, *target});
    }
    return plan;
}

bool fits(const Plan& plan)
{
    constexpr std::uint64_t whole = 10'000;
    std::uint64_t sum = 0;
    for (const Served& served : plan)
        sum += served.how.bandwidth.value_or(Percent{}).hundredths;
    return !plan.empty() && sum > 0 && sum <= whole;
}

void ask(const Analysis& analysis, PortId id, std::uint32_t index, Majority<Plan>& votes)
{
    constexpr std::uint32_t most_asked = 64;
    constexpr std::size_t most_looked_at = 1024; // for a switch whose ports show no plan
    const Device& device = analysis.fabric->devices[index];
    std::uint32_t asked = 0;
    for (std::uint32_t port = 0;
         port < std::min<std::size_t>(device.ports.size(), most_looked_at) && asked < most_asked;
         ++port) {
        if (PortId{index, port} == id || device.ports[port].kind != PortKind::physical
            || !analysis.is_roce({index, port}))
            continue;
        const Plan plan = plan_of(device, device.ports[port]);
        if (!fits(plan))
            continue;
        ++asked;
        votes.add(plan);
    }
}

std::optional<Plan> usual_plan(const PortContext& context)
{
    Majority<Plan> own;
    ask(context.analysis, context.id, context.id.device, own);
    if (auto plan = own.winner())
        return plan;
    constexpr std::uint32_t most_asked = 64;
    Majority<Plan> others;
    std::uint32_t asked = 0;
    for (std::uint32_t index = 0; index < context.fabric.devices.size() && asked < most_asked; ++index) {
        const Device& device = context.fabric.devices[index];
        if (index == context.id.device || device.platform != context.device().platform || !device.role.known()
            || !context.device().role.is(device.role.value))
            continue;
        ++asked;
        ask(context.analysis, context.id, index, others);
    }
    return others.winner();
}

}

void propose_majority_shares(const PortContext& context, Diagnosis& diagnosis)
{
    const auto usual = usual_plan(context);
    if (!usual)
        return;
    const Plan now = plan_of(context.device(), context.port());
    for (const Served& wanted : *usual) {
        const auto same = std::ranges::find(now, wanted.queue, &Served::queue);
        if (same == now.end() || same->how == wanted.how)
            continue;
        diagnosis.changes.push_back({.port = context.id,
            .property = Property::scheduler,
            .number = wanted.queue,
            .value = wanted.how});
    }
}

}
