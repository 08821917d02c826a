// SPDX-License-Identifier: Apache-2.0
// Turns a file into statements. Trees in YAML or JSON and lines of `nv set` have the same words in the same
// order.
#include "drivers/nvue/statements.h"

#include "drivers/nvue/config_diff.h"
#include "drivers/nvue/counters.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rocelint::nvue {
namespace {

bool is_comment(std::string_view line) { return line.empty() || line.front() == '#'; }

// Whether a quote is open at the end of a line.
bool is_open(std::string_view line)
{
    char quote = 0;
    for (const char c : line) {
        if (quote == 0 && (c == '\'' || c == '"'))
            quote = c;
        else if (c == quote)
            quote = 0;
    }
    return quote != 0;
}

// Makes every line a node; a quoted text over several lines is one node.
Tree parse_lines(const Source& source)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    std::string_view rest = source.text();
    const WaiverComments comments(rest, '#');
    while (!rest.empty()) {
        std::string_view line = comments.strip(ascii::trimmed(ascii::take_line(rest), ascii::is_blank));
        if (is_comment(line))
            continue;
        const auto offset = static_cast<std::uint32_t>(line.data() - source.data());
        if (is_open(line) && typed(line).starts_with("nv ")) {
            const std::size_t end = rest.find(line.find('\'') != std::string_view::npos ? '\'' : '"');
            constexpr std::size_t longest = 4096;
            if (end < longest) {
                rest.remove_prefix(end);
                (void)ascii::take_line(rest);
            }
        }
        Node* node = builder.make_node(Node::Kind::line, offset, static_cast<std::uint32_t>(line.size()));
        node->key = line;
        builder.add(node);
    }
    return builder.finish();
}

// For a document that has the configuration as text in one of its values.
constexpr std::string_view embedded
    = "an NVUE configuration stands inside this document as text; write it to a file of its own to have it checked";

void collect_document(const Tree& tree, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems)
{
    const Node& root = *tree.root;
    FactMaker maker(&tree, facts, &problems);
    root.mark(CoverageState::read);
    if (root.kind == Node::Kind::object) {
        // A tree without an enclosing `set`: `nv config show` of single objects, and the REST API.
        const bool parts = root.child("set") != nullptr || root.child("unset") != nullptr;
        if (!parts && root.child("apiVersion") != nullptr) {
            problems.push_back({SyntaxProblem::Severity::warning, tree.span(root), std::string(embedded)});
            root.mark_subtree(CoverageState::unsupported);
        } else if (!parts) {
            maker.walk(root, false);
        }
    }
    const auto take_parts = [&](const Node& parts) {
        parts.mark(CoverageState::read);
        for (const Node& part : parts) {
            const bool unset = part.key == "unset";
            if (part.key == "header") {
                maker.walk(parts, false);
            } else if (part.key == "set" || unset) {
                part.mark(CoverageState::read);
                maker.walk(part, unset);
            }
        }
    };
    if (root.kind == Node::Kind::object && root.child("set") != nullptr)
        take_parts(root);
    if (root.kind == Node::Kind::array) {
        for (const Node& parts : root)
            take_parts(parts);
    }
}

void collect_lines(const Tree& tree, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems)
{
    FactMaker maker(&tree, facts, &problems);
    bool in_diff = false;
    for (const Node& line : *tree.root) {
        const std::string_view command = typed(line.key);
        // The output of a comparison of configurations is not a statement of the switch: read_config_diffs()
        // reads it.
        if (command.data() != line.key.data())
            in_diff = diff_command(line.key).has_value();
        else if (in_diff)
            continue;
        const std::vector<std::string_view> words = words_of_line(command);
        if (words.size() > 2 && words[0] == "nv" && (words[1] == "set" || words[1] == "unset"))
            line.mark(maker.take(std::span(words).subspan(2), words[1] == "unset", &line));
        else if (command.starts_with("nv ") || command.data() != line.key.data())
            line.mark(CoverageState::irrelevant); // other typed commands: nv config apply, nv show, sudo …
    }
}

// Reports each profile that NVUE would not take by its name, where it is first named.
void check_names(const Tree& tree, std::span<const Fact> facts, std::vector<SyntaxProblem>& problems)
{
    std::set<std::string> reported;
    for (const Fact& fact : facts) {
        std::string problem = fact.node == nullptr || fact.unset ? std::string() : wrong_name(fact);
        if (!problem.empty() && reported.insert(problem).second)
            problems.push_back({SyntaxProblem::Severity::error, tree.span(*fact.node), std::move(problem)});
    }
}

}

