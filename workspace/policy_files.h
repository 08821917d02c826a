// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/syntax/tree.h"
#include "models/text/source.h"
#include "workspace/inputs.h"

#include <memory>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Reads a policy with the files that it extends, from this machine.
class PolicyFiles {
public:
    /// Reads rocelint.yaml, whose text is given. Fails as read_policy() does, and where a file that it extends cannot be read.
    [[nodiscard]] Result<Policy> read(const Source& source);
    /// The same of a policy that is a part of another document.
    [[nodiscard]] Result<Policy> read(const Tree& tree, const Node& node);

    /// The files that were read besides, with the ids that are kept for them: findings may point into them.
    [[nodiscard]] std::vector<std::unique_ptr<Source>> take() { return std::move(sources_); }

private:
    Result<const Source*> open(const std::string& path);

    std::vector<std::unique_ptr<Source>> sources_;
};

/// The policy that the options name, else the nearest one upward from the first path, else what is built in.
[[nodiscard]] Result<Policy> policy_in_force(const InputOptions& options);

/// The text of a policy as one file that needs no other: its own where it extends no file, else what all of them say together.
[[nodiscard]] std::string whole_text(const Policy& policy, std::string_view own_text);

}
