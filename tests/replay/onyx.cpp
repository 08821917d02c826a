// SPDX-License-Identifier: Apache-2.0
// A command line without blocks in which every line names its port: Onyx. A line replaces the one about the same subject; maps
// are kept point by point.
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace rocelint::replay {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view text)
{
    std::istringstream stream{std::string(text)};
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::string joined(const Words& words, std::size_t from = 0, std::size_t to = 99)
{
    std::string text;
    for (std::size_t at = from; at < std::min(to, words.size()); ++at)
        text += (text.empty() ? "" : " ") + words[at];
    return text;
}

struct Line {
    std::string port; ///< "interface ethernet 1/1", or empty
    Words words; ///< the words after the port
    bool negated = false;
};

std::size_t place(const Words& words, const char* word)
{
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

// The subject of the line: everything before its value. A priority is bound to one class and one group.
std::string key_of(const Line& line)
{
    const Words& words = line.words;
    if (const std::size_t bound = place(words, "bind"); bound < words.size())
        return words.front() + " of " + words.back();
    struct Beginning {
        std::string_view words;
        std::size_t count;
    };
    constexpr std::array beginnings{Beginning{"qos map dscp", 4},
        Beginning{"qos map pcp", 6},
        Beginning{"qos", 2},
        Beginning{"dcb priority-flow-control priority", 4},
        Beginning{"dcb", 3},
        Beginning{"flowcontrol", 2},
        Beginning{"traffic-class", 3},
        Beginning{"ingress-buffer", 3},
        Beginning{"egress-buffer", 3},
        Beginning{"pool", 2},
        Beginning{"ip", 2}};
    const std::string text = joined(words);
    for (const Beginning& beginning : beginnings) {
        if (text.starts_with(beginning.words))
            return joined(words, 0, beginning.count);
    }
    return words.front();
}

// One line per port of a range and per point of a map.
std::vector<Line> lines_of(std::string_view text)
{
    Words words = words_of(text);
    Line line;
    if (!words.empty() && words.front() == "no") {
        line.negated = true;
        words.erase(words.begin());
    }
    std::vector<std::string> ports{""};
    if (words.size() > 2 && words.front() == "interface") {
        ports.clear();
        const std::string range = words[2];
        const std::size_t dash = range.find('-');
        const std::size_t slash = range.rfind('/') + 1;
        const int from = std::stoi(range.substr(range.find('/') + 1));
        for (int port = from; port <= (dash == std::string::npos ? from : std::stoi(range.substr(slash)));
             ++port)
            ports.push_back(
                "interface " + words[1] + " " + range.substr(0, range.find('/') + 1) + std::to_string(port));
        words.erase(words.begin(), words.begin() + 3);
        if (!words.empty() && words.front() == "no") {
            line.negated = true;
            words.erase(words.begin());
        }
    }
    std::size_t first = words.size();
    std::size_t last = words.size();
    if (place(words, "bind") + 2 < words.size())
        first = place(words, "bind") + 2;
    else if (joined(words).starts_with("qos map dscp"))
        std::tie(first, last) = std::pair(std::size_t{3}, place(words, "to"));
    std::vector<Line> lines;
    for (const std::string& port : ports) {
        line.port = port;
        line.words = words;
        if (first == words.size())
            lines.push_back(line);
        for (std::size_t point = first; point < last; ++point) {
            line.words.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
            line.words.push_back(words[point]);
            line.words.insert(
                line.words.end(), words.begin() + static_cast<std::ptrdiff_t>(last), words.end());
            lines.push_back(line);
        }
    }
    return lines;
}

void take(std::vector<Line>& all, const Line& line)
{
    const auto same
        = [&](const Line& other) { return other.port == line.port && key_of(other) == key_of(line); };
    const bool kept = !line.negated || line.words.front() == "switchport" || line.words.front() == "shutdown";
    const auto found = std::find_if(all.begin(), all.end(), same);
    if (!kept)
        std::erase_if(all, same);
    else if (found != all.end())
        *found = line;
    else
        all.push_back(line);
}

}

Replayed apply_onyx(std::string_view config, std::string_view lines)
{
    Replayed replayed;
    std::vector<Line> all;
    std::istringstream stream{std::string(config) + '\n' + std::string(lines)};
    for (std::string text; std::getline(stream, text);) {
        if (text.starts_with('#')) {
            replayed.text += text + '\n';
            continue;
        }
        for (const Line& line : lines_of(text)) {
            if (!line.words.empty())
                take(all, line);
        }
    }
    // Sorted by port, as the device prints them.
    std::ranges::stable_sort(all, {}, &Line::port);
    for (const Line& line : all)
        replayed.text += line.port + (line.port.empty() ? "" : " ") + (line.negated ? "no " : "")
            + joined(line.words) + '\n';
    return replayed;
}

}
