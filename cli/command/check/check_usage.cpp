// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/check_usage.h"

#include "cli/command/written_files.h"
#include "workspace/check/known_codes.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

namespace rocelint::cli {
namespace {

// A baseline may be updated in place.
Result<void> check_written(const CheckOptions& options)
{
    std::vector<NamedFile> read{{"--policy", options.input.policy},
        {"--topology", options.input.topology},
        {"--answers", options.answers}};
    std::vector<NamedFile> written;
    const auto add = [&written](std::string words, const std::string& path) {
        if (!path.empty())
            written.push_back({words + path, path});
    };
    add("-o ", options.output);
    for (const ReportFile& report : options.reports)
        add(fmt::format("--report {}=", word_of(report.format)), report.path);
    const std::size_t reports = written.size();
    add("--write-baseline ", options.new_baseline);
    if (auto checked = check_written_files(written, read, options.input.paths); !checked)
        return checked;
    read = {{"--baseline", options.baseline}};
    return check_written_files(std::span(written).first(reports), read, {});
}

}

Objection complete(CheckOptions& options)
{
    if (options.new_baseline == "-")
        return "--write-baseline needs a file: standard output is the report's";
    std::size_t printed = options.output.empty() ? 1 : 0;
    for (ReportFile& report : options.reports) {
        if (report.path != "-")
            continue;
        report.path.clear();
        ++printed;
    }
    if (printed > 1)
        return "standard output takes one report; send the others to files (-o FILE, --report FORMAT=FILE)";
    return {};
}

Result<workspace::Baseline> check_usage(const CheckOptions& options)
{
    if (const auto known = workspace::check_codes(options.selection.select, "--select", options.input);
        !known)
        return tl::unexpected(known.error());
    if (const auto known = workspace::check_codes(options.selection.ignore, "--ignore", options.input);
        !known)
        return tl::unexpected(known.error());
    if (const auto known
        = workspace::check_codes(options.unchecked_codes, "--fail-on-unchecked", options.input);
        !known)
        return tl::unexpected(known.error());
    if (const auto writable = check_written(options); !writable)
        return tl::unexpected(writable.error());
    std::error_code ignored;
    const bool asks_all = options.selection.select.empty() && options.selection.ignore.empty();
    if (!options.new_baseline.empty() && !asks_all
        && std::filesystem::is_regular_file(options.new_baseline, ignored))
        return fail(ErrorKind::usage,
            fmt::format("{}: with --select or --ignore it would lose its findings of all other rules; name a "
                        "file that does not exist yet, or leave the option out",
                options.new_baseline));
    if (options.baseline.empty())
        return workspace::Baseline{};
    auto baseline = workspace::read_baseline(options.baseline);
    if (!baseline && baseline.error().kind == ErrorKind::unreadable)
        return fail(ErrorKind::usage, baseline.error().message);
    return baseline;
}

}
