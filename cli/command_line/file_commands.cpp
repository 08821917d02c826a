// SPDX-License-Identifier: Apache-2.0
// The commands that judge or write files.
#include "cli/command/change/fix.h"
#include "cli/command/change/render.h"
#include "cli/command/check/baseline.h"
#include "cli/command/check/check_usage.h"
#include "cli/command/check/diff.h"
#include "cli/command/check/simulate.h"
#include "cli/command/check/trace.h"
#include "cli/command_line/commands.h"
#include "models/text/page_address.h"

namespace rocelint::cli {
namespace {

Meanings<ReportFormat> report_meanings()
{
    const auto meaning = [](const ReportFormatRow& row) { return std::pair(row.word, row.format); };
    const auto meanings = report_formats() | std::views::transform(meaning);
    return {meanings.begin(), meanings.end()};
}

std::string add_report(std::vector<ReportFile>& to, const std::string& word)
{
    const std::size_t at = word.find('=');
    if (at == std::string::npos || at + 1 == word.size())
        return fmt::format("cannot be '{}'; write FORMAT=FILE, such as sarif=out.sarif", word);
    if (const ReportFormatRow* row = find_report_format(word.substr(0, at)))
        to.push_back({row->format, word.substr(at + 1)});
    return one_of([] { return joined(report_formats(), &ReportFormatRow::word); })(word.substr(0, at));
}

std::string check_page_address(const std::string& word)
{
    constexpr const char* wrong
        = "cannot be '{}'; write the address of a folder, such as https://example.net/rules/";
    return is_page_address(word) ? std::string() : fmt::format(wrong, word);
}

// clang-format off
void add_check(Command& program, std::span<const char* const> words)
{
    const auto& [check, to] = program.add<CheckOptions>("check", "Check every configuration below PATH", run_check,
        {"rocelint check site/", "rocelint check site/ --report sarif=findings.sarif", "rocelint check site/ --changed-since origin/main", "ssh leaf1 show running-config | rocelint check -"},
        {{ExitCode::good, "nothing at or above --fail-on (default: error, so that warnings alone end with 0)"}, {ExitCode::findings, "findings at or above it"}, wrong_files, not_read});
    to.command = typed_command(words);
    add_inputs(check, to.input, "Files or folders; '-' for standard input (default: .)");
    check.text("--evidence FOLDER", to.input.evidence, "Captures of the devices' counters, one or two of each device (below before/ and after/): what they prove about findings");
    add_selection(check, to.selection);
    add_verdict(check, to);
    check.text("--write-baseline FILE", to.new_baseline, "Write the findings to FILE");
    check.text("--changed-since REV", to.changed_since, "Check everything, but report only what is new against this git revision or rests on a line that changed since");
    check.section("Output");
    check.choice("--format FORMAT", to.format, report_meanings());
    check.value("--report FORMAT=FILE", "Also write a report in this format to FILE; may be given more than once", [] { return joined(report_formats(), &ReportFormatRow::word, "=,") + '='; })
        ->check([&to = to](const std::string& word) { return add_report(to.reports, word); })->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    check.add_flag("-v,--verbose", to.verbose, "Show each finding with its notes and all of its places (text)");
    check.add_flag("--show-unchecked", to.show_unchecked, "List every check that could not be made, and why (text, markdown, sarif)");
    check.add_flag("--statistics", to.statistics, "Count the findings by rule and by device (text, where it replaces the list, and json)");
    check.text("--rule-pages URL", to.rule_pages, "Link rules to their pages (markdown, sarif): a folder, as `rules --write-pages` writes it, or an address with {code} in it")->check(check_page_address);
    check.text("--answers FILE", to.answers, "Answers for `rocelint advise`: the page (html) then shows what findings and topology cost in GPU-hours");
    add_run(check, to);
    check.add_flag("--stats", to.stats, "Print counts, times and memory use on standard error");
}

void add_diff(Command& program)
{
    const auto& [diff, to] = program.add<DiffOptions>("diff", "Show what a change of configurations means: what devices now do differently, new and solved findings", run_diff,
        {"rocelint diff main:site site", "rocelint diff HEAD:. .", "rocelint diff before/ after/ --format markdown -o review.md"},
        {{ExitCode::good, "nothing at or above --fail-on (default: error) is new, and no more paths are broken"}, {ExitCode::findings, "it got worse"},
            {ExitCode::usage, "wrong usage, an unknown revision, or an invalid policy or topology"}, not_read});
    diff.arguments("OLD NEW", to.input.paths, "Two files or folders; REV:PATH for what a git commit has")->required();
    add_inputs(diff, to.input);
    diff.section("Output");
    add_fail_on(diff, to.fail_on, "Exit with 1 where a finding of this severity is new: {}");
    diff.choice("--format FORMAT", to.format, {{"text", DiffOptions::Format::text}, {"markdown", DiffOptions::Format::markdown}, {"json", DiffOptions::Format::json}});
    add_run(diff, to);
}

void add_trace(Command& program)
{
    const auto& [trace, to] = program.add<TraceOptions>("trace", "Follow RDMA packets, and their CNPs back, hop by hop, over all equal-cost paths", run_trace,
        {"rocelint trace gpu01 gpu17 site/", "rocelint trace --all-pairs site/", "rocelint trace --all-pairs site/ --fail spine1"},
        {{ExitCode::good, "every path is proven, or at least none is broken"}, {ExitCode::findings, "a path is broken"}, {ExitCode::usage, "wrong usage, or an unknown endpoint"}, not_read});
    trace.arguments("SRC DST PATH", to.input.paths, "Two ends of the fabric (host, host:port or switch:port), then files or folders (default: .); with --all-pairs only files or folders");
    trace.section("Paths");
    trace.add_flag("--all-pairs", to.all_pairs, "Prove every pair of RDMA endpoints; one counterexample for each cause");
    trace.list("--fail LINK", to.failed, "Go on as if this were broken: a SWITCH:PORT for its link, or a SWITCH; repeatable");
    trace.text("--class NAME", to.class_name, "Only this RDMA class, by name or priority (default: all that both ends use)");
    add_inputs(trace, to.input);
    trace.section("Output");
    trace.choice("--format FORMAT", to.format, {{"text", TraceOptions::Format::text}, {"json", TraceOptions::Format::json}});
    add_run(trace, to);
}

void add_simulate(Command& program)
{
    const auto& [command, to] = program.add<SimulateOptions>("simulate", "Compute what an incast does with the configured thresholds: first mark, first pause, headroom, bytes lost", run_simulate,
        {"rocelint simulate site/", "rocelint simulate site/ --port leaf1:Ethernet0 --senders 16 --packets", "rocelint simulate site/ --flows flows.csv"},
        {{ExitCode::good, "computed"}, {ExitCode::findings, "with --fail-on-loss: packets are lost"}, wrong_files, not_read});
    add_inputs(command, to.input, default_paths);
    command.section("Incast");
    command.text("--port SWITCH:PORT", to.port, "Simulate an incast to this port only (default: to every port of a lossless RDMA class)");
    command.number("--senders N", to.senders, 1, 1024, "Senders at once (default: 2, 8, and as many as there are ports)");
    command.text("--flows FILE", to.flows, "Flows, as YAML or a table with the columns from, to, class, rate and start_us: senders and rates follow from their paths (docs/reference/flows.md)");
    command.number("--feedback-us N", to.feedback_us, 0, 1'000'000, "Time from a mark until slower packets of the sender arrive (default: rtt_us of ECN004)");
    command.add_flag("--fail-on-loss", to.fail_on_loss, "Exit with 1 when packets are lost");
    command.section("Packets");
    command.add_flag("--packets", to.packets, "Also simulate every packet");
    using simulate::RateControl;
    command.choice("--control WORD", to.control, {{"none", RateControl::none}, {"dcqcn", RateControl::dcqcn}, {"dcqcn-paper", RateControl::dcqcn_paper}}, "What slows the simulated senders down, in addition to pause: {}");
    command.number("--duration-us N", to.duration_us, 1, 1'000'000, "Length of the simulation");
    command.number("--seed N", to.seed, 0, 4'294'967'295, "Seed of the random marking");
    command.text("--plot FILE", to.plot, "Also draw the fill of each simulated queue over time into FILE (SVG)");
    command.section("Output");
    command.choice("--format FORMAT", to.format, {{"text", SimulateOptions::Format::text}, {"json", SimulateOptions::Format::json}});
    add_run(command, to);
}

std::pair<Command&, BaselineOptions&> add_baseline(Command& parent, BaselineOptions::What what, const char* name, const char* help, std::vector<std::string> examples)
{
    const auto& [baseline, to] = parent.add<BaselineOptions>(name, help, run_baseline, std::move(examples),
        {{ExitCode::good, "done"}, {ExitCode::usage, "wrong usage, an invalid baseline, or an invalid policy or topology"},
            {ExitCode::unreadable, "an input could not be read or no device was recognised (nothing is written then), or the baseline cannot be written"}}, {.what = what});
    add_inputs(baseline, to.input, default_paths);
    add_run(baseline, to);
    baseline.section("Baseline");
    baseline.text("--baseline FILE", to.file, "The baseline (default: the one that the policy names, else rocelint-baseline.json)");
    return {baseline, to};
}

void add_baselines(Command& program)
{
    Command& baseline = program.add("baseline", "Keep a list of known findings, so that only new ones fail a check", {wrong_usage});
    const auto& [create, created] = add_baseline(baseline, BaselineOptions::What::create, "create", "Write the findings to a new baseline", {"rocelint baseline create site/", "rocelint check site/ --baseline rocelint-baseline.json"});
    create.add_flag("--force", created.force, "Overwrite a baseline that exists");
    const auto& [update, updated] = add_baseline(baseline, BaselineOptions::What::update, "update", "Remove solved findings from a baseline", {"rocelint baseline update site/"});
    update.add_flag("--add-new", updated.add_new, "Add new findings, too");
    const auto& [show, shown] = add_baseline(baseline, BaselineOptions::What::show, "show", "Show which findings of a baseline are solved, which remain, and which are new", {"rocelint baseline show site/"});
    show.choice("--format FORMAT", shown.format, {{"text", BaselineOptions::Format::text}, {"json", BaselineOptions::Format::json}});
}

void add_fix(Command& program)
{
    const auto& [fix, to] = program.add<FixOptions>("fix", "Correct the files below PATH: prints a diff", run_fix,
        {"rocelint fix site/", "rocelint fix --write site/", "rocelint fix --commands --hitless -o steps site/"},
        {{ExitCode::good, "done"}, {ExitCode::findings, "with --check: a file would change"}, wrong_files,
            {ExitCode::unreadable, "an input could not be read or a file not written, or no device was recognised"}});
    add_inputs(fix, to.input, default_paths);
    fix.section("Corrections");
    CLI::Option* write = fix.add_flag_callback("--write", [&to = to] { to.mode = FixOptions::Mode::write; }, "Change the files");
    CLI::Option* check = fix.add_flag_callback("--check", [&to = to] { to.mode = FixOptions::Mode::check; }, "Print nothing; exit with 1 when a file would change");
    CLI::Option* commands = fix.add_flag_callback("--commands", [&to = to] { to.mode = FixOptions::Mode::commands; }, "Print commands for the devices instead of a diff");
    write->excludes(check, commands);
    check->excludes(commands);
    fix.add_flag("--hitless", to.hitless, "Make only corrections that lose no packet");
    fix.section("Commands for devices");
    fix.text("-o,--output DIR", to.folder, "With --commands: write one file for each device into this folder (new, empty, or written by fix)")->needs(commands);
    fix.add_flag("--force", to.force, "Overwrite files in DIR that were changed by hand");
    fix.text("--sku NAME", to.sku, "Model of the switches, if their files do not state it (hwsku)");
    fix.text("--release NAME", to.release, "Operating system that the switches run, such as 202405");
    add_selection(fix, to.selection);
    add_run(fix, to);
}

void add_render(Command& program)
{
    const auto& [render, to] = program.add<RenderOptions>("render", "Write the configuration of every device of an intent", run_render,
        {"rocelint render fabric.yaml -o site", "rocelint render fabric.yaml -o site --check"},
        {{ExitCode::good, "done"}, {ExitCode::findings, "with --check and -o: DIR is not as render would write it"},
            {ExitCode::usage, "wrong usage, or an intent or policy that is invalid or cannot be built"}, file_failed});
    render.text("INTENT", to.intent, "A fabric.yaml")->required();
    render.section("Output");
    render.text("-o,--output DIR", to.folder, "Folder for all files: new, empty, or written by render");
    render.add_flag("--check", to.check, "Write nothing; with -o exit with 1 when DIR is not as render would write it");
    render.add_flag("--force", to.force, "Overwrite files in DIR that were changed by hand");
    add_run(render, to);
}
// clang-format on

}

void add_file_commands(Command& program, std::span<const char* const> words)
{
    program.section("Check files");
    add_check(program, words);
    add_diff(program);
    add_trace(program);
    add_simulate(program);
    add_baselines(program);
    program.section("Change files");
    add_fix(program);
    add_render(program);
}

}
