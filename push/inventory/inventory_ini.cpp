// SPDX-License-Identifier: Apache-2.0
// INI libraries only know keys and values, but Ansible's host lines are words that are split as in a shell.
#include "push/inventory/inventory_ini.h"

#include "models/text/ascii.h"
#include "push/inventory/inventory_ini_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::push {
namespace ini {
namespace {

constexpr std::string_view blanks = " \t\r";

}

Tree IniReader::run()
{
    section_ = &group(Word{"ungrouped", {source_.id(), 0, 0}});
    section_->declared = true;
    std::string_view rest = source_.text();
    while (!rest.empty() && !failed_) {
        read_line(ascii::trimmed(ascii::take_until(rest, '\n'), ascii::is_blank_or_cr));
    }
    if (!failed_)
        check_groups();
    if (!failed_)
        build();
    return builder_.finish();
}

void IniReader::wrong(Span at, const std::string& message)
{
    if (!failed_)
        builder_.problem(SyntaxProblem::Severity::error, at, message);
    failed_ = true;
}

Group& IniReader::group(const Word& name)
{
    const auto [place, is_new] = groups_.try_emplace(name.text);
    if (is_new) {
        place->second.name = name;
        order_.push_back(&place->second);
    }
    return place->second;
}

void IniReader::read_line(std::string_view line)
{
    if (line.empty() || line.front() == '#' || line.front() == ';')
        return;
    if (line.front() == '[' && is_section(line))
        read_section(line);
    else if (kind_ == Kind::hosts)
        read_host(line);
    else if (kind_ == Kind::variables)
        read_variable(line);
    else
        read_child(line);
}

// A host may also begin with a range of letters, but then something follows the range.
bool IniReader::is_section(std::string_view line)
{
    const std::size_t close = line.find(']');
    if (close == std::string_view::npos)
        return true;
    const std::string_view rest = ascii::trimmed(line.substr(close + 1), ascii::is_blank_or_cr);
    return rest.empty() || rest.front() == '#' || rest.front() == ';';
}

void IniReader::read_section(std::string_view line)
{
    const std::size_t close = line.find(']');
    const std::string_view inner
        = close == std::string_view::npos ? std::string_view{} : line.substr(1, close - 1);
    const std::size_t colon = inner.find(':');
    const std::string_view name = inner.substr(0, colon);
    const std::string_view kind
        = colon == std::string_view::npos ? std::string_view("hosts") : inner.substr(colon + 1);
    const Span at = source_.span_of(line);
    if (name.empty() || (kind != "hosts" && kind != "vars" && kind != "children")) {
        wrong(
            at, fmt::format("'{}' is not a section; write [group], [group:vars] or [group:children]", line));
        return;
    }
    kind_ = kind == "vars" ? Kind::variables : kind == "children" ? Kind::children : Kind::hosts;
    section_ = &group(Word{std::string(name), source_.span_of(name)});
    section_->declared = section_->declared || kind_ != Kind::variables;
}

// Splits words as a shell does. Ends at a comment.
std::optional<std::vector<Word>> IniReader::words_of(std::string_view line)
{
    std::vector<Word> words;
    std::size_t at = 0;
    while (true) {
        at = std::min(line.find_first_not_of(blanks, at), line.size());
        if (at == line.size() || line[at] == '#')
            return words;
        const std::size_t first = at;
        std::string text;
        char quote = 0;
        for (; at < line.size() && (quote != 0 || blanks.find(line[at]) == std::string_view::npos); ++at) {
            if (quote == 0 && (line[at] == '\'' || line[at] == '"'))
                quote = line[at];
            else if (quote != 0 && line[at] == quote)
                quote = 0;
            else if (line[at] == '\\' && quote != '\'' && at + 1 < line.size())
                text += line[++at];
            else
                text += line[at];
        }
        const Span place = source_.span_of(line.substr(first, at - first));
        if (quote != 0) {
            wrong(place, "a quote is not closed");
            return std::nullopt;
        }
        words.push_back({std::move(text), place});
    }
}

// Finds the colon in "name:22".
std::optional<std::size_t> IniReader::find_port(std::string_view name)
{
    const std::size_t colon = name.rfind(':');
    const std::size_t close = name.rfind(']');
    const bool in_range = close != std::string_view::npos && colon != std::string_view::npos && colon < close;
    if (colon == std::string_view::npos || in_range || colon == 0 || colon + 1 == name.size()
        || (close == std::string_view::npos && name.find(':') != colon))
        return std::nullopt;
    const bool digits = std::ranges::all_of(name.substr(colon + 1), ascii::is_digit);
    return digits ? std::optional(colon) : std::nullopt;
}

void IniReader::read_host(std::string_view line)
{
    auto words = words_of(line);
    if (!words || words->empty())
        return;
    Host host{words->front(), {}};
    if (const auto colon = find_port(host.name.text)) {
        host.variables["ansible_port"] = {host.name.text.substr(*colon + 1), host.name.at};
        host.name.text.resize(*colon);
    }
    for (std::size_t index = 1; index < words->size(); ++index) {
        const Word& word = (*words)[index];
        const std::size_t equals = word.text.find('=');
        if (equals == std::string::npos || equals == 0) {
            wrong(word.at,
                "after the name of a host stand variables: NAME=VALUE, in quotes where there are blanks in them");
            return;
        }
        host.variables[word.text.substr(0, equals)] = {word.text.substr(equals + 1), word.at};
    }
    section_->hosts.push_back(std::move(host));
}

void IniReader::read_variable(std::string_view line)
{
    const std::size_t equals = line.find('=');
    const std::string_view name = ascii::trimmed(line.substr(0, equals), ascii::is_blank_or_cr);
    if (equals == std::string_view::npos || name.empty()) {
        wrong(source_.span_of(line), "a variable is written NAME=VALUE");
        return;
    }
    std::string_view value = ascii::trimmed(line.substr(equals + 1), ascii::is_blank_or_cr);
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front())
        value = value.substr(1, value.size() - 2);
    section_->variables[std::string(name)] = {std::string(value), source_.span_of(line)};
}