Form form_of(const Source& source)
{
    if (begins_as_counters(source.text()) && source.text().find("nv set ") == std::string_view::npos)
        return Form::counters;
    std::string_view rest = source.text();
    for (int looked_at = 0; !rest.empty() && looked_at < 2000; ++looked_at) {
        const std::string_view line = ascii::trimmed(ascii::take_line(rest), ascii::is_blank);
        if (is_comment(line) || line == "---")
            continue;
        if (line.front() == '{' || line.front() == '[')
            return source.text().find("\"neighbor\"") != std::string_view::npos ? Form::neighbours
                                                                                : Form::json;
        if (typed(line).starts_with("nv "))
            return Form::lines;
        if (line.starts_with("- ") || line.ends_with(':') || line.find(": ") != std::string_view::npos)
            return Form::yaml;
        if (line.find('=') != std::string_view::npos && line.find('$') == std::string_view::npos)
            return Form::switchd;
    }
    return Form::lines;
}

Tree parse(const Source& source)
{
    switch (form_of(source)) {
    case Form::yaml:
        return parse_yaml(source, YamlAuthor::machine);
    case Form::json:
    case Form::neighbours:
        return parse_json(source);
    case Form::counters: {
        const std::size_t first = source.text().find_first_not_of(" \t\r\n");
        return source.text()[first] == '{' ? parse_json(source) : parse_lines(source);
    }
    default:
        return parse_lines(source);
    }
}

std::string_view typed(std::string_view line)
{
    // "cumulus@leaf01:mgmt:~$ nv set …", "root@leaf01:~# nv set …"
    const std::size_t at = line.substr(0, 128).find_first_of("$#>");
    if (at == std::string_view::npos || at + 1 >= line.size() || line[at + 1] != ' '
        || line.substr(0, at).find(' ') != std::string_view::npos)
        return line;
    return ascii::trimmed(line.substr(at + 1), ascii::is_blank);
}

bool FactMaker::go(Step& step, std::string_view word)
{
    const Keyword* next = step.place->inside->find(word);
    if (next == nullptr || schema().is_list_value(*next))
        return false;
    step.place = next;
    // Code points go up to 63, everything else up to 7; larger numbers have no queue or priority.
    if (hierarchy::Schema::takes_numbers(*next))
        return take_list(word, 63, step.index);
    if (next->word.empty())
        (step.name.empty() ? step.name : step.second) = word;
    return true;
}

CoverageState FactMaker::put(const Step& step, std::string_view text, const Node* node, bool unset)
{
    Fact fact{.row = row_at(*step.place),
        .place = step.place,
        .name = step.name,
        .second = step.second,
        .index = step.index,
        .text = text,
        .node = node,
        .unset = unset};
    if (node != nullptr && tree_ != nullptr)
        fact.at = tree_->span(*node);
    std::string problem = fact.row == nullptr ? std::string() : take_value(fact);
    if (!problem.empty() && problems_ != nullptr)
        problems_->push_back({SyntaxProblem::Severity::error,
            node->is_scalar() ? tree_->value_span(*node) : tree_->span(*node),
            std::move(problem)});
    const CoverageState state = fact.unread ? CoverageState::unrecognised
        : fact.row == nullptr               ? CoverageState::read
                                            : fact.row->state;
    facts_.push_back(fact);
    return state;
}

