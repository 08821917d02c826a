// SPDX-License-Identifier: Apache-2.0
// Finds lines that are secret because of their position. Independent of platforms: uses only indentation and
// brackets, which all formats share.
#include "models/text/ascii.h"
#include "models/text/redact.h"
#include "models/text/secret_words.h"

#include <algorithm>
#include <iterator>

namespace rocelint {
namespace {

constexpr std::string_view blanks = " \t";
// Structural characters at the ends of a line.
constexpr std::string_view held = " \t{}[],;:\r";

bool in_word(char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; }

// Where the text of a line begins, after blanks.
std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(blanks), line.size()); }

int brackets_of(std::string_view line)
{
    return static_cast<int>(std::ranges::count_if(line, [](char c) { return c == '{' || c == '['; })
        - std::ranges::count_if(line, [](char c) { return c == '}' || c == ']'; }));
}

// The first word at or after `at`, skipping quotes and list dashes.
std::string_view next_word(std::string_view line, std::size_t& at)
{
    while (at < line.size()
        && (ascii::is_blank(line[at]) || line[at] == '"' || line[at] == '\''
            || (line[at] == '-' && at + 1 < line.size() && line[at + 1] == ' ')))
        ++at;
    const std::size_t begin = at;
    while (at < line.size() && in_word(line[at]))
        ++at;
    return line.substr(begin, at - begin);
}

bool is_secret_name(std::string_view word)
{
    // SONiC tables that hold logins, with names that are less obvious.
    constexpr std::string_view tables[]{"LDAP",
        "LDAP_SERVER",
        "RADIUS",
        "RADIUS_SERVER",
        "SNMP",
        "SNMP_SERVER",
        "SNMP_USER",
        "TACPLUS",
        "TACPLUS_SERVER",
        "WPA_SUPPLICANT"};
    return !word.empty()
        && (names_secret(word) || begins_security_section(word) || word == "snmp-server"
            || std::ranges::find(tables, word) != std::end(tables));
}

// Whether the line begins a secret section: "crypto key", "ldap server one", "community-password:". The
// second word may be a user-chosen name, so it only counts if it is a keyword of a platform: "session
// shared-secret", "mac security".
bool begins_section(std::string_view line)
{
    constexpr std::string_view second_words[]{"key",
        "community",
        "password",
        "secret",
        "security",
        "shared-secret",
        "authentication",
        "encrypted-password"};
    std::size_t at = 0;
    const std::string_view first = next_word(line, at);
    if (is_secret_name(first))
        return true;
    // Skips values, and output below a typed command.
    if (at == line.size() || line[at] != ' ')
        return false;
    const std::string_view second = next_word(line, at);
    return begins_security_section(second)
        || std::ranges::find(second_words, second) != std::end(second_words);
}

// "- name: HF_TOKEN", whose value is on a separate line.
bool is_name_of_secret(std::string_view line)
{
    std::size_t at = 0;
    if (next_word(line, at) != "name" || at >= line.size() || line[at] != ':')
        return false;
    return names_secret(next_word(line, ++at));
}

// Everything that a line inside a section states, without structural brackets and semicolons.
std::vector<Secret> whole_line(std::string_view line)
{
    std::vector<Secret> secrets;
    const std::size_t begin = std::min(line.find_first_not_of(held), line.size());
    const std::size_t last = line.find_last_not_of(held);
    if (begin == line.size() || last == std::string_view::npos)
        return secrets;
    if (line[begin] != '"') {
        secrets.push_back({begin, last + 1});
        return secrets;
    }
    // JSON: strings in quotes, and unquoted values.
    for (std::size_t at = begin; at <= last;) {
        if (line[at] == '"') {
            std::size_t end = at + 1;
            while (end <= last && line[end] != '"')
                end += line[end] == '\\' ? 2 : 1;
            end = std::min(end, last + 1);
            if (end > at + 1)
                secrets.push_back({at + 1, end});
            at = end + 1;
            continue;
        }
        std::size_t end = at;
        while (end <= last && in_word(line[end]))
            ++end;
        if (end > at)
            secrets.push_back({at, end});
        at = std::max(end, at + 1);
    }
    return secrets;
}

}

