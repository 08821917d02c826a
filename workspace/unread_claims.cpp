// SPDX-License-Identifier: Apache-2.0
#include "workspace/unread_claims.h"

#include "drivers/table/text_kind.h"
#include "models/text/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::workspace {
namespace {

constexpr std::string_view claim = "no device has PFC on";
constexpr std::string_view code = "PFC020";

std::uint64_t lines_not_understood(const std::vector<FileReport>& files)
{
    std::uint64_t lost = 0;
    for (const FileReport& file : files) {
        if (file.platform.empty())
            continue;
        lost += static_cast<std::uint64_t>(
            std::ranges::count_if(file.coverage.details, [](const Coverage::Detail& line) {
                return line.state == CoverageState::unrecognised && is_about_rdma(line.text);
            }));
    }
    return lost;
}

}

void withdraw_unread_claims(Outcome& outcome)
{
    auto& findings = outcome.report.findings;
    auto& assumptions = outcome.analysis.assumptions;
    const auto claimed
        = std::ranges::find_if(findings, [](const Finding& finding) { return finding.rule->code == code; });
    const auto assumed
        = std::ranges::find_if(assumptions, [](const std::string& line) { return line.starts_with(claim); });
    if (claimed == findings.end() && assumed == assumptions.end())
        return;
    const std::uint64_t lost = lines_not_understood(outcome.files);
    if (lost == 0)
        return;
    const std::string why = fmt::format(
        "{} about PFC, ECN or RoCE {} not understood", counted(lost, "line"), lost == 1 ? "was" : "were");
    if (claimed != findings.end()) {
        const PortId port = claimed->subjects.empty() ? PortId{} : claimed->subjects.front().port;
        outcome.report.not_checked.push_back({claimed->rule, port, why, 0});
        findings.erase(claimed);
    }
    if (assumed != assumptions.end())
        *assumed = fmt::format(
            "whether a device has PFC on is unknown, since {}; RDMA classes remain unknown", why);
}

}
