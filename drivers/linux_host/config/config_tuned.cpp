// SPDX-License-Identifier: Apache-2.0
// Profiles of TuneD, tuned.conf(5): each section is an instance of the plugin that its `type`, or else its name, says
// (redhat-performance/tuned 2.24, tuned/profiles/unit.py; tuned/plugins/plugin_net.py, plugin_sysfs.py, plugin_script.py).
#include "drivers/linux_host/config/tuned_profile.h"
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/shell/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

class ProfileReader {
public:
    ProfileReader(ConfigFile& file, LineMarks& marks)
        : file_(file)
        , marks_(marks)
        , sink_{*file.tree->source, file.setters, file.problems, nullptr, &file.addresses}
    {
    }

    void read()
    {
        if (file_.parts.profile_use == HostParts::ProfileUse::inactive)
            return;
        const auto base = static_cast<std::uint32_t>(file_.text.data() - file_.tree->source->text().data());
        const std::vector<ProfileSection> own = file_.parts.merged == nullptr
            ? profile_sections(file_.text, base)
            : std::vector<ProfileSection>{};
        for (const ProfileSection& section : file_.parts.merged == nullptr ? own : *file_.parts.merged) {
            if (!section.is_enabled())
                continue;
            for (const ProfileOption& option : section.options) {
                // The last value of an option counts, but all scripts run (tuned/profiles/merger.py). Options of other
                // profiles have another file.
                const bool counts = section.option(option.key) == &option || option.key == "script";
                if (counts && is_here(option))
                    read_option(section, option);
            }
            if (section.plugin == "net")
                earlier_.push_back(&section);
        }
    }

private:
    [[nodiscard]] bool is_here(const ProfileOption& option) const
    {
        const std::less<> before;
        const char* at = option.key.data();
        return !before(at, file_.text.data()) && before(at, file_.text.data() + file_.text.size());
    }

    void read_option(const ProfileSection& section, const ProfileOption& option)
    {
        const std::size_t before = file_.setters.size();
        const std::size_t addresses_before = file_.addresses.size();
        State state = take(section, option);
        const bool is_active = file_.parts.profile_use == HostParts::ProfileUse::active;
        const bool is_sure = is_active && !section.is_conditional();
        if (!is_sure) {
            file_.setters.resize(before);
            file_.addresses.resize(addresses_before);
        }
        if (state == State::read && !is_sure) {
            state = State::unsupported;
            if (!is_active)
                warn_of_others(option);
        }
        marks_.mark(option.line.begin, option.line.end, state);
    }

    [[nodiscard]] State take(const ProfileSection& section, const ProfileOption& option)
    {
        if (section.name == "main" && option.key == "include")
            return is_plain(option) ? State::irrelevant : State::unsupported;
        if (section.plugin == "net")
            return take_net(section, option);
        if (section.plugin == "sysfs")
            return take_file(option);
        if (section.plugin == "sysctl")
            return take_kernel_setting(option);
        if (section.plugin == "script")
            return take_script(option);
        if (section.plugin == "modules")
            return is_of_rdma_module(option.key) ? State::unsupported : State::irrelevant;
        if (section.plugin == "bootloader")
            return redirects_requests(option) ? State::unsupported : State::irrelevant;
        return State::irrelevant;
    }

    [[nodiscard]] State take_kernel_setting(const ProfileOption& option)
    {
        if (!decides_addresses(option.key))
            return State::irrelevant;
        return is_plain(option)
            ? add_address_setting(option.key, option.value, sink_.source.span_of(option.value), sink_)
            : State::unsupported;
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
                    add_mtu(file_,
                        {.interface = name,
                            .value = option.value,
                            .at = sink_.source.span_of(option.value),
                            .after = option.line.end}));
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

    // Whether a kernel parameter states how PCI devices reach each other's memory.
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
                "the host has several profiles of tuned, and nothing shows which of them is active "
                "(/etc/tuned/active_profile does): what they set is not checked");
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
