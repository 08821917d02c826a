// SPDX-License-Identifier: Apache-2.0
// Output of `debug` is meant to be pasted into bug reports. Removes everything that looks like a secret, even
// if it may not be one.
#include "models/text/redact.h"

#include "models/text/ascii.h"
#include "models/text/secret_words.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

bool is_word(char c) { return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.'; }

std::size_t end_of_quoted(std::string_view line, std::size_t at, char quote)
{
    while (at < line.size() && line[at] != quote)
        at += line[at] == '\\' ? 2 : 1;
    return std::min(at, line.size());
}

// "no aaa root" states that something is absent.
bool is_negated(std::string_view before)
{
    const std::size_t begin = std::min(before.find_first_not_of(" \t"), before.size());
    return before.substr(begin) == "no ";
}

// The contents of the brackets that open at `at`; nothing if they close on another line.
Secret in_brackets(std::string_view line, std::size_t at)
{
    int depth = 0;
    for (std::size_t end = at; end < line.size(); ++end) {
        const char c = line[end];
        if (c == '"')
            end = end_of_quoted(line, end + 1, c);
        else if (c == '{' || c == '[')
            ++depth;
        else if ((c == '}' || c == ']') && --depth == 0)
            return {at + 1, end};
    }
    return {at, at};
}

// The value of `key: value` or `key = value`, whose separator is at `at`.
Secret assigned_value(std::string_view line, std::size_t at, char closing)
{
    while (at < line.size() && (ascii::is_blank(line[at]) || line[at] == ':' || line[at] == '='))
        ++at;
    if (at == line.size())
        return {at, at};
    if (line[at] == '{' || line[at] == '[')
        return in_brackets(line, at);
    if (line[at] == '"' || line[at] == '\'')
        return {at + 1, end_of_quoted(line, at + 1, line[at])};
    const bool flow = line.find('{') < at;
    std::size_t end = at;
    const auto closes
        = [&](char c) { return (closing != '\0' && c == closing) || (flow && (c == ',' || c == '}')); };
    while (end < line.size() && !closes(line[end]))
        ++end;
    return {at, end};
}

Secret value_after(std::string_view line, std::size_t word_end, bool in_quotes, char closing)
{
    std::size_t at = word_end;
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) {
        ++at;
        in_quotes = false;
    }
    const std::size_t gap = at;
    while (at < line.size() && ascii::is_blank(line[at]))
        ++at;
    if (at < line.size() && (line[at] == ':' || line[at] == '='))
        return assigned_value(line, at, closing);
    if (at == gap || at == line.size())
        return {at, at};
    // A statement: everything after the word, because the position of the secret differs by command.
    std::size_t end = in_quotes ? end_of_quoted(line, at, '"') : line.size();
    if (closing != '\0')
        end = std::min(end, line.find(closing, at));
    return {at, end};
}

std::size_t end_of_next_word(std::string_view line, std::size_t at)
{
    while (at < line.size() && ascii::is_blank(line[at]))
        ++at;
    while (at < line.size() && is_word(line[at]))
        ++at;
    return at;
}

// The text between the quotation marks that the line has at `at`, if PowerShell makes a secret of it: 'X' |
// ConvertTo-SecureString.
Secret piped_secret(std::string_view line, std::size_t at)
{
    constexpr std::string_view cmdlet = "convertto-securestring";
    const std::size_t end = end_of_quoted(line, at + 1, line[at]);
    std::size_t next = end + 1;
    while (next < line.size() && (ascii::is_blank(line[next]) || line[next] == '|'))
        ++next;
    const bool piped = next < line.size() && line.substr(end, next - end).find('|') != std::string_view::npos
        && ascii::lowered(line.substr(next, cmdlet.size())) == cmdlet;
    return piped ? Secret{at + 1, end} : Secret{at, at};
}

