// SPDX-License-Identifier: Apache-2.0
// Profiles of TuneD, tuned.conf(5): each section is an instance of the plugin that its `type`, or else its name, says
// (redhat-performance/tuned 2.24, tuned/profiles/unit.py; tuned/plugins/plugin_net.py, plugin_sysfs.py, plugin_script.py).
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/shell/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct ProfileOption {
    std::string_view key;
    std::string_view value;
    LogicalLine line;
};

struct ProfileSection {
    std::string_view plugin;
    bool is_enabled = true;
    std::vector<ProfileOption> options;

    [[nodiscard]] const ProfileOption* option(std::string_view key) const
    {
        const auto found = std::ranges::find(options, key, &ProfileOption::key);
        return found == options.end() ? nullptr : &*found;
    }
};

std::vector<ProfileSection> sections_of(const ConfigFile& file)
{
    std::vector<ProfileSection> sections;
    for (const LogicalLine& line : logical_lines(file, "#")) {
        if (line.text.front() == '[') {
            sections.push_back(
                {.plugin = trimmed(line.text.substr(1, line.text.find(']') - 1)), .options = {}});
            continue;
        }
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos || sections.empty())
            continue;
        const std::string_view key = trimmed(line.text.substr(0, equals));
        std::string_view value = line.text.substr(equals + 1);
        value = unquoted(trimmed(value.substr(0, value.find(" #"))));
        ProfileSection& section = sections.back();
        section.options.push_back({key, value, line});
        if (key == "type")
            section.plugin = value;
        else if (key == "enabled")
            section.is_enabled = value != "false" && value != "0";
    }
    return sections;
}

// Whether TuneD replaces a part of the text, by a variable or what a function makes.
bool has_variable(std::string_view text) { return text.find("${") != std::string_view::npos; }

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

// The interfaces of a section. Nothing where patterns choose them, or where they are all that no other section has.
std::optional<std::vector<std::string_view>> interfaces_of(const ProfileSection& section)
{
    const ProfileOption* devices = section.option("devices");
    if (devices == nullptr || has_variable(devices->value) || section.option("devices_udev_regex") != nullptr)
        return std::nullopt;
    std::vector<std::string_view> names = words_between(devices->value, ", \t");
    return std::ranges::all_of(names, is_one_name) ? std::optional(std::move(names)) : std::nullopt;
}

class ProfileReader {
public:
    ProfileReader(ConfigFile& file, LineMarks& marks)
        : file_(file), marks_(marks), sink_{*file.tree->source, file.setters, file.problems}
    {
    }

    void read()
    {
        for (const ProfileSection& section : sections_of(file_)) {
            if (!section.is_enabled)
                continue;
            for (const ProfileOption& option : section.options) {
                const std::size_t before = file_.setters.size();
                State state = take(section, option);
                if (state == State::read && !file_.parts.is_only_profile) {
                    file_.setters.resize(before);
                    state = State::unsupported;
                    warn_of_others(option);
                }
                marks_.mark(option.line.begin, option.line.end, state);
            }
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
        if (!names || has_variable(option.value))
            return State::unsupported;
        State worst = State::irrelevant;
        for (const std::string_view name : *names) {
            if (option.key == "pause")
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
            return read_sysfs_setter(path, word_of(option.value), at(option), sink_);
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

    ConfigFile& file_;
    LineMarks& marks_;
    SetterSink sink_;
    bool is_warned_ = false;
};

}

void read_tuned(ConfigFile& file, LineMarks& marks) { ProfileReader(file, marks).read(); }

}
