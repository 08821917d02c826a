// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/syntax/tree.h"
#include "models/text/source.h"
#include "workspace/input/inputs.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// Returns the in-memory text of the file at `path`, or nothing if the text on disk applies.
using TextInMemory = std::function<std::optional<std::string>(const std::string& path)>;

/// Reads a policy together with the files that it extends or takes rules from, from this machine.
class PolicyFiles {
public:
    explicit PolicyFiles(TextInMemory in_memory = {}) : in_memory_(std::move(in_memory)) { }
    /// Reads the text of a rocelint.yaml. Fails as read_policy() does, and if an own rule does not compile.
    [[nodiscard]] Result<Policy> read(const Source& source);
    /// Reads the policy file at `path`; an empty path gives the built-in policy. Fails with `usage` if the
    /// file cannot be read.
    [[nodiscard]] Result<Policy> read_file(const std::string& path);
    /// Reads a policy that is part of another document.
    [[nodiscard]] Result<Policy> read(const Tree& tree, const Node& node);

    /// The paths of the other files that were read.
    [[nodiscard]] std::vector<std::string> paths() const;
    /// Hands over these files, with their reserved ids: findings may point into them.
    [[nodiscard]] std::vector<std::unique_ptr<Source>> take() { return std::move(sources_); }

private:
    [[nodiscard]] static Result<Policy> compiled(Result<Policy> policy);
    Result<const Source*> open(const std::string& path);

    TextInMemory in_memory_;
    std::vector<std::unique_ptr<Source>> sources_;
};

/// The text of a policy as a single self-contained file: its own text if it uses no other files, otherwise
/// the merged policy.
[[nodiscard]] std::string whole_text(const Policy& policy, std::string_view own_text);

}
