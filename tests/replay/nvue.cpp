// SPDX-License-Identifier: Apache-2.0
// A tree of words, as NVUE keeps it: interface ranges and lists of numbers are expanded. Only the few words named here can have
// several words below them; everything else has a single value.
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace rocelint::replay {
namespace {

struct Tree {
    std::map<std::string, std::unique_ptr<Tree>> below;
};
using Words = std::vector<std::string>;

// Whether several words may be below this path.
bool holds_several(const Words& path)
{
    static constexpr std::array collections{"interface",
        "address",
        "member",
        "switch-priority",
        "traffic-class",
        "dscp",
        "pcp",
        "pfc",
        "link-pause",
        "congestion-control",
        "mapping",
        "remark",
        "egress-scheduler",
        "egress-queue-mapping",
        "traffic-pool",
        "advance-buffer-config",
        "domain"};
    static constexpr std::array objects{"qos",
        "system",
        "link",
        "ip",
        "router",
        "roce",
        "config",
        "auto-save",
        "forwarding",
        "ecmp-hash",
        "adaptive-routing",
        "pfc-watchdog",
        "bond",
        "bridge",
        "vrf",
        "ingress-lossless-buffer",
        "egress-lossless-buffer"};
    if (path.empty())
        return true;
    const std::string& last = path.back();
    const bool named = path.size() > 1
        && std::find(collections.begin(), collections.end(), path[path.size() - 2]) != collections.end();
    // "qos mapping X dscp 26 switch-priority 3" and "qos remark X switch-priority 3 dscp 26" end in values.
    const bool below_number
        = path.size() > 2 && path[path.size() - 2].find_first_not_of("0123456789") == std::string::npos;
    if (below_number)
        return false;
    return named || std::find(collections.begin(), collections.end(), last) != collections.end()
        || std::find(objects.begin(), objects.end(), last) != objects.end();
}

Words words_of(const std::string& line)
{
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;) {
        if (word.front() == '\'') {
            for (std::string more; word.size() < 2 || word.back() != '\'';) {
                if (!(stream >> more))
                    break;
                word += ' ' + more;
            }
        }
        words.push_back(word);
    }
    return words;
}

// Expands "swp1-2,swp4" or "24,27-31".
Words parted(const std::string& word)
{
    Words parts;
    std::istringstream stream(word);
    std::string prefix;
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t dash = part.find('-');
        std::size_t digit = part.find_first_of("0123456789");
        if (digit == std::string::npos || dash == std::string::npos
            || part.find_first_not_of("0123456789", dash + 1) != std::string::npos) {
            parts.push_back(part);
            continue;
        }
        prefix = part.substr(0, digit);
        const int from = std::stoi(part.substr(digit, dash - digit));
        const int to = std::stoi(part.substr(dash + 1));
        for (int number = from; number <= to; ++number)
            parts.push_back(prefix + std::to_string(number));
    }
    return parts;
}

// The words of a path that may be ranges are the name after `interface`, and numbers.
std::vector<Words> all_paths(const Words& words)
{
    std::vector<Words> paths(1);
    for (std::size_t at = 0; at < words.size(); ++at) {
        const bool port = at > 0 && words[at - 1] == "interface";
        const bool numbers = words[at].find_first_not_of("0123456789,-") == std::string::npos;
        const Words parts = port || numbers ? parted(words[at]) : Words{words[at]};
        std::vector<Words> more;
        for (const Words& path : paths) {
            for (const std::string& part : parts) {
                more.push_back(path);
                more.back().push_back(part);
            }
        }
        paths = std::move(more);
    }
    return paths;
}

void set(Tree& root, const Words& path)
{
    Tree* at = &root;
    Words walked;
    for (const std::string& word : path) {
        if (!holds_several(walked) && !at->below.contains(word))
            at->below.clear();
        auto& next = at->below[word];
        if (next == nullptr)
            next = std::make_unique<Tree>();
        at = next.get();
        walked.push_back(word);
    }
}

bool unset(Tree& root, const Words& path)
{
    Tree* at = &root;
    for (std::size_t index = 0; index + 1 < path.size(); ++index) {
        const auto found = at->below.find(path[index]);
        if (found == at->below.end())
            return false;
        at = found->second.get();
    }
    return at->below.erase(path.back()) != 0;
}

void print(const Tree& tree, const std::string& path, std::string& out)
{
    if (tree.below.empty() && !path.empty())
        out += "nv set" + path + '\n';
    for (const auto& [word, below] : tree.below)
        print(*below, path + ' ' + word, out);
}

std::string take(Tree& root, std::string_view lines, bool strict)
{
    std::istringstream stream{std::string(lines)};
    for (std::string line; std::getline(stream, line);) {
        Words words = words_of(line);
        if (words.empty())
            continue;
        if (words.size() < 3 || words[0] != "nv" || (words[1] != "set" && words[1] != "unset"))
            return "Invalid Command: " + line;
        const bool sets = words[1] == "set";
        words.erase(words.begin(), words.begin() + 2);
        for (const Words& path : all_paths(words)) {
            if (sets)
                set(root, path);
            else if (!unset(root, path) && strict)
                return "not there: " + line;
        }
    }
    return {};
}

}

Replayed apply_nvue(std::string_view config, std::string_view lines)
{
    Tree root;
    Replayed replayed;
    (void)take(root, config, false);
    replayed.refusal = take(root, lines, true);
    print(root, {}, replayed.text);
    return replayed;
}

}
