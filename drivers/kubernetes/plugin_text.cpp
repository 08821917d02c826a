// SPDX-License-Identifier: Apache-2.0
// Networks of pods hold configurations of the Container Network Interface as a text of JSON: one plugin or a chain of
// them (containernetworking/cni, SPEC.md 1.0.0, section 1), or a part of a chain that an operator completes
// (k8snetworkplumbingwg/sriov-network-operator, api/v1, SriovNetworkSpec.MetaPluginsConfig).
#include "drivers/kubernetes/plugin_text.h"

#include "drivers/kubernetes/objects.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::kubernetes {
namespace {

constexpr std::array<std::string_view, 2> keys_of_plugins{"config", "metaPlugins"};

// The JSON in a scalar of YAML, without the line of "|" or ">".
std::string_view json_part(const Tree& tree, const Node& text)
{
    std::string_view part = tree.source->text_at(tree.value_span(text));
    const bool is_block = part.starts_with('|') || part.starts_with('>');
    return is_block ? part.substr(std::min(part.find('\n'), part.size())) : part;
}

// The length of the JSON object at the beginning of a text; all of it, if the object does not end.
std::size_t object_length(std::string_view text)
{
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string) {
            if (c == '\\')
                ++at;
            in_string = c != '"';
        } else if (c == '"')
            in_string = true;
        else if (c == '{')
            ++depth;
        else if (c == '}' && --depth == 0)
            return at + 1;
    }
    return text.size();
}

// Whether a text is written with escapes, as kubectl does with `-o json`. Its parts then have no places of their own.
bool is_escaped(const Tree& tree, const Node& text)
{
    const std::string_view file = tree.source->text();
    return text.value_offset > 0 && file[text.value_offset - 1] == '"'
        && file.substr(text.value_offset, text.value_length).find('\\') != std::string_view::npos;
}

void put_in_place(Node& node, const Node& place)
{
    node.line = place.line;
    node.offset = node.value_offset = place.value_offset;
    node.length = node.value_length = place.value_length;
}

// Copies what is below a node into another tree, with the places that it has or that of `place`.
void copy_children(const Node& root, const Node& target, const Tree& tree, const Node* place)
{
    std::vector<std::pair<const Node*, Node*>> waiting{{&root, const_cast<Node*>(&target)}};
    while (!waiting.empty()) {
        const auto [from, to] = waiting.back();
        waiting.pop_back();
        Node* last = nullptr;
        for (const Node& child : *from) {
            Node* copy = tree.arena->make<Node>(child);
            copy->key = tree.arena->keep(child.key);
            copy->value = tree.arena->keep(child.value);
            copy->first = copy->next = nullptr;
            copy->child_count = 0;
            if (place != nullptr)
                put_in_place(*copy, *place);
            (last == nullptr ? to->first : last->next) = copy;
            last = copy;
            ++to->child_count;
            waiting.emplace_back(&child, copy);
        }
    }
}

// A text, and what was read of it; null if it has a mistake.
struct ReadText {
    const Node* text = nullptr;
    const Node* json = nullptr;
};

// `rest` is a part of the builder's source, and `offset` where its node begins there.
const Node* read_plugin_text(TreeBuilder& builder, std::string_view rest, std::uint32_t offset)
{
    // A mark of a template is no JSON; what it becomes is not known.
    if (rest.find("{{") != std::string_view::npos)
        return nullptr;
    const std::size_t problems = builder.problems().size();
    Node* const json = builder.make_node(Node::Kind::array, offset, 0);
    builder.open(json);
    const auto separates = [](char c) { return ascii::is_white(c) || c == ','; };
    for (rest = ascii::trimmed_front(rest, separates); rest.starts_with('{');) {
        const std::size_t length = object_length(rest);
        parse_json_part(builder, rest.substr(0, length));
        rest = ascii::trimmed_front(rest.substr(length), separates);
    }
    builder.close();
    const bool is_refused = std::any_of(builder.problems().begin() + static_cast<std::ptrdiff_t>(problems),
        builder.problems().end(),
        [](const SyntaxProblem& problem) { return problem.severity == SyntaxProblem::Severity::error; });
    return is_refused || !rest.empty() ? nullptr : json;
}

void give_plugins(Tree& tree, const Node& text, const Node& json, const Node* place)
{
    const_cast<Node&>(text).kind = Node::Kind::array;
    copy_children(json, text, tree, place);
}

void read_escaped_text(Tree& tree, const Node& text)
{
    const Source unescaped(tree.source->id(), tree.source->path(), text.value);
    TreeBuilder builder(unescaped);
    builder.open(builder.make_node(Node::Kind::array, 0, 0));
    const Node* json = read_plugin_text(builder, unescaped.text(), 0);
    builder.close();
    const Tree parsed = builder.finish();
    if (json != nullptr)
        give_plugins(tree, text, *json, &text);
    for (SyntaxProblem problem : parsed.problems) {
        problem.at = tree.value_span(text);
        tree.problems.push_back(std::move(problem));
    }
}

}

bool has_rdma_plugin(std::string_view text)
{
    const auto has = [text](std::string_view plain, std::string_view escaped) {
        return text.find(plain) != std::string_view::npos || text.find(escaped) != std::string_view::npos;
    };
    return has("\"rdma\"", "\\\"rdma\\\"") && has("\"mtu\"", "\\\"mtu\\\"");
}

void read_plugin_texts(Tree& tree)
{
    std::vector<const Node*> texts;
    for (const Object& object : objects_of(tree)) {
        const Node* spec = object.kind == ObjectKind::pod_network ? node_at(object.node, "spec") : nullptr;
        for (const std::string_view key : keys_of_plugins) {
            const Node* text = node_at(spec, key);
            if (text != nullptr && text->kind == Node::Kind::string && text->first == nullptr)
                texts.push_back(text);
        }
    }
    for (const Node* text : texts) {
        if (is_escaped(tree, *text))
            read_escaped_text(tree, *text);
    }
    std::erase_if(texts, [&tree](const Node* text) { return is_escaped(tree, *text); });
    if (texts.empty())
        return;
    // One builder counts the lines of the file once for all texts.
    std::ranges::sort(texts, {}, [](const Node* text) { return text->offset; });
    TreeBuilder builder(*tree.source);
    builder.open(builder.make_node(Node::Kind::array, 0, 0));
    std::vector<ReadText> read;
    for (const Node* text : texts)
        read.push_back({text, read_plugin_text(builder, json_part(tree, *text), text->offset)});
    builder.close();
    const Tree json = builder.finish();
    for (const auto& [text, part] : read) {
        if (part != nullptr)
            give_plugins(tree, *text, *part, nullptr);
    }
    tree.problems.insert(tree.problems.end(), json.problems.begin(), json.problems.end());
}

std::vector<const Node*> plugins_of(const Node* text)
{
    std::vector<const Node*> plugins;
    if (text == nullptr)
        return plugins;
    for (const Node& object : *text) {
        const Node* chain = object.child("plugins");
        if (chain == nullptr) {
            plugins.push_back(&object);
            continue;
        }
        for (const Node& plugin : *chain) {
            if (plugin.kind == Node::Kind::object)
                plugins.push_back(&plugin);
        }
    }
    return plugins;
}

}
