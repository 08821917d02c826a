// SPDX-License-Identifier: Apache-2.0
// Produces a report and sets the exit code. A run that read nothing, or recognized no device, is a failure:
// an empty report would look like a clean fabric.
#include "cli/command/check/check.h"

#include "cli/command/check/check_advice.h"
#include "cli/command/check/check_usage.h"
#include "cli/command/check/fix_words.h"
#include "cli/command/check/known_findings.h"
#include "cli/command/check/policy_reports.h"
#include "cli/command/check/stats.h"
#include "cli/command/print_gaps.h"
#include "cli/report/ci/sarif.h"
#include "cli/report/data/report_rules.h"
#include "cli/report/json/json.h"
#include "cli/report/text/text.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/text/sentence.h"
#include "rules/deciding.h"
#include "workspace/check/check_fabrics.h"
#include "workspace/check/gaps.h"
#include "workspace/files/output_file.h"
#include "workspace/git/changed_since.h"
#include "workspace/known/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace rocelint::cli {
namespace {

// Sorts by path, line, column and code, those first that counters confirm: source ids follow the order of reading, in
// which policy and topology come first.
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
        return std::tuple(
            finding.evidence != Evidence::confirmed, file, finding.at.offset, finding.rule->code);
    };
    std::ranges::stable_sort(report.findings, {}, place);
}

bool is_understood(const workspace::FileReport& file)
{
    return file.coverage.count(CoverageState::unsupported) == 0
        && file.coverage.count(CoverageState::unrecognised) == 0;
}

// The exit code for the findings, and for gaps that must not go unnoticed.
ExitCode judge(const workspace::Outcome& outcome, const CheckOptions& options)
{
    const std::optional<Severity> fail_on = options.fail_on.under(outcome.policy);
    const bool found
        = fail_on && std::ranges::any_of(outcome.report.findings, [&fail_on](const Finding& finding) {
              return finding.severity >= *fail_on && finding.waived.empty();
          });
    const bool understood = !options.strict_coverage || std::ranges::all_of(outcome.files, is_understood);
    const std::vector<std::string>& codes
        = options.unchecked_codes.empty() ? outcome.policy.unchecked : options.unchecked_codes;
    const bool unchecked = options.fail_on_unchecked
        && std::ranges::any_of(outcome.report.not_checked, [&codes](const NotChecked& row) {
               return codes.empty() ? !row.met_nothing && decides(*row.rule) : names_rule(codes, *row.rule);
           });
    return found || unchecked || !understood ? ExitCode::findings : ExitCode::good;
}

bool wants_page(const CheckOptions& options)
{
    return options.format == ReportFormat::html
        || std::ranges::find(options.reports, ReportFormat::html, &ReportFile::format)
        != options.reports.end();
}

// The codes of the options, or else of a policy.
bool writes_page(const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    const auto asks = [](const auto& outcome) {
        const std::vector<PolicyReport>& reports = outcome->policy.reports;
        return std::ranges::find(reports, "html", &PolicyReport::format) != reports.end();
    };
    return wants_page(options) || (options.reports.empty() && std::ranges::any_of(outcomes, asks));
}

