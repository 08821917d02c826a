// SPDX-License-Identifier: Apache-2.0
// A candidate of SR Linux as far as corrections use it: a configuration is the list of its leaves and empty entries, a leaf has one
// value, and a leaf-list several.
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line)
{
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\r') {
            ++at;
            continue;
        }
        std::size_t end = at;
        for (bool quoted = false; end < line.size() && (quoted || (line[end] != ' ' && line[end] != '\r'));
             ++end) {
            quoted = line[end] == '"' ? !quoted : quoted;
            end += quoted && line[end] == '\\' ? 1 : 0;
        }
        end = std::min(end, line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

bool begins_with(const Words& words, const Words& path)
{
    return words.size() >= path.size() && std::equal(path.begin(), path.end(), words.begin());
}

// Whether the last word is one of several: a value of a leaf-list, or the name of an entry.
bool is_one_of_several(const Words& words)
{
    const std::string& leaf = words[words.size() - 2];
    const bool fills = std::ranges::find(words, "unicast-mapping") != words.end();
    return leaf == "address" || (fills && (leaf == "forwarding-class" || leaf == "dot1p"));
}

class Candidate {
public:
    std::string refusal;

    void set(Words words)
    {
        const auto is_same_leaf = [&words](const Words& other) {
            return other.size() == words.size() && std::equal(words.begin(), words.end() - 1, other.begin());
        };
        constexpr std::size_t shortest = 3;
        const bool has_value = words.size() >= shortest && !is_one_of_several(words);
        // What an entry holds replaces the mere entry.
        std::erase_if(all_, [&](const Words& other) {
            return other == words || (has_value && is_same_leaf(other))
                || (other.size() < words.size() && begins_with(words, other));
        });
        all_.push_back(std::move(words));
    }

    void remove(const Words& words)
    {
        if (std::erase_if(all_, [&words](const Words& other) { return begins_with(other, words); }) == 0)
            refusal = "path not found: delete";
    }

    void read_blocks(std::istream& lines)
    {
        std::vector<Words> blocks{{}};
        std::vector<bool> holds{true};
        for (std::string line; std::getline(lines, line);) {
            Words words = words_of(line);
            if (words.empty() || words[0].starts_with("#"))
                continue;
            if (words[0] == "set") {
                read_set(words);
                continue;
            }
            if (words[0] == "}") {
                if (!holds.back())
                    all_.push_back(blocks.back());
                blocks.pop_back();
                holds.pop_back();
                continue;
            }
            holds.back() = true;
            const std::string last = words.back();
            if (last == "{" || last == "[")
                words.pop_back();
            words.insert(words.begin(), blocks.back().begin(), blocks.back().end());
            if (last == "{") {
                blocks.push_back(words);
                holds.push_back(false);
            } else if (last == "[") {
                for (std::string value; std::getline(lines, value) && words_of(value).front() != "]";) {
                    all_.push_back(words);
                    all_.back().push_back(words_of(value).front());
                }
            } else {
                all_.push_back(words);
            }
        }
    }

    void read_set(const Words& line)
    {
        Words words(line.begin() + 2, line.end());
        if (words.back() != "]")
            return set(std::move(words));
        const auto open = std::ranges::find(words, "[");
        for (auto value = open + 1; *value != "]"; ++value) {
            Words one(words.begin(), open);
            one.push_back(*value);
            set(std::move(one));
        }
    }

    [[nodiscard]] std::string print() const
    {
        std::string text;
        for (const Words& words : all_) {
            text += "set /";
            for (const std::string& word : words)
                text += " " + word;
            text += "\n";
        }
        return text;
    }

private:
    std::vector<Words> all_;
};

}

Replayed apply_srlinux(std::string_view config, std::string_view lines)
{
    Candidate candidate;
    std::istringstream text{std::string(config)};
    candidate.read_blocks(text);
    std::istringstream typed{std::string(lines)};
    for (std::string line; std::getline(typed, line);) {
        const Words words = words_of(line);
        if (words.size() < 3 || words[1] != "/")
            candidate.refusal = "unknown command: " + line;
        else if (words[0] == "delete")
            candidate.remove(Words(words.begin() + 2, words.end()));
        else
            candidate.read_set(words);
    }
    return {candidate.print(), candidate.refusal};
}

}
