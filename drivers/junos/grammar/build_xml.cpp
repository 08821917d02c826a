// SPDX-License-Identifier: Apache-2.0
// The XML of NETCONF and of `display xml`. Elements in other namespaces are not Junos' own and stay unread.
#include "drivers/junos/grammar/build.h"

namespace rocelint::junos {
namespace {

std::string_view local_name(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

const Node* element(const Node& parent, std::string_view name)
{
    for (const Node& child : parent) {
        if (local_name(child.key) == name)
            return &child;
    }
    return nullptr;
}

bool is_attribute(const Node& node) { return node.key.starts_with('@'); }

// Returns the value of an attribute; empty if the element does not have it.
std::string_view attribute(const Node& node, std::string_view name)
{
    for (const Node& child : node) {
        if (is_attribute(child) && local_name(child.key.substr(1)) == name)
            return child.value;
    }
    return {};
}

// Both notations: NETCONF (`operation`) and the Junos XML protocol (`delete`).
bool is_removal(const Node& node)
{
    const std::string_view operation = attribute(node, "operation");
    return operation == "delete" || operation == "remove" || !attribute(node, "delete").empty();
}

const Node* first_element(const Node& parent)
{
    for (const Node& child : parent) {
        if (!is_attribute(child))
            return &child;
    }
    return nullptr;
}

const Keyword* exact_keyword(const Grammar& grammar, std::string_view word)
{
    for (const Keyword& keyword : grammar.keywords) {
        if (keyword.word == word)
            return &keyword;
    }
    return nullptr;
}

// Returns the element that contains the configuration, even inside an rpc-reply.
const Node* find_configuration(const Node& root)
{
    constexpr int deepest = 8;
    const Node* at = first_element(root);
    for (int depth = 0; at != nullptr && depth < deepest; ++depth) {
        const std::string_view name = local_name(at->key);
        if (name == "configuration")
            return at;
        if (const Node* inside = element(*at, "configuration"); inside != nullptr)
            return inside;
        at = first_element(*at);
    }
    return nullptr;
}

/// Turns elements into statements. A list entry is named by its `name` element, or else by its first one.
class XmlBuilder {
public:
    XmlBuilder(Hierarchy& hierarchy, const Tree& tree) : hierarchy_(hierarchy), tree_(tree) { }

    void build(const Node& configuration_element)
    {
        const Chain outer = outermost(hierarchy_);
        open_.push_back({configuration_element.first, outer.block, outer.grammar, nullptr});
        configuration_element.mark(CoverageState::irrelevant);
        while (!open_.empty()) {
            const Node* node = open_.back().node;
            if (node == nullptr) {
                open_.pop_back();
                continue;
            }
            open_.back().node = node->next;
            if (is_attribute(*node))
                node->mark(CoverageState::irrelevant);
            else if (node == open_.back().name)
                node->mark(CoverageState::read);
            else
                read(*node);
        }
    }

private:
    struct Open {
        const Node* node;
        Statement* block;
        const Grammar* grammar;
        const Node* name; ///< the element that names the block
    };

    void read(const Node& node)
    {
        const bool inactive = !attribute(node, "inactive").empty();
        if (inactive && !hierarchy_.keeps_inactive())
            return node.mark_subtree(CoverageState::irrelevant);
        const bool removed = is_removal(node);
        const bool active = !attribute(node, "active").empty();
        if (!inactive && !removed && !active)
            return read_element(node);
        const Open around = open_.back();
        const std::size_t depth = open_.size();
        read_element(node);
        const auto each_stated = [&](auto&& change) {
            if (open_.size() > depth)
                return change(*open_.back().block);
            const Keyword* keyword = exact_keyword(*around.grammar, local_name(node.key));
            Statement* named = keyword != nullptr && node.value.empty()
                ? hierarchy_.find(around.block, *keyword, {})
                : nullptr;
            if (named != nullptr)
                return change(*named);
            for (Statement* child = around.block->first; child != nullptr; child = child->next) {
                if (child->node == &node)
                    change(*child);
            }
        };
        each_stated([&](Statement& statement) { statement.inactive = inactive; });
        if (!removed)
            return;
        each_stated([](Statement& statement) { Hierarchy::remove(&statement); });
        open_.resize(depth);
        node.mark_subtree(CoverageState::irrelevant);
    }

    void read_element(const Node& node)
    {
        const std::string_view word = local_name(node.key);
        if (word == apply_groups.word)
            return put(apply_groups, node);
        if (word == apply_groups_except.word)
            return put(apply_groups_except, node);
        const Open around = open_.back();
        if (const Keyword* keyword = exact_keyword(*around.grammar, word); keyword != nullptr)
            return read_keyword(*keyword, node);
        if (around.grammar->name != nullptr)
            return read_name(*around.grammar->name, node);
        node.mark_subtree(is_annotation(word) ? CoverageState::irrelevant : around.grammar->others);
    }

    void put(const Keyword& keyword, const Node& node)
    {
        put_value(keyword, node.value, node);
        node.mark(keyword.state);
    }

    void put_value(const Keyword& keyword, std::string_view key, const Node& node)
    {
        hierarchy_.put(open_.back().block, keyword, hierarchy_.text().keep(key), tree_.span(node), &node);
        for (const Node& child : node)
            child.mark_subtree(is_attribute(child) ? CoverageState::irrelevant : keyword.state);
    }

    void read_keyword(const Keyword& keyword, const Node& node)
    {
        node.mark(keyword.state);
        if (keyword.form == Form::flag) {
            put_value(keyword, {}, node);
            // `<pfc><mru>9216</mru></pfc>`: the contents of a flag are read as its siblings, like the words
            // of a line.
            if (first_element(node) != nullptr)
                open_.push_back({node.first, open_.back().block, open_.back().grammar, nullptr});
            return;
        }
        if (keyword.form == Form::value || keyword.form == Form::list) {
            // `<dscp><classifier-name>x</classifier-name></dscp>`, `<watchdog-action><drop/></watchdog-action>`
            const Node* inner = node.value.empty() ? first_element(node) : nullptr;
            const std::string_view value = inner == nullptr ? node.value
                : inner->value.empty()                      ? inner->key
                                                            : inner->value;
            if (value.empty())
                return node.mark_subtree(CoverageState::unrecognised);
            return put_value(keyword, value, node);
        }
        if (keyword.inside == nullptr)
            return node.mark_subtree(keyword.state);
        if (keyword.form == Form::named)
            return enter_named(keyword, node, open_.back().block);
        Statement* block = hierarchy_.put(open_.back().block, keyword, {}, tree_.span(node), &node);
        const Grammar& inside = *keyword.inside;
        const Node* name = element(node, "name");
        // A list whose entries are siblings: `<schedulers><name>s1</name> … </schedulers>`.
        if (inside.name != nullptr && inside.name->is_block() && name != nullptr)
            return enter_named(*inside.name, node, block);
        if (inside.name != nullptr && !node.value.empty())
            hierarchy_.put(block, *inside.name, hierarchy_.text().keep(node.value), tree_.span(node), &node);
        open_.push_back({node.first, block, &inside, nullptr});
    }

    void enter_named(const Keyword& keyword, const Node& node, Statement* parent)
    {
        const Node* name = element(node, "name");
        if (name == nullptr && node.value.empty())
            name = first_element(node);
        const std::string_view key = name == nullptr ? node.value : name->value;
        if (key.empty())
            return node.mark_subtree(CoverageState::unrecognised);
        Statement* block = hierarchy_.put(parent,
            keyword,
            hierarchy_.text().keep(key),
            name == nullptr ? tree_.span(node) : tree_.span(*name),
            &node);
        if (name == nullptr) {
            // Several keys in sequence, as in drop-profile-map: what follows belongs to this one.
            open_.back().block = block;
            open_.back().grammar = keyword.inside;
            return;
        }
        open_.push_back({node.first, block, keyword.inside, name});
    }

    void read_name(const Keyword& keyword, const Node& node)
    {
        node.mark(keyword.state);
        if (keyword.is_block() && keyword.inside != nullptr)
            return enter_named(keyword, node, open_.back().block);
        put_value(keyword, node.value.empty() ? local_name(node.key) : node.value, node);
    }

    Hierarchy& hierarchy_;
    const Tree& tree_;
    std::vector<Open> open_;
};

}

void build_xml(Hierarchy& hierarchy, const Tree& tree)
{
    if (tree.root == nullptr)
        return;
    const Node* configuration_element = find_configuration(*tree.root);
    if (configuration_element == nullptr)
        return;
    // The elements around it belong to the protocol.
    for (const Node* at = first_element(*tree.root); at != nullptr && at != configuration_element;
         at = first_element(*at)) {
        at->mark(CoverageState::irrelevant);
        for (const Node& child : *at) {
            if (&child != configuration_element && child.first == nullptr)
                child.mark(CoverageState::irrelevant);
        }
    }
    XmlBuilder(hierarchy, tree).build(*configuration_element);
}

}
