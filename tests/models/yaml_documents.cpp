// SPDX-License-Identifier: Apache-2.0
#include "tests/models/yaml_documents.h"

#include <algorithm>

namespace rocelint {

std::string RandomYaml::document()
{
    out_.clear();
    anchors_ = 0;
    keys_ = 0;
    constexpr std::string_view beginnings[]
        = {"", "", "", "# first\n", "---\n", "%YAML 1.2\n---\n", "\n\n", "--- # a\n"};
    out_ += pick(beginnings);
    block(0, 0);
    constexpr std::string_view ends[] = {"", "", "", "\n", "# last", "...\n"};
    out_ += pick(ends);
    return out_;
}

std::string RandomYaml::damaged(std::string text)
{
    for (std::size_t count = 1 + below(3); count > 0 && !text.empty(); --count) {
        const std::size_t at = below(text.size());
        constexpr std::string_view pieces[] = {":",
            "- ",
            "  ",
            "\t",
            "\"",
            "'",
            "[",
            "]",
            "{",
            "}",
            ",",
            "\n",
            "# ",
            "*a0",
            "&b ",
            "!t ",
            "|",
            ">",
            "? ",
            "%",
            "@",
            "\\",
            "\x01",
            "\xff",
            "\xc3\xa9",
            "---\n",
            ": ",
            "\r\n"};
        switch (below(4)) {
        case 0:
            text.erase(at, 1 + below(4));
            break;
        case 1:
            text.insert(at, text.substr(below(text.size()), 1 + below(12)));
            break;
        case 2:
            text.resize(at);
            break;
        default:
            text.insert(at, pick(pieces));
        }
    }
    return text;
}

void RandomYaml::line_end()
{
    constexpr std::string_view ends[]
        = {"\n", "\n", "\n", "\n", "\n", " # why: not\n", "  \n", "\n\n", "\n# alone\n", "\r\n"};
    out_ += pick(ends);
}

std::string RandomYaml::key()
{
    constexpr std::string_view keys[] = {"a",
        "mtu",
        "leaf 1",
        "\"quoted\"",
        "'it''s'",
        "sw-p",
        "10",
        "null",
        "x:y",
        "caf\xc3\xa9",
        "a#b",
        "\"\\u00e9\""};
    const std::string_view chosen = pick(keys);
    std::string text(chosen);
    // Duplicate keys are dropped from the tree; other tests cover that, and here they are rare.
    if (below(20) != 0) {
        const std::size_t end = text.back() == '"' || text.back() == '\'' ? text.size() - 1 : text.size();
        text.insert(end, std::to_string(keys_++));
    }
    return text;
}

std::string_view RandomYaml::scalar()
{
    constexpr std::string_view scalars[] = {"1",
        "9216",
        "on",
        "no",
        "~",
        "null",
        "true",
        "plain text",
        "a:b",
        "a #b",
        "x, y",
        "http://h/p",
        "\"double\"",
        "\"a\\tb\\\"c\\\\\"",
        "\"\\N\\_\\x41\\u20ac\"",
        "'single'",
        "'it''s'",
        "''",
        "\"\"",
        "caf\xc3\xa9 \xe2\x82\xac",
        "-1",
        "-x",
        "?x",
        ":x",
        "[]",
        "{}",
        "0x1F",
        "1.5e3",
        "a  b",
        "swp1-32"};
    return pick(scalars);
}

void RandomYaml::property()
{
    if (below(12) == 0)
        out_ += "!t ";
    if (below(12) == 0)
        out_ += "&a" + std::to_string(anchors_++) + ' ';
}

void RandomYaml::block(std::size_t indent, int depth)
{
    const bool is_list = below(2) == 0;
    for (std::size_t count = 1 + below(4); count > 0; --count) {
        out_.append(indent, ' ');
        out_ += is_list ? "-" : key() + ':';
        value(indent, depth);
    }
}

void RandomYaml::value(std::size_t indent, int depth)
{
    const std::size_t choice = below(depth < 4 ? 12 : 8);
    if (choice >= 8) {
        line_end();
        return block(indent + 1 + below(4), depth + 1);
    }
    if (choice == 0)
        return line_end();
    out_ += below(8) == 0 ? "   " : " ";
    if (choice == 1 && anchors_ > 0) {
        out_ += "*a" + std::to_string(below(static_cast<std::size_t>(anchors_)));
        return line_end();
    }
    if (choice == 2)
        return text_block(indent);
    if (choice == 3)
        return folded(indent);
    property();
    if (choice == 4) {
        flow(depth);
        return line_end();
    }
    std::string_view text = scalar();
    // Only inside brackets.
    if (text == "x, y" && below(2) == 0)
        text = "x";
    out_ += text;
    line_end();
}

void RandomYaml::flow(int depth)
{
    const bool is_list = below(2) == 0;
    out_ += is_list ? "[" : "{";
    for (std::size_t count = below(4); count > 0; --count) {
        if (!is_list) {
            std::string name = key();
            std::ranges::replace(name, ':', '_');
            out_ += name + ": ";
        }
        property();
        if (depth < 6 && below(4) == 0) {
            flow(depth + 1);
        } else {
            constexpr std::string_view scalars[]
                = {"1", "on", "~", "a b", "\"q, \\\" r\"", "'s ]'", "x-y", "caf\xc3\xa9"};
            out_ += pick(scalars);
        }
        constexpr std::string_view separators[] = {", ", ", ", ",", ",\n     ", " , "};
        if (count > 1)
            out_ += pick(separators);
    }
    out_ += is_list ? "]" : "}";
}

void RandomYaml::text_block(std::size_t indent)
{
    constexpr std::string_view headers[] = {"|", ">", "|-", ">-", "|+", "| # why"};
    out_ += pick(headers);
    out_ += '\n';
    constexpr std::string_view lines[]
        = {"interface Ethernet1", "  mtu 9216", "a: b", "# no comment", "", "caf\xc3\xa9", "\"x\""};
    out_.append(indent + 2, ' ');
    out_ += "first\n";
    for (std::size_t count = below(4); count > 0; --count) {
        const std::string_view line = pick(lines);
        if (!line.empty())
            out_.append(indent + 2, ' ');
        out_ += line;
        out_ += '\n';
    }
}

void RandomYaml::folded(std::size_t indent)
{
    constexpr std::string_view quotes[] = {"", "\"", "'"};
    const std::string_view quote = pick(quotes);
    out_ += quote;
    out_ += "several words";
    for (std::size_t count = 1 + below(2); count > 0; --count) {
        out_ += below(4) == 0 ? "\n\n" : "\n";
        out_.append(indent + 2, ' ');
        out_ += "in more lines";
    }
    out_ += quote;
    line_end();
}

}
