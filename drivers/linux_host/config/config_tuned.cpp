// SPDX-License-Identifier: Apache-2.0
// Profiles of TuneD, tuned.conf(5): each section is an instance of the plugin that its `type`, or else its name, says
// (redhat-performance/tuned 2.24, tuned/profiles/loader.py, unit.py; tuned/units/manager.py; tuned/plugins/base.py,
// plugin_net.py, plugin_sysfs.py, plugin_script.py). The file is one of Python's configparser.
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/shell/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fnmatch.h>
#include <optional>
#include <ranges>
#include <string>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct ProfileOption {
    std::string_view key;
    std::string_view value;
    LogicalLine line;
    bool is_continued = false; ///< the value has several lines
};

// Whether TuneD replaces a part of the text, by a variable or what a function makes.
bool has_variable(std::string_view text) { return text.find("${") != std::string_view::npos; }

// Whether the value is what is written in one line.
bool is_plain(const ProfileOption& option) { return !option.is_continued && !has_variable(option.value); }

struct ProfileSection {
    std::string_view name;
    std::string_view plugin;
    std::vector<ProfileOption> options;

    // The last of several counts.
    [[nodiscard]] const ProfileOption* option(std::string_view key) const
    {
        const auto last_first = std::views::reverse(options);
        const auto found = std::ranges::find(last_first, key, &ProfileOption::key);
        return found == last_first.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool is_enabled() const
    {
        constexpr std::array<std::string_view, 3> words{"true", "True", "1"};
        const ProfileOption* stated = option("enabled");
        return stated == nullptr || std::ranges::find(words, stated->value) != words.end();
    }
    // Whether it holds only for some processors or kernels, or takes its interfaces before or after others.
    [[nodiscard]] bool is_conditional() const
    {
        constexpr std::array<std::string_view, 3> keys{"cpuinfo_regex", "uname_regex", "priority"};
        return std::ranges::any_of(keys, [this](std::string_view key) { return option(key) != nullptr; });
    }
};

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
    explicit ProfileSections(const ConfigFile& file) : text_(file.text)
    {
        base_ = static_cast<std::uint32_t>(text_.data() - file.tree->source->text().data());
    }

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
    std::uint32_t base_ = 0;
    std::vector<ProfileSection> sections_;
    std::size_t current_ = 0;
    std::size_t column_ = 0; // of the option that lines further to the right continue
    bool has_option_ = false;
};

// Words between separators.
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

// The names and patterns of a section's interfaces. Nothing if it takes all that are left, or which ones is not known.
std::optional<std::vector<std::string_view>> device_rules_of(const ProfileSection& section)
{
    const ProfileOption* devices = section.option("devices");
    if (devices == nullptr || has_variable(devices->value) || section.option("devices_udev_regex") != nullptr
        || devices->value.find('#') != std::string_view::npos)
        return std::nullopt;
    return words_between(devices->value, ", \t\r\n");
}

// The interfaces of a section. Nothing where patterns choose them, or where they are all that no other section has.
std::optional<std::vector<std::string_view>> interfaces_of(const ProfileSection& section)
{
    auto names = device_rules_of(section);
    return names && std::ranges::all_of(*names, is_one_name) ? names : std::nullopt;
}

// Whether a section may take an interface. TuneD gives each to the first section that matches it.
bool may_take(const ProfileSection& section, std::string_view interface)
{
    const auto rules = device_rules_of(section);
    const std::string name(interface);
    return !rules || std::ranges::any_of(*rules, [&name](std::string_view rule) {
        return rule.starts_with('!') || ::fnmatch(std::string(rule).c_str(), name.c_str(), 0) == 0;
    });
}

class ProfileReader {
public:
    ProfileReader(ConfigFile& file, LineMarks& marks)
        : file_(file), marks_(marks), sink_{*file.tree->source, file.setters, file.problems}
    {
    }

    void read()
    {
        const std::vector<ProfileSection> sections = ProfileSections(file_).read();
        for (const ProfileSection& section : sections) {
            if (!section.is_enabled())
                continue;
            for (const ProfileOption& option : section.options) {
                const std::size_t before = file_.setters.size();
                State state = take(section, option);
                const bool is_sure = file_.parts.is_only_profile && !section.is_conditional();
                if (!is_sure)
                    file_.setters.resize(before);
                if (state == State::read && !is_sure) {
                    state = State::unsupported;
                    if (!file_.parts.is_only_profile)
                        warn_of_others(option);
                }
                marks_.mark(option.line.begin, option.line.end, state);
            }
            if (section.plugin == "net")
                earlier_.push_back(&section);
        }
    }

private:
    [[nodiscard]] State take(const ProfileSection& section, const ProfileOption& option)
    {
        if (section.plugin == "net")
            return take_net(section, option);
        if (section.plugin == "sysfs")
            return take_file(option);
        if (section.plugin == "sysctl")
            return decides_addresses(option.key) ? State::unsupported : State::irrelevant;
        if (section.plugin == "script")
            return take_script(option);
        if (section.plugin == "modules")
            return is_of_rdma_module(option.key) ? State::unsupported : State::irrelevant;
        if (section.plugin == "bootloader")
            return redirects_requests(option) ? State::unsupported : State::irrelevant;
        return State::irrelevant;
    }

