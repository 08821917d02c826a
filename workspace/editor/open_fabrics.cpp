// SPDX-License-Identifier: Apache-2.0
// The counterpart of inputs.cpp for a program that keeps running: files come and go, and some exist only in
// an editor.
#include "workspace/editor/open_fabrics.h"

#include "workspace/editor/open_fabric_entry.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"
#include "workspace/input/inputs.h"
#include "workspace/known/policy_baseline.h"

#include <algorithm>
#include <functional>
#include <sys/stat.h>

namespace rocelint::workspace {
namespace {

Result<std::string> read_text(const std::string& path)
{
    const auto source = Source::read(no_source, path);
    if (!source)
        return tl::unexpected(source.error());
    return std::string((*source)->text());
}

}

bool is_own_name(std::string_view path)
{
    const std::string name = last_name(path);
    return name == "rocelint.yaml" || name == "topology.yaml";
}

OpenFabrics::OpenFabrics(Selection selection, std::string policy)
    : selection_(std::move(selection)), policy_(std::move(policy))
{
}

OpenFabrics::~OpenFabrics() = default;

void OpenFabrics::set_roots(std::vector<std::string> roots)
{
    std::ranges::sort(roots);
    roots_.clear();
    for (std::string& root : roots) {
        if (roots_.empty() || !is_below(root, roots_.back()))
            roots_.push_back(std::move(root));
    }
    scan_due_ = true;
}

Result<std::string> OpenFabrics::text_of(const std::string& path) const
{
    if (auto open = text_in_memory(path))
        return *std::move(open);
    return read_text(path);
}

std::optional<std::string> OpenFabrics::text_in_memory(const std::string& path) const
{
    const auto open = texts_.find(absolute_path(path));
    return open != texts_.end() ? std::optional(open->second) : std::nullopt;
}

OpenFabrics::Entry* OpenFabrics::entry_of(const std::string& path) const
{
    const auto owned = owner_.find(path);
    return owned == owner_.end() ? nullptr : owned->second;
}

std::string OpenFabrics::known_path(const std::string& path) const
{
    struct stat status { };
    if (owner_.contains(path) || ::lstat(path.c_str(), &status) != 0)
        return path;
    if (::stat(path.c_str(), &status) != 0)
        return path;
    const auto is_same = [&status](const std::string& other) {
        struct stat known { };
        return ::stat(other.c_str(), &known) == 0 && known.st_ino == status.st_ino
            && known.st_dev == status.st_dev;
    };
    for (const auto& [other, entry] : owner_) {
        if (last_name(other) == last_name(path) && is_same(other))
            return other;
    }
    for (const auto& [other, entry] : owner_) {
        if (is_same(other))
            return other;
    }
    return path;
}

// A policy or topology may apply to several fabrics.
bool OpenFabrics::touch_own(const std::string& path)
{
    bool any = false;
    for (const auto& entry : entries_) {
        const bool is_policy
            = entry->policy == path || std::ranges::find(entry->extended, path) != entry->extended.end();
        if (is_policy || entry->topology == path)
            any = entry->own_changed = entry->stale = true;
        // It may now exclude other files.
        if (is_policy)
            scan_due_ = true;
    }
    return any;
}

void OpenFabrics::put(const std::string& path, std::string text)
{
    const bool fresh = !texts_.contains(path);
    if (Entry* entry = entry_of(path)) {
        entry->session.put(path, text);
        entry->stale = true;
    } else if (fresh) {
        scan_due_ = true;
    }
    texts_.insert_or_assign(path, std::move(text));
    touch_own(path);
}

void OpenFabrics::drop(const std::string& path)
{
    if (texts_.erase(path) > 0)
        changed_on_disk({path});
}

void OpenFabrics::changed_on_disk(const std::vector<std::string>& paths)
{
    for (const std::string& path : paths) {
        if (texts_.contains(path))
            continue;
        Entry* entry = entry_of(path);
        const auto text = entry != nullptr ? read_text(path) : Result<std::string>();
        if (entry != nullptr && text) {
            entry->session.put(path, *text);
            entry->stale = true;
        } else {
            // Read the file again in the next scan, which reports it if it can no longer be read.
            if (entry != nullptr) {
                entry->session.remove(path);
                entry->files.erase(path);
                entry->stale = true;
                owner_.erase(path);
            }
            scan_due_ = true;
        }
        if (touch_own(path) || is_own_name(path))
            scan_due_ = true;
    }
}

bool OpenFabrics::is_stale() const
{
    return scan_due_
        || std::ranges::any_of(entries_, [](const std::unique_ptr<Entry>& entry) { return entry->stale; });
}

void OpenFabrics::settle_own(Entry& entry)
{
    entry.faults.clear();
    const auto settle = [&](OwnFile& own, const std::string& path, SourceId id, auto read) {
        if (own.path != path)
            own = {.path = path};
        if (path.empty())
            return;
        const auto text = text_of(path);
        if (!text) {
            entry.faults.emplace_back(path, Error{ErrorKind::usage, "cannot be read", {id, 0, 0}});
            return;
        }
        const auto says = read(Source(id, path, *text));
        if (says) {
            own.valid = *text;
            own.ever_valid = true;
        } else {
            // The error may be in a file that the policy extends.
            const auto is_told_of
                = [&](const std::string& other) { return says.error().message.starts_with(other + ':'); };
            const auto other = std::ranges::find_if(entry.extended, is_told_of);
            entry.faults.emplace_back(other == entry.extended.end() ? path : *other, says.error());
        }
    };
    settle(entry.own_policy, entry.policy, policy_id, [this, &entry](const Source& source) {
        PolicyFiles files([this](const std::string& path) { return text_in_memory(path); });
        auto says = files.read(source);
        entry.extended.clear();
        for (const std::string& path : files.paths())
            entry.extended.push_back(absolute_path(path));
        return says;
    });
    settle(entry.own_topology, entry.topology, topology_id, read_checked_topology);
    entry.session.set_policy(
        entry.own_policy.ever_valid ? entry.policy : std::string(), entry.own_policy.valid);
    entry.session.set_topology(
        entry.own_topology.ever_valid ? entry.topology : std::string(), entry.own_topology.valid);
    entry.own_changed = false;
}

// The planned devices that `check` would require if it were run on the opened folders.
PlanReach OpenFabrics::reach_of(const Entry& entry) const
{
    PlanReach reach{.known = true, .paths = roots_};
    const std::string top = folder_of(entry.topology);
    reach.whole
        = std::ranges::any_of(roots_, [&top](const std::string& root) { return is_below(top, root); });
    // A device named in one fabric's topology may be read as part of a fabric below.
    for (const auto& other : entries_) {
        if (other.get() == &entry || other->outcome == nullptr || !is_below(other->key, entry.key))
            continue;
        for (const Device& device : other->outcome->fabric.devices)
            reach.elsewhere.push_back(device.name);
    }
    return reach;
}

bool OpenFabrics::refresh(
    const std::function<void(const char*)>& stage, const std::function<bool()>& superseded)
{
    if (scan_due_) {
        stage("reading");
        scan();
    }
    // Fabrics in deeper folders first: devices read there are not missing in the fabrics above.
    std::vector<Entry*> order;
    for (const auto& entry : entries_)
        order.push_back(entry.get());
    std::ranges::stable_sort(order, std::greater{}, [](const Entry* entry) { return entry->key.size(); });
    for (Entry* entry : order) {
        if (!entry->stale)
            continue;
        if (superseded())
            return false;
        if (entry->own_changed)
            settle_own(*entry);
        const auto is_missing
            = [](const std::string& path, const OwnFile& own) { return !path.empty() && !own.ever_valid; };
        // If the policy or topology was never valid, a check would report findings that the user did not ask
        // for.
        if (is_missing(entry->policy, entry->own_policy)
            || is_missing(entry->topology, entry->own_topology)) {
            entry->outcome.reset();
            entry->stale = false;
            continue;
        }
        stage("checking");
        entry->session.set_reach(reach_of(*entry));
        auto outcome = entry->session.check(today(), superseded);
        if (!outcome && outcome.error().kind == ErrorKind::cancelled)
            return false;
        if (outcome) {
            entry->outcome = *std::move(outcome);
            entry->outcome->folder = entry->folder;
            if (auto known = take_known_of_policy(entry->outcome); !known)
                entry->faults.emplace_back(entry->policy, std::move(known).error());
        } else {
            entry->faults.emplace_back(entry->policy, outcome.error());
        }
        entry->stale = false;
    }
    return true;
}

std::vector<const OpenFabric*> OpenFabrics::fabrics() const
{
    std::vector<const OpenFabric*> all;
    for (const auto& entry : entries_)
        all.push_back(entry.get());
    return all;
}

const OpenFabric* OpenFabrics::fabric_of(const std::string& path) const
{
    if (const Entry* entry = entry_of(path))
        return entry;
    const auto is_own = [&path](const std::unique_ptr<Entry>& entry) {
        return entry->policy == path || entry->topology == path
            || std::ranges::find(entry->extended, path) != entry->extended.end();
    };
    const auto found = std::ranges::find_if(entries_, is_own);
    return found == entries_.end() ? nullptr : found->get();
}

}
