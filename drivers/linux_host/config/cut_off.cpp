// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/config/cut_off.h"

#include "drivers/linux_host/config/config_file.h"

namespace rocelint::linux_host {
namespace {

// The last line of the output that ends the file, if lines of that output stand before it.
const Node* last_of_output(const Node& root)
{
    const Node* section = nullptr;
    for (const Node& child : root)
        section = &child;
    if (section == nullptr || section->first == nullptr)
        return nullptr;
    const Node* last = nullptr;
    for (const Node& line : *section)
        last = &line;
    return last == section->first ? nullptr : last;
}

}

void warn_of_cut_captures(std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        const std::string_view text = tree.source->text();
        if (tree.root == nullptr || tree.root->kind != Node::Kind::line || text.ends_with('\n')
            || config_kind(*tree.source) != ConfigKind::none)
            continue;
        const Node* last = last_of_output(*tree.root);
        if (last == nullptr || last->kind != Node::Kind::line || last->state != CoverageState::unrecognised
            || last->offset + last->length != text.size())
            continue;
        problems.push_back({SyntaxProblem::Severity::warning,
            tree.span(*last),
            "the file ends within this line, so the capture is not whole: capture it again, what is missing was not checked"});
    }
}

}
