// SPDX-License-Identifier: Apache-2.0
// What a live switch prints, and what is typed there.
#include "drivers/nvue/live_text.h"

#include "models/fabric/priority.h"
#include "models/syntax/json_tree.h"
#include "models/text/source.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {
namespace {

template <class Take>
void for_each_line(std::string_view text, Take&& take)
{
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        take(line);
    }
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

const Node* below(const Node* node, std::string_view key)
{
    return node == nullptr ? nullptr : node->child(key);
}

void add_counter(
    Health& health, const Node& port, const Node* stats, const char* name, PortCounter::Kind kind)
{
    const Node* counter = below(stats, name);
    const auto value = counter == nullptr ? std::nullopt : parse_number(counter->value);
    if (value)
        health.counters.push_back({std::string(port.key), name, kind, *value});
}

std::string mark_of(std::string_view id) { return fmt::format("\"$HOME/.rocelint-{}\"", id); }

}

std::string statements_of(std::string_view shown)
{
    std::string text;
    for_each_line(shown, [&](std::string_view line) {
        if (line.starts_with("nv set ") || line.starts_with("nv unset "))
            text += std::string(line) + '\n';
    });
    return text;
}

std::string saves_by_itself(std::string_view shown)
{
    std::string_view word;
    for_each_line(shown, [&](std::string_view line) {
        constexpr std::string_view head = "nv set system config auto-save ";
        if (line.starts_with(head))
            word = line.substr(line.rfind(' ') + 1);
    });
    if (word == "off" || word == "disabled")
        return {};
    return "every apply may be saved before it is confirmed: `nv set system config auto-save state disabled` (`enable off` before 5.11) for "
           "the push";
}

std::string first_line(const Execution& execution)
{
    const std::string& text
        = execution.err.find_first_not_of(" \r\n") != std::string::npos ? execution.err : execution.out;
    std::string first;
    for_each_line(text, [&](std::string_view line) {
        if (first.empty())
            first = line.substr(0, 200);
    });
    return first.empty() ? fmt::format("it ended with status {}", execution.status) : first;
}

Waiting waiting_of(std::string_view told, int status)
{
    const std::string words = lower(told);
    const bool denies = words.find("no ") != std::string::npos || words.find("not ") != std::string::npos
        || words.find_first_not_of(" \r\n") == std::string::npos;
    if (denies)
        return Waiting::no;
    const bool time = words.find_first_of("0123456789") != std::string::npos;
    return status == 0 && time ? Waiting::yes : Waiting::unknown;
}

Hardware hardware_of(std::string_view json)
{
    const Source source(0, "platform", json);
    const Tree tree = parse_json(source);
    const auto told = [&](std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys) {
            const Node* found = below(tree.root, key);
            found = found == nullptr ? below(below(tree.root, "hardware"), key) : found;
            if (found != nullptr && found->is_scalar())
                return std::string(found->value);
        }
        return std::string();
    };
    return {told({"serial-number"}), told({"base-mac", "system-mac"})};
}

Health health_of(std::string_view json, const std::vector<std::string>& ports)
{
    Health health;
    const Source source(0, "interfaces", json);
    const Tree tree = parse_json(source);
    std::vector<std::string> left = ports;
    for (const Node* port = tree.root == nullptr ? nullptr : tree.root->first; port != nullptr;
         port = port->next) {
        const auto wanted = std::ranges::find(left, port->key);
        if (!ports.empty() && wanted == left.end())
            continue;
        if (wanted != left.end())
            left.erase(wanted);
        else if (!port->key.starts_with("swp"))
            continue;
        const Node* link = below(port, "link");
        const Node* status = below(link, "oper-status");
        const Node* state = below(link, "state");
        if (status != nullptr)
            health.links.push_back({std::string(port->key), status->value == "up", true});
        else if (state != nullptr)
            health.links.push_back(
                {std::string(port->key), state->child("up") != nullptr || state->value == "up", true});
        else
            health.unknown.push_back(fmt::format("the link of {} is not told", port->key));
        const Node* stats = below(link, "stats");
        add_counter(health, *port, stats, "in-drops", PortCounter::Kind::drop);
        add_counter(health, *port, stats, "out-drops", PortCounter::Kind::drop);
        add_counter(health, *port, stats, "carrier-transitions", PortCounter::Kind::flap);
    }
    for (const std::string& port : left)
        health.unknown.push_back(fmt::format("{} is not a port of the switch", port));
    return health;
}

std::string stage_script(std::string_view id, std::string_view commands)
{
    std::string script = fmt::format("set -e\n: > {}\n", mark_of(id));
    for_each_line(commands, [&](std::string_view line) {
        if (line.starts_with("nv set ") || line.starts_with("nv unset "))
            script += fmt::format("{} > /dev/null\n", line);
    });
    return script;
}

std::string marked_script(std::string_view id) { return fmt::format("[ -e {} ]", mark_of(id)); }

std::string unmark_script(std::string_view id)
{
    return id.empty() ? ":" : fmt::format("rm -f {}", mark_of(id));
}

}