bool LineRedactor::goes_on(std::string_view line)
{
    if (depth_ > 0) {
        depth_ = std::max(0, depth_ + brackets_of(line));
        return true;
    }
    if (indent_ == std::string_view::npos)
        return false;
    const std::size_t indent = indent_of(line);
    if (indent == line.size() || line[indent] == '\r' || indent > indent_
        || (lists_too_ && indent == indent_ && line.substr(indent).starts_with("- ")))
        return true;
    indent_ = std::string_view::npos;
    return false;
}

// Whether the line is a row of a table that has a column named after a secret, such as MKey in ibdiagnet's
// db_csv.
bool LineRedactor::is_row(std::string_view line, std::vector<Secret>& secrets)
{
    const auto commas = static_cast<std::size_t>(std::ranges::count(line, ','));
    if (commas == 0)
        return columns_.clear(), false;
    const bool is_header = columns_.size() != commas + 1;
    if (is_header)
        columns_.assign(line.find_first_of(" :=\"'") == std::string_view::npos ? commas + 1 : 0, false);
    if (columns_.empty())
        return false;
    std::size_t begin = 0;
    for (std::vector<bool>::reference column : columns_) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        if (is_header)
            column = names_secret(line.substr(begin, end - begin));
        else if (column && end > begin)
            secrets.push_back({begin, end});
        begin = end + 1;
    }
    if (std::ranges::find(columns_, true) == columns_.end())
        columns_.clear();
    return !columns_.empty();
}

void LineRedactor::open_section(std::string_view line)
{
    if (!begins_section(line))
        return;
    const int brackets = brackets_of(line);
    if (brackets > 0) {
        depth_ = brackets;
        return;
    }
    indent_ = indent_of(line);
    const std::size_t last = line.find_last_not_of(" \t\r");
    lists_too_ = last != std::string_view::npos && line[last] == ':';
}

std::vector<Secret> LineRedactor::secrets(std::string_view line)
{
    const bool begins = line.find("-----BEGIN ") != std::string_view::npos;
    if (begins || in_block_) {
        const bool inside = in_block_ && !begins;
        in_block_ = line.find("-----END ") == std::string_view::npos;
        if (inside)
            return {{0, line.size()}};
    }
    if (goes_on(line))
        return whole_line(line);
    std::vector<Secret> found;
    if (is_row(line, found))
        return found;
    found = find_secrets(line);
    if (value_follows_) {
        std::size_t at = 0;
        value_follows_ = next_word(line, at).empty();
        if (line.substr(0, at).ends_with("value") && at < line.size() && line[at] == ':') {
            const std::size_t begin = std::min(line.find_first_not_of(" \t", at + 1), line.size());
            return {{begin, line.size()}};
        }
    }
    value_follows_ = value_follows_ || is_name_of_secret(line);
    open_section(line);
    return found;
}

namespace {

// Calls `use(line)` for each line, without its line feed.
template <class Use>
void each_line(std::string_view text, Use&& use)
{
    while (!text.empty()) {
        use(ascii::take_until(text, '\n'));
    }
}

}

std::string redact_lines(std::string_view text)
{
    LineRedactor redactor;
    std::string out;
    each_line(text, [&](std::string_view line) { out += redactor.line(line) + '\n'; });
    return out;
}

std::string mask_secrets(std::string_view text)
{
    // Keep structural characters, so that the document still parses the same.
    constexpr std::string_view structure = " \t\r{}[]\",:;";
    LineRedactor redactor;
    std::string out(text);
    each_line(text, [&](std::string_view line) {
        const auto begin = static_cast<std::size_t>(line.data() - text.data());
        for (const Secret& secret : redactor.secrets(line)) {
            for (std::size_t at = secret.begin; at < secret.end; ++at) {
                if (structure.find(line[at]) == std::string_view::npos)
                    out[begin + at] = 'x';
            }
        }
    });
    return out;
}

}
