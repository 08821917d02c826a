// SPDX-License-Identifier: Apache-2.0
#include "tests/replay/replay.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace rocelint::replay {
namespace {

// Words, quoted texts with their quotes, and the signs { } [ ] ; of a configuration in braces, without comments.
std::vector<std::string> tokens_of(std::string_view text)
{
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '#' || text.substr(at, 2) == "/*") {
            const std::size_t end = c == '#' ? text.find('\n', at) : text.find("*/", at);
            at = end == std::string_view::npos ? text.size() : end + (c == '#' ? 1 : 2);
        } else if (c == '"') {
            std::size_t end = at + 1;
            while (end < text.size() && text[end] != '"')
                end += text[end] == '\\' ? 2 : 1;
            tokens.emplace_back(text.substr(at, end + 1 - at));
            at = end + 1;
        } else if (std::string_view("{}[];").find(c) != std::string_view::npos) {
            tokens.emplace_back(1, c);
            ++at;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++at;
        } else {
            const std::size_t end = std::min(text.find_first_of(" \t\r\n{}[];\"", at), text.size());
            tokens.emplace_back(text.substr(at, end - at));
            at = end;
        }
    }
    return tokens;
}

// What `show configuration | display set` prints of it.
std::string as_commands(std::string_view text)
{
    std::string out;
    std::vector<std::string> open;
    std::string words;
    std::vector<std::string> values;
    bool listed = false;
    bool filled = false;
    bool inactive = false;
    const auto path = [&] { return (open.empty() ? std::string() : open.back()) + words; };
    const auto end_statement = [&] {
        if (values.empty())
            out += "set" + path() + "\n";
        for (const std::string& value : values)
            out += "set" + path() + " " + value + "\n";
        if (inactive)
            out += "deactivate" + path() + "\n";
        values.clear();
        words.clear();
        inactive = false;
        filled = true;
    };
    std::string switched_off;
    for (const std::string& token : tokens_of(text)) {
        if (token == "[" || token == "]") {
            listed = token == "[";
        } else if (token == ";") {
            end_statement();
        } else if (token == "{") {
            if (inactive)
                switched_off += "deactivate" + path() + "\n";
            open.push_back(path());
            words.clear();
            inactive = false;
            filled = false;
        } else if (token == "}") {
            if (!filled && !open.empty())
                out += "set" + open.back() + "\n";
            filled = true;
            if (!open.empty())
                open.pop_back();
        } else if (token == "inactive:") {
            inactive = true;
        } else if (listed) {
            values.push_back(token);
        } else {
            words += " " + token;
        }
    }
    return out + switched_off;
}

}

Replayed apply_junos(std::string_view config, std::string_view commands)
{
    std::istringstream stream{std::string(commands)};
    for (std::string line; std::getline(stream, line);) {
        const std::string word = line.substr(0, line.find(' '));
        if (!line.empty() && word != "set" && word != "delete" && word != "activate" && word != "deactivate")
            return {{}, "no command of the device: " + line};
    }
    const bool in_braces = config.find('{') != std::string_view::npos;
    return {(in_braces ? as_commands(config) : std::string(config)) + std::string(commands), {}};
}

}
