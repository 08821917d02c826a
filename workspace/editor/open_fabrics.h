// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/editor/session.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// One fabric of an editor's workspace, as of its last check.
struct OpenFabric {
    /// The folder of its policy or topology; if it has neither, the folder or file that was opened.
    std::string folder;
    std::string policy; ///< path of the rocelint.yaml in force, or empty
    std::string topology;
    std::vector<std::string> extended; ///< paths of the files that the policy extends or takes rules from
    std::set<std::string> files; ///< absolute paths of device files
    /// Files that could not be read, by path. They are not part of the check.
    std::vector<std::pair<std::string, Error>> unreadable;
    std::unique_ptr<Outcome> outcome; ///< null until the first check
    /// Errors, by path, in the policy, in the files that it extends, and in the topology. Devices are then
    /// checked by the last valid version, if there ever was one.
    std::vector<std::pair<std::string, Error>> faults;
    bool stale = true; ///< something changed since the check
};

/// The fabrics below the folders of a workspace, grouped as `check` groups them. Texts of an editor replace
/// those on disk. Not thread-safe.
class OpenFabrics {
public:
    /// `policy`: the absolute path of the policy of all fabrics; empty: the nearest rocelint.yaml of each.
    explicit OpenFabrics(Selection selection = {}, std::string policy = {});
    ~OpenFabrics();
    OpenFabrics(const OpenFabrics&) = delete;
    OpenFabrics& operator=(const OpenFabrics&) = delete;

    /// Sets the folders, or single files, of the workspace; absolute paths.
    void set_roots(std::vector<std::string> roots);
    [[nodiscard]] const std::vector<std::string>& roots() const { return roots_; }
    /// Uses the editor's text of a file from now on, instead of the one on disk.
    void put(const std::string& path, std::string text);
    /// Uses the text on disk again.
    void drop(const std::string& path);
    /// Reports files that other programs wrote, created or deleted.
    void changed_on_disk(const std::vector<std::string>& paths);

    /// Makes the next refresh() look for files again.
    void look_again() { scan_due_ = true; }

    [[nodiscard]] bool is_stale() const;
    /// Finds and reads what is new, and checks the fabrics that changed. Returns false if `superseded`
    /// returned true meanwhile; the remaining fabrics are then still stale.
    bool refresh(const std::function<void(const char*)>& stage, const std::function<bool()>& superseded);

    [[nodiscard]] std::vector<const OpenFabric*> fabrics() const;
    /// The fabric that a file belongs to, as a device file, policy or topology; null if there is none.
    [[nodiscard]] const OpenFabric* fabric_of(const std::string& path) const;
    /// The path under which the workspace knows a file that was reached by another path (a symbolic link).
    [[nodiscard]] std::string known_path(const std::string& path) const;

private:
    struct Entry;
    void scan();
    void scan_root(const std::string& root, std::vector<std::unique_ptr<Entry>>& found);
    std::unique_ptr<Entry> take_entry(const std::string& key);
    void take_in(Entry& entry, std::set<std::string> files);
    void adopt_unsaved();
    [[nodiscard]] Entry* entry_of(const std::string& path) const;
    [[nodiscard]] std::optional<std::string> text_in_memory(const std::string& path) const;
    [[nodiscard]] Result<std::string> text_of(const std::string& path) const;
    bool touch_own(const std::string& path);
    void settle_own(Entry& entry);
    [[nodiscard]] PlanReach reach_of(const Entry& entry) const;
    [[nodiscard]] std::string policy_at(const std::string& path) const;

    Selection selection_;
    std::string policy_; ///< empty: the nearest of each fabric
    std::vector<std::string> roots_;
    std::map<std::string, std::string> texts_; ///< texts of the editor, by known path
    std::vector<std::unique_ptr<Entry>> entries_;
    std::map<std::string, Entry*, std::less<>> owner_; ///< by path of a device file
    bool scan_due_ = true;
};

}
