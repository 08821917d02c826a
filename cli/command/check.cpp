// SPDX-License-Identifier: Apache-2.0
// The order of a report and its exit code. A run that read nothing, or recognised no device, is a failure: silence
// would look like a clean fabric.
#include "cli/command/check.h"

#include "cli/command/stats.h"
#include "cli/report/json.h"
#include "cli/report/sarif.h"
#include "cli/report/text.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/baseline.h"
#include "workspace/blind_devices.h"
#include "workspace/changed_since.h"
#include "workspace/check_fabrics.h"
#include "workspace/checked_policy.h"
#include "workspace/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

namespace rocelint::cli {
namespace {

bool names_any_rule(const std::string& code, std::span<const Rule* const> rules)
{
    return std::ranges::any_of(rules, [&](const Rule* rule) { return names_rule({code}, *rule); });
}

// The own rules of the policies count too. What is wrong with one of those is told when the check reads it.
Result<void> check_codes(
    const std::vector<std::string>& codes, std::string_view option, const workspace::InputOptions& input)
{
    std::vector<std::unique_ptr<OwnRules>> own;
    std::vector<const Rule*> rules(all_rules().begin(), all_rules().end());
    for (const std::string& code : codes) {
        if (!code.empty() && names_any_rule(code, rules))
            continue;
        if (own.empty()) {
            const auto policies = workspace::policies_of(input);
            if (!policies)
                return tl::unexpected(policies.error());
            for (const Policy& policy : *policies) {
                own.push_back(std::make_unique<OwnRules>(policy.custom_rules));
                rules.insert(rules.end(), own.back()->all().begin(), own.back()->all().end());
            }
            if (!code.empty() && names_any_rule(code, rules))
                continue;
        }
        std::vector<std::string_view> known;
        for (const Rule* rule : rules) {
            known.push_back(rule->code);
            known.push_back(rule->name);
            known.push_back(rule->code.substr(0, rule->code.find_first_of("0123456789")));
        }
        const std::string_view near = nearest(code, known);
        return fail(ErrorKind::usage,
            near.empty()
                ? fmt::format(
                    "{}: no rule has the code or prefix '{}'; `rocelint rules` lists all", option, code)
                : fmt::format(
                    "{}: no rule has the code or prefix '{}'; did you mean '{}'?", option, code, near));
    }
    return {};
}

Result<workspace::Baseline> check_usage(const CheckOptions& options)
{
    if (const auto known = check_codes(options.selection.select, "--select", options.input); !known)
        return tl::unexpected(known.error());
    if (const auto known = check_codes(options.selection.ignore, "--ignore", options.input); !known)
        return tl::unexpected(known.error());
    if (const auto known = check_codes(options.unchecked_codes, "--fail-on-unchecked", options.input); !known)
        return tl::unexpected(known.error());
    for (const std::string& path : {options.output, options.new_baseline}) {
        if (path.empty())
            continue;
        if (const auto writable = workspace::check_output_path(path); !writable)
            return tl::unexpected(writable.error());
    }
    if (options.baseline.empty())
        return workspace::Baseline{};
    auto baseline = workspace::read_baseline(options.baseline);
    if (!baseline && baseline.error().kind == ErrorKind::unreadable)
        return fail(ErrorKind::usage, baseline.error().message);
    return baseline;
}

// By path, line, column and code: source ids follow the order of reading, in which policy and topology come first.
void sort_by_path(Report& report, const SourceSet& sources)
{
    std::vector<SourceId> ids(sources.size());
    std::iota(ids.begin(), ids.end(), SourceId{0});
    const auto path = [&sources](SourceId id) {
        const Source* source = sources.find(id);
        return source == nullptr ? std::string_view{} : std::string_view(source->path());
    };
    std::ranges::stable_sort(ids, {}, path);
    std::vector<std::size_t> rank(ids.size());
    for (std::size_t index = 0; index < ids.size(); ++index)
        rank[ids[index]] = index;
    const auto place = [&rank](const Finding& finding) {
        const std::size_t file = finding.at.source < rank.size() ? rank[finding.at.source] : rank.size();
        return std::tuple(file, finding.at.offset, finding.rule->code);
    };
    std::ranges::stable_sort(report.findings, {}, place);
}

bool is_understood(const workspace::FileReport& file)
{
    return file.coverage.count(CoverageState::unsupported) == 0
        && file.coverage.count(CoverageState::unrecognised) == 0;
}

ExitCode judge(const workspace::Outcome& outcome, const CheckOptions& options)
{
    if (!outcome.unreadable.empty() || workspace::is_missing_devices(outcome)
        || !workspace::find_blind_devices(outcome).empty())
        return ExitCode::unreadable;
    const bool found
        = options.fail_on && std::ranges::any_of(outcome.report.findings, [&options](const Finding& finding) {
              return finding.severity >= *options.fail_on && finding.waived.empty();
          });
    const bool understood = !options.strict_coverage || std::ranges::all_of(outcome.files, is_understood);
    const bool unchecked = options.fail_on_unchecked
        && std::ranges::any_of(outcome.report.not_checked, [&options](const NotChecked& row) {
               return options.unchecked_codes.empty() || names_rule(options.unchecked_codes, *row.rule);
           });
    return found || unchecked || !understood ? ExitCode::findings : ExitCode::good;
}

ExitCode worst_of(ExitCode a, ExitCode b)
{
    // 3 before 1: what was not read may hold worse than what was found.
    return static_cast<int>(a) > static_cast<int>(b) ? a : b;
}

bool write_report(const std::string& text, const std::string& path)
{
    if (path.empty()) {
        if (print(text))
            return true;
        print_error("rocelint: the report cannot be written to standard output\n");
        return false;
    }
    const auto written = workspace::write_output_file(path, text);
    if (!written)
        print_failure(written.error());
    return written.has_value();
}

// What the baseline still lists and nothing shows: it would let the same fault pass when it comes again.
void print_stale(const workspace::Baseline& left, const std::string& path)
{
    const std::size_t stale = left.count_left();
    if (stale > 0)
        print_error(
            fmt::format("rocelint: {}: {} of its findings {} gone; --write-baseline brings it up to date\n",
                visible(path),
                stale,
                stale == 1 ? "is" : "are"));
}

// What is hidden is told in every format: a short report must not be taken for all that there is.
bool hide_unchanged(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    Progress progress(options.format == ReportFormat::text);
    const auto hidden = workspace::keep_changed(
        outcomes, options.changed_since, options.input, options.selection, progress.sink());
    if (!hidden) {
        print_failure(hidden.error());
        return false;
    }
    if (*hidden > 0)
        print_error(fmt::format(
            "rocelint: {} finding{} that stood at {} and that the change did not touch {} hidden\n",
            *hidden,
            *hidden == 1 ? "" : "s",
            visible(options.changed_since),
            *hidden == 1 ? "is" : "are"));
    return true;
}

void print_refusals(const workspace::Outcome& outcome)
{
    for (const Error& error : outcome.unreadable)
        print_failure(error);
    for (const Error& error : outcome.report.own_errors)
        print_failure(error);
    for (const std::string& sentence : workspace::find_blind_devices(outcome))
        print_error(fmt::format("rocelint: {}\n", visible(sentence)));
    if (!workspace::is_missing_devices(outcome))
        return;
    const std::string where
        = outcome.folder.empty() ? std::string{} : fmt::format(" of {}", visible(outcome.folder));
    print_error(outcome.files.empty()
            ? fmt::format("rocelint: no file{} was read, so nothing{} was checked\n", where, where)
            : fmt::format("rocelint: no device was recognised in any file{}, so nothing{} was checked\n",
                where,
                where));
}

}

ExitCode run_check(const CheckOptions& options)
{
    auto baseline = check_usage(options);
    if (!baseline) {
        print_failure(baseline.error());
        return ExitCode::usage;
    }
    set_threads(options.jobs);
    Stats stats;
    std::vector<std::unique_ptr<workspace::Outcome>> outcomes;
    {
        Progress progress(options.format == ReportFormat::text && !options.quiet);
        workspace::InputOptions input = options.input;
        input.progress = progress.count();
        for (const std::string& path : {options.output, options.baseline, options.new_baseline})
            input.not_inputs.push_back(path);
        for (const ReportFile& report : options.reports)
            input.not_inputs.push_back(report.path);
        Selection selection = options.selection;
        selection.measure = options.stats;
        selection.progress = progress.count();
        selection.keep_proofs = options.format == ReportFormat::html
            || std::ranges::find(options.reports, ReportFormat::html, &ReportFile::format)
                != options.reports.end();
        auto checked = workspace::check_fabrics(input, selection, progress.sink());
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        stats.find_time = checked->find_time;
        stats.read_time = checked->read_time;
        stats.cache = checked->cache;
        outcomes = std::move(checked->outcomes);
    }
    bool written = true;
    if (!options.new_baseline.empty()) {
        const auto result = workspace::write_output_file(
            options.new_baseline, workspace::baseline_text(workspace::baseline_of(outcomes)));
        if (!result)
            print_failure(result.error());
        written = result.has_value();
    }
    std::deque<std::size_t> baselined;
    for (const auto& outcome : outcomes)
        baselined.push_back(workspace::take_known(*outcome, *baseline));
    if (!options.changed_since.empty() && !hide_unchanged(options, outcomes))
        return ExitCode::usage;
    const auto reporting = std::chrono::steady_clock::now();
    ExitCode code = ExitCode::good;
    std::deque<Places> places;
    std::vector<ReportData> fabrics;
    for (const auto& outcome : outcomes) {
        sort_by_path(outcome->report, outcome->fabric.sources);
        code = worst_of(code, judge(*outcome, options));
        // The policy is wrong, however clean the rest may be.
        if (!outcome->report.own_errors.empty())
            code = worst_of(code, ExitCode::usage);
        print_refusals(*outcome);
        fabrics.push_back({.outcome = *outcome,
            .places = places.emplace_back(outcome->fabric.sources),
            .baselined = baselined[fabrics.size()],
            .fail_on = options.fail_on,
            .strict_coverage = options.strict_coverage,
            .colour = options.format == ReportFormat::text
                && (options.colour == ColourMode::always
                    || (options.output.empty() && wants_colour(options.colour)))});
    }
    for (ReportData& data : fabrics)
        data.exit_code = code;
    // Of rules that were not asked nothing can be gone.
    if (!options.quiet && options.selection.select.empty() && options.selection.ignore.empty())
        print_stale(*baseline, options.baseline);
    written = write_report(make_report(fabrics, options.format), options.output) && written;
    for (ReportData& data : fabrics)
        data.colour = false;
    for (const ReportFile& report : options.reports)
        written = write_report(make_report(fabrics, report.format), report.path) && written;
    stats.report_time = std::chrono::steady_clock::now() - reporting;
    if (options.stats)
        print_error(describe_stats(stats, outcomes));
    return written ? code : ExitCode::unreadable;
}

}