CoverageState FactMaker::take(std::span<const std::string_view> words, bool unset, const Node* node)
{
    Step step{node, &schema().top(), {}, {}, 0};
    for (std::size_t at = 0; at < words.size(); ++at) {
        const Row* row = row_at(*step.place);
        const bool takes_value = row != nullptr && row->slot != Slot::none && row->says != LineKind::nothing;
        if (!go(step, words[at])) {
            if (takes_value)
                return at + 1 == words.size() || row->slot == Slot::text ? put(step, words[at], node, unset)
                                                                         : CoverageState::unrecognised;
            return step.place->inside->others;
        }
        // A value below the last word of an entry makes the entry exist.
        if (takes_value && row->slot == Slot::entry) {
            Step entry = step;
            entry.place = schema().around(*step.place);
            (entry.second.empty() ? entry.name : entry.second) = {};
            (void)put(entry, words[at], node, unset);
        }
        const Row* now = row_at(*step.place);
        if (now != nullptr && now->slot == Slot::none && now->says != LineKind::nothing
            && !(unset && at + 1 < words.size()))
            (void)put(step, {}, node, unset);
    }
    const Row* row = row_at(*step.place);
    if (unset && (row == nullptr || row->slot != Slot::none || row->says == LineKind::nothing))
        return put(step, {}, node, true);
    if (row != nullptr && row->says != LineKind::nothing)
        return CoverageState::read;
    const CoverageState rest = step.place->inside->others;
    if (rest != CoverageState::unrecognised)
        return rest;
    // "nv set qos pfc x" makes an empty profile.
    (void)put(step, {}, node, unset);
    return CoverageState::read;
}

void FactMaker::enter(const Step& step, std::vector<Step>& open, bool unset)
{
    const Node& node = *step.node;
    const Row* row = row_at(*step.place);
    const bool modelled = row != nullptr && row->says != LineKind::nothing;
    if (modelled && row->slot == Slot::none) {
        (void)put(step, {}, &node, unset);
        node.mark(CoverageState::read);
    } else if (modelled && node.is_scalar()) {
        node.mark(put(step, node.value, &node, unset));
        return;
    }
    if (!node.is_container()) {
        if (node.is_scalar() && !node.value.empty() && !modelled) {
            // The value of a key continues the statement: `mtu: 9216` is `mtu 9216`.
            Step below = step;
            if (go(below, node.value)) {
                node.mark(CoverageState::read);
                const Row* said = row_at(*below.place);
                if (said != nullptr && said->says != LineKind::nothing && said->slot == Slot::none)
                    (void)put(below, {}, &node, unset);
            } else {
                node.mark(step.place->inside->others);
            }
        } else {
            node.mark(modelled || step.place->inside->others == CoverageState::unrecognised
                    ? CoverageState::read
                    : step.place->inside->others);
        }
        return;
    }
    node.mark(CoverageState::read);
    if (unset && node.first == nullptr)
        (void)put(step, {}, &node, true);
    for (const Node& child : node) {
        const std::string_view word = child.key.empty() && child.is_scalar() ? child.value : child.key;
        Step below = step;
        below.node = &child;
        const bool goes = go(below, word);
        if (modelled && row->slot != Slot::none && (!goes || row->slot == Slot::entry)) {
            child.mark(put(step, word, &child, unset));
            if (child.first != nullptr && !goes)
                child.mark_subtree(step.place->inside->others);
            if (!goes || child.key.empty())
                continue;
        }
        if (!goes)
            child.mark_subtree(step.place->inside->others);
        else
            open.push_back(below);
    }
}

// Depth first and in file order, so that statements of one interface are adjacent.
void FactMaker::walk(const Node& node, bool unset)
{
    std::vector<Step> open;
    std::vector<Step> below;
    open.push_back({&node, &schema().top(), {}, {}, 0});
    while (!open.empty()) {
        const Step step = open.back();
        open.pop_back();
        below.clear();
        enter(step, below, unset);
        open.insert(open.end(), below.rbegin(), below.rend());
    }
}

void collect(const Tree& tree, Arena& arena, std::vector<Fact>& facts, std::vector<SyntaxProblem>& problems)
{
    if (tree.root == nullptr)
        return;
    const std::size_t first = facts.size();
    switch (form_of(*tree.source)) {
    case Form::yaml:
    case Form::json:
        collect_document(tree, facts, problems);
        break;
    case Form::lines:
        collect_lines(tree, facts, problems);
        break;
    case Form::switchd:
        return collect_switchd(tree, arena, facts, problems);
    case Form::counters:
        if (tree.root->kind == Node::Kind::line)
            collect_lines(tree, facts, problems);
        break;
    case Form::neighbours:
        return;
    }
    check_names(tree, std::span(facts).subspan(first), problems);
}

void collect_profile(std::span<const std::string_view> lines, std::vector<Fact>& facts)
{
    FactMaker maker(nullptr, facts, nullptr);
    for (const std::string_view line : lines)
        (void)maker.take(words_of_line(line), false, nullptr);
}

}
