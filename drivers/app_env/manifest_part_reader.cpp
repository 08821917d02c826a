// SPDX-License-Identifier: Apache-2.0
#include "drivers/app_env/manifest_part_reader.h"

#include "drivers/app_env/job_script.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint::app_env {

// A line without the dashes of a list, and its key with what follows it, if it has one.
struct PartReader::Entry {
    std::string_view text;
    std::string_view key;
    KeyValue below;

    static Entry of(std::string_view line)
    {
        const std::string_view text = without_dashes(line);
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            return {text, {}, {}};
        const std::string_view key = text.substr(0, colon);
        return {text, scalar(key), value_of(text, key)};
    }
};

namespace {

constexpr std::string_view template_mark = "{{";

// A scalar that holds a text of several lines: "|", ">-", "|2".
bool begins_block(std::string_view value)
{
    return !value.empty() && (value.front() == '|' || value.front() == '>')
        && value.find_first_not_of("|>+-0123456789") == std::string_view::npos;
}

// Text of a template as a message may quote it.
std::string quotable(std::string_view text)
{
    constexpr std::size_t longest = 80;
    const std::string shown = redact(text);
    return shown.size() <= longest ? shown : shown.substr(0, longest) + "…";
}

// Whether the lines below a key are `NAME=value`, or `NAME: value` in Ray's runtimeEnvYAML; not a script.
bool is_environment_file(std::string_view key)
{
    return key.ends_with(".conf") || key.ends_with(".env") || key == "env" || key == "runtimeEnvYAML";
}

std::string_view within(std::string_view entry, std::string_view key)
{
    const std::size_t at = entry.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = ascii::trimmed(entry.substr(at + key.size()), ascii::is_blank);
    return rest.substr(0, rest.find_first_of(",}"));
}

std::size_t end_of_word(std::string_view line, std::size_t at)
{
    const bool quoted = at < line.size() && (line[at] == '"' || line[at] == '\'');
    if (quoted && line.find(line[at], at + 1) != std::string_view::npos)
        return line.find(line[at], at + 1) + 1;
    if (line.substr(at).starts_with(template_mark) || line.substr(at).starts_with("${")) {
        const std::size_t close = line.find('}', at);
        at = close == std::string_view::npos ? line.size() : close;
    }
    return std::min(line.find_first_of(" \t\"';\\]", at), line.size());
}

}

void PartReader::read(const ManifestPart& part)
{
    encoded_ = false;
    for (std::size_t at = 0; at < part.lines.size(); ++at) {
        const ManifestLine& line = part.lines[at];
        if (line.text.empty())
            continue;
        if (line.text.starts_with(template_mark) || line.text.starts_with("{%")) {
            take_statement(line.text);
            continue;
        }
        const Entry entry = Entry::of(line.text);
        if (part.kind == "Secret" && entry.below.found)
            enter_section(entry.key, line.blanks);
        if (entry.text.size() != line.text.size())
            waiting_ = {};
        if (begins_block(entry.below.found ? entry.below.value : entry.text))
            at = read_block(part.lines, at, entry.below.found ? entry.key : std::string_view{});
        else
            read_line(entry);
    }
}

// A Secret holds base64 below `data`, and plain text below `stringData` (Kubernetes API, Secret v1 core).
void PartReader::enter_section(std::string_view key, std::uint32_t blanks)
{
    if (encoded_ && blanks > section_blanks_)
        return;
    encoded_ = key == "data";
    section_blanks_ = blanks;
}

// "{{- if .Values.roce }}": the lines below it may not remain.
void PartReader::take_statement(std::string_view line)
{
    if (statement_.empty())
        statement_ = line;
}

// Says once why the variables below a statement of a template are not judged.
void PartReader::warn_of_statement()
{
    if (statement_.empty() || warned_)
        return;
    warned_ = true;
    job_.warn(job_.source().span_of(statement_),
        fmt::format(
            "{} is a part of a template, so variables below it are not judged; check the rendered file",
            quotable(statement_)));
    job_.may_be_set_elsewhere("a template decides which of its lines remain");
}

