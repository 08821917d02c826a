// SPDX-License-Identifier: Apache-2.0
// Statements into the text of a file: lines of `nv set` behind each other, of which the last counts, or keys of startup.yaml,
// where each stands once.
#include "drivers/nvue/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rocelint::nvue {
namespace {

// The number that stands for `#` in a path, and the path's other words; "switch-priority 3" ends in one.
std::vector<std::string> words_of_path(std::string_view path)
{
    std::vector<std::string> words;
    for (const std::string_view word : words_of_line(path))
        words.emplace_back(word);
    return words;
}

// A step for one port, or for the whole switch, as all its words.
struct Sentence {
    std::vector<std::string> words; ///< with the value
    bool has_value = false;
    bool unset = false;
};

std::vector<Sentence> sentences(const Step& step)
{
    std::vector<Sentence> out;
    const auto add = [&](std::string_view port) {
        Sentence made{.words = {}, .has_value = !step.value.empty(), .unset = step.unset};
        if (!port.empty())
            made.words = {"interface", std::string(port)};
        for (std::string& word : words_of_path(step.path))
            made.words.push_back(std::move(word));
        if (made.has_value)
            made.words.push_back(step.value);
        out.push_back(std::move(made));
    };
    if (step.ports.empty())
        add({});
    for (const std::string& port : step.ports)
        add(port);
    return out;
}

// What a sentence is about, as the facts tell it.
Fact fact_of(const Sentence& sentence)
{
    std::vector<std::string_view> words(sentence.words.begin(), sentence.words.end());
    std::vector<Fact> facts;
    FactMaker maker(nullptr, facts, nullptr);
    (void)maker.take(words, sentence.unset && !sentence.has_value, nullptr);
    const Fact fact = facts.empty() ? Fact{} : facts.back();
    // To take away an entry of a list is about this entry, and not about the list.
    if (sentence.unset && fact.row != nullptr && fact.row->slot == Slot::list && fact.value == 0) {
        facts.clear();
        (void)maker.take(words, false, nullptr);
        if (!facts.empty())
            return facts.back();
    }
    return fact;
}

std::uint32_t end_of_line(const Source& source, std::size_t offset)
{
    const std::size_t feed = source.text().find('\n', offset);
    return static_cast<std::uint32_t>(feed == std::string_view::npos ? source.size() : feed + 1);
}

std::uint32_t begin_of_line(const Source& source, std::size_t offset)
{
    const std::size_t feed = offset == 0 ? std::string_view::npos : source.text().rfind('\n', offset - 1);
    return static_cast<std::uint32_t>(feed == std::string_view::npos ? 0 : feed + 1);
}

std::string_view feed_of(const Source& source)
{
    return source.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
}

// Whether a fact says the same thing as another, of the same profile or port and numbers, whatever its value.
bool is_about(const Fact& fact, const Fact& wanted)
{
    return !fact.unset && fact.node != nullptr && fact.place == wanted.place && fact.name == wanted.name
        && fact.second == wanted.second && fact.index == wanted.index
        && (fact.row == nullptr || fact.row->slot != Slot::list || fact.text == wanted.text);
}

// A statement of a range whose ports all want the same keeps its place: those ports are done then.
void replace_ranges(const Config& config, const Tree& tree, Step& step, std::vector<Edit>& edits)
{
    const std::vector<Sentence> all = sentences(step);
    const Fact wanted = fact_of(all.front());
    for (const Fact& fact : config.facts) {
        if (fact.place != wanted.place || fact.unset || fact.at.source != tree.source->id()
            || fact.row == nullptr
            || (fact.row->slot != Slot::number && fact.row->slot != Slot::word
                && fact.row->slot != Slot::text))
            continue;
        const std::vector<std::string> range = expand_names(fact.name);
        const bool by_all = !range.empty() && std::ranges::all_of(range, [&](const std::string& name) {
            return std::ranges::find(step.ports, name) != step.ports.end()
                && config.find(config.port_by_name.at(name), fact.says()).fact == &fact;
        });
        const bool one_word = fact.node->is_scalar() || fact.node->kind == Node::Kind::line;
        if (!by_all || !one_word)
            continue;
        if (fact.text != step.value)
            edits.push_back(
                {fact.node->is_scalar() ? tree.value_span(*fact.node) : tree.source->span_of(fact.text),
                    step.value});
        std::erase_if(step.ports,
            [&](const std::string& name) { return std::ranges::find(range, name) != range.end(); });
        if (step.ports.empty())
            return;
    }
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
            edits.push_back(
                {{source.id(),
                     begin_of_line(source, same->at.offset),
                     end_of_line(source, same->at.offset) - begin_of_line(source, same->at.offset)},
                    {}});
        else if (same != nullptr && count == 1 && !list)
            edits.push_back({source.span_of(same->text), step.value});
        else
            added += command_lines({step});
    }
    if (!added.empty()) {
        const std::uint32_t at = end_of_line(source, last);
        std::string text;
        if (at > 0 && source.text()[at - 1] != '\n')
            text += feed_of(source);
        for (const char c : added)
            text += c == '\n' ? std::string(feed_of(source)) : std::string(1, c);
        edits.push_back({{source.id(), at, 0}, std::move(text)});
    }
    return edits;
}

