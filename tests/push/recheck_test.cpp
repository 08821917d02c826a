// SPDX-License-Identifier: Apache-2.0
// A new finding after a device's last step is a reason to roll back; one that the plan predicted is not.
#include "tests/cli/rocelint_run.h"
#include "workspace/fleet/recheck.h"

#include <doctest/doctest.h>

namespace rocelint::workspace {
namespace {

// What the recheck reports as new if leaf1 has the text `found` while the plan predicted `predicted`.
std::vector<std::string> news(std::string_view policy, const std::string& predicted, const std::string& found)
{
    FleetRules rules;
    rules.policy_path = "rocelint.yaml";
    rules.policy_text = policy;
    REQUIRE(read_rules(rules).has_value());
    const push::Recheck recheck
        = make_recheck({{"leaf1", "eos", {}, {{"running-config", predicted}}, {}}}, rules);
    push::PlanDevice device;
    device.name = "leaf1";
    return recheck(device, {{"running-config", found}});
}

constexpr std::string_view policy
    = "version: 1\nprofile: lossless\ncustom_rules:\n"
      "  - {code: SITE001, name: tried, for: device, message: m, assert: 'if .name == \"leaf1\" then true else null end'}\n";

TEST_CASE("an own rule that can no longer be evaluated is news, and one that never could be is not")
{
    const std::string before = clean_switch("leaf1");
    const std::string after = clean_switch("leaf2");
    CHECK(news(policy, before, before).empty());
    const std::vector<std::string> found = news(policy, before, after);
    REQUIRE(found.size() == 1);
    CHECK(found.front().find("it gives null, which is neither true nor false") != std::string::npos);
    CHECK(news(policy, after, after).empty());
    CHECK(news(policy, after, before).empty());
}

}
}