// Whether the text before "-p" is of a tool to which this gives a password: "sshpass -p X", "docker login -p X".
bool takes_password(std::string_view before)
{
    constexpr std::size_t longest = 256; // lines may be megabytes long
    before = before.substr(before.size() - std::min(before.size(), longest));
    constexpr std::string_view tools[]{
        "sshpass ", "docker login ", "podman login ", "nerdctl login ", "helm registry login "};
    return std::ranges::any_of(
        tools, [before](std::string_view tool) { return before.find(tool) != std::string_view::npos; });
}

// The user and password, the header, or the password in arguments of curl and similar tools: "-u user:password", "-H
// 'X-Key: 123'", "sshpass -p X".
Secret argument_of_option(std::string_view line, std::size_t at, std::size_t word_end, char closing)
{
    constexpr std::array<std::string_view, 2> users{"--user", "--proxy-user"};
    const std::string_view word = line.substr(at, word_end - at);
    const bool password = word.starts_with("-p") && takes_password(line.substr(0, at));
    const bool glued
        = (password
              && (word.size() > 2
                  || (word_end < line.size() && (line[word_end] == '"' || line[word_end] == '\''))))
        || (word.size() > 2 && word.starts_with("-u") && word_end < line.size() && line[word_end] == ':');
    const bool header = word == "-H" || word == "--header";
    if (!glued && !header && !password && word != "-u" && word != "-U"
        && std::ranges::find(users, word) == users.end())
        return {at, at};
    std::size_t begin = glued ? at + 2 : word_end;
    while (begin < line.size() && (ascii::is_blank(line[begin]) || line[begin] == '='))
        ++begin;
    if (begin == line.size() || (begin == word_end && !glued))
        return {at, at};
    const bool quoted = line[begin] == '"' || line[begin] == '\'';
    const std::size_t end = quoted ? end_of_quoted(line, begin + 1, line[begin])
                                   : std::min(line.find_first_of(" \t\"'", begin), line.size());
    const Secret found{
        begin + (quoted ? 1 : 0), closing == '\0' ? end : std::min(end, line.find(closing, begin))};
    const bool has_password
        = line.substr(found.begin, found.end - found.begin).find(':') != std::string_view::npos;
    return header || password || has_password ? found : Secret{at, at};
}

// The last two words of a statement, "shared WORD". Onyx has more words after it, and other platforms do not
// have the keyword.
Secret shared_word(std::string_view line, std::size_t word_end)
{
    const std::size_t begin = std::min(line.find_first_not_of(" \t", word_end), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    const bool last = line.find_first_not_of(" \t\r", end) == std::string_view::npos;
    return begin > word_end && last ? Secret{begin, end} : Secret{begin, begin};
}

// "$6$salt$hash" and similar: "$", one to four letters or digits, "$".
bool begins_hash(std::string_view text)
{
    constexpr std::size_t longest_mark = 5;
    const std::size_t second = text.substr(0, longest_mark + 1).find('$', 1);
    return text[0] == '$' && second != std::string_view::npos && second >= 2 && second <= longest_mark
        && std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(second), [](char c) {
               return ascii::is_letter_or_digit(c);
           });
}

// "user:password" of "https://user:password@host", whose authority begins at `at`, or of
// "scp:user:password@host", as in switch commands.
Secret credentials_of_url(std::string_view line, std::size_t at)
{
    constexpr std::size_t longest = 512; // lines may be megabytes long
    const std::string_view authority = line.substr(at, longest);
    const std::string_view before_path = authority.substr(0, authority.find_first_of("/ \t\"'"));
    const std::size_t sign = before_path.rfind('@');
    return sign == std::string_view::npos ? Secret{at, at} : Secret{at, at + sign};
}

bool is_base64(char c) { return ascii::is_letter_or_digit(c) || c == '+' || c == '/'; }

// A long run of base64 with letters of both cases and digits: a key or certificate, not a ruler or a list of
// names.
bool is_key_material(std::string_view run)
{
    constexpr std::size_t shortest_key = 40;
    const auto has = [run](auto kind) { return std::ranges::any_of(run, kind); };
    return run.size() >= shortest_key && has(ascii::is_digit) && has(ascii::is_upper) && has(ascii::is_lower);
}

