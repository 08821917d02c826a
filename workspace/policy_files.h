// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/syntax/tree.h"
#include "models/text/source.h"
#include "workspace/inputs.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// The text of a file that is in memory, by its path; nothing for one that is as it is on the disk.
using TextInMemory = std::function<std::optional<std::string>(const std::string& path)>;

/// Reads a policy with the files that it extends or takes rules from, from this machine.
class PolicyFiles {
public:
    explicit PolicyFiles(TextInMemory in_memory = {}) : in_memory_(std::move(in_memory)) { }
    /// Reads rocelint.yaml, whose text is given. Fails as read_policy() does, and where an
    /// own rule does not compile.
    [[nodiscard]] Result<Policy> read(const Source& source);
    /// The same of the file at `path`; what is built in, where there is no path. `usage` where it cannot be read.
    [[nodiscard]] Result<Policy> read_file(const std::string& path);
    /// The same of a policy that is a part of another document.
    [[nodiscard]] Result<Policy> read(const Tree& tree, const Node& node);

    /// The paths of the files that were read besides.
    [[nodiscard]] std::vector<std::string> paths() const;
    /// These files, with the ids that are kept for them: findings may point into them.
    [[nodiscard]] std::vector<std::unique_ptr<Source>> take() { return std::move(sources_); }

private:
    [[nodiscard]] static Result<Policy> compiled(Result<Policy> policy);
    Result<const Source*> open(const std::string& path);

    TextInMemory in_memory_;
    std::vector<std::unique_ptr<Source>> sources_;
};

/// The text of a policy as one file that needs no other: its own where no other is part of it,
/// else what all of them say together.
[[nodiscard]] std::string whole_text(const Policy& policy, std::string_view own_text);

}
