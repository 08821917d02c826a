// SPDX-License-Identifier: Apache-2.0
// What commands inside words print, as far as the devices of the host and the script's text decide it: POSIX.1-2017,
// Shell Command Language, 2.6.3 Command Substitution, 2.6.4 Arithmetic Expansion.
#include "drivers/shell/shell_words.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <charconv>

namespace rocelint {
namespace {

constexpr int deepest_substitution = 8;
// A pattern of grep without operators, except anchors.
bool is_plain_pattern(std::string_view pattern)
{
    return !pattern.empty() && std::ranges::all_of(pattern, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '^' || c == '$' || c == ' ';
    });
}

bool is_word_character(char c) { return ascii::is_letter_or_digit(c) || c == '_'; }

bool has_whole_word(std::string_view line, std::string_view word)
{
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_word_character(line[at - 1]))
            && (end == line.size() || !is_word_character(line[end])))
            return true;
    }
    return false;
}

bool matches_line(std::string_view line, std::string_view pattern, bool whole_word)
{
    if (whole_word)
        return has_whole_word(line, pattern);
    const bool begins = pattern.starts_with('^');
    const bool ends = pattern.ends_with('$');
    pattern.remove_prefix(begins ? 1 : 0);
    pattern.remove_suffix(ends ? 1 : 0);
    return begins && ends ? line == pattern
        : begins          ? line.starts_with(pattern)
        : ends            ? line.ends_with(pattern)
                          : line.find(pattern) != std::string_view::npos;
}

// The field of each line with this number, from 1.
void keep_field(std::vector<std::string>& lines, std::size_t number)
{
    for (std::string& line : lines) {
        std::string_view rest = line;
        std::string_view field;
        for (std::size_t index = 0; index < number; ++index) {
            rest = ascii::trimmed(rest, ascii::is_blank);
            field = rest.substr(0, rest.find_first_of(" \t"));
            rest.remove_prefix(field.size());
        }
        line = std::string(field);
    }
}

// `awk '{print $5}'`
std::size_t field_of_awk(std::string_view program)
{
    std::string plain;
    for (const char c : program) {
        if (!ascii::is_blank(c) && c != ';')
            plain += c;
    }
    constexpr std::string_view begin = "{print$";
    const bool prints_one = plain.size() == begin.size() + 2 && plain.starts_with(begin)
        && plain.back() == '}' && ascii::is_digit(plain[begin.size()]);
    return prints_one ? static_cast<std::size_t>(plain[begin.size()] - '0') : 0;
}

// Applies a command that only selects from its input. Returns false for any other command.
bool filter(std::vector<std::string>& lines, std::span<const std::string_view> words)
{
    const std::string_view name = words.front();
    const std::string_view last = words.back();
    if (name == "sort" || name == "uniq" || name == "xargs" || name == "tr")
        return true;
    if (name == "head") {
        const bool one = (words.size() == 2 && (last == "-1" || last == "-n1"))
            || (words.size() == 3 && words[1] == "-n" && last == "1");
        if (one && lines.size() > 1)
            lines.resize(1);
        return one;
    }
    if (name == "awk") {
        const std::size_t field = words.size() == 2 ? field_of_awk(last) : 0;
        if (field != 0)
            keep_field(lines, field);
        return field != 0;
    }
    if (name != "grep" && name != "egrep")
        return false;
    const std::string_view option = words.size() == 3 ? words[1] : std::string_view{};
    const bool inverts = option == "-v";
    const bool known = words.size() == 2 || inverts || option == "-E" || option == "-w";
    // Whether links are up is not known before; a guard is assumed to pass.
    if (known && last == "Up" && !inverts)
        return true;
    if (!known || !is_plain_pattern(last) || last.find("Down") != std::string_view::npos)
        return false;
    std::erase_if(
        lines, [&](const std::string& line) { return matches_line(line, last, option == "-w") == inverts; });
    return true;
}

}

