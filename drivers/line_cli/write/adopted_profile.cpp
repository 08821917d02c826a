// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/write/adopted_profile.h"

#include "models/change/changes_between.h"

#include <algorithm>
#include <vector>

namespace rocelint::line_cli {
namespace {

// Whether the port's own lines state anything that a profile could state.
bool has_own_lines(std::uint32_t port, const StanzaIndex& stanzas, Scopes of_profile)
{
    return std::ranges::any_of(stanzas.of_port(port), [&](const PortStanza* stanza) {
        return std::ranges::any_of(stanzas.facts(*stanza), [&](const Fact& fact) {
            return fact.statement != nullptr && (fact.statement->scopes & of_profile) != 0;
        });
    });
}

bool is_asked(const Change& change, const std::vector<Change>& asked)
{
    return std::ranges::any_of(asked, [&](const Change& one) {
        return one.property == change.property && one.number == change.number && one.value == change.value;
    });
}

}

bool is_of_profile(const Change& change)
{
    return std::ranges::find(port_idiom, change.property) != port_idiom.end();
}

std::string_view find_adopted_profile(std::uint32_t port,
    std::span<const Change> changes,
    const Device& device,
    const StanzaIndex& stanzas,
    const Grammar& grammar)
{
    const PortBlocks& blocks = stanzas.blocks();
    if (blocks.profile == 0 || stanzas.profile_of(port) != nullptr)
        return {};
    const Scopes of_profile = grammar.row(blocks.profile)->opens;
    std::vector<Change> asked;
    std::ranges::copy_if(changes, std::back_inserter(asked), [&](const Change& change) {
        return change.port.port == port && is_of_profile(change);
    });
    if (asked.size() < 2 || has_own_lines(port, stanzas, of_profile))
        return {};
    std::vector<const PortStanza*> tried;
    for (std::uint32_t other = 0; other < device.ports.size(); ++other) {
        const PortStanza* profile = other == port ? nullptr : stanzas.profile_of(other);
        if (profile == nullptr || std::ranges::find(tried, profile) != tried.end()
            || has_own_lines(other, stanzas, of_profile))
            continue;
        tried.push_back(profile);
        const bool makes_all = std::ranges::all_of(asked, [&](Change change) {
            change.port.port = other;
            return is_made(device, change);
        });
        const std::vector<Change> makes = changes_to_be_like(device, asked.front().port, other, port_idiom);
        if (makes_all
            && std::ranges::all_of(makes, [&](const Change& change) { return is_asked(change, asked); }))
            return stanzas.header(*profile).text;
    }
    return {};
}

}
