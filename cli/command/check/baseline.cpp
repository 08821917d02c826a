// SPDX-License-Identifier: Apache-2.0
// A list of known findings is useful only while it shrinks: solved findings are removed, and none is added
// without a request.
#include "cli/command/check/baseline.h"

#include "cli/command/print_gaps.h"
#include "cli/command/written_files.h"
#include "cli/report/data/locate.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/sentence.h"
#include "workspace/check/check_fabrics.h"
#include "workspace/check/gaps.h"
#include "workspace/check/policy_options.h"
#include "workspace/files/output_file.h"
#include "workspace/input/checked_policy.h"
#include "workspace/known/baseline.h"
#include "workspace/known/unmet_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <vector>

namespace rocelint::cli {
namespace {

using workspace::Baseline;
using workspace::KnownFinding;
using workspace::Outcome;

// A finding of this check, with its fabric.
struct Open {
    const Outcome* outcome;
    const Finding* finding;
    std::uint32_t fabric; ///< index in Compared::names
    const KnownFinding* entry; ///< the known finding; null for a new one
};

// The findings of a check, compared with a baseline.
struct Compared {
    std::vector<Open> known;
    std::vector<Open> fresh;
    workspace::UnmetFindings unmet;
    std::vector<std::string> names; ///< of the fabrics in the baseline
    bool several = false; ///< more than one fabric, in the check or in the baseline
};

Compared compare(
    const std::string& path, const std::vector<std::unique_ptr<Outcome>>& outcomes, Baseline& baseline)
{
    Compared compared;
    compared.names = workspace::names_in_baseline(path, outcomes, baseline);
    compared.several = outcomes.size() > 1 || baseline.fabrics().size() > 1;
    for (std::uint32_t index = 0; index < outcomes.size(); ++index) {
        const auto& outcome = outcomes[index];
        for (const Finding& finding : outcome->report.findings) {
            if (!finding.waived.empty())
                continue;
            const auto known = baseline.take(finding, *outcome, compared.names[index]);
            (known && known->covers(finding) ? compared.known : compared.fresh)
                .push_back({outcome.get(), &finding, index, known ? known->entry : nullptr});
        }
    }
    compared.unmet = workspace::unmet_findings(path, baseline, outcomes, compared.names);
    return compared;
}

std::string place_words(const std::string& fabric, const std::string& device, const std::string& port)
{
    std::string words;
    for (const std::string* word : {&fabric, &device, &port}) {
        if (!word->empty())
            words += fmt::format(" {}", visible(*word));
    }
    return words;
}

void put_findings(std::string& out, const char* title, const std::vector<Open>& rows)
{
    if (rows.empty())
        return;
    out += fmt::format("{}\n", title);
    for (const Open& row : rows) {
        const workspace::Named named = workspace::name_subject(*row.finding, *row.outcome);
        out += fmt::format("  {} {}{}: {}\n",
            name_of(row.finding->severity),
            row.finding->rule->code,
            place_words(row.outcome->folder, std::string(named.device), named.port),
            visible(row.finding->message));
    }
    out += '\n';
}

// `taken_out` and `kept` say what happens to solved findings, and to those that this run could not look for;
// may be empty.
std::string counts(const Compared& compared, std::string_view taken_out = {}, std::string_view kept = {})
{
    std::string out = fmt::format("{} solved{}, {} still there, ",
        workspace::count_findings(compared.unmet.solved),
        taken_out,
        compared.known.size());
    if (!compared.unmet.unseen.empty())
        out += fmt::format("{} not read{}, ", workspace::count_findings(compared.unmet.unseen), kept);
    return out + fmt::format("{} new", compared.fresh.size());
}

void put_entries(std::string& out, const char* title, const std::vector<KnownFinding>& entries, bool several)
{
    if (entries.empty())
        return;
    out += fmt::format("{}\n", title);
    for (const KnownFinding& entry : entries)
        out += fmt::format("  {}{}{}\n",
            visible(entry.code.empty() ? entry.fingerprint : entry.code),
            place_words(several ? entry.fabric : std::string(), entry.device, entry.port),
            entry.count == 1 ? std::string() : fmt::format(" ({} times)", entry.count));
    out += '\n';
}

std::string as_text(const Compared& compared)
{
    std::string out;
    put_entries(out, "solved", compared.unmet.solved, compared.several);
    put_entries(out, "not read, and so not known", compared.unmet.unseen, compared.several);
    put_findings(out, "still there", compared.known);
    put_findings(out, "new", compared.fresh);
    return out + counts(compared) + '\n';
}

void write_findings(JsonWriter& out, const char* name, const std::vector<Open>& rows)
{
    out.key(name).begin_array(JsonWriter::Layout::rows);
    std::map<const Outcome*, Places> places;
    for (const Open& row : rows) {
        const Finding& finding = *row.finding;
        const workspace::Named named = workspace::name_subject(finding, *row.outcome);
        const Place place
            = places.try_emplace(row.outcome, row.outcome->fabric.sources).first->second.find(finding.at);
        out.begin_object();
        if (!row.outcome->folder.empty())
            out.text("fabric", row.outcome->folder);
        out.text("code", finding.rule->code);
        out.text("severity", name_of(finding.severity));
        out.text_or_null("device", named.device);
        out.text_or_null("port", named.port);
        out.text("message", finding.message);
        out.text_or_null("file", place.source == nullptr ? std::string_view{} : place.source->path());
        out.key("line");
        if (place.source == nullptr)
            out.null();
        else
            out.number(place.begin.line);
        out.text("fingerprint", fingerprint(finding, row.outcome->fabric));
        out.end();
    }
    out.end();
}

void write_entries(JsonWriter& out, const char* name, const std::vector<KnownFinding>& entries, bool several)
{
    out.key(name).begin_array(JsonWriter::Layout::rows);
    for (const KnownFinding& entry : entries) {
        out.begin_object();
        if (several && !entry.fabric.empty())
            out.text("fabric", entry.fabric);
        out.text_or_null("code", entry.code);
        out.text_or_null("device", entry.device);
        out.text_or_null("port", entry.port);
        out.text("fingerprint", entry.fingerprint);
        out.count("count", entry.count);
        out.end();
    }
    out.end();
}

std::string as_json(const Compared& compared)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("schema_version", SchemaVersions::baseline_show);
    out.key("summary").begin_object();
    out.count("solved", workspace::count_findings(compared.unmet.solved));
    out.count("unseen", workspace::count_findings(compared.unmet.unseen));
    out.count("known", compared.known.size());
    out.count("new", compared.fresh.size());
    out.end();
    write_entries(out, "solved", compared.unmet.solved, compared.several);
    write_entries(out, "unseen", compared.unmet.unseen, compared.several);
    write_findings(out, "known", compared.known);
    write_findings(out, "new", compared.fresh);
    out.end();
    return out.take();
}

// Reports why the check is incomplete.
ExitCode tell_gaps(const std::vector<std::unique_ptr<Outcome>>& outcomes)
{
    ExitCode code = ExitCode::good;
    for (const auto& outcome : outcomes) {
        const std::vector<workspace::Gap> gaps = workspace::find_gaps(*outcome);
        print_gaps(gaps);
        code = worst_of(code, code_of(gaps));
    }
    return code;
}

ExitCode write(const BaselineOptions& options, const Baseline& baseline, const std::string& words)
{
    const auto written = workspace::write_output_file(options.file, workspace::baseline_text(baseline));
    if (!written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    if (!options.quiet)
        print(fmt::format("{}: {}\n", visible(options.file), words));
    return ExitCode::good;
}

ExitCode update(const BaselineOptions& options, const Compared& compared)
{
    Baseline kept;
    for (const Open& row : compared.known) {
        KnownFinding known
            = workspace::describe_known(*row.finding, *row.outcome, compared.names[row.fabric]);
        if (!compared.unmet.unseen.empty())
            workspace::keep_folded(known, *row.entry);
        kept.add(std::move(known));
    }
    if (options.add_new) {
        for (const Open& row : compared.fresh)
            kept.add(workspace::describe_known(*row.finding, *row.outcome, compared.names[row.fabric]));
    }
    for (const KnownFinding& entry : compared.unmet.unseen)
        kept.add(entry);
    std::string words = counts(compared, " and taken out", " and kept");
    if (!compared.fresh.empty())
        words += options.add_new ? " and taken in" : " and not taken in (--add-new takes them in)";
    return write(options, kept, words);
}

// The file of --baseline, else the one that the policies of the paths name, else the default.
Result<std::string> baseline_file(const BaselineOptions& options)
{
    if (!options.file.empty())
        return options.file;
    const auto policies = workspace::policies_of(options.input);
    if (!policies)
        return tl::unexpected(policies.error());
    std::string file;
    for (const Policy& policy : *policies) {
        if (policy.baseline.empty())
            continue;
        if (const auto inside = workspace::check_policy_path(policy, "baseline", policy.baseline); !inside)
            return tl::unexpected(inside.error());
        if (!file.empty() && file != policy.baseline)
            return fail(ErrorKind::usage,
                fmt::format(
                    "the policies below these paths name several baselines, {} and {}; name one folder, or a file "
                    "with --baseline",
                    file,
                    policy.baseline));
        file = policy.baseline;
    }
    return file.empty() ? "rocelint-baseline.json" : file;
}

Result<Baseline> prepare(const BaselineOptions& options)
{
    if (options.what == BaselineOptions::What::show)
        return workspace::read_baseline(options.file);
    const NamedFile written[] = {{"--baseline " + options.file, options.file}};
    const NamedFile read[] = {{"--policy", options.input.policy}, {"--topology", options.input.topology}};
    if (const auto writable = check_written_files(written, read, options.input.paths); !writable)
        return tl::unexpected(writable.error());
    if (options.what == BaselineOptions::What::update)
        return workspace::read_baseline(options.file);
    std::error_code ignored;
    if (!options.force && std::filesystem::is_regular_file(options.file, ignored))
        return fail(ErrorKind::usage,
            fmt::format("{}: there is a baseline already: `rocelint baseline update` brings it up to date, "
                        "--force overwrites it with all current findings",
                options.file));
    return Baseline{};
}

}

ExitCode run_baseline(const BaselineOptions& asked)
{
    BaselineOptions options = asked;
    auto file = baseline_file(asked);
    if (!file) {
        print_failure(file.error());
        return ExitCode::usage;
    }
    options.file = *std::move(file);
    auto baseline = prepare(options);
    if (!baseline) {
        print_failure(baseline.error());
        return ExitCode::usage;
    }
    set_threads(options.jobs);
    std::vector<std::unique_ptr<Outcome>> outcomes;
    {
        Progress progress(!options.quiet);
        workspace::InputOptions input = options.input;
        input.progress = progress.count();
        input.not_inputs.push_back(options.file);
        auto checked = workspace::check_fabrics(input, {}, progress.sink());
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        outcomes = std::move(checked->outcomes);
    }
    const ExitCode code = tell_gaps(outcomes);
    if (code != ExitCode::good && options.what != BaselineOptions::What::show) {
        print_error(fmt::format("rocelint: {} was not written\n", visible(options.file)));
        return code;
    }
    const Compared compared = compare(options.file, outcomes, *baseline);
    if (options.what == BaselineOptions::What::create) {
        const Baseline made = workspace::baseline_of(options.file, outcomes);
        return write(options,
            made,
            counted(made.count_left(), "finding") + "; `rocelint check --baseline FILE` leaves them out");
    }
    if (options.what == BaselineOptions::What::update)
        return update(options, compared);
    const bool json = options.format == BaselineOptions::Format::json;
    if (!print(json ? as_json(compared) : as_text(compared)))
        return ExitCode::unreadable;
    return code;
}

}