void IniReader::read_child(std::string_view line)
{
    const auto words = words_of(line);
    if (!words || words->empty())
        return;
    if (words->size() > 1) {
        wrong((*words)[1].at, "one group stands on a line");
        return;
    }
    section_->children.push_back(words->front());
}

void IniReader::check_groups()
{
    for (const Group* one : order_) {
        if (!one->declared && one->name.text != "all")
            wrong(one->name.at, fmt::format("variables of a group that is not there: '{}'", one->name.text));
        for (const Word& child : one->children) {
            const auto found = groups_.find(child.text);
            if (found == groups_.end() || !found->second.declared) {
                wrong(child.at, fmt::format("'{}' is not a group", child.text));
                return;
            }
            found->second.is_child = found->second.is_child || one->name.text != "all";
        }
    }
}

}

bool is_ini_inventory(const Source& source)
{
    using ini::blanks;
    std::string_view rest = source.text();
    bool begins_with_names = false;
    while (!rest.empty()) {
        const std::string_view line = ascii::trimmed(ascii::take_until(rest, '\n'), ascii::is_blank_or_cr);
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == ';' || line.front() == '[')
            return true;
        // "leaf1 ansible_host=192.0.2.1"; or "leaf1" alone, which is not YAML.
        const std::size_t blank = std::min(line.find_first_of(blanks), line.size());
        const std::string_view word = line.substr(0, blank);
        const std::size_t equals = line.find('=', blank);
        // Devices without a group come before all groups, so the following lines decide.
        if (blank == line.size() && word.find_first_of(":{}-%\"'") == std::string_view::npos) {
            begins_with_names = true;
            continue;
        }
        return !word.ends_with(':') && word.front() != '{' && word.front() != '-' && word != "%YAML"
            && (equals != std::string_view::npos || source.path().ends_with(".ini"));
    }
    return begins_with_names && source.path().ends_with(".ini");
}

Tree parse_ini_inventory(const Source& source) { return ini::IniReader(source).run(); }

}
