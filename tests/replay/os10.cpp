// SPDX-License-Identifier: Apache-2.0
// A command line with nested blocks: Dell OS10. Lists of points accumulate, and a point cannot be in two lists; of all other
// lines the last one of its kind wins.
#include "tests/replay/replay.h"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>

namespace rocelint::replay {
namespace {

struct Line {
    std::string text;
    std::vector<std::unique_ptr<Line>> inside;
};

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::string first_words(const std::string& text, std::size_t count)
{
    std::string out;
    for (const std::string& word : words_of(text)) {
        if (count-- == 0)
            break;
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

bool starts_with_any(const std::string& text, std::initializer_list<const char*> beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(), [&](const char* beginning) {
        return text.starts_with(beginning);
    });
}

// "qos-group 3 dscp 26" and "queue 3 qos-group 3": a target and a list of points that map to it.
bool is_list(const std::string& text)
{
    const std::vector<std::string> words = words_of(text);
    return words.size() == 4 && (words[0] == "qos-group" || words[0] == "queue");
}

// The number of words that identify the subject of a line.
std::size_t key_size(const std::string& text)
{
    if (starts_with_any(text, {"service-policy input type ", "service-policy output type "}))
        return 4;
    if (starts_with_any(text, {"random-detect color "}))
        return 3;
    if (text == "random-detect ecn"
        || starts_with_any(
            text, {"ip ", "flowcontrol ", "priority-flow-control ", "trust-map ", "switchport "}))
        return 2;
    return 1;
}

std::set<int> numbers_of(const std::string& text)
{
    std::set<int> numbers;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-');
        const int last = std::stoi(dash == std::string::npos ? part : part.substr(dash + 1));
        for (int number = std::stoi(part); number <= last; ++number)
            numbers.insert(number);
    }
    return numbers;
}

std::string list_of(const std::set<int>& numbers)
{
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

class Session {
public:
    explicit Session(Line& root) : open_{&root} { }

    void top() { open_.resize(1); }

    std::string take(std::string text)
    {
        if (text == "exit") {
            if (open_.size() > 1)
                open_.pop_back();
            return {};
        }
        const bool kept = text == "no switchport" || text == "no shutdown";
        const bool negated = text.starts_with("no ");
        if (negated && !kept)
            text.erase(0, 3);
        if (is_header(text))
            return take_header(text, negated);
        if (is_list(text))
            return add_up(text, negated);
        if (!negated && text.starts_with("random-detect ") && open_.back()->text.starts_with("class ")
            && !is_defined("wred " + words_of(text).back()))
            return "there is no such profile: " + text;
        auto& lines = open_.back()->inside;
        const std::string plain = kept ? text.substr(3) : text;
        // In a class, random-detect names a profile; in a profile the same command switches marking on.
        const std::size_t size = open_.back()->text.starts_with("class ") ? 1 : key_size(plain);
        const std::string key = first_words(plain, size);
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
            const std::string own = line->text.starts_with("no ") ? line->text.substr(3) : line->text;
            return line->inside.empty() && first_words(own, size) == key;
        });
        if (same != lines.end() && negated && !kept)
            lines.erase(same);
        else if (same != lines.end())
            (*same)->text = text;
        else if (!negated || kept)
            lines.push_back(std::make_unique<Line>(Line{text, {}}));
        return {};
    }

private:
    [[nodiscard]] bool is_header(const std::string& text) const
    {
        // A qos-map is defined at the top level and used in a block.
        return open_.size() == 1 ? starts_with_any(text,
                   {"interface ",
                       "class-map ",
                       "policy-map ",
                       "system qos",
                       "trust dscp-map ",
                       "trust dot1p-map ",
                       "qos-map ",
                       "wred "})
                                 : text.starts_with("class ");
    }

    std::string take_header(const std::string& text, bool negated)
    {
        auto& lines = open_.back()->inside;
        const auto same
            = std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line->text == text; });
        if (negated) {
            if (open_.size() == 1 && is_used(text))
                return "it is in use: " + text;
            if (same != lines.end())
                lines.erase(same);
            return {};
        }
        if (open_.size() > 1 && !is_class_defined(words_of(text).back()))
            return "there is no such class-map: " + text;
        if (same != lines.end())
            open_.push_back(same->get());
        else
            open_.push_back(lines.emplace_back(std::make_unique<Line>(Line{text, {}})).get());
        return {};
    }

    [[nodiscard]] bool is_defined(const std::string& header) const
    {
        const auto& all = open_.front()->inside;
        return std::any_of(all.begin(), all.end(), [&](const auto& line) { return line->text == header; });
    }
    [[nodiscard]] bool is_class_defined(const std::string& name) const
    {
        return is_defined("class-map type queuing " + name)
            || is_defined("class-map type network-qos " + name);
    }
    [[nodiscard]] bool is_used(const std::string& header) const
    {
        const std::string name = words_of(header).back();
        for (const auto& policy : open_.front()->inside) {
            for (const auto& each : policy->inside) {
                if (header.starts_with("class-map ") && each->text == "class " + name)
                    return true;
                for (const auto& line : each->inside) {
                    if (header.starts_with("wred ") && line->text == "random-detect " + name)
                        return true;
                }
            }
        }
        return false;
    }

    std::string add_up(const std::string& text, bool negated)
    {
        auto& lines = open_.back()->inside;
        const std::string key = first_words(text, 3);
        const std::set<int> wanted = numbers_of(words_of(text).back());
        std::set<int> all;
        for (const auto& line : lines) {
            if (!is_list(line->text))
                continue;
            for (const int number : numbers_of(words_of(line->text).back())) {
                if (first_words(line->text, 3) == key)
                    all.insert(number);
                else if (!negated && wanted.contains(number))
                    return "this is in another list: " + text;
            }
        }
        std::erase_if(lines, [&](const auto& line) { return first_words(line->text, 3) == key; });
        for (const int number : wanted) {
            if (negated)
                all.erase(number);
            else
                all.insert(number);
        }
        if (!all.empty())
            lines.push_back(std::make_unique<Line>(Line{key + " " + list_of(all), {}}));
        return {};
    }

    std::vector<Line*> open_;
};

std::string without_blanks(std::string line)
{
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
        line.pop_back();
    return line;
}

void print(const Line& line, std::size_t depth, std::string& out)
{
    for (const auto& child : line.inside) {
        out += std::string(depth, ' ') + child->text + '\n';
        print(*child, depth + 1, out);
    }
}

}

Replayed apply_os10(std::string_view config, std::string_view commands)
{
    Line root;
    // The configuration is nested by indentation, the commands by modes.
    std::vector<std::pair<std::size_t, Line*>> open;
    Replayed replayed;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        const std::size_t indent = line.find_first_not_of(' ');
        line = without_blanks(line);
        if (line.starts_with("! "))
            replayed.text += line + '\n';
        if (line.empty() || line.starts_with("!"))
            continue;
        while (!open.empty() && open.back().first >= indent)
            open.pop_back();
        Line& parent = open.empty() ? root : *open.back().second;
        parent.inside.push_back(std::make_unique<Line>(Line{line, {}}));
        open.emplace_back(indent, parent.inside.back().get());
    }
    Session session(root);
    std::istringstream typed{std::string(commands)};
    for (std::string line; std::getline(typed, line);) {
        // A line without indentation is typed at the top level.
        if (!line.starts_with(" ") && line != "exit")
            session.top();
        line = without_blanks(line);
        if (line.empty())
            continue;
        if (std::string reason = session.take(line); !reason.empty())
            return {{}, reason};
    }
    print(root, 0, replayed.text);
    return replayed;
}

}
