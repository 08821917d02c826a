// SPDX-License-Identifier: Apache-2.0
// Writes steps into startup.yaml, in which each statement occurs once.
#include "drivers/hierarchy/changes.h"
#include "drivers/hierarchy/yaml_text.h"
#include "drivers/nvue/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace rocelint::nvue {
namespace {

using hierarchy::Statement;

// startup.yaml while it is edited: existing statements are changed or removed, and new ones go below the
// nearest key.
class Document {
public:
    Document(const Config& config, const Tree& tree)
        : config_(config), tree_(tree), source_(*tree.source), additions_(language(), {})
    {
        if (tree.root->kind == Node::Kind::array) {
            for (const Node& part : *tree.root) {
                if (const Node* found = part.child("set"))
                    set_ = found;
            }
        } else {
            set_ = tree.root->child("set") != nullptr ? tree.root->child("set") : tree.root;
        }
    }

    Objection take(const Sentence& sentence)
    {
        if (set_ == nullptr)
            return "the file has no `set`";
        const Fact wanted = fact_of(sentence);
        const Fact* there = nullptr;
        for (const Fact& fact : config_.facts) {
            if (fact.at.source != source_.id() || fact.unset || fact.place != wanted.place
                || fact.second != wanted.second || (wanted.index != 0 && (fact.index & wanted.index) == 0))
                continue;
            if (fact.row->slot == Slot::list && (fact.value & wanted.value) == 0)
                continue;
            const std::vector<std::string> names = expand_names(fact.name);
            if (std::ranges::find(names, wanted.name) == names.end() && fact.name != wanted.name)
                continue;
            there = &fact;
            // Other ports or numbers of a range or list keep their value.
            if (fact.name != wanted.name || fact.index != wanted.index
                || (fact.row->slot == Slot::list && fact.value != wanted.value)) {
                if (!keep_others(fact, wanted, sentence, names))
                    return "the statement that other ports share cannot be parted";
                there = nullptr;
            }
        }
        if (there != nullptr && sentence.unset)
            remove(*there->node);
        else if (there != nullptr && there->node->is_scalar())
            replace(*there->node, sentence.words.back());
        else if (!sentence.unset && (there == nullptr || there->row->slot != Slot::list))
            add(sentence.words, sentence.has_value);
        return std::move(misplaced_);
    }

    [[nodiscard]] std::vector<Edit> edits(Objection& refusal)
    {
        for (const Node* node : removed_)
            cut(*node);
        for (const auto& [node, block] : added_)
            insert(*node, contents_below(*node, *block), refusal);
        return std::move(edits_);
    }

private:
    // Removes a shared statement and restates it for everything except what is to change.
    bool keep_others(
        const Fact& fact, const Fact& wanted, const Sentence& sentence, const std::vector<std::string>& names)
    {
        if (std::ranges::find(removed_, fact.node) == removed_.end())
            remove(*fact.node);
        std::vector<std::string> words = sentence.words;
        const bool of_port = words.front() == "interface";
        const std::size_t name = of_port ? 1 : 2;
        const auto say = [&](const std::string& who, std::uint64_t bits) {
            std::vector<std::string> own = words;
            if (own.size() > name)
                own[name] = who;
            if (fact.index != 0) {
                for (std::uint8_t number = 0; number < 64; ++number) {
                    if ((bits >> number & 1U) == 0)
                        continue;
                    for (std::size_t at = name + 1; at < own.size(); ++at) {
                        std::uint64_t index = 0;
                        if (take_list(words[at], 63, index) && index == wanted.index && at + 1 < own.size()) {
                            own[at] = fmt::format("{}", number);
                            break;
                        }
                    }
                    if (sentence.has_value)
                        own.back() = fact.text;
                    else
                        own.emplace_back(fact.text);
                    if (!is_told(own))
                        add(own, true);
                    if (!sentence.has_value)
                        own.pop_back();
                }
                return;
            }
            if (fact.row->slot == Slot::list) {
                for (std::uint8_t number = 0; number < 64; ++number) {
                    if ((bits >> number & 1U) != 0) {
                        own.back() = fmt::format("{}", number);
                        add(own, false);
                    }
                }
                return;
            }
            if (sentence.has_value)
                own.back() = fact.text;
            if (!is_told(own))
                add(own, true);
        };
        const bool list = fact.row->slot == Slot::list;
        for (const std::string& other :
            names.empty() ? std::vector<std::string>{std::string(fact.name)} : names) {
            const bool same = other == wanted.name;
            const std::uint64_t bits
                = (list ? fact.value : fact.index) & ~(same ? (list ? wanted.value : wanted.index) : 0);
            if (same && !list && fact.index == 0)
                continue;
            say(other, bits);
        }
        return true;
    }
    // Whether a later statement of this run already says it.
    [[nodiscard]] bool is_told(const std::vector<std::string>& words) const
    {
        return std::ranges::any_of(told_, [&](const std::vector<std::string>& each) {
            return each.size() == words.size() && std::equal(each.begin(), each.end() - 1, words.begin());
        });
    }

