// SPDX-License-Identifier: Apache-2.0
// Names of transactions, which are names of sessions, checkpoints, units and files on devices.
#include "push/journal/transaction_names.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::push {
namespace {

// Read plans have ids of up to 20 characters; that of a rollback has one more.
constexpr std::size_t longest_of_plan = 21;

Plan one_step()
{
    Plan plan;
    PlanDevice device;
    device.name = "leaf1";
    device.steps.resize(1);
    device.steps.front().transaction.id = std::string(longest_of_plan, 'a');
    plan.devices.push_back(std::move(device));
    return plan;
}

std::string name_after(std::size_t tries, Event last)
{
    Plan plan = one_step();
    JournalText history;
    history.head.run = "abcd";
    for (std::size_t count = 0; count < tries; ++count)
        history.entries.push_back({{}, "leaf1", 0, Event::committing, {}, {}, {}});
    if (tries > 0)
        history.entries.push_back({{}, "leaf1", 0, last, {}, {}, {}});
    name_transactions(plan, history);
    return plan.devices.front().steps.front().transaction.id;
}

TEST_CASE("a transaction is named by its step, its push and its try")
{
    const std::string first = std::string(longest_of_plan, 'a') + "-abcd";
    CHECK(name_after(0, Event::committing) == first);
    // An interrupted try is finished under its own name; one that was rolled back is not repeated under it.
    CHECK(name_after(1, Event::committed) == first);
    CHECK(name_after(1, Event::taken_back) == first + "r2");
    CHECK(name_after(2, Event::committed) == first + "r2");
    CHECK(name_after(2, Event::refused) == first + "r3");
}

TEST_CASE("a transaction's name fits into what a device takes, even after a thousand tries")
{
    CHECK(name_after(998, Event::taken_back).ends_with("r999"));
    CHECK(name_after(998, Event::taken_back).size() <= Transaction::longest_id);
}

}
}
