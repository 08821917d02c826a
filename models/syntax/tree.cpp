// SPDX-License-Identifier: Apache-2.0
// One node type for lines, braces, JSON, YAML and XML (ADR 0004), and its text form for tests.
#include "models/syntax/tree.h"

namespace rocelint {
namespace {

void append_scalar(std::string& out, const Node& node)
{
    if (node.kind != Node::Kind::string) {
        out += node.value;
        return;
    }
    out += '"';
    for (const char c : node.value) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    out += '"';
}

// The text of a node after its opening parenthesis.
void append_head(std::string& out, const Node& node, bool keyed)
{
    out += '(';
    if (node.kind == Node::Kind::line) {
        out += node.key;
        return;
    }
    if (node.kind == Node::Kind::lines) {
        out += std::to_string(node.value_length) + " lines";
        return;
    }
    if (keyed) {
        out += node.key;
        if (node.is_scalar()) {
            out += ' ';
            append_scalar(out, node);
        } else if (node.kind == Node::Kind::array) {
            out += " array";
        }
        return;
    }
    if (node.is_scalar())
        append_scalar(out, node);
    else
        out += node.kind == Node::Kind::array ? "array" : "object";
}

}

const Node* Node::child(std::string_view wanted) const
{
    const Node* found = nullptr;
    for (const Node& candidate : *this) {
        if (candidate.key == wanted)
            found = &candidate;
    }
    return found;
}

std::string dump(const Tree& tree)
{
    if (tree.root == nullptr)
        return "()";
    struct Step {
        const Node* node;
        bool in_object;
    };
    std::string out;
    std::vector<Step> path;
    const Node* node = tree.root;
    bool in_object = false;
    while (node != nullptr) {
        append_head(out, *node, in_object);
        if (node->first != nullptr) {
            if (out.back() != '(')
                out += ' ';
            path.push_back({node, in_object});
            in_object = node->kind == Node::Kind::object;
            node = node->first;
            continue;
        }
        out += ')';
        while (node->next == nullptr && !path.empty()) {
            node = path.back().node;
            in_object = path.back().in_object;
            path.pop_back();
            out += ')';
        }
        node = node == tree.root ? nullptr : node->next;
        if (node != nullptr)
            out += ' ';
    }
    return out;
}

}
