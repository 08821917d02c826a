// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/session.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// One fabric of an editor's workspace, as it was checked last.
struct OpenFabric {
    std::string
        folder; ///< of its policy or topology; where it has neither, the folder or file that was opened
    std::string policy; ///< path of the rocelint.yaml in force, or empty
    std::string topology;
    std::vector<std::string> extended; ///< paths of the files that the policy extends or takes rules from
    std::set<std::string> files; ///< of devices, absolute
    /// What could not be read of it, by path. It is no part of the check.
    std::vector<std::pair<std::string, Error>> unreadable;
    std::unique_ptr<Outcome> outcome; ///< null until the first check
    /// What is wrong with its policy, what that extends, and its topology. Devices are then checked by what these said before, if they were ever valid.
    std::vector<std::pair<std::string, Error>> faults; ///< by path
    bool stale = true; ///< something changed since the check
};

/// The fabrics below the folders of a workspace, parted as `check` parts them, with the texts of an editor in the place of those
/// on disk. For one thread.
class OpenFabrics {
public:
    explicit OpenFabrics(Selection selection = {});
    ~OpenFabrics();
    OpenFabrics(const OpenFabrics&) = delete;
    OpenFabrics& operator=(const OpenFabrics&) = delete;

    /// The folders, or single files, that make up the workspace; absolute.
    void set_roots(std::vector<std::string> roots);
    [[nodiscard]] const std::vector<std::string>& roots() const { return roots_; }
    /// The editor's text of a file, from now on instead of the disk's.
    void put(const std::string& path, std::string text);
    /// What is on the disk holds again.
    void drop(const std::string& path);
    /// Files that were written, made or taken away by others.
    void changed_on_disk(const std::vector<std::string>& paths);

    /// Looks for files anew with the next refresh().
    void look_again() { scan_due_ = true; }

    [[nodiscard]] bool is_stale() const;
    /// Finds and reads what is new, and checks the fabrics that changed. False where `superseded` said so meanwhile: those that are left
    /// are stale still.
    bool refresh(const std::function<void(const char*)>& stage, const std::function<bool()>& superseded);

    [[nodiscard]] std::vector<const OpenFabric*> fabrics() const;
    /// The fabric that a file belongs to, as a device's, its policy or its topology. Null where it is part of none.
    [[nodiscard]] const OpenFabric* fabric_of(const std::string& path) const;
    /// The path by which a file is known that was reached by another (a symbolic link).
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

    Selection selection_;
    std::vector<std::string> roots_;
    std::map<std::string, std::string> texts_; ///< the editor's, by known path
    std::vector<std::unique_ptr<Entry>> entries_;
    std::map<std::string, Entry*, std::less<>> owner_; ///< of a device's file
    bool scan_due_ = true;
};

}
