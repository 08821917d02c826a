// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/junos/junos_case.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::junos_case {

inline Change change_of(const Case& from, std::string_view port, Property property, ChangeValue value)
{
    const std::uint32_t index = from.device().find_port(port);
    REQUIRE(index != Port::no_index);
    return {.port = {0, index}, .property = property, .value = value};
}

/// Differences as text: "0 pfc, 1 mtu", port and property.
inline std::string text_of(const std::vector<Difference>& differences)
{
    std::string text;
    for (const Difference& difference : differences)
        text += (text.empty() ? "" : ", ") + std::to_string(difference.port) + " "
            + name_of(difference.property);
    return text;
}

/// Checks that a device with the case's file and then `text` is the wanted one.
inline void check_replay(const Case& from, const Device& wanted, std::string_view text)
{
    CAPTURE(text);
    const Source source(1, "told.conf", text);
    std::vector<Tree> trees;
    trees.push_back(junos::driver.parse(*from.sources.find(0)));
    trees.push_back(junos::driver.parse(source));
    CHECK(trees[1].problems.empty());
    const Reading told = junos::driver.read(trees, "fallback");
    CHECK(text_of(differences(wanted, told.device)) == "");
}

/// The text after the changes, which must be made with no other difference; or "refused: why". The equivalent commands and XML
/// must lead to the same device.
inline std::string corrected(const Case& from, const std::vector<Change>& changes)
{
    const Editing editing = junos::driver.edit({&from.tree, 1}, from.device(), changes);
    if (!editing.refused.empty())
        return "refused: " + editing.refused[0].reason;
    const auto text = apply_edits(*from.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    CAPTURE(*text);
    const Case after(*text);
    CHECK(after.first_problem() == "");
    for (const Change& change : changes)
        CHECK(is_made(after.device(), change));
    CHECK(text_of(unexplained(differences(from.device(), after.device()), from.device(), changes)) == "");
    const Editing again = junos::driver.edit({&after.tree, 1}, after.device(), changes);
    CHECK(again.refused.empty());
    CHECK(again.edits.empty());
    const Commands told = junos::driver.commands({&from.tree, 1}, from.device(), changes);
    CHECK_FALSE(told.text.empty());
    // A second file cannot activate what a file in braces has as inactive.
    if (told.text.find("activate ") == std::string::npos) {
        check_replay(from, after.device(), told.text);
        check_replay(from, after.device(), told.netconf);
        const Commands back = junos::driver.undo({&from.tree, 1}, {&after.tree, 1}, from.device(), changes);
        for (const Refusal& refusal : back.refused)
            CHECK(refusal.reason == "");
        if (back.refused.empty()) {
            check_replay(after, from.device(), back.text);
            check_replay(after, from.device(), back.netconf);
        }
    }
    return *text;
}

inline std::string told(const Case& from, const std::vector<Change>& changes)
{
    return junos::driver.commands({&from.tree, 1}, from.device(), changes).text;
}

inline PriorityDelta pause(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
inline PriorityDelta no_pause(Priority priority) { return {.add = {}, .remove = PrioritySet::of(priority)}; }

/// `text` with the only occurrence of `before` replaced.
inline std::string replaced(std::string_view text, std::string_view before, std::string_view after)
{
    std::string out(text);
    const std::size_t at = out.find(before);
    REQUIRE(at != std::string::npos);
    return out.replace(at, before.size(), after);
}

}