RunFacts facts_of(const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    std::vector<std::string> files;
    for (const auto& outcome : outcomes) {
        const SourceSet& sources = outcome->fabric.sources;
        for (SourceId id = 0; id < sources.size(); ++id) {
            if (const Source* source = sources.find(id))
                files.push_back(source->path());
        }
    }
    return run_facts(options.input.paths, files, options.command);
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

// Returns how many findings of each fabric are hidden. Every format reports this number, so that a short
// report does not look complete.
std::optional<std::vector<std::size_t>> hide_unchanged(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    Progress progress(options.format == ReportFormat::text && !options.quiet);
    auto changed = workspace::keep_changed(
        outcomes, options.changed_since, options.input, options.selection, progress.sink());
    if (!changed) {
        print_failure(changed.error());
        return std::nullopt;
    }
    for (const std::string& remark : changed->remarks)
        print_error(visible("rocelint: " + remark) + '\n');
    const std::vector<std::size_t>& hidden = changed->hidden;
    const std::size_t sum = std::accumulate(hidden.begin(), hidden.end(), std::size_t{0});
    if (sum > 0 && !options.quiet)
        print_error(fmt::format("rocelint: {} that stood at {} and that the change did not touch {} hidden\n",
            counted(sum, "finding"),
            visible(options.changed_since),
            one_or_many(sum, "is", "are")));
    return std::move(changed->hidden);
}

bool write_baseline(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes)
{
    const auto result = workspace::write_output_file(options.new_baseline,
        workspace::baseline_text(workspace::baseline_of(options.new_baseline, outcomes)));
    if (!result)
        print_failure(result.error());
    return result.has_value();
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
        for (const std::string& path :
            {options.output, options.baseline, options.new_baseline, options.answers})
            input.not_inputs.push_back(path);
        for (const ReportFile& report : options.reports)
            input.not_inputs.push_back(report.path);
        Selection selection = options.selection;
        selection.measure = options.stats;
        selection.progress = progress.count();
        selection.keep_proofs = wants_page(options);
        auto checked = workspace::check_fabrics(input, selection, progress.sink());
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        stats.find_time = checked->find_time;
        stats.read_time = checked->read_time;
        outcomes = std::move(checked->outcomes);
    }
    if (options.reports.empty()) {
        if (const auto writable = check_policy_reports(options, outcomes); !writable) {
            print_failure(writable.error());
            return ExitCode::usage;
        }
    }
    auto known = KnownFindings::read(options.baseline, *std::move(baseline), outcomes);
    if (!known) {
        print_failure(known.error());
        return ExitCode::usage;
    }
    const bool has_page = writes_page(options, outcomes);
    const auto advice = check_advice(options, outcomes, has_page);
    if (!advice) {
        print_failure(advice.error());
        return advice.error().kind == ErrorKind::unreadable ? ExitCode::unreadable : ExitCode::usage;
    }
    // A baseline that lacks the findings of unread files would look complete.
    const bool whole = std::ranges::all_of(
        outcomes, [](const auto& outcome) { return workspace::find_gaps(*outcome).empty(); });
    bool written = true;
    if (!options.new_baseline.empty() && whole)
        written = write_baseline(options, outcomes);
    std::vector<std::size_t> correctable;
    for (const auto& outcome : outcomes)
        correctable.push_back(count_correctable(outcome->report));
    const std::vector<std::size_t> baselined = known->take(outcomes);
    std::vector<std::size_t> hidden(outcomes.size());
    if (!options.changed_since.empty()) {
        auto counts = hide_unchanged(options, outcomes);
        if (!counts)
            return ExitCode::usage;
        hidden = *std::move(counts);
    }
    const auto reporting = std::chrono::steady_clock::now();
    ExitCode code = ExitCode::good;
    std::deque<Places> places;
    std::deque<std::string> fix_words;
    std::vector<ReportData> fabrics;
    const RunFacts run = has_page ? facts_of(options, outcomes) : RunFacts();
    for (const auto& outcome : outcomes) {
        const std::size_t index = fabrics.size();
        sort_by_path(outcome->report, outcome->fabric.sources);
        std::vector<workspace::Gap> gaps = workspace::find_gaps(*outcome);
        print_gaps(gaps);
        code = worst_of(code, worst_of(code_of(gaps), judge(*outcome, options)));
        fabrics.push_back({.outcome = *outcome,
            .places = places.emplace_back(outcome->fabric.sources),
            .gaps = std::move(gaps),
            .baselined = baselined[index],
            .hidden = hidden[index],
            .fail_on = options.fail_on.under(outcome->policy),
            .strict_coverage = options.strict_coverage,
            .colour = options.format == ReportFormat::text
                && (options.colour == ColourMode::always
                    || (options.output.empty() && wants_colour(options.colour))),
            .quiet = options.quiet,
            .verbose = options.verbose,
            .show_unchecked = options.show_unchecked,
            .statistics = options.statistics,
            .width = options.output.empty() ? terminal_width() : 0,
            .fix_words
            = fix_words.emplace_back(words_of_fix(options.input, options.selection, outcome->folder)),
            .removed_correctable = correctable[index] - count_correctable(outcome->report),
            .rule_pages = rule_pages_in_force(options.rule_pages, outcome->policy),
            .run = &run,
            .advice = *advice ? &**advice : nullptr});
    }
    for (ReportData& data : fabrics)
        data.exit_code = code;
    if (!options.new_baseline.empty() && !whole)
        print_error(fmt::format("rocelint: {} was not written\n", visible(options.new_baseline)));
    // Nothing can be said about rules that did not run, or about inputs that were not read.
    if (whole && !options.quiet && options.selection.select.empty() && options.selection.ignore.empty())
        known->print_stale(outcomes, words_of_input(options.input));
    written = write_report(make_report(fabrics, options.format), options.output) && written;
    for (ReportData& data : fabrics) {
        data.colour = false;
        data.width = 0;
    }
    for (const ReportFile& report : options.reports)
        written = write_report(make_report(fabrics, report.format), report.path) && written;
    if (options.reports.empty())
        written = write_policy_reports(fabrics) && written;
    stats.report_time = std::chrono::steady_clock::now() - reporting;
    if (options.stats)
        print_error(describe_stats(stats, outcomes));
    return written ? code : ExitCode::unreadable;
}

}
