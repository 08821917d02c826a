// SPDX-License-Identifier: Apache-2.0
// Expands words as the shell does, within limits. What depends
// on the host itself, such as a command's output, stays unknown.
#include "drivers/shell/shell_words.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint {
namespace {

bool is_name_character(char c, bool first)
{
    return ascii::is_letter(c) || c == '_' || (!first && ascii::is_digit(c));
}

std::size_t name_length(std::string_view text)
{
    std::size_t length = 0;
    while (length < text.size() && is_name_character(text[length], length == 0))
        ++length;
    return length;
}

// The length of the name after a dollar: a variable's, a number, or the sign of all arguments.
std::size_t parameter_length(std::string_view text, bool braces)
{
    if (text.empty() || is_name_character(text.front(), true))
        return name_length(text);
    if (text.front() == '@' || text.front() == '*' || text.front() == '#')
        return 1;
    std::size_t digits = 0;
    while (digits < text.size() && ascii::is_digit(text[digits]) && (braces || digits == 0))
        ++digits;
    return digits;
}

// How deep defaults may nest, and how much expanded text is kept.
constexpr int deepest_default = 16;
constexpr std::size_t most_kept_text = 4194304;

// "{a,b}" and "{0..7}" stand for several words. `end` is where the text that was looked at ends.
bool has_brace_list(std::string_view text, std::size_t at, std::size_t& end)
{
    end = std::min(text.find('}', at), text.size());
    const std::string_view inside = text.substr(at, end - at);
    return inside.find(',') != std::string_view::npos || inside.find("..") != std::string_view::npos;
}

}

