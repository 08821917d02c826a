// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/known/baseline.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The baselines of one check: the file of --baseline for all fabrics, otherwise the one that each fabric's policy
/// names.
class KnownFindings {
public:
    using Outcomes = std::span<const std::unique_ptr<workspace::Outcome>>;

    /// `option` is the path given by --baseline and `read` its content; if it is empty, reads the baselines of the
    /// policies, and fails as read_policy_baseline() does.
    [[nodiscard]] static Result<KnownFindings> read(
        const std::string& option, workspace::Baseline read, Outcomes outcomes);
    /// Removes the known findings from the reports. Returns how many were removed from each.
    [[nodiscard]] std::vector<std::size_t> take(Outcomes outcomes);
    /// Lists, by baseline, the solved findings that it still contains: it would hide the same fault if it recurred.
    /// `input` are the words of words_of_input().
    void print_stale(Outcomes outcomes, const std::string& input) const;

private:
    struct File {
        std::string path; ///< empty: no baseline
        workspace::Baseline known;
        std::vector<std::string> names; ///< of all fabrics
    };
    std::deque<File> files_;
    std::vector<std::size_t> file_of_; ///< by fabric: an index in files_
};

}
