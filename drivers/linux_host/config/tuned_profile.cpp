// SPDX-License-Identifier: Apache-2.0
// How TuneD reads a profile, with Python's configparser, and gives interfaces to its sections (redhat-performance/tuned
// 2.24, tuned/profiles/loader.py, unit.py; tuned/units/manager.py; tuned/plugins/base.py).
#include "drivers/linux_host/config/tuned_profile.h"

#include "drivers/linux_host/shell/arguments.h"

#include <algorithm>
#include <array>
#include <fnmatch.h>
#include <ranges>
#include <string>
#include <utility>

namespace rocelint::linux_host {
namespace {

// The text of a line before a comment, which begins with "#" after a blank.
std::string_view without_comment(std::string_view text)
{
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t')
            return trimmed(text.substr(0, at));
    }
    return trimmed(text);
}

class ProfileSections {
public:
    ProfileSections(std::string_view text, std::uint32_t base) : text_(text), base_(base) { }

    std::vector<ProfileSection> read()
    {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t feed = std::min(text_.find('\n', at), text_.size());
            const std::string_view line = text_.substr(at, feed - at);
            const std::size_t first = line.find_first_not_of(" \t\r");
            if (first != std::string_view::npos && line[first] != '#' && line[first] != ';')
                take(without_comment(line.substr(first)),
                    first,
                    {at + first, std::min(feed + 1, text_.size())});
            at = feed + 1;
        }
        return std::move(sections_);
    }

private:
    struct Range {
        std::size_t begin;
        std::size_t end; // after the line end
    };

    void take(std::string_view text, std::size_t column, Range range)
    {
        // A line further to the right than an option continues its value.
        if (has_option_ && column > column_) {
            ProfileOption& continued = sections_[current_].options.back();
            const char* begin = continued.line.text.data() + continued.line.text.find('=') + 1;
            continued.value = trimmed({begin, static_cast<std::size_t>(text.data() + text.size() - begin)});
            continued.line.end = base_ + static_cast<std::uint32_t>(range.end);
            continued.is_continued = true;
            return;
        }
        column_ = column;
        has_option_ = false;
        if (text.front() == '[')
            return open(trimmed(text.substr(1, text.find(']') - 1)));
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos || sections_.empty())
            return;
        ProfileSection& section = sections_[current_];
        const std::string_view key = trimmed(text.substr(0, equals));
        const std::string_view value = unquoted(trimmed(text.substr(equals + 1)));
        section.options.push_back({key,
            value,
            {text,
                base_ + static_cast<std::uint32_t>(range.begin),
                base_ + static_cast<std::uint32_t>(range.end)}});
        has_option_ = true;
        if (key == "type")
            section.plugin = value;
    }

    // Sections of one name are one section.
    void open(std::string_view name)
    {
        const auto known = std::ranges::find(sections_, name, &ProfileSection::name);
        current_ = static_cast<std::size_t>(known - sections_.begin());
        if (known == sections_.end())
            sections_.push_back({.name = name, .plugin = name, .options = {}});
    }

    std::string_view text_;
    std::uint32_t base_;
    std::vector<ProfileSection> sections_;
    std::size_t current_ = 0;
    std::size_t column_ = 0; // of the option that lines further to the right continue
    bool has_option_ = false;
};

bool is_true_word(std::string_view word)
{
    constexpr std::array<std::string_view, 3> words{"true", "True", "1"};
    return std::ranges::find(words, word) != words.end();
}

// The names and patterns of a section's interfaces. Nothing if it takes all that are left, or which ones is not known.
std::optional<std::vector<std::string_view>> device_rules_of(const ProfileSection& section)
{
    const ProfileOption* devices = section.option("devices");
    if (devices == nullptr || has_variable(devices->value) || section.option("devices_udev_regex") != nullptr
        || devices->value.find('#') != std::string_view::npos)
        return std::nullopt;
    return words_between(devices->value, ", \t\r\n");
}

// Lays a section over the one with its name in an earlier profile, as Merger._merge_two does (tuned/profiles/merger.py):
// options of the later one win, and type, state and devices are those of the later one even where it does not state them.
void lay_over(ProfileSection& section, const ProfileSection& later)
{
    constexpr std::array<std::string_view, 3> taken_over{"devices", "enabled", "type"};
    const ProfileOption* drop = later.option("drop");
    const auto dropped
        = drop == nullptr ? std::vector<std::string_view>{} : words_between(drop->value, ",; \t");
    std::erase_if(section.options, [&](const ProfileOption& option) {
        return std::ranges::find(taken_over, option.key) != taken_over.end()
            || std::ranges::find(dropped, option.key) != dropped.end()
            || (option.key != "script" && later.option(option.key) != nullptr);
    });
    section.plugin = later.plugin;
    section.options.insert(section.options.end(), later.options.begin(), later.options.end());
}

}

std::vector<ProfileSection> profile_sections(std::string_view text, std::uint32_t base)
{
    return ProfileSections(text, base).read();
}

std::vector<ProfileSection> merged_sections(std::span<const std::string_view> profiles)
{
    std::vector<ProfileSection> merged;
    for (const std::string_view profile : profiles) {
        for (ProfileSection& section : profile_sections(profile)) {
            const auto known = std::ranges::find(merged, section.name, &ProfileSection::name);
            if (known == merged.end())
                merged.push_back(std::move(section));
            else if (section.replaces())
                *known = std::move(section);
            else
                lay_over(*known, section);
        }
    }
    return merged;
}

std::optional<std::vector<std::string_view>> included_profiles(const std::vector<ProfileSection>& sections)
{
    const auto main = std::ranges::find(sections, "main", &ProfileSection::name);
    const ProfileOption* include = main == sections.end() ? nullptr : main->option("include");
    if (include == nullptr)
        return std::vector<std::string_view>{};
    return is_plain(*include) ? std::optional(words_between(include->value, ",; \t")) : std::nullopt;
}

bool has_variable(std::string_view text) { return text.find("${") != std::string_view::npos; }

bool is_plain(const ProfileOption& option) { return !option.is_continued && !has_variable(option.value); }

const ProfileOption* ProfileSection::option(std::string_view key) const
{
    const auto last_first = std::views::reverse(options);
    const auto found = std::ranges::find(last_first, key, &ProfileOption::key);
    return found == last_first.end() ? nullptr : &*found;
}

bool ProfileSection::is_enabled() const
{
    const ProfileOption* stated = option("enabled");
    return stated == nullptr || is_true_word(stated->value);
}

bool ProfileSection::replaces() const
{
    const ProfileOption* stated = option("replace");
    return stated != nullptr && is_true_word(stated->value);
}

bool ProfileSection::is_conditional() const
{
    constexpr std::array<std::string_view, 3> keys{"cpuinfo_regex", "uname_regex", "priority"};
    return std::ranges::any_of(keys, [this](std::string_view key) { return option(key) != nullptr; });
}

std::vector<std::string_view> words_between(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(separators);
        if (end != 0)
            words.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return words;
}

std::optional<std::vector<std::string_view>> interfaces_of(const ProfileSection& section)
{
    auto names = device_rules_of(section);
    return names && std::ranges::all_of(*names, is_one_name) ? names : std::nullopt;
}

bool may_take(const ProfileSection& section, std::string_view interface)
{
    const auto rules = device_rules_of(section);
    const std::string name(interface);
    return !rules || std::ranges::any_of(*rules, [&name](std::string_view rule) {
        return rule.starts_with('!') || ::fnmatch(std::string(rule).c_str(), name.c_str(), 0) == 0;
    });
}

}
