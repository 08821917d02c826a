// SPDX-License-Identifier: Apache-2.0
// Three notations, each with signs of its own; statements alone count for little, since other systems imitate the
// syntax.
#include "drivers/junos/lines.h"
#include "drivers/junos/syntax.h"

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

struct Sign {
    std::string_view text;
    int weight;
};

// Beginnings of lines in braces.
constexpr std::array brace_signs{Sign{"class-of-service {", 60},
    Sign{"routing-options {", 50},
    Sign{"policy-options {", 50},
    Sign{"forwarding-options {", 50},
    Sign{"routing-instances {", 50},
    Sign{"interfaces {", 15},
    Sign{"system {", 10},
    Sign{"protocols {", 20},
    Sign{"chassis {", 30},
    Sign{"host-name ", 15},
    Sign{"groups {", 25},
    Sign{"apply-groups ", 40},
    Sign{"family inet", 20},
    Sign{"unit 0 {", 25},
    Sign{"drop-profiles {", 40},
    Sign{"forwarding-class ", 20},
    Sign{"encrypted-password \"", 20},
    Sign{"version 2", 15},
    Sign{"version 1", 15},
    Sign{"policy-statement ", 30},
    Sign{"congestion-notification-profile ", 50},
    Sign{"scheduler-maps {", 40},
    Sign{"ether-options {", 40},
    Sign{"inactive: ", 40},
    Sign{"## Last c", 40},
    Sign{"vyos", -100},
    Sign{"ethernet eth", -100}};

// Beginnings of commands, behind `set`.
constexpr std::array command_signs{Sign{"class-of-service ", 80},
    Sign{"interfaces et-", 80},
    Sign{"interfaces xe-", 80},
    Sign{"interfaces ge-", 80},
    Sign{"interfaces ae", 60},
    Sign{"interfaces irb", 60},
    Sign{"interfaces lo0 unit", 80},
    Sign{"interfaces interface-range ", 80},
    Sign{"system host-name ", 35},
    Sign{"chassis ", 60},
    Sign{"groups ", 60},
    Sign{"apply-groups ", 80},
    Sign{"policy-options ", 60},
    Sign{"routing-options ", 60},
    Sign{"routing-instances ", 60},
    Sign{"forwarding-options ", 60},
    Sign{"protocols ", 20},
    Sign{"firewall family ", 60},
    Sign{"version ", 30},
    Sign{"vlans ", 20},
    Sign{"interfaces ethernet ", -200},
    Sign{"service ", -60},
    Sign{"/ ", -200},
    Sign{"interface ", -100},
    Sign{"qos ", -100}};

constexpr std::size_t looked_at = std::size_t{256} << 10;

template <std::size_t Count>
int weigh(const std::array<Sign, Count>& signs, std::array<bool, Count>& seen, std::string_view line)
{
    int score = 0;
    for (std::size_t at = 0; at < Count; ++at) {
        if (!seen[at] && line.starts_with(signs[at].text)) {
            seen[at] = true;
            score += signs[at].weight;
        }
    }
    return score;
}

int weigh_lines(std::string_view text)
{
    std::array<bool, brace_signs.size()> braces{};
    std::array<bool, command_signs.size()> commands{};
    int score = 0;
    while (!text.empty() && score < 200) {
        const std::string_view line = next_line(text).substr(0, 200);
        if (line.size() < 4)
            continue;
        if (is_command(line))
            score += weigh(command_signs, commands, without_blanks(line.substr(line.find(' '))));
        else if (line.back() == '{' || line.back() == ';' || line.starts_with("## ")
            || line.find("; ## ") != std::string_view::npos)
            score += weigh(brace_signs, braces, line);
    }
    return score;
}

Detection detect_xml(std::string_view text)
{
    text = text.substr(0, std::size_t{16} << 10);
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
    const std::string_view text = source.text().substr(0, looked_at);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] == '{' || text[first] == '[')
        return {};
    if (text[first] == '<')
        return detect_xml(text);
    constexpr int enough = 35;
    const int score = weigh_lines(text);
    if (score < enough)
        return {};
    return {std::min(score, 98), "statements of the Junos hierarchy"};
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
