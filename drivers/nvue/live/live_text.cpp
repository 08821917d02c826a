// SPDX-License-Identifier: Apache-2.0
// Parses the output of a live switch, and composes what is typed there.
#include "drivers/nvue/live/live_text.h"

#include "models/fabric/value/priority.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"
#include "models/text/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::nvue {
namespace {

// `nv set` prints this when it begins a revision.
constexpr std::string_view created = "created [rev_id: ";

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

template <class Take>
void for_each_statement(std::string_view commands, Take&& take)
{
    for_each_line(commands, [&](std::string_view line) {
        if (line.starts_with("nv set ") || line.starts_with("nv unset "))
            take(line);
    });
}

// Returns a statement by its number as stage_script() prints it, in quotes and without secrets.
std::optional<std::string> numbered_statement(std::string_view commands, std::string_view number)
{
    const auto wanted = ascii::is_number(number) ? parse_number(number) : std::nullopt;
    std::optional<std::string> found;
    std::uint64_t at = 0;
    for_each_statement(commands, [&](std::string_view line) {
        if (wanted && at++ == *wanted)
            found = fmt::format("`{}`", redact(std::string(line)));
    });
    return found;
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

Objection saves_by_itself(std::string_view shown)
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
        // A line of our script begins with an at sign.
        if (first.empty() && !line.starts_with('@'))
            first = line.substr(0, 200);
    });
    return first.empty() ? fmt::format("it ended with status {}", execution.status) : first;
}

std::optional<std::vector<Revision>> revisions_of(std::string_view json)
{
    const Source source(0, "revisions", json);
    const Tree tree = parse_json(source);
    if (tree.root == nullptr || tree.root->first == nullptr)
        return std::nullopt;
    std::vector<Revision> revisions;
    for (const Node& each : *tree.root) {
        const Node* state = each.child("state");
        if (state == nullptr)
            return std::nullopt;
        revisions.push_back({std::string(each.key), std::string(state->value)});
    }
    return revisions;
}

std::vector<std::string> created_in(std::string_view printed)
{
    std::vector<std::string> ids;
    for_each_line(printed, [&](std::string_view line) {
        const std::size_t at = line.find(created);
        const std::size_t end = line.rfind(']');
        if (at == std::string_view::npos || end == std::string_view::npos || end < at + created.size())
            return;
        const std::string_view id = line.substr(at + created.size(), end - at - created.size());
        // Digits only, since the ID becomes a word of a command.
        if (ascii::is_number(id))
            ids.emplace_back(id);
    });
    return ids;
}

std::optional<std::string> line_beside(std::string_view wanted, std::string_view now)
{
    std::map<std::string_view, int> lines;
    for_each_line(wanted, [&](std::string_view line) { ++lines[line]; });
    for_each_line(now, [&](std::string_view line) { --lines[line]; });
    for (const auto& [line, count] : lines) {
        if (count != 0)
            return fmt::format("`{}` {}", redact(std::string(line)), count < 0 ? "is there" : "is not there");
    }
    return std::nullopt;
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
            health.unknown.push_back(fmt::format("the state of the link of {} is not shown", port->key));
        const Node* stats = below(link, "stats");
        add_counter(health, *port, stats, "in-drops", PortCounter::Kind::drop);
        add_counter(health, *port, stats, "out-drops", PortCounter::Kind::drop);
        add_counter(health, *port, stats, "carrier-transitions", PortCounter::Kind::flap);
    }
    health.unknown.emplace_back("pause frames: only counted port by port on Cumulus Linux, and not read");
    for (const std::string& port : left)
        health.unknown.push_back(fmt::format("{} is not a port of the switch", port));
    return health;
}

std::string stage_script(std::string_view id, std::string_view commands)
{
    // Statements go into whatever revision is pending for this login, and its owner would apply ours with
    // their own.
    std::string script = fmt::format(R"sh(set -e
: > {0}
theirs=$(nv config detach 2> /dev/null < /dev/null | sed -n 's/.*rev_id: \([0-9][0-9]*\).*/\1/p' | head -n 1)
if [ -n "$theirs" ]; then
  if nv config attach "$theirs" -y > /dev/null 2>&1 < /dev/null; then echo "@theirs $theirs"; else echo "@detached $theirs"; fi
  exit 1
fi
)sh",
        mark_of(id));
    std::size_t number = 0;
    for_each_statement(commands, [&](std::string_view line) {
        script += fmt::format("{} >> {} || {{ echo '@statement {}'; exit 1; }}\n", line, mark_of(id), number);
        if (number++ == 0)
            script += fmt::format(
                "grep -qF '{}' {} || {{ nv config detach > /dev/null 2>&1 && echo @left || echo @stays; exit 1; }}\n",
                created,
                mark_of(id));
    });
    return script;
}

std::string why_not_staged(const Execution& execution, std::string_view commands)
{
    std::string why;
    std::string refused = "a statement";
    for_each_line(execution.out, [&](std::string_view line) {
        const std::string_view word = line.substr(0, line.find(' '));
        const std::string_view revision = line.substr(std::min(word.size() + 1, line.size()));
        if (word == "@theirs")
            why = fmt::format(
                "revision {} is pending for this login and is another user's; apply or detach it first",
                revision);
        else if (word == "@detached")
            why = fmt::format(
                "revision {0} was pending for this login and is another user's; it is detached now, and `nv config "
                "attach {0}` makes it pending again",
                revision);
        else if (word == "@left")
            why = "`nv set` does not say which revision it began: this release is not known. What it began is detached, and "
                  "holds the first statement of ours";
        else if (word == "@stays")
            why = "`nv set` does not say which revision it began: this release is not known. The first statement of ours stays "
                  "in what is pending for this login: `nv config detach` takes that away";
        else if (word == "@statement")
            refused = numbered_statement(commands, revision).value_or(refused);
    });
    return why.empty() ? fmt::format("the switch refuses {}: {}", refused, redact(first_line(execution)))
                       : why;
}

std::string mark_script(std::string_view id) { return fmt::format("cat {} 2> /dev/null", mark_of(id)); }

std::string unmark_script(std::string_view id)
{
    return id.empty() ? ":" : fmt::format("rm -f {}", mark_of(id));
}

std::string drop_script(std::string_view revision)
{
    return fmt::format("nv config detach; nv config delete {0}\nfor mark in \"$HOME\"/.rocelint-*; do\n"
                       "  if grep -qF 'created [rev_id: {0}]' \"$mark\"; then rm -f \"$mark\"; fi\ndone",
        revision);
}

}
