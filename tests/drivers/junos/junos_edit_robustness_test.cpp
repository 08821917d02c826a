// SPDX-License-Identifier: Apache-2.0
// Damaged configurations go through edit: nothing crashes, edits never overlap, and a result that is not refused can be parsed.
#include "drivers/amend/amend.h"
#include "tests/drivers/junos/junos_edit_case.h"
#include "tests/drivers/junos/junos_edit_texts.h"
#include "tests/drivers/junos/junos_shared_text.h"

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace rocelint {
namespace {

using junos_case::Case;

// One change of each kind for every port.
std::vector<Change> all_changes(const Device& device)
{
    std::vector<Change> changes;
    for (std::uint32_t port = 0; port < device.ports.size() && port < 4; ++port) {
        const auto add = [&](Property property, ChangeValue value, bool shared) {
            changes.push_back({.port = {0, port},
                .property = property,
                .number = 3,
                .value = std::move(value),
                .shared = shared});
        };
        add(Property::mtu, Bytes{9216}, false);
        add(Property::link_pause, port % 2 == 1, false);
        add(Property::pfc, junos_case::pause(static_cast<Priority>(3 + port % 2)), port == 1);
        add(Property::trust, Trust::dscp, false);
        add(Property::dscp_map,
            MapEntry{MapKind::dscp_to_tc, static_cast<std::uint8_t>(10 + port), 3},
            port != 2);
        add(Property::headroom, junos_case::pause(3), true);
        add(Property::cable_length, Metres{50 + port}, false);
        add(Property::watchdog,
            WatchdogTarget{.priorities = {}, .detection = Milliseconds(400), .restoration = {}, .poll = {}},
            false);
        add(Property::queue_map, MapEntry{MapKind::priority_to_queue, 3, 4}, false);
        add(Property::fec, Fec::rs, false);
        add(Property::scheduler,
            SchedulerTarget{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}},
            true);
    }
    return changes;
}

void survive(std::string_view text)
{
    const Case from(text);
    const std::vector<Change> changes = all_changes(from.device());
    CAPTURE(std::string(text));
    const DeviceFiles files{junos::driver, {&from.tree, 1}, from.device(), {}};
    const Amended amended = amend(files, changes);
    for (const Refusal& refusal : amended.refused) {
        CHECK_FALSE(refusal.reason.empty());
        CHECK(refusal.reason.find("overlap") == std::string::npos);
    }
    for (const AmendedFile& file : amended.files) {
        CAPTURE(file.text);
        if (from.tree.problems.empty())
            CHECK(Case(file.text).tree.problems.empty());
    }
    (void)commands_for(files, changes);
}

std::string damaged(std::string_view text, std::mt19937& random)
{
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    std::string out(text);
    switch (below(4)) {
    case 0:
        for (std::size_t flips = 1 + below(3); flips > 0; --flips)
            out[below(out.size())] = static_cast<char>(below(256));
        break;
    case 1: { // repeat a piece
        const std::size_t from = below(out.size());
        out.insert(below(out.size()), out.substr(from, 1 + below(120)));
        break;
    }
    case 2: // remove a piece
        out.erase(below(out.size()), 1 + below(80));
        break;
    default: { // move a whole line
        const std::size_t from = out.rfind('\n', below(out.size())) + 1;
        const std::size_t end = std::min(out.find('\n', from), out.size() - 1);
        const std::string line = out.substr(from, end + 1 - from);
        out.insert(out.rfind('\n', below(out.size())) + 1, line);
        break;
    }
    }
    return out;
}

}

TEST_SUITE_BEGIN("junos");

TEST_CASE("damaged configurations are edited or refused, and never broken")
{
    const char* wanted = std::getenv("ROCELINT_MUTANTS");
    const int rounds = wanted == nullptr ? 40 : std::atoi(wanted);
    std::mt19937 random(20261121);
    std::vector<std::string> texts{junos_case::with_profile(junos_case::two_ports, junos_case::two_bindings),
        junos_case::with_profile(junos_case::two_ports, junos_case::wildcard_binding)};
    for (const std::string_view notation : junos_case::notations)
        texts.emplace_back(notation);
    for (const std::string& text : texts) {
        survive(text);
        for (int round = 0; round < rounds; ++round)
            survive(damaged(text, random));
    }
}

TEST_SUITE_END();

}
