// SPDX-License-Identifier: Apache-2.0
// Finds the files of a workspace's fabrics, on disk and in an editor.
#include "models/parallel/parallel.h"
#include "workspace/editor/open_fabric_entry.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_fabrics.h"
#include "workspace/find/find_files.h"
#include "workspace/find/find_policy.h"
#include "workspace/input/policy_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sys/stat.h>

namespace rocelint::workspace {
namespace {

bool exists(const std::string& path)
{
    struct stat status { };
    return ::stat(path.c_str(), &status) == 0;
}

// Packet captures next to the configurations can be gigabytes in size.
bool is_no_text(const std::string& path)
{
    std::array<char, 4096> head{};
    std::ifstream in(path, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    return std::string_view(head.data(), static_cast<std::size_t>(in.gcount())).find('\0')
        != std::string_view::npos;
}

bool has_hidden_part(std::string_view path, std::string_view below)
{
    return path.substr(std::min(below.size(), path.size())).find("/.") != std::string_view::npos;
}

}

std::unique_ptr<OpenFabrics::Entry> OpenFabrics::take_entry(const std::string& key)
{
    for (auto& entry : entries_) {
        if (entry != nullptr && entry->key == key)
            return std::move(entry);
    }
    auto entry = std::make_unique<Entry>(selection_);
    entry->key = key;
    entry->session.set_texts_in_memory([this](const std::string& path) { return text_in_memory(path); });
    return entry;
}

// Known files are not read again: the editor reports changes to them.
void OpenFabrics::take_in(Entry& entry, std::set<std::string> files)
{
    for (const std::string& old : entry.files) {
        if (!files.contains(old)) {
            entry.session.remove(old);
            entry.stale = true;
        }
    }
    std::vector<std::string> fresh;
    std::ranges::set_difference(files, entry.files, std::back_inserter(fresh));
    std::vector<Result<std::string>> texts(fresh.size());
    entry.unreadable.clear();
    run_parallel(fresh.size(), [&](std::size_t index) { texts[index] = text_of(fresh[index]); });
    for (std::size_t index = 0; index < fresh.size(); ++index) {
        if (texts[index]) {
            entry.session.put(fresh[index], *std::move(texts[index]));
        } else {
            files.erase(fresh[index]);
            entry.unreadable.emplace_back(fresh[index], texts[index].error());
        }
        entry.stale = true;
    }
    entry.files = std::move(files);
}

std::string OpenFabrics::policy_at(const std::string& path) const
{
    return policy_.empty() ? find_policy(path) : policy_;
}

void OpenFabrics::scan_root(const std::string& root, std::vector<std::unique_ptr<Entry>>& found)
{
    // Returns what a policy excludes; `extended` receives the files that it extends.
    const auto excluded_by = [this](const std::string& path, std::vector<std::string>& extended) {
        extended.clear();
        const auto text = path.empty() ? Result<std::string>(tl::unexpected(Error{})) : text_of(path);
        if (!text)
            return std::vector<std::string>{};
        PolicyFiles policy_files([this](const std::string& other) { return text_in_memory(other); });
        const auto policy = policy_files.read(Source(policy_id, path, *text));
        for (const std::string& other : policy_files.paths())
            extended.push_back(absolute_path(other));
        return policy ? policy->exclude : std::vector<std::string>{};
    };
    std::vector<std::string> outer;
    const FoundFiles all = find_files({root}, excluded_by(policy_at(root), outer));
    std::vector<FabricFiles> parts = find_fabrics(all.files, {root});
    if (parts.empty())
        parts.push_back({});
    for (FabricFiles& part : parts) {
        const std::string at = !part.folder.empty() ? part.folder + '/' : root;
        auto entry = take_entry(part.folder.empty() ? root : part.folder);
        entry->folder = entry->key;
        const std::string policy = policy_at(at);
        const std::string topology = find_topology(at);
        if (policy != entry->policy || topology != entry->topology)
            entry->own_changed = entry->stale = true;
        entry->policy = policy;
        entry->topology = topology;
        entry->exclude = excluded_by(policy, entry->extended);
        std::erase_if(part.files, [&](const std::string& file) {
            return file == policy || file == topology
                || std::ranges::find(entry->extended, file) != entry->extended.end()
                || std::ranges::find(outer, file) != outer.end()
                || (std::ranges::binary_search(all.large, file) && !texts_.contains(file)
                    && is_no_text(file));
        });
        if (!part.folder.empty())
            drop_excluded(part.files, part.folder, entry->exclude);
        take_in(*entry, {part.files.begin(), part.files.end()});
        found.push_back(std::move(entry));
    }
}

// A new file that the editor has not saved yet is read as if it were on disk already.
void OpenFabrics::adopt_unsaved()
{
    for (const auto& [path, text] : texts_) {
        if (owner_.contains(path) || is_own_name(path) || exists(path))
            continue;
        Entry* nearest = nullptr;
        for (const auto& entry : entries_) {
            if (is_below(path, entry->folder)
                && (nearest == nullptr || is_below(entry->folder, nearest->folder)))
                nearest = entry.get();
        }
        if (nearest == nullptr || has_hidden_part(path, nearest->folder))
            continue;
        std::vector<std::string> kept{path};
        drop_excluded(kept, nearest->folder, nearest->exclude);
        if (kept.empty())
            continue;
        nearest->session.put(path, text);
        nearest->files.insert(path);
        nearest->stale = true;
        owner_[path] = nearest;
    }
}

void OpenFabrics::scan()
{
    std::vector<std::unique_ptr<Entry>> found;
    for (const std::string& root : roots_)
        scan_root(root, found);
    entries_ = std::move(found);
    owner_.clear();
    for (const auto& entry : entries_) {
        for (const std::string& file : entry->files)
            owner_[file] = entry.get();
    }
    adopt_unsaved();
    std::map<std::string, std::size_t> fabrics_of; // by path of their policy
    for (const auto& entry : entries_)
        ++fabrics_of[entry->policy];
    for (const auto& entry : entries_) {
        const bool shares = !entry->policy.empty() && fabrics_of[entry->policy] > 1;
        entry->stale = entry->stale || shares != entry->shares_policy;
        entry->shares_policy = shares;
        entry->session.set_shares_policy(shares);
    }
    scan_due_ = false;
}

}
