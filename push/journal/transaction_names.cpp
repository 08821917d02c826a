// SPDX-License-Identifier: Apache-2.0
#include "push/journal/transaction_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace {

// How often the device was asked to put a step in force.
std::size_t tries_of(const JournalText& history, std::string_view device, std::uint32_t step)
{
    return static_cast<std::size_t>(std::ranges::count_if(history.entries, [&](const Entry& entry) {
        return entry.event == Event::committing && entry.device == device && entry.step == step;
    }));
}

// The suffix of a transaction's name for this try.
std::string name_of_try(std::size_t number)
{
    return number < 2 ? std::string() : fmt::format("r{}", number);
}

}

void name_transactions(Plan& plan, const JournalText& history)
{
    for (PlanDevice& device : plan.devices) {
        for (std::uint32_t step = 0; step < device.steps.size(); ++step) {
            std::size_t tries = tries_of(history, device.name, step);
            const auto last = history.last(device.name, step);
            // A step that is still open is finished under its current name.
            if (last && (last->event == Event::taken_back || last->event == Event::refused))
                ++tries;
            std::string& id = device.steps[step].transaction.id;
            if (!history.head.run.empty())
                id += '-' + history.head.run;
            id += name_of_try(tries);
        }
    }
}

void name_next_try(PlanDevice& device, std::uint32_t step, const JournalText& history)
{
    const std::size_t tries = tries_of(history, device.name, step);
    std::string& id = device.steps[step].transaction.id;
    id = id.substr(0, id.size() - name_of_try(tries).size()) + name_of_try(tries + 1);
}

}
