// SPDX-License-Identifier: Apache-2.0
// After "this name is not defined", users ask what is defined instead.
#include "workspace/input/lost_names.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

namespace rocelint::workspace {
namespace {

constexpr std::string_view blanks = " \t\"'{};,|";

template <class Visit>
void for_each_token(std::string_view text, Visit visit)
{
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        visit(text.substr(at, end - at));
        at = text.find_first_not_of(blanks, end);
    }
}

bool has_token(std::string_view text, std::string_view wanted)
{
    bool found = false;
    for_each_token(text, [&](std::string_view token) { found = found || token == wanted; });
    return found;
}

class Search {
public:
    Search(const Tree& tree, SyntaxProblem& problem) : tree_(tree), problem_(problem) { }

    void run()
    {
        if (tree_.root == nullptr)
            return;
        look_into(*tree_.root, problem_.lost_from.empty());
        if (best_ != nullptr) {
            problem_.hint = tree_.span(*best_);
            problem_.hint_message = fmt::format("\"{}\" is spelt almost alike", best_name_);
        } else if (home_ != nullptr && !problem_.hint.somewhere()) {
            problem_.hint = tree_.span(*home_);
            problem_.hint_message = fmt::format("no \"{}\" is defined here", problem_.lost_name);
        }
    }

private:
    void look_into(const Node& node, bool is_home)
    {
        // Skip the line that refers to the name: in flat formats it has the same words as a definition.
        const bool refers = tree_.source->id() == problem_.at.source && problem_.at.offset >= node.offset
            && problem_.at.offset < node.offset + node.length;
        if (!is_home && has_token(node.key, problem_.lost_from) && !refers) {
            is_home = true;
            home_ = home_ == nullptr ? &node : home_;
        }
        if (is_home && !refers) {
            for_each_token(node.key, [&](std::string_view token) { compare(node, token); });
            if (node.kind == Node::Kind::line || node.key == "name")
                for_each_token(node.value, [&](std::string_view token) { compare(node, token); });
        }
        for (const Node& child : node)
            look_into(child, is_home);
    }

    void compare(const Node& node, std::string_view token)
    {
        constexpr std::size_t most_slips = 2;
        const std::size_t slips = problem_.lost_name.size() > 2 * most_slips ? most_slips : 1;
        const std::string_view known[]{token};
        if (best_ != nullptr || token == problem_.lost_name
            || nearest(problem_.lost_name, known, slips).empty())
            return;
        best_ = &node;
        best_name_ = token;
    }

    const Tree& tree_;
    SyntaxProblem& problem_;
    const Node* home_ = nullptr;
    const Node* best_ = nullptr;
    std::string_view best_name_;
};

}

void find_lost_names(std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    // Each search walks all trees; if a file has more undefined names, spelling is not its problem.
    constexpr std::size_t most = 32;
    std::size_t searched = 0;
    for (SyntaxProblem& problem : problems) {
        if (problem.lost_name.empty() || searched++ >= most)
            continue;
        for (const Tree& tree : trees)
            Search(tree, problem).run();
    }
}

}
