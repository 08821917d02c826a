// SPDX-License-Identifier: Apache-2.0
#include "drivers/opensm/live/live_files.h"

#include "drivers/opensm/read/file_kind.h"
#include "drivers/opensm/read/option_value.h"
#include "models/text/ascii.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::opensm {
namespace {

std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0)
            words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// Returns the option files that opensm reported while reading: "Reading Cached Option File: PATH".
std::vector<std::string> option_files_of(std::string_view said)
{
    constexpr std::string_view mark = " Reading Cached Option File: ";
    std::vector<std::string> files;
    while (!said.empty()) {
        const std::string_view line = ascii::take_until(said, '\n');
        if (line.starts_with(mark))
            files.emplace_back(line.substr(mark.size()));
    }
    return files;
}

// An installation's default key, or no key, is not a secret.
bool is_well_known(const catalog::OpensmOption& option, std::string_view value)
{
    const auto number = base_zero_number(value);
    return number && (*number == 0 || number == base_zero_number(option.fallback));
}

// Redacts a line of the option file, which may be commented out, if its option is a key.
std::optional<std::string> without_key(std::string_view line, std::string_view key)
{
    const std::size_t begin = std::min(line.find_first_not_of("# \t"), line.size());
    const std::string_view said = line.substr(begin);
    const std::string_view name = said.substr(0, said.find_first_of(" \t=#"));
    const catalog::OpensmOption* option = catalog::find_opensm_option(name);
    if (option == nullptr || !option->secret)
        return std::nullopt;
    const std::string_view rest = said.substr(name.size());
    const std::string_view value = trimmed(rest.substr(0, rest.find('#')));
    const bool known = rest.find('#') == std::string_view::npos && is_well_known(*option, value);
    if (trimmed(rest).empty() || known)
        return std::string(line);
    return fmt::format("{}{} {}",
        line.substr(0, begin),
        name,
        key.empty() ? std::string(redaction)
                    : fmt::format("<redacted {}>",
                        hmac_sha256(key, fmt::format("opensm key {}", value)).substr(0, 12)));
}

bool is_known_option(std::string_view line)
{
    const catalog::OpensmOption* option = catalog::find_opensm_option(first_word(trimmed(line)));
    return option != nullptr && option->type != catalog::OpensmType::text
        && line.find('#') == std::string_view::npos;
}

std::string stored_line(std::string_view line, bool options, std::string_view key, LineRedactor& redactor)
{
    if (options) {
        if (auto stored = without_key(line, key))
            return *std::move(stored);
        return is_known_option(line) ? std::string(line) : redactor.line(line);
    }
    // Words of these files' grammar, such as pkey, are not secrets; comments may contain people's own words.
    const std::size_t hash = line.find('#');
    if (hash == std::string_view::npos)
        return std::string(line);
    return std::string(line.substr(0, hash)) + redactor.line(line.substr(hash));
}

bool same_value(std::string_view name, std::string_view a, std::string_view b)
{
    const catalog::OpensmOption* option = catalog::find_opensm_option(name);
    if (option == nullptr || catalog::largest_of(option->type) == 0)
        return a == b;
    const auto one = base_zero_number(a);
    const auto other = base_zero_number(b);
    return one && other ? *one == *other : a == b;
}

}

const HostFile* HostState::find(std::string_view name) const
{
    const auto found = std::ranges::find(files, name, &HostFile::name);
    return found == files.end() ? nullptr : &*found;
}

Result<HostState> read_host_state(std::string_view printed)
{
    HostState state;
    bool ended = false;
    while (printed.starts_with('\001')) {
        std::string_view head = ascii::take_until(printed, '\n').substr(1);
        std::size_t size = 0;
        const auto [end, error] = std::from_chars(head.data(), head.data() + head.size(), size);
        if (error != std::errc{})
            break;
        const std::string_view kind = trimmed(head.substr(static_cast<std::size_t>(end - head.data())));
        const std::string written(ascii::take_until(printed, '\n'));
        const std::string path(ascii::take_until(printed, '\n'));
        if (size > printed.size())
            break;
        const std::string_view text = printed.substr(0, size);
        printed.remove_prefix(size);
        if (kind == "processes")
            state.processes = words_of(trimmed(text));
        else if (kind == "units")
            state.units = words_of(trimmed(text));
        else if (kind == "arguments")
            state.arguments = text;
        else if (kind == "said")
            state.option_files = option_files_of(text);
        else if (kind == "options")
            state.files.push_back({"opensm.conf", path, std::string(text)});
        else if (kind == "file")
            state.files.push_back({written.substr(written.rfind('/') + 1), path, std::string(text)});
        else if (kind == "end")
            ended = true;
    }
    if (!ended)
        return fail(ErrorKind::unreadable, "what the host printed breaks off");
    for (const HostFile& file : state.files) {
        if (std::ranges::count(state.files, file.name, &HostFile::name) > 1)
            return fail(ErrorKind::refused, fmt::format("two of its files are called {}", file.name));
    }
    return state;
}

std::vector<CollectedFile> stored_files(const std::vector<HostFile>& files, std::string_view key)
{
    std::vector<CollectedFile> stored;
    for (const HostFile& file : files) {
        std::string text;
        LineRedactor redactor;
        std::string_view rest = file.text;
        while (!rest.empty()) {
            const bool feed = rest.find('\n') != std::string_view::npos;
            text += stored_line(ascii::take_until(rest, '\n'), file.name == "opensm.conf", key, redactor);
            if (feed)
                text += '\n';
        }
        stored.push_back({file.name, std::move(text)});
    }
    return stored;
}

std::string whole_text(const HostState& state)
{
    std::string text = state.arguments + '\n';
    for (const HostFile& file : state.files)
        text += fmt::format("{}\n{}\n{}\n{}", file.name, file.path, file.text.size(), file.text);
    return text;
}

OptionDump read_dump(std::string_view text)
{
    OptionDump dump;
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        const std::size_t blank = line.find(' ');
        if (!line.empty() && line.front() != '#' && blank != std::string_view::npos)
            dump.insert_or_assign(
                std::string(line.substr(0, blank)), std::string(trimmed(line.substr(blank))));
    }
    return dump;
}

Objection misunderstanding(
    const OptionDump& before, const OptionDump& after, const std::vector<MeantOption>& meant)
{
    if (before.empty() || after.empty())
        return "opensm does not show how it reads the files";
    for (const MeantOption& option : meant) {
        if (option.value.empty())
            continue;
        const auto found = after.find(option.name);
        if (found == after.end())
            return Objection(fmt::format("this opensm has no option {}", option.name));
        if (!same_value(option.name, found->second, option.value))
            return Objection(fmt::format("opensm would run with {0} {1}, and {0} {2} is meant",
                option.name,
                found->second,
                option.value));
    }
    for (const auto& [name, value] : after) {
        const auto old = before.find(name);
        const bool is_meant = std::ranges::find(meant, name, &MeantOption::name) != meant.end();
        if (is_meant || (old != before.end() && old->second == value))
            continue;
        const catalog::OpensmOption* option = catalog::find_opensm_option(name);
        if (option == nullptr || option->secret || old == before.end())
            return Objection(fmt::format("opensm would run with another {}, which is not meant", name));
        return Objection(fmt::format(
            "opensm would run with {} {} in the place of {}, which is not meant", name, value, old->second));
    }
    return {};
}

}
