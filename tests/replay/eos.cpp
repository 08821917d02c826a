// SPDX-License-Identifier: Apache-2.0
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <set>
#include <sstream>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

struct Line {
    std::string text;
    std::vector<std::unique_ptr<Line>> inside;
};

Words words_of(const std::string& text)
{
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::string joined(const Words& words, std::size_t from = 0)
{
    std::string text;
    for (std::size_t at = from; at < words.size(); ++at)
        text += (text.empty() ? "" : " ") + words[at];
    return text;
}

std::size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

// The lines of a text by indentation, without separators and comments.
Line tree_of(std::string_view text)
{
    Line root;
    std::vector<std::pair<std::size_t, Line*>> open;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        const std::size_t indent = indent_of(line);
        if (indent == line.size() || line[indent] == '!' || line == "end")
            continue;
        while (!open.empty() && open.back().first >= indent)
            open.pop_back();
        Line& parent = open.empty() ? root : *open.back().second;
        parent.inside.push_back(std::make_unique<Line>(Line{line.substr(indent), {}}));
        open.emplace_back(indent, parent.inside.back().get());
    }
    return root;
}

void print(const Line& line, std::size_t depth, std::string& out)
{
    for (const auto& child : line.inside) {
        out += std::string(depth * 3, ' ') + child->text + '\n';
        print(*child, depth + 1, out);
        if (depth == 0)
            out += "!\n";
    }
}

// Commands by their first words; the rest is the value. `no_is_kept` marks those whose `no` is a setting of its own and not the
// return to the default.
struct Command {
    std::string_view words;
    bool no_is_kept = false;
};
constexpr auto known_commands = std::to_array<Command>({
    {"mtu"},
    {"speed"},
    {"qos trust", true},
    {"flowcontrol send"},
    {"flowcontrol receive"},
    {"error-correction encoding", true},
    {"priority-flow-control pause watchdog port timer"},
    {"priority-flow-control pause watchdog default timeout"},
    {"priority-flow-control pause watchdog default recovery-time"},
    {"priority-flow-control pause watchdog default polling-interval"},
    {"priority-flow-control pause watchdog", true},
    {"priority", true},
    {"bandwidth percent"},
    {"random-detect ecn"},
    {"ip load-sharing trident fields ip"},
});

bool begins(const Words& words, std::string_view beginning)
{
    const Words wanted = words_of(std::string(beginning));
    return words.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), words.begin());
}

bool is_header(const Words& words)
{
    return begins(words, "interface") || begins(words, "tx-queue") || begins(words, "uc-tx-queue")
        || begins(words, "qos profile");
}

// "3,5-6" as numbers.
std::set<int> numbers_of(const std::string& text)
{
    std::set<int> numbers;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-');
        const int first = std::stoi(part.substr(0, dash));
        const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
        for (int number = first; number <= last; ++number)
            numbers.insert(number);
    }
    return numbers;
}

std::string list_of(const std::set<int>& numbers, const char* separator)
{
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : separator) + std::to_string(number);
    return text;
}

class Session {
public:
    explicit Session(Line& root) : modes_{&root} { }

    // Runs a line; returns the reason why the device would refuse it, or empty.
    std::string take(const std::string& text)
    {
        Words words = words_of(text);
        if (words.empty() || words.front() == "!")
            return {};
        if (words.front() == "exit") {
            if (modes_.size() > 1)
                modes_.pop_back();
            return {};
        }
        if (is_header(words)) {
            modes_.push_back(&mode(joined(words)));
            return {};
        }
        const bool no = words.front() == "no";
        const bool to_default = words.front() == "default";
        if (no || to_default)
            words.erase(words.begin());
        if (begins(words, "qos map"))
            return take_map(words, no || to_default);
        if (begins(words, "priority-flow-control priority") && words.size() == 4)
            return take_priority(words, no || to_default);
        if (begins(words, "priority-flow-control on") || begins(words, "priority-flow-control mode"))
            return replace(
                {words.front()}, to_default ? "" : (no ? "no " : "") + joined(words), [](const Words& line) {
                    return line.size() > 1 && line[0] == "priority-flow-control"
                        && (line[1] == "on" || line[1] == "off" || line[1] == "mode");
                });
        for (const Command& command : known_commands) {
            if (begins(words, command.words))
                return take_command(command, words, no, to_default);
        }
        return "no command of the device: " + text;
    }

private:
    Line& mode(const std::string& header)
    {
        for (const auto& line : modes_.back()->inside) {
            if (line->text == header)
                return *line;
        }
        modes_.back()->inside.push_back(std::make_unique<Line>(Line{header, {}}));
        return *modes_.back()->inside.back();
    }

    static Words without_no(const std::string& text)
    {
        Words words = words_of(text);
        if (!words.empty() && (words.front() == "no" || words.front() == "default"))
            words.erase(words.begin());
        return words;
    }

