// SPDX-License-Identifier: Apache-2.0
// A command line with nested blocks: Cisco IOS XR. Lines that match code points accumulate, a class has as many thresholds of
// random-detect as lines state, and of all others the last one of its kind counts.
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
    for (const char* beginning : {"interface ",
             "class-map ",
             "policy-map ",
             "class ",
             "hw-module profile priority-flow-control location ",
             "router "}) {
        if (text.starts_with(beginning))
            return true;
    }
    return false;
}

bool ends_block(const std::string& text) { return text == "end-class-map" || text == "end-policy-map"; }

// The number of words that identify the subject of a line.
std::size_t key_size(const std::string& text)
{
    struct Key {
        const char* beginning;
        std::size_t words;
    };
    for (const Key& key : {Key{"priority-flow-control watchdog ", 3},
             Key{"priority-flow-control mode", 2},
             Key{"service-policy input", 2},
             Key{"service-policy output", 2},
             Key{"buffer-internal ", 3},
             Key{"buffer-extended ", 3},
             Key{"bandwidth remaining ", 3},
             Key{"random-detect ecn", 2},
             Key{"random-detect ", 9},
             Key{"set ", 2},
             Key{"ipv4 ", 2},
             Key{"ipv6 ", 9}}) {
        if (text.starts_with(key.beginning))
            return key.words;
    }
    return 1;
}

bool adds_up(const std::string& text)
{
    return text.starts_with("match dscp") || text.starts_with("match cos")
        || text.starts_with("match traffic-class");
}

// The numbers behind the first two words; a negation without numbers is about all of them.
std::set<std::string> numbers_of(const std::string& text)
{
    const std::vector<std::string> words = words_of(text);
    return {words.begin() + 2, words.end()};
}

class Session {
public:
    explicit Session(Line& root) : open_{&root} { }

    void top() { open_.resize(1); }

    std::string take(std::string text)
    {
        if (text.empty() || text == "!" || text == "end")
            return {};
        if (text == "exit" || ends_block(text)) {
            if (open_.size() > 1)
                open_.pop_back();
            return {};
        }
        const bool negated = text.starts_with("no ") && text != "no shutdown";
        if (negated)
            text.erase(0, 3);
        auto& lines = open_.back()->inside;
        if (is_header(text))
            return take_header(text, negated);
        if (adds_up(text))
            return add_up(text, negated);
        const std::size_t size = key_size(text);
        const std::string key = first_words(text, size);
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
            return line->inside.empty() && first_words(line->text, size) == key;
        });
        if (same != lines.end() && negated)
            lines.erase(same);
        else if (same != lines.end())
            (*same)->text = text;
        else if (!negated)
            lines.push_back(std::make_unique<Line>(Line{text, {}}));
        return {};
    }

private:
    std::string take_header(const std::string& text, bool negated)
    {
        if (!negated) {
            open_.push_back(&block(text));
            return {};
        }
        const std::string name = words_of(text).back();
        if (text.starts_with("class-map ") && is_used("policy-map ", "class " + name))
            return "the class-map is in use: " + text;
        if (text.starts_with("policy-map ")
            && (is_used("interface ", "service-policy input " + name)
                || is_used("interface ", "service-policy output " + name)))
            return "the policy-map is in use: " + text;
        if (text.starts_with("interface ") && text.find("GigE") != std::string::npos)
            return "it cannot be removed: " + text;
        std::erase_if(open_.back()->inside, [&](const auto& line) { return line->text == text; });
        return {};
    }

    Line& block(const std::string& text)
    {
        for (const auto& line : open_.back()->inside) {
            if (line->text == text)
                return *line;
        }
        open_.back()->inside.push_back(std::make_unique<Line>(Line{text, {}}));
        return *open_.back()->inside.back();
    }

    [[nodiscard]] bool is_used(const std::string& around, const std::string& use) const
    {
        for (const auto& outer : open_.front()->inside) {
            for (const auto& line : outer->inside) {
                if (outer->text.starts_with(around) && line->text == use)
                    return true;
            }
        }
        return false;
    }

    std::string add_up(const std::string& text, bool negated)
    {
        auto& lines = open_.back()->inside;
        const std::string key = first_words(text, 2);
        std::set<std::string> all;
        for (const auto& line : lines) {
            if (first_words(line->text, 2) == key)
                all.merge(numbers_of(line->text));
        }
        std::erase_if(lines, [&](const auto& line) { return first_words(line->text, 2) == key; });
        for (const std::string& number : numbers_of(text)) {
            if (negated)
                all.erase(number);
            else
                all.insert(number);
        }
        std::string joined = key;
        for (const std::string& number : all)
            joined += ' ' + number;
        if (!all.empty())
            lines.push_back(std::make_unique<Line>(Line{joined, {}}));
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

std::size_t indentation_of(const std::string& line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

void print(const Line& line, std::size_t depth, std::string& out)
{
    for (const auto& child : line.inside) {
        out += std::string(depth, ' ') + child->text + '\n';
        print(*child, depth + 1, out);
    }
}

// In a file, a line that is indented no further than a header is outside of its block.
void load(Session& session, std::string_view config, std::string& comments)
{
    std::vector<std::size_t> headers;
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        const std::string plain = without_blanks(line);
        if (line.starts_with("!!"))
            comments += line + '\n';
        if (plain.empty() || plain.starts_with("!") || ends_block(plain))
            continue;
        while (!headers.empty() && indentation_of(line) <= headers.back()) {
            session.take("exit");
            headers.pop_back();
        }
        session.take(plain);
        if (is_header(plain))
            headers.push_back(indentation_of(line));
    }
    session.top();
}

}

Replayed apply_iosxr(std::string_view config, std::string_view commands)
{
    Line root;
    Session session(root);
    Replayed replayed;
    load(session, config, replayed.text);
    std::istringstream typed{std::string(commands)};
    for (std::string line; std::getline(typed, line);) {
        if (!line.starts_with(" "))
            session.top();
        std::string refusal = session.take(without_blanks(line));
        if (replayed.refusal.empty())
            replayed.refusal = refusal;
    }
    print(root, 0, replayed.text);
    return replayed;
}

}
