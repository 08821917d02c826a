// SPDX-License-Identifier: Apache-2.0
#include "tests/push/random_plan.h"

#include "models/text/digest.h"
#include "push/plan/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::push {
namespace {

constexpr std::array<const char*, 4> platforms{"eos", "sonic", "junos", "linux-host"};

std::string any_text(std::mt19937& random)
{
    constexpr std::array<const char*, 5> texts{"",
        "configure\n  priority-flow-control on\n",
        "say \"no\" \\ and\ttab",
        "\xc3\xa9t\xc3\xa9",
        "{\"op\": [1, 2]}"};
    return texts[random() % texts.size()];
}

PlanStep any_step(std::mt19937& random, const std::string& device, std::size_t number)
{
    PlanStep step;
    step.phase = static_cast<Phase>(random() % 8);
    step.fix_class = random() % 3 == 0 ? FixClass::disruptive : FixClass::hitless;
    step.reason = any_text(random);
    step.transaction = {fmt::format("rl-{}-{}", device, number),
        {"Ethernet1/1"},
        step.fix_class == FixClass::disruptive,
        "commands " + any_text(random),
        any_text(random),
        any_text(random),
        "undo " + any_text(random),
        any_text(random),
        any_text(random)};
    if (step.transaction.disruptive)
        step.radius = {{"Ethernet1/1", "Ethernet2/1"}, {"host1"}, {"rail 0"}};
    for (std::size_t changes = random() % 3; changes > 0; --changes)
        step.changes.push_back(
            {{"Ethernet1/1",
                 {.port = {0, Port::no_index}, .property = Property::mtu, .value = Bytes{random() % 10'000}}},
                any_text(random),
                {"MTU001"}});
    if (random() % 4 == 0)
        step.ends_at = std::string(64, 'b');
    return step;
}

}

Plan random_plan(std::mt19937& random, std::size_t devices)
{
    Plan plan;
    plan.made = "2026-11-21T23:12:56.123Z";
    plan.inventory = "inventory.yaml";
    plan.files = "plan.files";
    plan.policy = "version: 1\n";
    plan.topology = any_text(random);
    plan.allow_disruptive = random() % 2 == 0;
    for (std::size_t index = 0; index < devices; ++index) {
        PlanDevice device{fmt::format("d{}", index),
            platforms[random() % platforms.size()],
            state_hash("a key", "a state"),
            {},
            {},
            {},
            {any_text(random), any_text(random)}};
        for (std::size_t step = 0; step < random() % 5; ++step)
            device.steps.push_back(any_step(random, device.name, step));
        // As in real plans, a device goes through the rounds in order.
        std::ranges::stable_sort(device.steps, {}, [](const PlanStep& step) { return round_of(step.phase); });
        if (random() % 3 == 0)
            device.left_out.push_back({"Ethernet9/1", any_text(random), any_text(random)});
        plan.devices.push_back(std::move(device));
    }
    for (PlanDevice& device : plan.devices) {
        if (random() % 2 == 0)
            continue;
        device.neighbours.push_back(fmt::format("{}-peer", device.name));
        plan.neighbours.push_back(
            {device.neighbours.front(), state_hash("a key", "of it"), {any_text(random), {}}});
    }
    for (std::size_t pair = 0; devices > 1 && pair < random() % devices; ++pair) {
        const std::size_t a = random() % devices;
        const std::size_t b = (a + 1 + random() % (devices - 1)) % devices;
        plan.apart.push_back({plan.devices[a].name, plan.devices[b].name, "MLAG peers", random() % 2 == 0});
        PlanDevice& waits = plan.devices[a];
        if (!waits.steps.empty() && !plan.devices[b].steps.empty())
            waits.steps.back().needs.push_back({plan.devices[b].name, 0});
    }
    plan.before.push_back({"f1", "PFC001", "error", "d0", "Ethernet1/1", any_text(random)});
    plan.after.push_back({"f2", "PFC002", "info", "d1", "", any_text(random)});
    return plan;
}

}