namespace {

// What is to stand below a node that is there.
struct Branch {
    std::string word;
    std::string value;
    bool has_value = false;
    std::vector<std::unique_ptr<Branch>> below;

    Branch& at(std::string_view wanted)
    {
        for (const auto& each : below) {
            if (each->word == wanted)
                return *each;
        }
        below.push_back(std::make_unique<Branch>());
        below.back()->word = wanted;
        return *below.back();
    }
};

std::string key_text(const std::string& word)
{
    const bool plain = !word.empty()
        && !std::ranges::all_of(word, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    return plain ? word : "'" + word + "'";
}

// Words that YAML takes for text as they are.
std::string value_text(const std::string& value)
{
    const bool plain = !value.empty()
        && std::ranges::all_of(value,
            [](char c) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
                    || c == '/' || c == '_' || c == '-' || c == ':';
            })
        && value.back() != ':' && value.front() != '-';
    if (plain)
        return value;
    std::string quoted = "'";
    for (const char c : value)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

void print(const Branch& branch, std::size_t indent, std::string_view feed, std::string& out)
{
    for (const auto& each : branch.below) {
        out += std::string(indent, ' ') + key_text(each->word) + ':';
        if (each->has_value)
            out += ' ' + value_text(each->value);
        else if (each->below.empty())
            out += " {}";
        out += feed;
        print(*each, indent + 2, feed, out);
    }
}

// startup.yaml while it is edited: what stands there is changed or taken out, and what is new goes below the nearest key.
class Document {
public:
    Document(const Config& config, const Tree& tree) : config_(config), tree_(tree), source_(*tree.source)
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

    [[nodiscard]] std::string take(const Sentence& sentence)
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
            // Others that a range or list of numbers stands for keep what they have.
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
        return {};
    }

    [[nodiscard]] std::vector<Edit> edits(std::string& refusal)
    {
        for (const Node* node : removed_)
            cut(*node);
        for (const auto& [node, branch] : added_)
            insert(*node, *branch, refusal);
        return std::move(edits_);
    }

private:
    // Takes a shared statement away and says it again for all but the one that is to differ.
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
    // Whether a later statement of this run says it already.
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
        const Node* node = set_;
        std::size_t at = 0;
        const std::size_t keys = words.size() - (has_value ? 1 : 0);
        while (at < keys && node->child(words[at]) != nullptr && node->child(words[at])->is_container()) {
            node = node->child(words[at]);
            ++at;
        }
        auto& top = added_[node];
        if (top == nullptr)
            top = std::make_unique<Branch>();
        Branch* branch = top.get();
        for (; at < keys; ++at)
            branch = &branch->at(words[at]);
        branch->has_value = has_value;
        if (has_value)
            branch->value = words.back();
    }