// What a command prints that reads nothing but the devices.
std::optional<std::vector<std::string>> ShellWords::lines_of(std::span<const std::string_view> words) const
{
    std::vector<std::string> lines;
    const std::string_view last = words.back();
    if (words.front() == "basename" && words.size() == 2) {
        const std::string_view path = ascii::trimmed_back(last, [](char c) { return c == '/'; });
        return std::vector{std::string(path.substr(path.find_last_of('/') + 1))};
    }
    if (words.front() == "echo" && words.size() == 2)
        return std::vector{std::string(last)};
    if (dialect_.devices.empty())
        return std::nullopt;
    if (words.front() == "ibdev2netdev" && words.size() == 1) {
        for (const ShellDevice& device : dialect_.devices) {
            if (!device.rdma.empty() && !device.interface.empty())
                lines.push_back(
                    std::string(device.rdma) + " port 1 ==> " + std::string(device.interface) + " (Up)");
        }
        return lines;
    }
    const bool lists
        = words.front() == "ls" && (words.size() == 2 || (words.size() == 3 && words[1] == "-1"));
    const std::vector<std::string_view> parts = shell_path_parts(last);
    if (!lists || !last.starts_with("/sys/class/") || parts.size() < 3)
        return std::nullopt;
    if (parts.size() == 3 && parts[2] == "infiniband") {
        for (const ShellDevice& device : dialect_.devices)
            lines.emplace_back(device.rdma);
        std::erase(lines, std::string());
        return lines;
    }
    const bool links
        = parts.size() == 6 && parts[2] == "infiniband" && parts[4] == "device" && parts[5] == "net";
    for (const ShellDevice& device : dialect_.devices) {
        if (links && device.rdma == parts[3] && !device.interface.empty())
            lines.emplace_back(device.interface);
    }
    return lines.empty() ? std::nullopt : std::optional(std::move(lines));
}

std::optional<std::string> ShellWords::printed_by(std::string_view commands) const
{
    if (substitutions_ >= deepest_substitution)
        return std::nullopt;
    std::vector<std::vector<std::string_view>> pipeline(1);
    const ShellTokens cut = shell_tokens(commands);
    if (cut.broken_at != 0xffffffffU)
        return std::nullopt;
    for (std::size_t index = 0; index < cut.tokens.size(); ++index) {
        const ShellToken& token = cut.tokens[index];
        if (token.kind == ShellTokenKind::pipe) {
            pipeline.emplace_back();
        } else if (token.kind == ShellTokenKind::redirect_other) {
            ++index; // `2>/dev/null`
        } else if (token.kind != ShellTokenKind::word) {
            return std::nullopt;
        } else {
            ++substitutions_;
            const ShellValue value = value_of(commands.substr(token.offset, token.length));
            --substitutions_;
            if (!value.known)
                return std::nullopt;
            pipeline.back().push_back(value.text);
        }
    }
    std::optional<std::vector<std::string>> lines;
    for (const std::vector<std::string_view>& words : pipeline) {
        if (words.empty())
            return std::nullopt;
        if (!lines)
            lines = lines_of(words);
        else if (!filter(*lines, words))
            return std::nullopt;
        if (!lines)
            return std::nullopt;
    }
    std::string text;
    for (const std::string& line : *lines)
        text += (text.empty() ? "" : " ") + line;
    return text;
}

// Takes `$(…)`, `$((…))` and `` `…` `` at `at`.
bool ShellWords::take_substitution(std::string_view text, std::size_t& at, std::string& out) const
{
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('`')) {
        const std::size_t end = rest.find('`', 1);
        const auto printed
            = end == std::string_view::npos ? std::nullopt : printed_by(rest.substr(1, end - 1));
        at += printed ? end + 1 : 0;
        out += printed.value_or(std::string());
        return printed.has_value();
    }
    if (!rest.starts_with("$("))
        return false;
    std::size_t end = 1;
    std::size_t open = 0;
    for (char quote = '\0'; end < rest.size(); ++end) {
        const char c = rest[end];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (c == '(')
            ++open;
        else if (c == ')' && --open == 0)
            break;
    }
    if (end >= rest.size())
        return false;
    const std::string_view inside = rest.substr(2, end - 2);
    std::optional<std::string> made;
    if (inside.starts_with('(') && inside.ends_with(')')) {
        const auto number
            = shell_arithmetic(inside.substr(1, inside.size() - 2), [this](std::string_view name) {
                  const ShellValue value = look_up(name);
                  std::int64_t amount = 0;
                  const char* last = value.text.data() + value.text.size();
                  const bool whole = value.known
                      && std::from_chars(value.text.data(), last, amount).ptr == last && !value.text.empty();
                  return whole ? std::optional(amount) : std::nullopt;
              });
        if (number)
            made = std::to_string(*number);
    } else {
        made = printed_by(inside);
    }
    if (!made)
        return false;
    at += end + 1;
    out += *made;
    return true;
}

}
