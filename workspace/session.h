// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"
#include "workspace/cache/memory_store.h"
#include "workspace/outcome.h"
#include "workspace/policy_files.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// One fabric whose files are in memory, for a program that checks it again after each edit, such as an editor's server. It
/// touches no disk, but for files that the policy extends. What an edit leaves as it was is not worked out again, and a check says what it would say of the same texts
/// if it were the first.
///
/// For one thread at a time; a check itself uses as many as it may.
class Session {
public:
    explicit Session(Selection selection = {}) : selection_(std::move(selection)) { }

    /// Adds a file of a device, or replaces its text. The path is what findings name, and what tells which files are one
    /// device, as if the file lay there.
    void put(const std::string& path, std::string text);
    void remove(const std::string& path) { files_.erase(path); }
    /// The texts of rocelint.yaml and topology.yaml; an empty path for none.
    void set_policy(std::string path, std::string text)
    {
        policy_ = {std::move(path), std::move(text)};
        read_policy_ = nullptr;
    }
    /// The same of a policy that was read before, for many sessions; it must outlive their checks. Of what it is made of, only
    /// its own file is among the sources of an outcome.
    void set_policy(const Source& source, const Policy& says)
    {
        policy_ = {source.path(), std::string(source.text())};
        read_policy_ = &says;
    }
    /// Where texts of files come from that the policy extends, if they are not to be those on the disk.
    void set_texts_in_memory(TextInMemory texts) { in_memory_ = std::move(texts); }
    /// Which devices of the topology there must be files of; none where nothing is said.
    void set_reach(PlanReach reach) { reach_ = std::move(reach); }
    /// Whether the policy holds for other fabrics too.
    void set_shares_policy(bool shares) { selection_.shares_policy = shares; }
    void set_topology(std::string path, std::string text) { topology_ = {std::move(path), std::move(text)}; }

    /// The whole check of the texts as they are. Fails for an invalid policy or topology. `today` is an ISO date for waivers
    /// that expire. `superseded` is asked between reading and checking: when it says so the check is given up, and fails as
    /// cancelled.
    [[nodiscard]] Result<std::unique_ptr<Outcome>> check(
        std::string_view today, const std::function<bool()>& superseded = {});
    /// What is kept between checks, in bytes.
    [[nodiscard]] std::size_t kept_bytes() const { return store_.bytes(); }

private:
    struct Own {
        std::string path;
        std::string text;
    };

    /// A text with what the store knows it by: to work that out for all of them each time would be a tenth of a check.
    struct File {
        std::string text;
        Digest content{};
    };

    Selection selection_;
    std::map<std::string, File> files_; ///< by path
    Own policy_;
    const Policy* read_policy_ = nullptr;
    TextInMemory in_memory_;
    Own topology_;
    PlanReach reach_;
    MemoryStore store_;
};

}
