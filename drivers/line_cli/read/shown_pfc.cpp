// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/shown_pfc.h"

#include <algorithm>
#include <string_view>

namespace rocelint::line_cli {

Span span_in(std::span<const Tree> trees, const Node& node)
{
    const auto tree = std::ranges::find_if(trees, [&](const Tree& each) {
        const std::string_view text = each.source->text();
        return node.key.data() >= text.data() && node.key.data() < text.data() + text.size();
    });
    return tree == trees.end() ? Span{} : tree->span(node);
}

}
