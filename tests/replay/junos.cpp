// SPDX-License-Identifier: Apache-2.0
// Junos' configuration mode as far as corrections use it: a configuration is the list of its `set` lines.
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

struct Statement {
    Words words;
    bool inactive = false; ///< the statement itself or a block around it
};

// Words, braces, semicolons and brackets, without comments.
Words tokens_of(std::string_view text)
{
    Words tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            ++at;
        } else if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            at = std::min(text.find("*/", at), text.size() - 2) + 2;
        } else if (c == '"') {
            const std::size_t end = std::min(text.find('"', at + 1), text.size() - 1);
            tokens.emplace_back(text.substr(at, end + 1 - at));
            at = end + 1;
        } else if (std::string_view("{};[]").find(c) != std::string_view::npos) {
            tokens.emplace_back(1, c);
            ++at;
        } else {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n{};[]", at), text.size());
            tokens.emplace_back(text.substr(at, end - at));
            at = end;
        }
    }
    return tokens;
}

// "class X queue-num 3 no-loss" is two statements on one line.
void add_statement(std::vector<Statement>& all, const Words& words, bool inactive)
{
    const auto of_class = std::ranges::find(words, "class");
    const bool in_classes = std::ranges::find(words, "forwarding-classes") != words.end();
    if (!in_classes || words.end() - of_class < 3) {
        all.push_back({words, inactive});
        return;
    }
    const Words head(words.begin(), of_class + 2);
    for (auto word = of_class + 2; word != words.end();) {
        const bool flag = *word == "no-loss" || word + 1 == words.end();
        Words one = head;
        one.insert(one.end(), word, word + (flag ? 1 : 2));
        all.push_back({std::move(one), inactive});
        word += flag ? 1 : 2;
    }
}

std::vector<Statement> statements_of(std::string_view braces)
{
    struct Block {
        std::size_t length;
        bool inactive;
    };
    std::vector<Statement> all;
    std::vector<Block> outer;
    Words path;
    std::size_t begun = 0; // number of words from the enclosing blocks
    bool inactive = false;
    std::vector<Words> elements; // of a list
    bool in_list = false;
    for (const std::string& token : tokens_of(braces)) {
        if (token == "inactive:") {
            inactive = true;
        } else if (token == "[" || token == "]") {
            in_list = token == "[";
        } else if (in_list) {
            elements.push_back(path);
            elements.back().push_back(token);
        } else if (token == "{") {
            outer.push_back({begun, inactive});
            begun = path.size();
        } else if (token == ";" || token == "}") {
            const bool closes = token == "}";
            const bool stated = closes ? all.empty() || all.back().words.size() <= path.size()
                    || !std::equal(path.begin(), path.end(), all.back().words.begin())
                                       : elements.empty();
            for (const Words& element : elements)
                add_statement(all, element, inactive);
            elements.clear();
            if (stated && !path.empty() && (!closes || path.size() > begun || !outer.empty()))
                add_statement(all, path, inactive);
            if (closes && !outer.empty()) {
                begun = outer.back().length;
                inactive = outer.size() > 1 && outer[outer.size() - 2].inactive;
                outer.pop_back();
            } else if (!closes) {
                inactive = !outer.empty() && outer.back().inactive;
            }
            path.resize(begun);
        } else {
            path.push_back(token);
        }
    }
    return all;
}

bool begins_with(const Words& words, const Words& path)
{
    return words.size() >= path.size() && std::equal(path.begin(), path.end(), words.begin());
}

// Statements with a single value: a new one replaces the old one.
bool has_one_value(const Words& words)
{
    constexpr std::array single{"mtu",
        "speed",
        "fec",
        "scheduler-map",
        "cable-length",
        "poll-interval",
        "detection",
        "recovery",
        "queue-num",
        "pfc-priority",
        "percent",
        "priority",
        "rx-buffers",
        "tx-buffers",
        "code-point"};
    if (words.size() < 2)
        return false;
    const std::string& word = words[words.size() - 2];
    if (word == "code-point") // in a rewrite rule; in a profile it is another statement
        return std::ranges::find(words, "rewrite-rules") != words.end();
    const bool binding = word == "congestion-notification-profile" && words.size() > 4;
    return binding || std::ranges::find(single, word) != single.end();
}

std::string take(std::vector<Statement>& all, const std::string& verb, Words words)
{
    const auto under = [&words](const Statement& statement) { return begins_with(statement.words, words); };
    if (verb == "delete")
        return std::erase_if(all, under) > 0 ? "" : "statement not found: delete";
    if (verb == "activate") {
        bool found = false;
        for (Statement& statement : all) {
            found = found || (under(statement) && statement.inactive);
            statement.inactive = statement.inactive && !under(statement);
        }
        return found ? "" : "statement not found: activate";
    }
    if (verb != "set")
        return "unknown command: " + verb;
    if (has_one_value(words)) {
        const Words keyword(words.begin(), words.end() - 1);
        for (Statement& statement : all) {
            if (statement.words.size() == words.size() && begins_with(statement.words, keyword)) {
                statement.words = std::move(words);
                return {};
            }
        }
    }
    if (std::ranges::find(all, words, &Statement::words) == all.end())
        all.push_back({std::move(words), false});
    return {};
}

}

Replayed apply_junos(std::string_view config, std::string_view lines)
{
    Replayed replayed;
    std::vector<Statement> all = statements_of(config);
    while (!lines.empty()) {
        const std::size_t feed = std::min(lines.find('\n'), lines.size() - 1);
        Words words = tokens_of(lines.substr(0, feed));
        lines.remove_prefix(feed + 1);
        if (words.size() < 2)
            continue;
        const std::string verb = words.front();
        words.erase(words.begin());
        if (const std::string refusal = take(all, verb, words); !refusal.empty() && replayed.refusal.empty())
            replayed.refusal = refusal;
    }
    for (const Statement& statement : all) {
        if (statement.inactive)
            continue;
        replayed.text += "set";
        for (const std::string& word : statement.words)
            replayed.text += " " + word;
        replayed.text += "\n";
    }
    return replayed;
}

}
