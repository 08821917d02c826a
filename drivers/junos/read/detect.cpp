// SPDX-License-Identifier: Apache-2.0
// Three notations, each with its own signs. Statements alone have little weight, since other systems imitate
// the syntax.
#include "drivers/junos/grammar/lines.h"
#include "drivers/junos/read/syntax.h"

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

constexpr std::size_t looked_at = std::size_t{16} << 10;

Detection detect_xml(std::string_view text)
{
    text = text.substr(0, looked_at);
    if (text.find("<configuration") == std::string_view::npos)
        return {};
    if (text.find("xml.juniper.net") != std::string_view::npos
        || text.find("yang.juniper.net") != std::string_view::npos)
        return {100, "an XML configuration with Juniper's namespace"};
    for (const std::string_view tag :
        {"<class-of-service>", "<host-name>", "<routing-options>", "<policy-options>", "<interfaces>"}) {
        if (text.find(tag) != std::string_view::npos)
            return {80, "an XML configuration in the Junos hierarchy"};
    }
    return {};
}

std::string_view after(std::string_view line, std::string_view prefix)
{
    if (!line.starts_with(prefix))
        return {};
    line = without_blanks(line.substr(prefix.size()));
    if (line.size() >= 2 && line.front() == '"' && line.back() == '"')
        line = line.substr(1, line.size() - 2);
    return line.substr(0, line.find(' '));
}

std::string_view name_in_commands(const Node& root)
{
    std::string_view of_group;
    std::string_view own;
    for (const Node& node : root) {
        if (const std::string_view name = after(node.key, "set system host-name "); !name.empty())
            own = name;
        const std::size_t grouped = node.key.starts_with("set groups ") ? node.key.find(" system host-name ")
                                                                        : std::string_view::npos;
        if (grouped != std::string_view::npos && of_group.empty())
            of_group = after(node.key.substr(grouped), " system host-name ");
    }
    return own.empty() ? of_group : own;
}

std::string_view name_in_block(const Node& top)
{
    for (const Node& node : top) {
        if (node.key != "system")
            continue;
        for (const Node& line : node) {
            if (const std::string_view name = after(line.key, "host-name "); !name.empty())
                return name;
            if (line.key == "host-name" && !line.value.empty())
                return line.value;
        }
    }
    return {};
}

std::string_view name_in_groups(const Node& top)
{
    for (const Node& node : top) {
        if (node.key != "groups")
            continue;
        if (const std::string_view name = name_in_block(node); !name.empty())
            return name;
        for (const Node& group : node) {
            if (const std::string_view name = name_in_block(group); !name.empty())
                return name;
        }
    }
    return {};
}

const Node* configuration_of(const Node& root)
{
    constexpr int deepest = 6;
    const Node* at = &root;
    for (int depth = 0; depth < deepest && at != nullptr; ++depth) {
        if (at->key == "configuration" || at->child("system") != nullptr)
            return at;
        const Node* inner = nullptr;
        for (const Node& child : *at) {
            if (child.first != nullptr && (inner == nullptr || child.key == "configuration"))
                inner = &child;
        }
        at = inner;
    }
    return nullptr;
}

}

Detection detect(const Source& source)
{
    const std::string_view text = source.text();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '<' ? detect_xml(text) : Detection{};
}

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    const Node* top = tree.root;
    if (top->first != nullptr && is_command(top->first->key))
        return name_in_commands(*top);
    if (top->first != nullptr && top->first->kind != Node::Kind::line)
        top = configuration_of(*top);
    if (top == nullptr)
        return {};
    const std::string_view name = name_in_block(*top);
    return name.empty() ? name_in_groups(*top) : name;
}

}
