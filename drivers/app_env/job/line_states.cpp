// SPDX-License-Identifier: Apache-2.0
#include "drivers/app_env/job/line_states.h"

#include <algorithm>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

}

LineStates::LineStates(const Tree& tree)
{
    // A line indented deeper than the previous one is its child.
    std::vector<const Node*> waiting;
    if (tree.root != nullptr)
        waiting.push_back(tree.root);
    while (!waiting.empty()) {
        const Node& node = *waiting.back();
        waiting.pop_back();
        if (node.next != nullptr)
            waiting.push_back(node.next);
        if (node.first != nullptr)
            waiting.push_back(node.first);
        if (!node.key.empty())
            lines_.push_back(&node);
    }
    states_.assign(lines_.size(), State::irrelevant);
}

void LineStates::mark(std::uint32_t begin, std::uint32_t end, State state)
{
    const auto behind = [](const Node* node) { return node->offset + node->length; };
    auto at = std::ranges::upper_bound(lines_, begin, {}, behind);
    for (; at != lines_.end() && (*at)->offset < end; ++at) {
        State& kept = states_[static_cast<std::size_t>(at - lines_.begin())];
        kept = std::max(kept, state);
    }
}

void LineStates::finish(std::uint32_t from) const
{
    for (std::size_t index = 0; index < lines_.size(); ++index)
        lines_[index]->mark(lines_[index]->offset < from ? states_[index] : State::unrecognised);
}

}
