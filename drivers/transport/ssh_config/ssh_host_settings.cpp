// SPDX-License-Identifier: Apache-2.0
// A keyword that would change where or how we connect, and that we do not support, is refused, never ignored.
#include "drivers/transport/ssh_config/ssh_host_settings.h"

#include "drivers/transport/ssh_config/ssh_keywords.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

std::string place_of(const SshConfigLine& line) { return fmt::format("{}:{}", line.file, line.number); }

std::string first_word_of(const SshConfigLine& line)
{
    const auto words = config_words(line.value);
    return words.empty() ? std::string() : words.front();
}

}

Result<SshHostSettings> SshHostSettings::of(const std::vector<SshConfigLine>& lines,
    const SshTarget& target,
    std::string_view name,
    const Exceptions& exceptions)
{
    SshHostSettings settings;
    settings.name_ = name;
    for (const SshSetting& setting : settings_of(lines, target)) {
        if (auto taken = settings.take(setting, exceptions); !taken)
            return tl::unexpected(taken.error());
    }
    return settings;
}

Result<void> SshHostSettings::take(const SshSetting& setting, const Exceptions& exceptions)
{
    const SshConfigLine& line = *setting.line;
    const SshKeyword* keyword = find_ssh_keyword(line.keyword);
    if (keyword == nullptr) {
        if (pattern_list_matches(ignored_, line.keyword))
            return {};
        return fail(ErrorKind::invalid,
            fmt::format("{}: {}: '{}' is unknown to ssh_config(5): correct it, or name it in IgnoreUnknown "
                        "above this line",
                name_,
                place_of(line),
                std::string_view(line.keyword).substr(0, 40)));
    }
    if (keyword->use == SshKeywordUse::without_effect)
        return {};
    const bool is_proxy = keyword->name == "ProxyJump" || keyword->name == "ProxyCommand";
    const bool repeats = keyword->name == "IdentityFile";
    // The first of these two counts, as the first of each other keyword does.
    const std::string_view slot = is_proxy ? std::string_view("ProxyJump") : keyword->name;
    if ((!repeats && once_.contains(slot)) || (is_proxy && exceptions.has_proxy)
        || (exceptions.is_address && keyword->name == "CanonicalizeHostname"))
        return {};
    const bool asks_nothing
        = keyword->use == SshKeywordUse::refused && is_harmless(*keyword, first_word_of(line));
    if (setting.unjudged && asks_nothing)
        return {};
    if (setting.unjudged)
        return fail(ErrorKind::invalid,
            fmt::format(
                "{}: {} sets {} in a Match block whose condition is not evaluated here: use Host, or Match "
                "with host, originalhost, user or localuser",
                name_,
                place_of(line),
                line.keyword));
    if (keyword->use == SshKeywordUse::refused && !asks_nothing)
        return fail(ErrorKind::invalid,
            fmt::format(
                "{}: {}: {} is not supported: {}", name_, place_of(line), keyword->name, keyword->text));
    if (keyword->name == "IgnoreUnknown")
        ignored_ = line.value;
    if (repeats)
        identity_files_.push_back(&line);
    else
        once_.emplace(slot, &line);
    return {};
}

const SshConfigLine* SshHostSettings::find(std::string_view keyword) const
{
    const auto found = once_.find(keyword);
    return found == once_.end() ? nullptr : found->second;
}

std::vector<std::string> SshHostSettings::words(std::string_view keyword) const
{
    const SshConfigLine* line = find(keyword);
    return line == nullptr ? std::vector<std::string>() : config_words(line->value);
}

std::string SshHostSettings::word(std::string_view keyword) const
{
    const SshConfigLine* line = find(keyword);
    return line == nullptr ? std::string() : first_word_of(*line);
}

tl::unexpected<Error> SshHostSettings::wrong(std::string_view keyword, std::string_view what) const
{
    const SshConfigLine* line = find(keyword);
    if (line != nullptr)
        return wrong(*line, keyword, what);
    return fail(ErrorKind::invalid, fmt::format("{}: {} {}", name_, keyword, what));
}

tl::unexpected<Error> SshHostSettings::wrong(
    const SshConfigLine& line, std::string_view keyword, std::string_view what) const
{
    return fail(ErrorKind::invalid, fmt::format("{}: {}: {} {}", name_, place_of(line), keyword, what));
}

}
