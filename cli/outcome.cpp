// SPDX-License-Identifier: Apache-2.0
#include "cli/outcome.h"

namespace rocelint::cli {

std::unique_ptr<Outcome> check_loaded(
    Loaded loaded, Topology topology, Policy policy, const Selection& selection, std::string_view today)
{
    auto outcome = std::make_unique<Outcome>();
    outcome->policy = std::move(policy);
    outcome->files = std::move(loaded.files);
    outcome->unreadable = std::move(loaded.unreadable);
    outcome->bytes = loaded.bytes;
    outcome->lines = loaded.lines;
    const auto begin = std::chrono::steady_clock::now();
    outcome->fabric = link(std::move(loaded.devices), std::move(loaded.sources), std::move(topology));
    const auto linked = std::chrono::steady_clock::now();
    outcome->analysis = analyse(outcome->fabric, outcome->policy);
    outcome->report = check(outcome->analysis, selection, std::move(loaded.syntax), today);
    outcome->link_time = linked - begin;
    outcome->check_time = std::chrono::steady_clock::now() - linked;
    return outcome;
}

}
