// SPDX-License-Identifier: Apache-2.0
// Computes the undo from the differences between the statements of two readings, each statement by itself.
#include "drivers/hierarchy/correction.h"
#include "drivers/nvue/draft.h"
#include "drivers/nvue/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::nvue {
namespace {

// Statements with ranges and lists expanded: "interface swp1 link mtu" has the value "9216", an entry of a
// list has no value.
using Statements = std::map<std::string, std::string>;

std::string path_of(const Row& row, std::string_view name, std::string_view second, std::uint8_t number)
{
    std::string path;
    bool named = false;
    for (const std::string_view word : words_of_line(row.path)) {
        if (!path.empty())
            path += ' ';
        if (word == "#")
            path += fmt::format("{}", number);
        else if (word == "{}")
            path += std::exchange(named, true) ? second : name;
        else
            path += word;
    }
    return path;
}

Statements statements_of(const Config& config)
{
    Statements all;
    const auto put = [&](const std::string& path, const Fact& fact) {
        const Slot slot = fact.row == nullptr ? Slot::none : fact.row->slot;
        if (fact.unset) {
            std::erase_if(all,
                [&](const auto& each) { return each.first == path || each.first.starts_with(path + ' '); });
        } else if (slot == Slot::list) {
            for (std::uint8_t number = 0; number < 64; ++number) {
                if ((fact.value >> number & 1U) != 0)
                    all[fmt::format("{} {}", path, number)];
            }
        } else if (slot == Slot::entry) {
            all[fmt::format("{} {}", path, fact.text)];
        } else {
            all[path] = fact.text;
        }
    };
    for (const Fact& fact : config.facts) {
        if (fact.place == nullptr || fact.row == nullptr)
            continue;
        const bool of_port = fact.row->path.starts_with("interface ");
        const std::vector<std::string> names
            = of_port ? expand_names(fact.name) : std::vector<std::string>{std::string(fact.name)};
        for (const std::string& name : names) {
            for (std::uint8_t number = 0; number < (fact.index == 0 ? 1 : 64); ++number) {
                if (fact.index == 0 || (fact.index >> number & 1U) != 0)
                    put(path_of(*fact.row, name, fact.second, number), fact);
            }
        }
    }
    return all;
}

// Returns "qos pfc gold" for a statement of a profile; empty for others.
std::string profile_of(const std::string& path)
{
    if (!path.starts_with("qos "))
        return {};
    const std::vector<std::string_view> words = words_of_line(path);
    for (const Kind& kind : kinds_of_profiles) {
        if (words.size() > 3 && words[1] == kind.word)
            return fmt::format("qos {} {}", words[1], words[2]);
    }
    return {};
}

bool has_profile(const Statements& all, const std::string& profile)
{
    const auto first = all.lower_bound(profile + ' ');
    return first != all.end() && first->first.starts_with(profile + ' ');
}

}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands commands;
    const auto read = [&](std::span<const Tree> trees) {
        Device device;
        device.fragment = device_before.fragment;
        std::vector<SyntaxProblem> problems;
        return statements_of(Config(device, trees, problems));
    };
    const Statements old = read(before);
    const Statements now = read(after);
    std::string back;
    for (const auto& [path, value] : old) {
        const auto found = now.find(path);
        if (found == now.end() || found->second != value)
            back += fmt::format("nv set {}{}{}\n", path, value.empty() ? "" : " ", value);
    }
    // Bindings first, then the profiles that are no longer bound.
    std::string gone;
    std::string last;
    std::string above; // removed with everything below it
    for (const auto& [path, value] : now) {
        if (old.contains(path) || (!above.empty() && path.starts_with(above)))
            continue;
        const std::string profile = profile_of(path);
        if (profile.empty() || has_profile(old, profile)) {
            gone += fmt::format("nv unset {}\n", path);
            above = path + ' ';
        } else if (profile != last) {
            back += fmt::format("nv unset {}\n", profile);
            last = profile;
        }
    }
    std::string_view rest = gone;
    for (const std::string* text : {&gone, &back}) {
        for (rest = *text; !rest.empty();) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            if (const Objection reason = untypable(line); reason && commands.refused.empty())
                hierarchy::refuse_all(commands.refused, changes.size(), reason.sentence());
        }
    }
    if (commands.refused.empty())
        commands.text = gone + back;
    return commands;
}

}