    // Replaces the lines of the same kind by this one; an empty text removes them.
    template <class Same>
    std::string replace(const Words&, const std::string& text, Same&& same)
    {
        auto& lines = modes_.back()->inside;
        auto at = std::find_if(
            lines.begin(), lines.end(), [&](const auto& line) { return same(without_no(line->text)); });
        if (at != lines.end() && !text.empty()) {
            (*at)->text = text;
            ++at;
        } else if (!text.empty()) {
            // Insert before blocks: a line after a block would belong to it.
            at = std::find_if(
                lines.begin(), lines.end(), [](const auto& line) { return !line->inside.empty(); });
            at = lines.insert(modes_.size() == 1 ? lines.end() : at, std::make_unique<Line>(Line{text, {}}))
                + 1;
        }
        lines.erase(
            std::remove_if(at, lines.end(), [&](const auto& line) { return same(without_no(line->text)); }),
            lines.end());
        return {};
    }

    std::string take_command(const Command& command, const Words& words, bool no, bool to_default)
    {
        const bool bare = words.size() == words_of(std::string(command.words)).size();
        std::string text = joined(words);
        if (to_default || (no && !command.no_is_kept))
            text.clear();
        else if (no)
            text = "no " + text;
        return replace(words, text, [&](const Words& line) {
            const bool watchdog = command.words == "priority-flow-control pause watchdog";
            return begins(line, command.words) && (!watchdog || (bare && line.size() == words.size()));
        });
    }

    // The priorities of the command; a line that has more of them loses only these.
    std::string take_priority(const Words& words, bool negated)
    {
        const std::set<int> wanted = numbers_of(words[2]);
        auto& lines = modes_.back()->inside;
        for (const auto& line : lines) {
            Words parts = without_no(line->text);
            if (!begins(parts, "priority-flow-control priority") || parts.size() != 4)
                continue;
            std::set<int> numbers = numbers_of(parts[2]);
            std::erase_if(numbers, [&](int number) { return wanted.contains(number); });
            parts[2] = list_of(numbers, ",");
            line->text = numbers.empty() ? std::string() : joined(parts);
        }
        std::erase_if(lines, [](const auto& line) { return line->text.empty(); });
        if (negated)
            return {};
        const auto last = std::find_if(lines.rbegin(), lines.rend(), [](const auto& line) {
            return begins(words_of(line->text), "priority-flow-control");
        });
        lines.insert(last == lines.rend() ? lines.begin() : last.base(),
            std::make_unique<Line>(Line{joined(words), {}}));
        return {};
    }

    // "qos map dscp 26 27 to traffic-class 3": removes these points from the map's other lines.
    std::string take_map(const Words& words, bool negated)
    {
        const auto to = std::find(words.begin(), words.end(), "to");
        if (words.end() - to != 3)
            return "a map needs a target: " + joined(words);
        const Words points(words.begin() + 3, to);
        auto& lines = modes_.back()->inside;
        for (const auto& line : lines) {
            Words parts = words_of(line->text);
            const auto here = std::find(parts.begin(), parts.end(), "to");
            if (!begins(parts, "qos map " + words[2]) || parts.end() - here != 3 || *(here + 1) != *(to + 1))
                continue;
            Words left(parts.begin(), parts.begin() + 3);
            for (auto point = parts.begin() + 3; point != here; ++point) {
                if (std::find(points.begin(), points.end(), *point) == points.end())
                    left.push_back(*point);
            }
            line->text = left.size() == 3 ? std::string() : joined(left) + " " + joined({here, parts.end()});
        }
        std::erase_if(lines, [](const auto& line) { return line->text.empty(); });
        if (!negated)
            lines.push_back(std::make_unique<Line>(Line{joined(words), {}}));
        return {};
    }

    std::vector<Line*> modes_;
};

std::set<std::pair<std::string, std::string>> stanzas_of(std::string_view text)
{
    std::set<std::pair<std::string, std::string>> stanzas;
    const Line root = tree_of(text);
    for (const auto& line : root.inside) {
        std::string inside;
        print(*line, 1, inside);
        stanzas.emplace(line->text, inside);
    }
    return stanzas;
}

}

Replayed apply_eos(std::string_view config, std::string_view lines)
{
    Line root = tree_of(config);
    Session session(root);
    std::istringstream stream{std::string(lines)};
    for (std::string line; std::getline(stream, line);) {
        if (std::string reason = session.take(line); !reason.empty())
            return {{}, reason};
    }
    Replayed replayed;
    // The head of the running-config, which names the hardware.
    std::istringstream head{std::string(config)};
    for (std::string line; std::getline(head, line) && line.starts_with("!");)
        replayed.text += line + '\n';
    print(root, 0, replayed.text);
    return replayed;
}

std::vector<std::string> changed_eos_stanzas(std::string_view before, std::string_view after)
{
    const auto old_stanzas = stanzas_of(before);
    const auto new_stanzas = stanzas_of(after);
    std::set<std::string> changed;
    for (const auto& stanza : old_stanzas) {
        if (!new_stanzas.contains(stanza))
            changed.insert(stanza.first);
    }
    for (const auto& stanza : new_stanzas) {
        if (!old_stanzas.contains(stanza))
            changed.insert(stanza.first);
    }
    return {changed.begin(), changed.end()};
}

}
