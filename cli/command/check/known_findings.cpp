// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/known_findings.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/typed_word.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"
#include "workspace/known/policy_baseline.h"
#include "workspace/known/unmet_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::cli {

Result<KnownFindings> KnownFindings::read(
    const std::string& option, workspace::Baseline read, Outcomes outcomes)
{
    KnownFindings all;
    if (!option.empty()) {
        all.files_.push_back({option, std::move(read), {}});
        all.file_of_.assign(outcomes.size(), 0);
    }
    for (const auto& outcome : outcomes) {
        if (!option.empty())
            break;
        const std::string& path = outcome->policy.baseline;
        const auto same = std::ranges::find(all.files_, path, &File::path);
        all.file_of_.push_back(static_cast<std::size_t>(same - all.files_.begin()));
        if (same != all.files_.end())
            continue;
        auto baseline = workspace::read_policy_baseline(outcome->policy);
        if (!baseline)
            return tl::unexpected(baseline.error());
        all.files_.push_back({path, *std::move(baseline), {}});
    }
    for (File& file : all.files_)
        file.names = workspace::names_in_baseline(file.path, outcomes, file.known);
    return all;
}

std::vector<std::size_t> KnownFindings::take(Outcomes outcomes)
{
    std::vector<std::size_t> taken;
    for (std::size_t index = 0; index < outcomes.size(); ++index) {
        File& file = files_[file_of_[index]];
        taken.push_back(workspace::take_known(*outcomes[index], file.known, file.names[index]));
    }
    return taken;
}

void KnownFindings::print_stale(Outcomes outcomes, const std::string& input) const
{
    for (const File& file : files_) {
        const std::size_t stale = workspace::count_findings(
            workspace::unmet_findings(file.path, file.known, outcomes, file.names).solved);
        if (stale > 0)
            print_error(fmt::format(
                "rocelint: {}: {} of its findings {} gone; `rocelint baseline update --baseline {}{}{}` takes {} out\n",
                visible(file.path),
                stale,
                one_or_many(stale, "is", "are"),
                visible(typed_path(file.path)),
                input.empty() ? "" : " ",
                visible(input),
                one_or_many(stale, "it", "them")));
    }
}

}
