// SPDX-License-Identifier: Apache-2.0
// No key of a policy is lost: `policy show` prints what each states, and so does every policy that is made of it.
#include "analysis/policy/policy_keys.h"
#include "analysis/policy/policy_layers.h"
#include "analysis/policy_text.h"
#include "cli/report/data/policy_values.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

namespace rocelint::policy_kept_test {
namespace {

// What `policy show` prints of values that a policy states, by its names for them.
using Shown = std::map<std::string, std::string>;

// They choose other policies, or describe this one; `policy show` names these policies, with their sources.
constexpr std::array about_files{"version", "source", "profile", "extends"};

std::string complete_policy()
{
    std::ifstream file(ROCELINT_SOURCE_DIR "/tests/reference/rocelint.yaml");
    return {std::istreambuf_iterator<char>(file), {}};
}

// The text without one of the outermost keys.
std::string without_key(std::string_view text, std::string_view key)
{
    std::string out;
    for (bool drops = false; !text.empty();) {
        const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        text.remove_prefix(line.size());
        if (line.front() != ' ')
            drops = line.starts_with(key) && line.substr(key.size()).starts_with(':');
        if (!drops)
            out += line;
    }
    return out;
}

Policy read_policy_text(const std::string& text, const OpenPolicy& open = {})
{
    const auto policy = read_policy(Source(0, "rocelint.yaml", text), known_rules(), open);
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    return *policy;
}

Shown shown_of(const Policy& policy)
{
    Shown shown;
    for (const cli::PolicyValue& value : cli::policy_values(policy)) {
        if (value.place != nullptr)
            shown[value.key] = cli::value_words(value) + (value.place->shipped ? " of a profile" : "");
    }
    return shown;
}

// The same of all values, those of defaults and profiles included.
Shown all_of(const Policy& policy)
{
    Shown shown;
    for (const cli::PolicyValue& value : cli::policy_values(policy))
        shown[value.key] = cli::value_words(value);
    return shown;
}

TEST_CASE("each key of a policy changes what `policy show` prints")
{
    const std::string text = complete_policy();
    const Shown complete = shown_of(read_policy_text(text));
    for (const DocumentKey& key : policy_keys::top.keys) {
        if (std::ranges::find(about_files, key.name) != about_files.end())
            continue;
        CAPTURE(key.name);
        std::string less = without_key(text, key.name);
        CHECK(less != text);
        // Its rules are own rules, which `select` names.
        if (key.name == "custom_rules")
            less = without_key(less, "select");
        CHECK(shown_of(read_policy_text(less)) != complete);
    }
}

TEST_CASE("a policy that is written as one file, or is extended by another, states the same")
{
    const Policy policy = read_policy_text(complete_policy());
    const Shown complete = all_of(policy);
    CHECK(complete.size() > shown_of(policy).size());
    CHECK(all_of(read_policy_text(policy_yaml(policy))) == complete);
    const std::string text = complete_policy();
    const Source extended(1, "base.yaml", text);
    const Policy above = read_policy_text("version: 1\nextends: base.yaml\n",
        [&extended](const std::string&) -> Result<const Source*> { return &extended; });
    CHECK(all_of(above) == complete);
    CHECK(all_of(read_policy_text(policy_yaml(above))) == complete);
}

TEST_CASE("on one device a policy states all that its overrides leave")
{
    const Policy policy = read_policy_text(complete_policy());
    DevicePolicies devices(policy);
    CHECK(all_of(devices.of("spine1", Role::spine)) == all_of(policy));
    const Shown leaf = all_of(devices.of("lab-1", Role::leaf));
    for (const auto& [key, words] : all_of(policy)) {
        CAPTURE(key);
        const bool is_overridden
            = key == "rules.HDR001.severity" || key == "rules.HDR001.tolerance" || key == "headroom.model";
        REQUIRE(leaf.contains(key));
        CHECK((leaf.at(key) == words) != is_overridden);
    }
}

}
}