std::string_view shell_unquoted(std::string_view text)
{
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string_view assigned_name(std::string_view word)
{
    const std::size_t length = name_length(word);
    if (length == 0 || length == word.size())
        return {};
    const bool assigns = word[length] == '=' || word.substr(length).starts_with("+=");
    return assigns ? word.substr(0, length) : std::string_view{};
}

void ShellWords::set(std::string_view name, const ShellValue& value) { variables_[name] = value; }

std::optional<ShellValue> ShellWords::find(std::string_view name) const
{
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
}

ShellValue ShellWords::look_up(std::string_view name) const
{
    if ((dialect_.udev && (name == "name" || name == "kernel")) || (dialect_.ifupdown && name == "IFACE"))
        return {dialect_.interface, !dialect_.interface.empty(), {}};
    const bool is_argument = !name.empty() && !is_name_character(name.front(), true);
    if (is_argument && !arguments_.known)
        return {};
    if (name == "#")
        return {arena_.keep(std::to_string(arguments_.words.size())), true, {}};
    if (is_argument) {
        std::size_t number = 0;
        for (const char digit : name)
            number = ascii::is_digit(digit) && number < most_shell_words
                ? number * 10 + static_cast<std::size_t>(digit - '0')
                : 0;
        if (number == 0)
            return {}; // $0, or all of them within a longer word
        if (number > arguments_.words.size())
            return {{}, true, {}};
        const ShellWord& word = arguments_.words[number - 1];
        return {word.text, word.known, word.rdma_of, word.assumed};
    }
    const auto found = variables_.find(name);
    return found == variables_.end() ? ShellValue{} : found->second;
}

// "$LIST", "${LIST}", "${LIST[@]}" and "${LIST[*]}" expand to as many words as the list has.
bool ShellWords::is_list(std::string_view written, ShellValue& value) const
{
    bool quoted = written.size() > 2 && written.front() == '"';
    std::string_view text = shell_unquoted(written);
    if (!text.starts_with('$'))
        return false;
    text.remove_prefix(dialect_.systemd && text.starts_with("$$") ? 2 : 1);
    if (text.size() > 2 && text.front() == '{' && text.back() == '}')
        text = text.substr(1, text.size() - 2);
    for (const std::string_view all : {"[@]", "[*]"}) {
        if (text.ends_with(all)) {
            text.remove_suffix(all.size());
            quoted = false;
        }
    }
    if (quoted || text.empty() || text == "#" || parameter_length(text, true) != text.size())
        return false;
    value = look_up(text);
    return true;
}

// The interface in "$(ls /sys/class/net/IF/device/infiniband)", or empty.
std::string_view ShellWords::rdma_device_of(std::string_view written) const
{
    std::string_view text = shell_unquoted(written);
    if (dialect_.systemd && text.starts_with("$$("))
        text.remove_prefix(1);
    constexpr std::string_view begin = "$(ls /sys/class/net/";
    constexpr std::string_view end = "/device/infiniband)";
    if (!text.starts_with(begin) || !text.ends_with(end) || text.size() <= begin.size() + end.size())
        return {};
    const std::string_view inside = text.substr(begin.size(), text.size() - begin.size() - end.size());
    if (inside.find("$(") != std::string_view::npos)
        return {};
    const ShellValue name = value_of(inside);
    return name.known && name.text.find('/') == std::string_view::npos ? name.text : std::string_view{};
}

ShellValue ShellWords::value_of(std::string_view written) const
{
    if (const std::string_view interface = rdma_device_of(written); !interface.empty())
        return {written, false, interface};
    constexpr std::string_view special = "'\"\\$`%{";
    if (written.find_first_of(special) == std::string_view::npos)
        return {written, true, {}};
    std::string text;
    bool assumed = false;
    if (kept_ > most_kept_text || !build(written, text, assumed, 0))
        return {written, false, {}};
    // If the file contains the expanded text, return a view of it there.
    const std::size_t at = written.find(text);
    if (at != std::string_view::npos)
        return {written.substr(at, text.size()), true, {}, assumed};
    kept_ += text.size();
    return {arena_.keep(text), true, {}, assumed};
}

bool ShellWords::take_percent(std::string_view text, std::size_t& at, std::string& out) const
{
    const std::string_view rest = text.substr(at);
    if ((dialect_.systemd || dialect_.udev) && rest.starts_with("%%")) {
        out += '%';
        at += 2;
        return true;
    }
    if (dialect_.udev && rest.starts_with("%k") && !dialect_.interface.empty()) {
        out += dialect_.interface;
        at += 2;
        return true;
    }
    if (dialect_.systemd || dialect_.udev)
        return false;
    out += '%';
    ++at;
    return true;
}

// Takes "${NAME:-default}" and "${NAME-default}" at `at`. A name that the script set to something unknown stays
// unknown.
bool ShellWords::take_default(
    std::string_view text, std::size_t& at, std::string& out, bool& assumed, int depth) const
{
    std::string_view rest = text.substr(at);
    if (depth >= deepest_default || !rest.starts_with("${"))
        return false;
    rest.remove_prefix(2);
    const std::string_view name = rest.substr(0, parameter_length(rest, true));
    rest.remove_prefix(name.size());
    const bool also_if_empty = rest.starts_with(":-");
    if (name.empty() || (!also_if_empty && !rest.starts_with('-')))
        return false;
    rest.remove_prefix(also_if_empty ? 2 : 1);
    std::size_t end = 0;
    for (std::size_t open = 0; end < rest.size() && (rest[end] != '}' || open > 0); ++end) {
        if (rest[end] == '{')
            ++open;
        else if (rest[end] == '}')
            --open;
    }
    if (end == rest.size())
        return false;
    const bool is_argument = !is_name_character(name.front(), true);
    const std::optional<ShellValue> found = is_argument ? std::optional(look_up(name)) : find(name);
    // `${SUDO:-sudo}`: whatever is there instead only changes who runs the command.
    const bool takes_default = dialect_.takes_defaults || rest.substr(0, end) == "sudo";
    if (found ? !found->known : !takes_default)
        return false;
    if (found && !(found->text.empty() && (also_if_empty || is_argument))) {
        assumed = assumed || found->assumed;
        out += found->text;
    } else {
        assumed = assumed || !is_argument;
        if (!build(rest.substr(0, end), out, assumed, depth + 1))
            return false;
    }
    at = static_cast<std::size_t>(rest.data() - text.data()) + end + 1;
    return true;
}

bool ShellWords::take_dollar(
    std::string_view text, std::size_t& at, bool quoted, std::string& out, bool& assumed, int depth) const
{
    if (take_default(text, at, out, assumed, depth) || take_substitution(text, at, out)
        || take_trimmed(text, at, out, assumed))
        return true;
    std::string_view rest = text.substr(at + 1);
    std::size_t taken = 1;
    if ((dialect_.systemd || dialect_.udev) && rest.starts_with('$')) {
        rest.remove_prefix(1);
        ++taken;
    }
    const bool braces = rest.starts_with('{');
    const std::string_view name
        = rest.substr(braces ? 1 : 0, parameter_length(rest.substr(braces ? 1 : 0), braces));
    taken += name.size() + (braces ? 2 : 0);
    if (name.empty() || (braces && (rest.size() <= name.size() + 1 || rest[name.size() + 1] != '}')))
        return false;
    const ShellValue value = look_up(name);
    const bool splits = !quoted && value.text.find_first_of(" \t\r\n") != std::string_view::npos;
    if (!value.known || splits)
        return false;
    assumed = assumed || value.assumed;
    out += value.text;
    at += taken;
    return true;
}

// Returns false if something in the text is known only to a running shell.
bool ShellWords::build(std::string_view text, std::string& out, bool& assumed, int depth) const
{
    const std::size_t most = std::max(most_shell_text, out.size() + text.size());
    std::size_t plain_until = 0; // no brace before this begins a list
    bool quoted = false;
    for (std::size_t at = 0; at < text.size() && out.size() <= most;) {
        const char c = text[at];
        if (c == '"') {
            quoted = !quoted;
            ++at;
        } else if (c == '\'' && !quoted) {
            const std::size_t end = text.find('\'', at + 1);
            if (end == std::string_view::npos)
                return false;
            out += text.substr(at + 1, end - at - 1);
            at = end + 1;
        } else if (c == '\\') {
            if (at + 1 >= text.size())
                return false;
            const char next = text[at + 1];
            const bool kept = quoted && next != '"' && next != '\\' && next != '$' && next != '`';
            if (kept)
                out += c;
            if (next != '\n')
                out += next;
            at += 2;
        } else if (c == '$') {
            if (!take_dollar(text, at, quoted, out, assumed, depth))
                return false;
        } else if (c == '%') {
            if (!take_percent(text, at, out))
                return false;
        } else if (c == '`') {
            if (!take_substitution(text, at, out))
                return false;
        } else if (c == '{' && !quoted && at >= plain_until && has_brace_list(text, at, plain_until)) {
            return false;
        } else {
            out += c;
            ++at;
        }
    }
    return !quoted && out.size() <= most;
}

}