    // The byte behind the last line of a node and all below it.
    [[nodiscard]] std::uint32_t end_of(const Node& node) const
    {
        const Node* last = &node;
        while (last->first != nullptr) {
            last = last->first;
            while (last->next != nullptr)
                last = last->next;
        }
        return end_of_line(source_,
            std::max(
                last->offset, last->is_scalar() ? last->value_offset + last->value_length : last->offset));
    }
    [[nodiscard]] bool is_flow(const Node& node) const
    {
        return node.value_offset < source_.size()
            && (source_.text()[node.value_offset] == '{' || source_.text()[node.value_offset] == '[');
    }
    // A key whose last entry goes is left empty, which NVUE takes for the key itself: it goes too.
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
        const std::uint32_t from = begin_of_line(source_, top->offset);
        const Edit edit{{source_.id(), from, end_of(*top) - from}, {}};
        std::erase_if(edits_, [&](const Edit& other) {
            return other.at.offset >= from && other.at.offset + other.at.length <= from + edit.at.length;
        });
        if (std::ranges::none_of(edits_, [&](const Edit& other) {
                return other.at.offset <= from && other.at.offset + other.at.length > from;
            }))
            edits_.push_back(edit);
    }
    [[nodiscard]] const Node* parent_of(const Node& wanted) const
    {
        std::vector<const Node*> open{set_};
        while (!open.empty()) {
            const Node* node = open.back();
            open.pop_back();
            for (const Node& child : *node) {
                if (&child == &wanted)
                    return node;
                if (child.first != nullptr)
                    open.push_back(&child);
            }
        }
        return nullptr;
    }
    void insert(const Node& node, const Branch& branch, std::string& refusal)
    {
        const std::string_view feed = feed_of(source_);
        const auto column = [&](const Node& of) { return of.offset - begin_of_line(source_, of.offset); };
        std::string text;
        if (node.first == nullptr && is_flow(node)) {
            const std::size_t close = source_.text().find('}', node.value_offset);
            text = feed;
            print(branch, column(node) + 2, feed, text);
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
        print(branch, column(*node.first), feed, text);
        edits_.push_back({{source_.id(), at, 0}, text});
    }

    const Config& config_;
    const Tree& tree_;
    const Source& source_;
    const Node* set_ = nullptr;
    std::vector<const Node*> removed_;
    std::map<const Node*, std::unique_ptr<Branch>> added_;
    std::vector<std::vector<std::string>> told_;
    std::vector<Edit> edits_;
};

}

std::string document_of(const std::vector<Step>& steps)
{
    Branch root;
    for (const Step& step : steps) {
        for (const Sentence& sentence : sentences(step)) {
            Branch* branch = &root;
            for (std::size_t at = 0; at + (sentence.has_value ? 1 : 0) < sentence.words.size(); ++at)
                branch = &branch->at(sentence.words[at]);
            branch->has_value = sentence.has_value;
            branch->value = sentence.has_value ? sentence.words.back() : std::string();
        }
    }
    std::string text = "- set:\n";
    constexpr std::size_t indent = 4;
    print(root, indent, "\n", text);
    return text;
}

std::vector<Edit> edit_document(
    const Config& config, const Tree& tree, const std::vector<Step>& steps, std::string& refusal)
{
    Document document(config, tree);
    // What is wanted counts before what is kept for others.
    std::vector<Edit> edits;
    for (const Step& step : steps) {
        Step own = step;
        if (!own.ports.empty() && !own.unset)
            replace_ranges(config, tree, own, edits);
        if (!step.ports.empty() && own.ports.empty())
            continue;
        for (const Sentence& sentence : sentences(own)) {
            if (std::string reason = document.take(sentence); !reason.empty())
                refusal = std::move(reason);
        }
    }
    for (Edit& edit : document.edits(refusal))
        edits.push_back(std::move(edit));
    return edits;
}

}
