// SPDX-License-Identifier: Apache-2.0
// TuneD applies the profiles that /etc/tuned/active_profile names, each after those that it includes
// (redhat-performance/tuned 2.24, tuned/consts.py, ACTIVE_PROFILE_FILE; tuned/profiles/loader.py, _load_profile).
#include "drivers/linux_host/config/tuned_choice.h"

#include <cstddef>

namespace rocelint::linux_host {
namespace {

std::string_view folder_of_file(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

}

TunedChoice::TunedChoice(std::span<const Tree* const> files)
{
    std::string_view names;
    for (const Tree* file : files) {
        const ConfigKind kind = config_kind(*file->source);
        const std::string_view folder = folder_of_file(file->source->path());
        if (kind == ConfigKind::tuned)
            add(folder, file->source->text());
        if (kind != ConfigKind::tuned_choice)
            continue;
        is_known_ = true;
        names = file->source->text();
    }
    for (const std::string_view name : words_between(names, " \t\r\n"))
        load(name);
    merged_ = merged_sections(active_);
}

// If several profiles have one name, the first counts.
void TunedChoice::add(std::string_view folder, std::string_view text)
{
    by_name_.try_emplace(folder.substr(folder.rfind('/') + 1), profiles_.size());
    by_folder_.try_emplace(folder, profiles_.size());
    profiles_.push_back({text});
}

// A site may chain any number of profiles, so that the includes that wait are kept in a list and not on the stack.
void TunedChoice::load(std::string_view name)
{
    struct Waiting {
        const Profile* profile;
        std::vector<std::string_view> includes;
        std::size_t next = 0;
    };
    std::vector<Waiting> waiting;
    // Each profile is loaded once. Those that TuneD has come with it are not among the files of a host.
    const auto begin = [&](std::string_view wanted) {
        const auto found = by_name_.find(wanted);
        if (found == by_name_.end() || profiles_[found->second].is_active)
            return;
        Profile& profile = profiles_[found->second];
        profile.is_active = true;
        waiting.push_back({&profile,
            included_profiles(profile_sections(profile.text)).value_or(std::vector<std::string_view>{})});
    };
    begin(name);
    while (!waiting.empty()) {
        Waiting& last = waiting.back();
        if (last.next < last.includes.size()) {
            begin(last.includes[last.next++]);
        } else {
            active_.push_back(last.profile->text);
            waiting.pop_back();
        }
    }
}

HostParts::ProfileUse TunedChoice::use_of(const Tree& file) const
{
    using Use = HostParts::ProfileUse;
    const std::string_view folder = folder_of_file(file.source->path());
    const auto own = by_folder_.find(folder);
    if (own == by_folder_.end())
        return Use::active;
    if (is_known_)
        return profiles_[own->second].is_active ? Use::active : Use::inactive;
    return profiles_.size() < 2 ? Use::active : Use::unknown;
}

}
