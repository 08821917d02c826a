// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/policy_reports.h"

#include "cli/command/written_files.h"
#include "cli/terminal/terminal.h"
#include "workspace/check/policy_options.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace rocelint::cli {

Result<void> check_policy_reports(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    std::vector<NamedFile> written;
    std::vector<NamedFile> read{{"-o", options.output},
        {"--policy", options.input.policy},
        {"--topology", options.input.topology},
        {"--baseline", options.baseline},
        {"--write-baseline", options.new_baseline}};
    // A policy above the given paths may name configurations that this check does not read.
    std::vector<std::string> inputs = options.input.paths;
    std::set<std::string> seen;
    for (const auto& outcome : outcomes) {
        const Policy& policy = outcome->policy;
        if (!seen.insert(policy.path).second)
            continue;
        if (policy.given())
            inputs.push_back(workspace::folder_of(policy.path));
        read.push_back({"the policy's baseline", policy.baseline});
        for (const PolicyReport& report : policy.reports) {
            const std::string key = "report." + report.format;
            if (const auto inside = workspace::check_policy_path(policy, key, report.path); !inside)
                return inside;
            written.push_back(
                {fmt::format("{}: {}", workspace::place_of_key(policy, key), report.path), report.path});
        }
    }
    for (const NamedFile& file : written) {
        std::error_code ignored; // a folder that cannot be created is reported as one that does not exist
        if (const auto folder = std::filesystem::path(file.path).parent_path(); !folder.empty())
            std::filesystem::create_directories(folder, ignored);
    }
    return check_written_files(written, read, inputs);
}

bool write_policy_reports(std::span<const ReportData> fabrics)
{
    bool written = true;
    std::set<std::string> seen;
    for (const ReportData& first : fabrics) {
        const Policy& policy = first.outcome.policy;
        if (policy.reports.empty() || !seen.insert(policy.path).second)
            continue;
        std::vector<ReportData> covered;
        for (const ReportData& data : fabrics) {
            if (data.outcome.policy.path == policy.path)
                covered.push_back(data);
        }
        for (const PolicyReport& report : policy.reports) {
            const ReportFormatRow* row = find_report_format(report.format);
            ensure(row != nullptr, "a policy may ask for a form of report that does not exist");
            const auto done = workspace::write_output_file(report.path, make_report(covered, row->format));
            if (!done)
                print_failure(done.error());
            written = done.has_value() && written;
        }
    }
    return written;
}

}
