// SPDX-License-Identifier: Apache-2.0
// A command line with nested blocks: Cisco NX-OS. Lines that match code points, and those that pause priorities of a class,
// accumulate; of all others the last one of its kind wins.
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

bool is_header(const std::string& text)
{
    for (const char* beginning : {"interface ", "class-map ", "policy-map ", "class ", "system qos"}) {
        if (text.starts_with(beginning))
            return true;
    }
    return false;
}

// The number of words that identify the subject of a line.
std::size_t key_size(const std::string& text)
{
    if (text.starts_with("service-policy type network-qos"))
        return 3;
    if (text.starts_with("service-policy type"))
        return 4;
    if (text.starts_with("priority-flow-control watch-dog "))
        return 3;
    for (const char* two : {"match ", "set ", "pause ", "priority-flow-control ", "flowcontrol ", "ip "}) {
        if (text.starts_with(two))
            return 2;
    }
    return 1;
}

bool adds_up(const std::string& text)
{
    return text.starts_with("match dscp") || text.starts_with("match cos");
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
        const bool negated = text.starts_with("no ");
        const bool kept = text == "no switchport" || text == "no shutdown";
        if (negated && !kept)
            text.erase(0, 3);
        auto& lines = open_.back()->inside;
        if (is_header(text)) {
            if (negated) {
                if (text.starts_with("class-map ") && is_used(words_of(text).back()))
                    return "the class-map is in use: " + text;
                std::erase_if(lines, [&](const auto& line) { return line->text == text; });
                return {};
            }
            open_.push_back(&block(text));
            return {};
        }
        if (adds_up(text))
            return add_up(text, negated);
        const std::string plain = kept ? text.substr(3) : text;
        const std::size_t size = key_size(plain);
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
    Line& block(const std::string& text)
    {
        for (const auto& line : open_.back()->inside) {
            if (line->text == text)
                return *line;
        }
        open_.back()->inside.push_back(std::make_unique<Line>(Line{text, {}}));
        return *open_.back()->inside.back();
    }

    [[nodiscard]] bool is_used(const std::string& name) const
    {
        for (const auto& policy : open_.front()->inside) {
            for (const auto& line : policy->inside) {
                if (policy->text.starts_with("policy-map") && line->text == "class " + name)
                    return true;
            }
        }
        return false;
    }

    std::string add_up(const std::string& text, bool negated)
    {
        auto& lines = open_.back()->inside;
        const std::string key = first_words(text, 2);
        std::set<int> all;
        for (const auto& line : lines) {
            if (first_words(line->text, 2) == key)
                all.merge(numbers_of(words_of(line->text).back()));
        }
        std::erase_if(lines, [&](const auto& line) { return first_words(line->text, 2) == key; });
        for (const int number : numbers_of(words_of(text).back())) {
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
        out += std::string(depth * 2, ' ') + child->text + '\n';
        print(*child, depth + 1, out);
    }
}

}

Replayed apply_nxos(std::string_view config, std::string_view commands)
{
    Line root;
    // The configuration is nested by indentation, the commands by modes.
    std::vector<std::pair<std::size_t, Line*>> open;
    Replayed replayed;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        const std::size_t indent = line.find_first_not_of(' ');
        line = without_blanks(line);
        if (line.starts_with("!"))
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
