// SPDX-License-Identifier: Apache-2.0
// Writes steps into a file of `nv set` lines, in which the last one wins.
#include "drivers/hierarchy/changes.h"
#include "drivers/nvue/sentence.h"

namespace rocelint::nvue {
namespace {

// Whether two facts state the same thing, for the same profile or port and numbers, whatever the value.
bool is_about(const Fact& fact, const Fact& wanted)
{
    return !fact.unset && fact.node != nullptr && fact.place == wanted.place && fact.name == wanted.name
        && fact.second == wanted.second && fact.index == wanted.index
        && (fact.row == nullptr || fact.row->slot != Slot::list || fact.text == wanted.text);
}

}

std::vector<Edit> edit_lines(const Config& config, const Tree& tree, const std::vector<Step>& steps)
{
    const Source& source = *tree.source;
    std::vector<Edit> edits;
    std::string added;
    std::size_t last = 0;
    for (const Node& line : *tree.root) {
        if (typed(line.key).starts_with("nv set ") || typed(line.key).starts_with("nv unset "))
            last = line.offset;
    }
    for (const Step& step : steps) {
        if (!step.ports.empty() && !step.unset) {
            Step own = step;
            replace_ranges(config, tree, own, edits);
            if (!own.ports.empty())
                added += command_lines({own});
            continue;
        }
        const std::vector<Sentence> said = sentences(step);
        const Fact wanted = fact_of(said.front());
        const Fact* same = nullptr;
        std::size_t count = 0;
        for (const Fact& fact : config.facts) {
            const bool speaks = fact.place == wanted.place && fact.name == wanted.name
                && (wanted.index == 0 || (fact.index & wanted.index) != 0);
            count += speaks ? 1 : 0;
            if (is_about(fact, wanted) && fact.at.source == source.id())
                same = &fact;
        }
        const bool list = wanted.row != nullptr && wanted.row->slot == Slot::list;
        if (same != nullptr && count == 1 && step.unset)
            edits.push_back({lines_of(source, same->at.offset, same->at.offset), {}});
        else if (same != nullptr && count == 1 && !list)
            edits.push_back({source.span_of(same->text), step.value});
        else
            added += command_lines({step});
    }
    if (!added.empty()) {
        const auto at = static_cast<std::uint32_t>(hierarchy::end_of_line(source.text(), last));
        std::string text;
        if (at > 0 && source.text()[at - 1] != '\n')
            text += feed_of(source);
        for (const char c : added)
            text += c == '\n' ? std::string(feed_of(source)) : std::string(1, c);
        edits.push_back({{source.id(), at, 0}, std::move(text)});
    }
    return edits;
}

}