void add_secret(std::vector<Secret>& secrets, std::string_view line, Secret found)
{
    while (found.end > found.begin && (ascii::is_blank(line[found.end - 1]) || line[found.end - 1] == '\r'))
        --found.end;
    // `snmp {`: the secret is on other lines.
    const std::string_view said = line.substr(found.begin, found.end - found.begin);
    if (said.find_first_not_of("{[ ") != std::string_view::npos)
        secrets.push_back(found);
}

}

std::vector<Secret> find_secrets(std::string_view line, char closing)
{
    std::vector<Secret> secrets;
    bool in_quotes = false;
    std::size_t at = 0;
    std::size_t run_end = 0; // end of the last base64 run examined
    constexpr std::string_view maker = "SecureString";
    const bool pipes_secret
        = std::ranges::search(line, maker, {}, ascii::lower, ascii::lower).begin() != line.end();
    while (at < line.size()) {
        Secret found{at, at};
        const bool new_run = at >= run_end;
        if (new_run) {
            run_end = at;
            while (run_end < line.size() && is_base64(line[run_end]))
                ++run_end;
        }
        std::size_t word_end = at;
        while (word_end < line.size() && is_word(line[word_end]))
            ++word_end;
        const std::string_view word = line.substr(at, word_end - at);
        // A header, unlike a switch's message "Authorization denied". The keyword of `license import` is
        // lower case.
        const bool header = (word == "Authorization" || word == "authorization")
            && line.find_first_of(":=", word_end) == line.find_first_not_of(" \t\"'", word_end);
        const std::size_t dots = word.find("..");
        if (dots != std::string_view::npos && names_secret(word.substr(0, dots)))
            // "m_key...........0x1234", as InfiniBand tools print it.
            found = {std::min(line.find_first_not_of('.', at + dots), line.size()), word_end};
        else if (word_end > at
            && (names_secret(word) || (begins_security_section(word) && !is_negated(line.substr(0, at)))
                || header || word == "license"))
            found = value_after(line, word_end, in_quotes, closing);
        else if (line.substr(at, word_end - at) == "shared")
            found = shared_word(line, word_end);
        else if (line[at] == '-' && argument_of_option(line, at, word_end, closing).end > at)
            found = argument_of_option(line, at, word_end, closing);
        else if (line.substr(at, word_end - at) == "snmp-server")
            // The community may be any word after "snmp-server host".
            found = value_after(line, end_of_next_word(line, word_end), in_quotes, closing);
        else if (new_run && is_key_material(line.substr(at, run_end - at)))
            found = {at, run_end};
        else if (word_end > at && looks_secret(word))
            found = {at, word_end};
        else if ((line[at] == '"' || line[at] == '\'') && pipes_secret)
            found = piped_secret(line, at);
        else if (line[at] == ':')
            found = credentials_of_url(line, at + (line.substr(at).starts_with("://") ? 3 : 1));
        else if (line[at] == '$' && begins_hash(line.substr(at)))
            found = {at, std::min(line.find_first_of(" \t\"'),", at), line.size())};
        if (found.end > found.begin) {
            add_secret(secrets, line, found);
            at = found.end;
            continue;
        }
        if (line[at] == '"')
            in_quotes = !in_quotes;
        at = std::max(word_end, at + 1);
    }
    return secrets;
}

std::string without_secrets(std::string_view line, const std::vector<Secret>& secrets)
{
    std::string out;
    std::size_t at = 0;
    for (const Secret& secret : secrets) {
        out += line.substr(at, secret.begin - at);
        out += redaction;
        at = secret.end;
    }
    return out.append(line.substr(at));
}

std::string redact(std::string_view line, char closing)
{
    return without_secrets(line, find_secrets(line, closing));
}

}