    void remove(const Node& node)
    {
        if (std::ranges::find(removed_, &node) == removed_.end())
            removed_.push_back(&node);
    }
    void replace(const Node& node, const std::string& value)
    {
        if (std::ranges::find(removed_, &node) == removed_.end())
            edits_.push_back({tree_.value_span(node), value});
    }
    void add(const std::vector<std::string>& words, bool has_value)
    {
        told_.push_back(words);
        const std::vector<std::string_view> views(words.begin(), words.end());
        if (Objection reason = additions_.set(additions_.root(), views)) {
            misplaced_ = std::move(reason);
            return;
        }
        const Node* node = set_;
        Statement* block = additions_.root();
        const std::size_t keys = words.size() - (has_value ? 1 : 0);
        for (std::size_t at = 0; at < keys && holds_block(*node, words[at]); ++at) {
            node = node->child(words[at]);
            block = additions_.find(block, {words[at]});
        }
        added_[node] = block;
    }
    static bool holds_block(const Node& node, std::string_view word)
    {
        const Node* child = node.child(word);
        return child != nullptr && child->is_container();
    }
    // What is added below a key, without what is added further inside.
    static std::vector<const Statement*> contents_below(const Node& node, const Statement& block)
    {
        std::vector<const Statement*> contents = hierarchy::contents_of(block);
        std::erase_if(
            contents, [&](const Statement* each) { return holds_block(node, hierarchy::key_of(*each)); });
        return contents;
    }

    // Returns the offset after the last line of a node and everything below it.
    [[nodiscard]] std::uint32_t end_of(const Node& node) const
    {
        const Node* last = &node;
        while (last->first != nullptr) {
            last = last->first;
            while (last->next != nullptr)
                last = last->next;
        }
        return lines_of(source_,
            last->offset,
            std::max(
                last->offset, last->is_scalar() ? last->value_offset + last->value_length : last->offset))
            .end();
    }
    [[nodiscard]] bool is_flow(const Node& node) const
    {
        return node.value_offset < source_.size()
            && (source_.text()[node.value_offset] == '{' || source_.text()[node.value_offset] == '[');
    }
    // A key whose last entry is removed would be left empty, which NVUE reads as the key itself. So the key
    // is removed too.
    void cut(const Node& node)
    {
        const Node* top = &node;
        for (const Node* parent = parent_of(*top); parent != nullptr && parent != set_;
             parent = parent_of(*parent)) {
            const bool all
                = added_.find(parent) == added_.end() && std::ranges::all_of(*parent, [&](const Node& child) {
                      return &child == top || std::ranges::find(removed_, &child) != removed_.end();
                  });
            if (!all)
                break;
            top = parent;
        }
        const std::uint32_t from = lines_of(source_, top->offset, top->offset).offset;
        const Edit edit{{source_.id(), from, end_of(*top) - from}, {}};
        std::erase_if(edits_, [&](const Edit& other) {
            return other.at.offset >= from && other.at.offset + other.at.length <= from + edit.at.length;
        });
        if (std::ranges::none_of(edits_, [&](const Edit& other) {
                return other.at.offset <= from && other.at.offset + other.at.length > from;
            }))
            edits_.push_back(edit);
    }
    // Nodes do not know what they stand in, so all of them are noted when the first is asked for.
    [[nodiscard]] const Node* parent_of(const Node& wanted)
    {
        std::vector<const Node*> open;
        if (parents_.empty())
            open.push_back(set_);
        while (!open.empty()) {
            const Node* node = open.back();
            open.pop_back();
            for (const Node& child : *node) {
                parents_.emplace(&child, node);
                if (child.first != nullptr)
                    open.push_back(&child);
            }
        }
        const auto found = parents_.find(&wanted);
        return found == parents_.end() ? nullptr : found->second;
    }
    void insert(const Node& node, std::span<const Statement* const> contents, Objection& refusal)
    {
        const std::string_view feed = feed_of(source_);
        const auto column
            = [&](const Node& of) { return of.offset - lines_of(source_, of.offset, of.offset).offset; };
        std::string text;
        if (node.first == nullptr && is_flow(node)) {
            const std::size_t close = source_.text().find('}', node.value_offset);
            text = feed;
            hierarchy::print_yaml(contents, column(node) + 2, feed, text);
            text.resize(text.size() - feed.size());
            std::size_t from = node.value_offset;
            while (from > 0 && source_.text()[from - 1] == ' ')
                --from;
            edits_.push_back({{source_.id(),
                                  static_cast<std::uint32_t>(from),
                                  static_cast<std::uint32_t>(close + 1 - from)},
                text});
            return;
        }
        if (is_flow(node) || node.first == nullptr) {
            refusal = "the file writes a mapping in one line, which is not edited";
            return;
        }
        const std::uint32_t at = end_of(node);
        if (at > 0 && source_.text()[at - 1] != '\n')
            text = feed;
        hierarchy::print_yaml(contents, column(*node.first), feed, text);
        edits_.push_back({{source_.id(), at, 0}, text});
    }

    const Config& config_;
    const Tree& tree_;
    const Source& source_;
    const Node* set_ = nullptr;
    std::vector<const Node*> removed_;
    std::unordered_map<const Node*, const Node*> parents_;
    hierarchy::Draft additions_;
    std::map<const Node*, const Statement*> added_; ///< the block whose contents are added below a key
    Objection misplaced_;
    std::vector<std::vector<std::string>> told_;
    std::vector<Edit> edits_;
};

}

std::vector<Edit> edit_document(
    const Config& config, const Tree& tree, const std::vector<Step>& steps, Objection& refusal)
{
    Document document(config, tree);
    // Wanted statements take precedence over those kept for others.
    std::vector<Edit> edits;
    for (const Step& step : steps) {
        Step own = step;
        if (!own.ports.empty() && !own.unset)
            replace_ranges(config, tree, own, edits);
        if (!step.ports.empty() && own.ports.empty())
            continue;
        for (const Sentence& sentence : sentences(own)) {
            if (Objection reason = document.take(sentence))
                refusal = std::move(reason);
        }
    }
    for (Edit& edit : document.edits(refusal))
        edits.push_back(std::move(edit));
    return edits;
}

}
