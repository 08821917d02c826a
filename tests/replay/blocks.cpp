// SPDX-License-Identifier: Apache-2.0
// A command line with blocks whose lines are identified by their first words: Sample CLI.
#include "tests/replay/replay.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace rocelint::replay {
namespace {

struct Block {
    std::string header; ///< empty: top-level
    std::vector<std::string> lines;
};

std::string_view unindented(std::string_view line)
{
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

std::string first_words(std::string_view line, std::size_t count)
{
    std::size_t end = 0;
    while (count-- > 0 && end < line.size())
        end = std::min(line.find(' ', end + 1), line.size());
    return std::string(line.substr(0, end));
}

// The leading words that identify the subject of a line.
std::string key_of(std::string_view line)
{
    for (const std::string_view numbered : {"pfc ", "ecn ", "queue "}) {
        if (line.starts_with(numbered))
            return first_words(line, numbered == "queue " ? 2 : 3);
    }
    return first_words(line, 1);
}

// "class dscp 26 34 to 3"
struct ClassLine {
    std::vector<std::string> points;
    std::string target;

    explicit ClassLine(const std::string& line)
    {
        std::istringstream stream(line.substr(std::string_view("class dscp").size()));
        std::string word;
        while (stream >> word && word != "to")
            points.push_back(word);
        stream >> target;
    }
    [[nodiscard]] std::string text() const
    {
        std::string out = "class dscp";
        for (const std::string& point : points)
            out += ' ' + point;
        return points.empty() ? std::string{} : out + " to " + target;
    }
};

void take_class(std::vector<std::string>& lines, const std::string& line, bool negated)
{
    const ClassLine wanted(line);
    auto last = lines.begin();
    for (auto at = lines.begin(); at != lines.end(); ++at) {
        if (!at->starts_with("class dscp "))
            continue;
        ClassLine old(*at);
        std::erase_if(old.points, [&](const std::string& point) {
            return std::ranges::find(wanted.points, point) != wanted.points.end();
        });
        *at = old.text();
        last = at + 1;
    }
    if (!negated)
        lines.insert(last, line);
    std::erase(lines, std::string{});
}

void take(std::vector<std::string>& lines, std::string line)
{
    const bool negated = line.starts_with("no ");
    if (negated)
        line.erase(0, 3);
    if (line.starts_with("class dscp ")) {
        take_class(lines, line, negated);
        return;
    }
    const std::string key = key_of(line);
    const auto same = std::ranges::find_if(lines, [&](const std::string& own) { return key_of(own) == key; });
    if (same == lines.end() && !negated)
        lines.push_back(line);
    else if (same != lines.end() && negated)
        lines.erase(same);
    else if (same != lines.end())
        *same = line;
}

Block& block_of(std::vector<Block>& blocks, const std::string& header)
{
    const auto known = std::ranges::find(blocks, header, &Block::header);
    return known != blocks.end() ? *known : blocks.emplace_back(Block{header, {}});
}

}

Replayed apply_sample_cli(std::string_view config, std::string_view commands)
{
    std::vector<Block> blocks(1);
    std::string mode;
    const auto type = [&](const std::string& text) {
        const std::string line(unindented(text));
        if (line.empty() || line == "!" || line == "end" || line == "exit") {
            mode.clear();
        } else if (line.starts_with("interface ")) {
            mode = line;
            block_of(blocks, mode);
        } else {
            take(block_of(blocks, mode).lines, line);
        }
    };
    for (const std::string_view part : {config, commands}) {
        std::istringstream stream{std::string(part)};
        for (std::string line; std::getline(stream, line);)
            type(line);
        mode.clear();
    }
    Replayed replayed;
    for (const Block& block : blocks) {
        replayed.text += block.header.empty() ? std::string{} : block.header + "\n";
        for (const std::string& line : block.lines)
            replayed.text += (block.header.empty() ? "" : "   ") + line + "\n";
        replayed.text += "!\n";
    }
    return replayed;
}

}
