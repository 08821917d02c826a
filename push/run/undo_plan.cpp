// SPDX-License-Identifier: Apache-2.0
// A rollback is a plan like any other: its steps in the opposite order, each with commands and undo swapped.
#include "push/run/run.h"

#include <algorithm>
#include <map>

namespace rocelint::push {

Plan undo_plan(const Plan& plan, const JournalText& journal)
{
    Plan undo;
    undo.made = plan.made;
    undo.inventory = plan.inventory;
    undo.files = plan.files;
    undo.policy = plan.policy;
    undo.topology = plan.topology;
    undo.allow_disruptive = plan.allow_disruptive;
    undo.apart = plan.apart;
    undo.backwards = true;
    // A receiver keeps its headroom until all senders have stopped: the steps that a step needed now wait for
    // it.
    std::map<StepRef, std::uint32_t> places;
    for (const PlanDevice& device : plan.devices) {
        PlanDevice back{device.name, device.platform, {}, {}, {}, {}, device.hardware};
        for (std::uint32_t step = static_cast<std::uint32_t>(device.steps.size()); step-- > 0;) {
            const auto last = journal.last(device.name, step);
            if (!last || (last->event != Event::done && last->event != Event::not_saved))
                continue;
            PlanStep inverse = device.steps[step];
            Transaction& transaction = inverse.transaction;
            transaction.id += 'u';
            std::swap(transaction.commands, transaction.undo);
            std::swap(transaction.netconf, transaction.undo_netconf);
            std::swap(transaction.persistent, transaction.undo_persistent);
            inverse.needs.clear();
            inverse.ends_at = last->before;
            if (back.hash.empty())
                back.hash = last->after;
            places[{device.name, step}] = static_cast<std::uint32_t>(back.steps.size());
            back.steps.push_back(std::move(inverse));
        }
        if (!back.steps.empty())
            undo.devices.push_back(std::move(back));
    }
    for (const PlanDevice& device : plan.devices) {
        for (std::uint32_t step = 0; step < device.steps.size(); ++step) {
            const auto here = places.find({device.name, step});
            for (const StepRef& need : device.steps[step].needs) {
                const auto there = places.find(need);
                if (here == places.end() || there == places.end())
                    continue;
                auto place = std::ranges::find(undo.devices, need.device, &PlanDevice::name);
                place->steps[there->second].needs.push_back({device.name, here->second});
            }
        }
    }
    return undo;
}

}
