// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"
#include "workspace/check/outcome.h"
#include "workspace/input/known_devices.h"
#include "workspace/input/policy_files.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// One fabric whose files are in memory, for a program that checks it again after each edit, such as a
/// language server. It reads nothing from disk except files that the policy extends. It keeps the devices
/// that it has read, so that an edit costs the reading of one device and the rules over all of them. A check
/// always reports what a first check of the same texts would.
///
/// Not thread-safe; a check itself may use several threads.
class Session {
public:
    explicit Session(Selection selection = {}) : selection_(std::move(selection)) { }

    /// Adds a device file, or replaces its text. Findings name the path, and the path decides which files
    /// form one device, as if the file existed on disk.
    void put(const std::string& path, std::string text);
    void remove(const std::string& path) { files_.erase(path); }
    /// Set the texts of rocelint.yaml and topology.yaml; an empty path for none.
    void set_policy(std::string path, std::string text)
    {
        policy_ = {std::move(path), std::move(text)};
        read_policy_ = nullptr;
    }
    /// Sets a policy that was read before, for use in many sessions; it must outlive their checks. An
    /// outcome's sources then contain only `source` of the files of the policy.
    void set_policy(const Source& source, const Policy& says)
    {
        policy_ = {source.path(), std::string(source.text())};
        read_policy_ = &says;
    }
    /// Sets where the texts of files that the policy extends come from, if not from disk.
    void set_texts_in_memory(TextInMemory texts) { in_memory_ = std::move(texts); }
    /// Sets which devices of the topology must have files. Default: none.
    void set_reach(PlanReach reach) { reach_ = std::move(reach); }
    /// Sets whether the policy also applies to other fabrics.
    void set_shares_policy(bool shares) { selection_.shares_policy = shares; }
    void set_topology(std::string path, std::string text) { topology_ = {std::move(path), std::move(text)}; }

    /// Checks the texts as they are. Fails for an invalid policy or topology. `today` is an ISO date for
    /// waivers that expire. `superseded` is called between reading and checking: if it returns true, the
    /// check stops and fails as cancelled.
    [[nodiscard]] Result<std::unique_ptr<Outcome>> check(
        std::string_view today, const std::function<bool()>& superseded = {});
    /// The number of devices that are kept for the next check.
    [[nodiscard]] std::size_t known_devices() const { return known_.size(); }

private:
    struct Own {
        std::string path;
        std::string text;
    };

    Selection selection_;
    std::map<std::string, std::shared_ptr<const Source>> files_; ///< by path
    Own policy_;
    const Policy* read_policy_ = nullptr;
    TextInMemory in_memory_;
    Own topology_;
    PlanReach reach_;
    KnownDevices known_;
};

}
