// SPDX-License-Identifier: Apache-2.0
// Enterprise SONiC's command line on its database: map entries are rows by point, PFC is a set of priorities, and other lines are
// unique by key. A policy that is in use cannot be removed.
#include "tests/replay/replay.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <sstream>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

struct Block {
    std::map<std::string, std::string> lines; ///< by subject
    std::map<std::string, Block> inside; ///< by header
};

Words words_of(const std::string& text)
{
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::string joined(const Words& words, std::size_t count)
{
    std::string out;
    for (std::size_t at = 0; at < std::min(count, words.size()); ++at)
        out += (at == 0 ? "" : " ") + words[at];
    return out;
}

std::vector<int> numbers_of(const std::string& list)
{
    std::vector<int> numbers;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-');
        const int last = std::stoi(dash == std::string::npos ? part : part.substr(dash + 1));
        for (int number = std::stoi(part); number <= last; ++number)
            numbers.push_back(number);
    }
    return numbers;
}

bool is_header(const Words& words, const Words& path)
{
    if (path.empty())
        return words[0] == "interface" || (words[0] == "qos" && words.size() >= 3);
    return path.size() == 1 && path[0].starts_with("qos scheduler-policy")
        && (words[0] == "queue" || words[0] == "port");
}

bool is_entry(const Words& words, const Words& path)
{
    return path.size() == 1 && path[0].starts_with("qos map")
        && (words[0] == "dscp" || words[0] == "dot1p" || words[0] == "traffic-class"
            || words[0] == "pfc-priority");
}

// The number of words that identify the subject of a line.
std::size_t key_size(const Words& words)
{
    if (words[0] == "priority-flow-control")
        return words.size() > 1 && words[1] == "asymmetric" ? 2 : 3;
    if (words[0] == "ip" && words.size() > 4 && words[1] == "load-share")
        return words[3] == "seed" ? 4 : 5;
    if (words[0] == "queue" || (words[0] == "buffer" && words.size() > 2))
        return 3;
    if (words[0] == "qos-map" || words[0] == "ip" || words[0] == "buffer")
        return 2;
    return 1;
}

class Database {
public:
    std::string refusal;

    void take(const std::string& line)
    {
        Words words = words_of(line);
        if (words.empty() || words[0].starts_with("!"))
            return;
        if (words[0] == "exit" || words[0] == "end") {
            if (!path_.empty())
                path_.pop_back();
            return;
        }
        const bool negated = words[0] == "no" && words.size() > 1;
        if (negated)
            words.erase(words.begin());
        if (is_header(words, path_))
            return take_header(words, negated);
        if (is_entry(words, path_))
            return take_entry(words, negated);
        take_line(words, negated);
    }
    void leave_to(std::size_t depth)
    {
        while (path_.size() > depth)
            path_.pop_back();
    }

    [[nodiscard]] std::string print() const
    {
        std::string out;
        print(root_, 0, out);
        return out;
    }

private:
    Block& here()
    {
        Block* block = &root_;
        for (const std::string& header : path_)
            block = &block->inside[header];
        return *block;
    }

    void take_header(const Words& words, bool negated)
    {
        const std::string header = joined(words, words.size());
        if (!negated) {
            here().inside[header];
            path_.push_back(header);
            return;
        }
        if (path_.empty() && is_named(words))
            refusal = "it is in use: " + header;
        here().inside.erase(header);
    }

    [[nodiscard]] bool is_named(const Words& words) const
    {
        for (const auto& [header, block] : root_.inside) {
            for (const auto& [key, line] : block.lines) {
                const Words said = words_of(line);
                const bool binds = header.starts_with("interface")
                    && (said[0] == "qos-map" || said[0] == "queue" || said[0] == "scheduler-policy");
                const bool same_kind = words[1] == "map" ? said[0] == "qos-map" && said[1] == words[2]
                    : words[1] == "wred-policy"          ? said[0] == "queue"
                                                         : said[0] == "scheduler-policy";
                if (binds && same_kind && said.back() == words.back())
                    return true;
            }
        }
        return false;
    }

    void take_entry(const Words& words, bool negated)
    {
        for (const int number : numbers_of(words.at(1))) {
            const std::string key = words[0] + (number < 10 ? " 0" : " ") + std::to_string(number);
            if (negated) {
                if (words.size() != 2)
                    refusal = "an entry is taken away by its points alone: " + joined(words, words.size());
                here().lines.erase(key);
            } else {
                here().lines[key]
                    = words[0] + " " + std::to_string(number) + " " + words.at(2) + " " + words.at(3);
            }
        }
    }

    void take_line(const Words& words, bool negated)
    {
        auto& lines = here().lines;
        if (words[0] == "priority-flow-control" && words[1] == "priority") {
            for (const int number : numbers_of(words.at(2))) {
                const std::string key = "pfc " + std::to_string(number);
                if (negated)
                    lines.erase(key);
                else
                    lines[key] = "priority-flow-control priority " + std::to_string(number);
            }
            return;
        }
        if (joined(words, 3) == "priority-flow-control watchdog off") {
            lines.erase("priority-flow-control watchdog on");
            return;
        }
        const std::size_t size = key_size(words);
        const bool kept = negated && (words[0] == "shutdown" || words.back() == "counter-poll");
        // A negation must not contain the value.
        const bool named = words[0] == "ip" || words[0] == "buffer" || words[0] == "description";
        if (negated && !kept && !named && words.size() > size)
            refusal = "unknown: no " + joined(words, words.size());
        const std::string key = joined(words, size);
        if (negated && !kept)
            lines.erase(key);
        else
            lines[key] = (kept ? "no " : "") + joined(words, words.size());
    }

    static void print(const Block& block, std::size_t depth, std::string& out)
    {
        for (const auto& [key, line] : block.lines)
            out += std::string(depth, ' ') + line + '\n';
        for (const auto& [header, inner] : block.inside) {
            out += std::string(depth, ' ') + "!\n" + std::string(depth, ' ') + header + '\n';
            print(inner, depth + 1, out);
        }
    }

    Block root_;
    Words path_;
};

}

Replayed apply_sonic_cli(std::string_view config, std::string_view commands)
{
    Database database;
    // The configuration by its indentation, the commands by their modes.
    std::istringstream text{std::string(config)};
    for (std::string line; std::getline(text, line);) {
        std::erase(line, '\r');
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string::npos)
            continue;
        database.leave_to(indent);
        database.take(line);
    }
    database.leave_to(0);
    std::istringstream typed{std::string(commands)};
    for (std::string line; std::getline(typed, line);) {
        if (!line.starts_with(" "))
            database.leave_to(0);
        database.take(line);
    }
    return {database.print(), database.refusal};
}

}