// Reads the lines below a "|"; returns the index of the last of them.
std::size_t PartReader::read_block(
    const std::vector<ManifestLine>& lines, std::size_t at, std::string_view key)
{
    std::size_t end = at + 1;
    while (end < lines.size() && (lines[end].text.empty() || lines[end].blanks > lines[at].blanks))
        ++end;
    if (end == at + 1)
        return at;
    const std::string_view file = job_.source().text();
    const std::uint32_t stop = lines[end - 1].begin + static_cast<std::uint32_t>(lines[end - 1].text.size());
    const std::string_view text = file.substr(lines[at + 1].begin, stop - lines[at + 1].begin);
    if (!has_communication_variable(text))
        return end - 1;
    if (!statement_.empty() || encoded_) {
        found_ = true;
        warn_of_statement();
        lines_.mark(lines[at + 1].begin, stop, CoverageState::unsupported);
        return end - 1;
    }
    if (!is_environment_file(key)) {
        found_ = true;
        read_script_part(text, job_, lines_);
        return end - 1;
    }
    for (std::size_t index = at + 1; index < end; ++index)
        read_line(Entry::of(lines[index].text));
    return end - 1;
}

void PartReader::read_line(const Entry& line)
{
    const auto& [entry, key, below] = line;
    if (entry.starts_with('{') && entry.find("name:") != std::string_view::npos)
        return read_flow(entry);
    if (below.found && key == "name") {
        const std::string_view name = scalar(below.value);
        waiting_ = is_communication_variable(name) ? name : std::string_view{};
    } else if (below.found && key == "value" && !waiting_.empty()) {
        state(waiting_, scalar(below.value), scalar(below.value));
        waiting_ = {};
    } else if (below.found && key == "valueFrom" && !waiting_.empty()) {
        take({.name = waiting_, .at = job_.source().span_of(entry), .known = false});
        waiting_ = {};
    } else if (below.found && is_communication_variable(key) && is_variable_name(key)) {
        const std::string_view value = scalar(below.value);
        state(key, value, value.empty() ? entry : value);
    } else {
        read_words(entry);
    }
}

// {name: NCCL_IB_TC, value: "106"}
void PartReader::read_flow(std::string_view entry)
{
    const std::string_view name = scalar(within(entry, "name:"));
    const std::string_view value = scalar(within(entry, "value:"));
    if (is_communication_variable(name) && !value.empty())
        state(name, value, value);
    else if (is_communication_variable(name))
        take({.name = name, .at = job_.source().span_of(entry), .known = false});
}

// The words `NAME=value` of a list, or of a command that extends over several lines.
void PartReader::read_words(std::string_view line)
{
    constexpr std::string_view around = " \t\"',[";
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at;
        while (end < line.size() && (ascii::is_letter_or_digit(line[end]) || line[end] == '_'))
            ++end;
        const bool begins = at == 0 || around.find(line[at - 1]) != std::string_view::npos;
        const std::string_view name = line.substr(at, end - at);
        if (!begins || end >= line.size() || line[end] != '=' || !is_communication_variable(name)) {
            at = std::max(end, at + 1);
            continue;
        }
        std::size_t stop = end_of_word(line, end + 1);
        if (stop > end + 1 && line[stop - 1] == ',')
            --stop;
        const std::string_view value = line.substr(end + 1, stop - end - 1);
        state(name, without_quotes(value), line.substr(at, stop - at));
        at = stop;
    }
}

void PartReader::state(std::string_view name, std::string_view value, std::string_view written)
{
    Stated stated{.name = name, .value = value, .at = job_.source().span_of(written)};
    if (encoded_) {
        take({.name = name, .at = stated.at, .known = false});
        return;
    }
    if (value.find(template_mark) != std::string_view::npos) {
        job_.warn(stated.at,
            fmt::format("{} is {}, which a template has yet to fill in; check the rendered file",
                name,
                quotable(value)));
        stated.known = false;
    } else if (value.starts_with("${") && value.ends_with('}') && value.find('-') != std::string_view::npos) {
        // Compose takes the default of "${NAME:-default}", as a shell does.
        stated.value = value.substr(value.find('-') + 1, value.size() - value.find('-') - 2);
        stated.assumed = true;
    }
    stated.known = stated.known && stated.value.find('$') == std::string_view::npos;
    take(stated);
}

void PartReader::take(Stated stated)
{
    found_ = true;
    warn_of_statement();
    stated.certain = stated.certain && statement_.empty();
    lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, job_.take(stated));
}

}
