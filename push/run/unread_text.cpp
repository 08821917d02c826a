// SPDX-License-Identifier: Apache-2.0
// The model covers only a part of a device's configuration. The rest must stay unchanged, word for word.
#include "push/run/unread_text.h"

#include "models/text/sentence.h"

#include <fmt/format.h>

#include <map>

namespace rocelint::push {
namespace {

// By text, including the blocks around it: how often it occurs in the wanted text, minus how often it occurs
// now.
using Places = std::map<std::string, int>;

class Collector {
public:
    Collector(std::string_view comment, Places& places, int count)
        : comment_(comment), places_(places), count_(count)
    {
    }

    // Recursion is limited by max_depth.
    void visit(const Node& node, const std::string& above, bool is_read)
    {
        if (node.kind == Node::Kind::line && !comment_.empty() && node.key.starts_with(comment_))
            return;
        const bool read = is_read || node.state == CoverageState::read;
        std::string here = above;
        for (const std::string_view word : {node.key, node.value}) {
            if (!word.empty())
                add_item(here, word, " ");
        }
        if (!read && !here.empty())
            places_[here] += count_;
        for (const Node& child : node)
            visit(child, here, is_read || (node.state_covers_subtree && read));
    }

private:
    std::string_view comment_;
    Places& places_;
    int count_;
};

void collect(const Driver& driver, const ReadDevice& device, Places& places, int count)
{
    Collector collector(driver.comment, places, count);
    for (const Tree& tree : device.trees) {
        if (tree.root != nullptr)
            collector.visit(*tree.root, {}, false);
        for (const Node* node : tree.left_out)
            collector.visit(*node, {}, false);
    }
}

}

std::optional<std::string> unread_difference(
    const Driver& driver, const ReadDevice& wanted, const ReadDevice& now)
{
    Places places;
    collect(driver, wanted, places, 1);
    collect(driver, now, places, -1);
    for (const auto& [place, count] : places) {
        if (count != 0)
            return fmt::format("`{}` {}", place, count < 0 ? "is there" : "is not there");
    }
    return std::nullopt;
}

}
