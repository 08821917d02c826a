// SPDX-License-Identifier: Apache-2.0
// Defaults are data, each with its source, rather than constants in the readers. A setting without an entry has no default.
#include "models/catalog/catalog.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/catalog_text.h"
#include "models/catalog/entries.h"
#include "models/fabric/value/priority.h"
#include "models/text/sentence.h"

#include <map>
#include <utility>

namespace rocelint::catalog {
namespace {

using Key = std::pair<std::string_view, std::string_view>;

// The catalog is part of the program, so this table lives as long as the program.
struct Defaults {
    CatalogFile file{"platform_defaults.yaml", table::platform_defaults};
    std::map<Key, PlatformDefault> entries;

    Defaults()
    {
        for (const Node& platform : file.root()) {
            for (const Node& entry : platform) {
                const Node* value = entry.child("value");
                const Node* from = entry.child("source");
                ensure(value != nullptr && from != nullptr, "a platform default lacks its value or source");
                entries[{platform.key, entry.key}] = {value->value, from->value};
            }
        }
    }
};

}

std::uint64_t PlatformDefault::number() const { return parse_number(value).value_or(0); }

PlatformDefault platform_default(std::string_view platform, std::string_view name)
{
    static const Defaults defaults;
    const auto found = defaults.entries.find({platform, name});
    return found == defaults.entries.end() ? PlatformDefault{} : found->second;
}

std::span<const Profile> all_profiles()
{
    static constexpr Profile profiles[] = {
        {"lossless", text::profile_lossless},
        {"lossy", text::profile_lossy},
        {"spectrum-x", text::profile_spectrum_x},
        {"azure-local", text::profile_azure_local},
        {"storage-nvmeof", text::profile_storage_nvmeof},
    };
    return profiles;
}

std::string_view profile_text(std::string_view name)
{
    for (const Profile& profile : all_profiles()) {
        if (profile.name == name)
            return profile.text;
    }
    return {};
}

const std::string& profile_names()
{
    static const std::string names = [] {
        std::string list;
        for (const Profile& profile : all_profiles())
            add_item(list, profile.name);
        return list;
    }();
    return names;
}

}