    [[nodiscard]] State take_net(const ProfileSection& section, const ProfileOption& option)
    {
        if (option.key != "mtu" && option.key != "pause")
            return State::irrelevant;
        const auto names = interfaces_of(section);
        if (!names || !is_plain(option))
            return State::unsupported;
        State worst = State::irrelevant;
        for (const std::string_view name : *names) {
            if (std::ranges::any_of(
                    earlier_, [name](const ProfileSection* other) { return may_take(*other, name); })) {
                warn_of_earlier(name, option);
                worst = std::max(worst, State::unsupported);
            } else if (option.key == "pause")
                worst = std::max(worst, take_pause(name, option));
            else
                worst = std::max(worst,
                    add_mtu(file_, name, option.value, option.line.end) ? State::read : State::unsupported);
        }
        return worst;
    }

    // Pairs of the words of `ethtool -A`, between blanks or any of ":;,".
    [[nodiscard]] State take_pause(std::string_view interface, const ProfileOption& option)
    {
        constexpr std::array<std::string_view, 3> keys{"autoneg", "rx", "tx"};
        const std::vector<std::string_view> words = words_between(option.value, ":;, \t");
        bool is_good = words.size() % 2 == 0;
        for (std::size_t index = 0; index < words.size(); index += 2)
            is_good = is_good && std::ranges::find(keys, words[index]) != keys.end();
        if (!is_good)
            return sink_.refuse(
                sink_.source.span_of(option.value), "tuned does not accept this for pause, and sets nothing");
        State worst = State::irrelevant;
        for (std::size_t index = 0; index < words.size(); index += 2) {
            const SpeltKnob spelt = find_spelling(Tool::ethtool, "-A", words[index]);
            if (spelt)
                worst = std::max(worst,
                    add_setter(
                        parse_setter(spelt, interface, word_of(words[index + 1]), at(option), sink_), sink_));
        }
        return worst;
    }

    // A value that is written to a file. A pattern may stand where the files of all priorities or devices are meant.
    [[nodiscard]] State take_file(const ProfileOption& option)
    {
        constexpr auto folders = std::to_array<std::string_view>({"/sys/class/net/",
            "/sys/class/infiniband/",
            "/sys/kernel/config/rdma_cm/",
            "/sys/kernel/config/bnxt_re/"});
        for (const std::string_view folder : folders) {
            if (!option.key.starts_with(folder))
                continue;
            const std::string_view rest = option.key.substr(folder.size());
            ShellWord path = word_of(option.key);
            path.known = path.known && is_one_name(rest.substr(0, rest.find('/')));
            return is_plain(option) ? read_sysfs_setter(path, word_of(option.value), at(option), sink_)
                                    : State::unsupported;
        }
        return State::irrelevant;
    }

    [[nodiscard]] State take_script(const ProfileOption& option) const
    {
        if (option.key != "script")
            return State::irrelevant;
        const bool is_at_hand
            = std::ranges::find(file_.parts.scripts, last_part(option.value)) != file_.parts.scripts.end();
        return is_at_hand ? State::read : State::unsupported;
    }

    // Modules of NICs, and those of RDMA itself.
    static bool is_of_rdma_module(std::string_view name)
    {
        constexpr auto modules = std::to_array<std::string_view>(
            {"bnxt_en", "bnxt_re", "i40e", "ice", "ionic", "irdma", "mlx5_core", "mlx5_ib", "rdma_cm"});
        return std::ranges::find(modules, name) != modules.end() || name.starts_with("ib_");
    }

    // Whether the kernel is told how PCI devices reach each other's memory.
    static bool redirects_requests(const ProfileOption& option)
    {
        return option.key.starts_with("cmdline")
            && (option.value.find("iommu=") != std::string_view::npos
                || option.value.find("pci=") != std::string_view::npos);
    }

    static ShellWord word_of(std::string_view text)
    {
        return {.written = text, .text = text, .known = !has_variable(text), .rdma_of = {}};
    }

    static ShellCommand at(const ProfileOption& option)
    {
        ShellCommand command;
        command.begin = option.line.begin;
        command.end = command.after = option.line.end;
        return command;
    }

    void warn_of_others(const ProfileOption& option)
    {
        if (!is_warned_)
            sink_.warn(sink_.source.span_of(option.key),
                "the host has several profiles of tuned, and nothing shows which of them is active: what they "
                "set is not checked");
        is_warned_ = true;
    }

    void warn_of_earlier(std::string_view interface, const ProfileOption& option)
    {
        sink_.warn(sink_.source.span_of(option.key),
            fmt::format(
                "tuned gives each interface to the first section of the plugin net that matches it, and an "
                "earlier one may match {}: what is set here is not checked",
                interface));
    }

    ConfigFile& file_;
    LineMarks& marks_;
    SetterSink sink_;
    std::vector<const ProfileSection*> earlier_; // of the plugin net
    bool is_warned_ = false;
};

}

void read_tuned(ConfigFile& file, LineMarks& marks) { ProfileReader(file, marks).read(); }

}
