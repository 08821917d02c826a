// SPDX-License-Identifier: Apache-2.0
// The policy of an intent: what render takes from it, and what of it the written folder has.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::intent_policy_test {
namespace {

// One leaf with as much bandwidth upwards as downwards, where the policy requires twice as much.
constexpr std::string_view network
    = "devices:\n"
      "  leaf1: {platform: sonic, asic: spectrum-4, role: leaf}\n"
      "  spine1: {platform: sonic, asic: spectrum-4, role: spine}\n"
      "  host1: {platform: linux-host, role: host}\n"
      "links:\n"
      "  - {a: \"leaf1:Ethernet0\", b: \"spine1:Ethernet0\", cable_m: 30, speed: 400G}\n"
      "  - {a: \"leaf1:Ethernet8\", b: \"host1:eth0\", cable_m: 3, speed: 400G}\n";
constexpr std::string_view required
    = "  version: 1\n  profile: lossless\n"
      "  rules: {TOP006: {severity: error, parameters: {extra_uplinks: 100}}}\n";

Run render(const TemporaryFolder& folder, std::string_view more)
{
    folder.write("fabric.yaml",
        "version: 1\npolicy:\n" + std::string(required) + std::string(more) + std::string(network));
    return rocelint({"render", "fabric.yaml", "-o", "out"}, {.folder = folder.path()});
}

TEST_CASE("render checks what it writes by the rules that the policy of the intent selects")
{
    const TemporaryFolder folder;
    const Run refused = render(folder, "");
    CHECK(refused.code == 2);
    CHECK(refused.says("does not pass check: TOP006"));
    for (const std::string_view choice : {"  ignore: [TOP006]\n", "  select: [PFC, ECN]\n"}) {
        CAPTURE(choice);
        const TemporaryFolder other;
        const Run made = render(other, choice);
        CAPTURE(made.err);
        CHECK(made.code == 0);
        CHECK(rocelint({"check", "out"}, {.folder = other.path()}).code == 0);
    }
}

TEST_CASE(
    "the written policy has every key of the intent's, but for the files that are beside the intent only")
{
    const TemporaryFolder folder;
    const Run made = render(folder,
        "  fail_on: warning\n  select: [PFC, TOP]\n  ignore: [TOP006]\n  baseline: known.json\n"
        "  rule_pages: \"https://example.net/rules/\"\n  report: {json: out.json}\n"
        "  fail_on_unchecked: [HDR]\n");
    CAPTURE(made.err);
    REQUIRE(made.code == 0);
    const Run shown = rocelint({"policy", "show", "out", "--changed"}, {.folder = folder.path()});
    CAPTURE(shown.out);
    for (const std::string_view line : {"\nrule_pages  ",
             "\nfail_on  ",
             "\nselect  ",
             "\nignore  ",
             "\nfail_on_unchecked  ",
             "\nrules.TOP006.extra_uplinks  "})
        CHECK(shown.says(line));
    CHECK_FALSE(shown.says("\nbaseline"));
    CHECK_FALSE(shown.says("\nreport."));
    const Run checked = rocelint({"check", "out"}, {.folder = folder.path()});
    CAPTURE(checked.err);
    CHECK(checked.code == 0);
}

}
}
