// SPDX-License-Identifier: Apache-2.0
// TuneD applies the profiles that /etc/tuned/active_profile names, each after those that it includes
// (redhat-performance/tuned 2.24, tuned/consts.py, ACTIVE_PROFILE_FILE; tuned/profiles/loader.py, _load_profile).
#include "drivers/linux_host/config/tuned_choice.h"

#include <algorithm>

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
            profiles_.push_back({folder.substr(folder.rfind('/') + 1), folder, file->source->text()});
        if (kind != ConfigKind::tuned_choice)
            continue;
        is_known_ = true;
        names = file->source->text();
    }
    for (const std::string_view name : words_between(names, " \t\r\n"))
        load(name);
    merged_ = merged_sections(active_);
}

TunedChoice::Profile* TunedChoice::named(std::string_view name)
{
    const auto found = std::ranges::find(profiles_, name, &Profile::name);
    return found == profiles_.end() ? nullptr : &*found;
}

void TunedChoice::load(std::string_view name)
{
    // Each profile is loaded once. Those that TuneD has come with it are not among the files of a host.
    Profile* profile = named(name);
    if (profile == nullptr || profile->is_active)
        return;
    profile->is_active = true;
    for (const std::string_view included :
        included_profiles(profile_sections(profile->text)).value_or(std::vector<std::string_view>{}))
        load(included);
    active_.push_back(profile->text);
}

HostParts::ProfileUse TunedChoice::use_of(const Tree& file) const
{
    using Use = HostParts::ProfileUse;
    const std::string_view folder = folder_of_file(file.source->path());
    const auto own = std::ranges::find(profiles_, folder, &Profile::folder);
    if (own == profiles_.end())
        return Use::active;
    if (is_known_)
        return own->is_active ? Use::active : Use::inactive;
    return profiles_.size() < 2 ? Use::active : Use::unknown;
}

}
