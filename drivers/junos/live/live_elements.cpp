// SPDX-License-Identifier: Apache-2.0
#include "drivers/junos/live/live_elements.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::junos {

std::string_view unblanked(std::string_view text) { return ascii::trimmed(text, ascii::is_white); }

bool is_xml_attribute(const Node& node) { return node.key.starts_with('@'); }

std::string_view plain_name(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

const Node* inner(const Node& parent, std::string_view name)
{
    for (const Node& child : parent) {
        if (plain_name(child.key) == name)
            return &child;
    }
    return nullptr;
}

std::string_view inner_text(const Node& parent, std::string_view name)
{
    const Node* found = inner(parent, name);
    return found == nullptr ? std::string_view() : unblanked(found->value);
}

std::vector<const Node*> all_of_name(const Node& top, std::string_view name)
{
    std::vector<const Node*> found;
    std::vector<const Node*> pending{&top};
    while (!pending.empty()) {
        const Node* node = pending.back();
        pending.pop_back();
        if (plain_name(node->key) == name)
            found.push_back(node);
        const std::size_t first = pending.size();
        for (const Node& child : *node)
            pending.push_back(&child);
        std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
    }
    return found;
}

const Node* first_configuration(const Tree& tree)
{
    if (tree.root == nullptr || !tree.complete())
        return nullptr;
    const std::vector<const Node*> found = all_of_name(*tree.root, "configuration");
    return found.empty() ? nullptr : found.front();
}

}
