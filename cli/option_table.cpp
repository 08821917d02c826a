// SPDX-License-Identifier: Apache-2.0
// Lists every option of every command once: its name, its help, its commands, and what it sets.
#include "cli/option_setters.h"
#include "drivers/driver.h"
#include "models/catalog/asic.h"
#include "models/fabric/near_speed.h"
#include "models/fabric/topology.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

using physics::HeadroomInput;
using workspace::InputOptions;

constexpr std::array list_formats{Meaning{"text", ListFormat::text},
    Meaning{"json", ListFormat::json},
    Meaning{"markdown", ListFormat::markdown}};
constexpr std::array page_formats{
    Meaning{"text", PageFormat::text}, Meaning{"markdown", PageFormat::markdown}};
constexpr std::array model_formats{
    Meaning{"text", DebugOptions::Format::text}, Meaning{"json", DebugOptions::Format::json}};
constexpr std::array trace_formats{
    Meaning{"text", TraceOptions::Format::text}, Meaning{"json", TraceOptions::Format::json}};
constexpr std::array diff_formats{Meaning{"text", DiffOptions::Format::text},
    Meaning{"markdown", DiffOptions::Format::markdown},
    Meaning{"json", DiffOptions::Format::json}};
constexpr std::array policy_formats{Meaning{"text", ShowPolicyOptions::Format::text},
    Meaning{"json", ShowPolicyOptions::Format::json},
    Meaning{"yaml", ShowPolicyOptions::Format::yaml}};
constexpr std::array config_formats{Meaning{"text", ReportFormat::text}, Meaning{"json", ReportFormat::json}};
constexpr std::array baseline_formats{
    Meaning{"text", BaselineOptions::Format::text}, Meaning{"json", BaselineOptions::Format::json}};
constexpr std::array headroom_formats{
    Meaning{"text", HeadroomFormat::text}, Meaning{"json", HeadroomFormat::json}};
constexpr std::array headroom_models{Meaning{"auto", HeadroomChoice::automatic},
    Meaning{"lua", HeadroomChoice::lua},
    Meaning{"8021qbb", HeadroomChoice::components},
    Meaning{"table", HeadroomChoice::table}};
constexpr std::array colours{Meaning{"auto", ColourMode::automatic},
    Meaning{"always", ColourMode::always},
    Meaning{"never", ColourMode::never}};
constexpr std::array severities{Meaning{"error", std::optional(Severity::error)},
    Meaning{"warning", std::optional(Severity::warning)},
    Meaning{"info", std::optional(Severity::info)},
    Meaning{"never", std::optional<Severity>()}};

constexpr std::uint64_t most_jobs = 1024;
constexpr std::uint64_t most_devices = 100'000;
constexpr std::uint64_t most_parallel = 256;
constexpr std::uint64_t most_retries = 10;
constexpr std::uint64_t longest_wait = 3600;
constexpr std::uint64_t least_packet = 64;
constexpr std::uint64_t most_packet = 65'535;
constexpr std::uint64_t most_lanes = 16;
constexpr std::uint64_t most_nanoseconds = 1'000'000;
constexpr std::uint64_t most_ratio = 1000;
constexpr std::uint64_t most_quanta = 65'535;

std::vector<std::string_view> report_words()
{
    std::vector<std::string_view> words;
    for (const ReportFormatRow& row : report_formats())
        words.push_back(row.word);
    return words;
}

std::vector<std::string_view> report_file_words()
{
    static const std::vector<std::string> words = [] {
        std::vector<std::string> made;
        for (const ReportFormatRow& row : report_formats())
            made.push_back(fmt::format("{}=", row.word));
        return made;
    }();
    return {words.begin(), words.end()};
}

std::vector<std::string_view> platform_words()
{
    std::vector<std::string_view> words;
    for (const Driver* driver : all_drivers())
        words.push_back(driver->name);
    return words;
}

std::vector<std::string_view> rule_words()
{
    std::vector<std::string_view> words;
    for (const Rule* rule : all_rules())
        words.push_back(rule->code);
    return words;
}

std::vector<std::string_view> command_words()
{
    std::vector<std::string_view> words;
    for (const CommandSpec& spec : command_table())
        words.emplace_back(spec.name);
    return words;
}

template <auto entries>
std::vector<std::string_view> names_in()
{
    std::vector<std::string_view> words;
    for (const auto& entry : entries())
        words.push_back(entry.name);
    return words;
}

std::vector<std::string_view> shell_words() { return {"bash", "zsh", "fish"}; }

Refusal set_report_format(Command& command, const OptionSpec&, const std::string& word)
{
    if (const ReportFormatRow* row = find_report_format(word))
        reach(command, &CheckOptions::format, [&](ReportFormat& member) { member = row->format; });
    return refuse_word("--format", word, {report_words(), {}});
}

// Sets the file for the report; "-" is the same as no file.
Refusal set_output(Command& command, const OptionSpec& spec, const std::string& word)
{
    if (Refusal refusal
        = set_text<&CheckOptions::output, &TraceOptions::output, &DiffOptions::output>(command, spec, word))
        return refusal;
    // "-" means standard output, where a report without a file goes anyway.
    const auto to_standard_output = [](std::string& path) { path = path == "-" ? std::string() : path; };
    reach(command, &CheckOptions::output, to_standard_output);
    reach(command, &TraceOptions::output, to_standard_output);
    reach(command, &DiffOptions::output, to_standard_output);
    return std::nullopt;
}

// Parses FORMAT=FILE.
Refusal add_report(Command& command, const OptionSpec&, const std::string& word)
{
    const std::size_t at = word.find('=');
    if (at == std::string::npos || at + 1 == word.size())
        return fmt::format("--report cannot be '{}'; write FORMAT=FILE, such as sarif=out.sarif", word);
    const std::string name = word.substr(0, at);
    if (const ReportFormatRow* row = find_report_format(name))
        reach(command, &CheckOptions::reports, [&](std::vector<ReportFile>& reports) {
            reports.push_back({row->format, word.substr(at + 1)});
        });
    return refuse_word("--report", name, {report_words(), {}});
}

Refusal set_rule_pages(Command& command, const OptionSpec&, const std::string& word)
{
    if (!word.starts_with("https://") && !word.starts_with("http://"))
        return fmt::format("--rule-pages cannot be '{}'; write the address of a folder, such as "
                           "https://example.net/rules/",
            word);
    reach(command, &CheckOptions::rule_pages, [&word](std::string& pages) {
        pages = word.ends_with('/') ? word : word + '/';
    });
    return std::nullopt;
}

template <FixOptions::Mode mode>
Refusal set_mode(Command& command, const OptionSpec&, const std::string&)
{
    reach(command, &FixOptions::mode, [](FixOptions::Mode& member) { member = mode; });
    return std::nullopt;
}

Refusal set_unchecked(Command& command, const OptionSpec&, const std::string& word)
{
    reach(command, &CheckOptions::fail_on_unchecked, [](bool& member) { member = true; });
    if (!word.empty())
        reach(command, &CheckOptions::unchecked_codes, [&](std::vector<std::string>& codes) {
            codes = split_at_commas(word);
        });
    return std::nullopt;
}

// Adds comma-separated names, without empty ones.
Refusal set_limit(Command& command, const OptionSpec&, const std::string& word)
{
    reach(command, &LiveOptions::limit, [&](std::vector<std::string>& limit) {
        std::ranges::copy_if(split_at_commas(word), std::back_inserter(limit), [](const std::string& part) {
            return !part.empty();
        });
    });
    return std::nullopt;
}

template <class Entry>
std::string not_in_catalog(const OptionSpec& spec, const std::string& word, std::span<const Entry> entries)
{
    std::vector<std::string_view> known;
    for (const Entry& entry : entries)
        known.push_back(entry.name);
    const std::string_view near = nearest(word, known);
    if (near.empty())
        return fmt::format(
            "{}: '{}' is not in the catalog; it has {}", spec.name, word, fmt::join(known, ", "));
    return fmt::format("{}: '{}' is not in the catalog; did you mean '{}'?", spec.name, word, near);
}

Refusal set_asic(Command& command, const OptionSpec& spec, const std::string& word)
{
    const catalog::Asic* found = catalog::find_asic(word);
    if (found == nullptr)
        return not_in_catalog(spec, word, catalog::all_asics());
    reach(command, &HeadroomOptions::asic, [&](const catalog::Asic*& member) { member = found; });
    return std::nullopt;
}

Refusal set_nic(Command& command, const OptionSpec& spec, const std::string& word)
{
    const catalog::NicModel* found = catalog::find_nic(word);
    if (found == nullptr)
        return not_in_catalog(spec, word, catalog::all_nics());
    reach(command, &HeadroomOptions::nic, [&](const catalog::NicModel*& member) { member = found; });
    return std::nullopt;
}

Refusal set_speed(Command& command, const OptionSpec& spec, const std::string& word)
{
    const auto found = parse_speed(word);
    if (!found)
        return fmt::format("{}: {}", spec.name, not_a_speed(word));
    reach(command, &HeadroomStated::speed, [&](auto& member) { member = *found; });
    return std::nullopt;
}

Refusal set_cables(Command& command, const OptionSpec&, const std::string& word)
{
    return set_parsed<CableRange, &HeadroomOptions::sweep>(command, parse_cables(word));
}

constexpr unsigned all_baseline = for_baseline | for_baseline_update | for_baseline_show;
constexpr unsigned on_files = for_check | for_fix | for_infer | all_baseline;
constexpr unsigned with_policy = on_files | for_model | for_trace | for_diff | for_policy_show | for_config;
constexpr unsigned pushing = for_push | for_rollback;
constexpr unsigned on_devices = for_collect | for_plan | pushing | for_drift;
constexpr const char* positional = " ";

// clang-format off
const OptionSpec option_specs[] = {
    // Positional arguments.
    {for_check, "PATH", positional, "Files or folders; '-' for standard input (default: .)", add_word<&InputOptions::paths>, true},
    {for_fix | for_infer | for_policy_show | for_config | all_baseline, "PATH", positional, "Files or folders (default: .)", add_word<&InputOptions::paths>, true},
    {for_diff, "OLD NEW", positional, "Two files or folders; REV:PATH for what a git commit has", add_word<&InputOptions::paths>, true, true},
    {for_tree | for_model | for_coverage, "FILE", positional, "A configuration file", add_word<&InputOptions::paths>, true, true},
    {for_trace, "SRC DST PATH", positional,
        "Two ends of the fabric (host, host:port or switch:port), then files or folders (default: .); "
        "with --all-pairs only files or folders", add_word<&InputOptions::paths>, true},
    {for_render, "INTENT", positional, "A fabric.yaml", set_text<&RenderOptions::intent>, false, true},
    {for_rules_test, "POLICY", positional, "A policy with own rules (default: the nearest rocelint.yaml upward)", set_text<&RulesTestOptions::policy>},
    {for_explain, "CODE", positional, "A rule's code or name", {set_text<&ExplainOptions::code>, rule_words}, false, true},
    {for_help | for_man, "COMMAND", positional, "A command, such as check or policy infer", {add_word<&ManOptions::command>, command_words}, true},
    {for_completion, "SHELL", positional, "bash, zsh or fish", {add_word<&CompletionOptions::words>, shell_words}, true, true},
    {for_collect, "INVENTORY", positional, "An Ansible inventory, in YAML or INI", add_word<&LiveOptions::words>, true},
    {for_plan, "INVENTORY", positional, "An Ansible inventory, in YAML or INI; or `show PLAN`", add_word<&LiveOptions::words>, true},
    {for_push, "PLAN", positional, "What `plan` wrote", add_word<&LiveOptions::words>, true},
    {for_rollback, "JOURNAL", positional, "What `push` wrote", add_word<&LiveOptions::words>, true},
    {for_drift, "INTENT|DIR INVENTORY", positional, "What should be: a fabric.yaml, or a folder of configurations",
        add_word<&LiveOptions::words>, true},

    // Input.
    {for_trace, "--all-pairs", nullptr, "Prove every pair of RDMA endpoints; one counterexample for each cause",
        set_flag<&TraceOptions::all_pairs>},
    {for_trace, "--fail", "LINK", "Go on as if this were broken: a SWITCH:PORT for its link, or a SWITCH; repeatable",
        add_list<&TraceOptions::failed>, true},
    {for_trace, "--class", "NAME", "Only this RDMA class, by name or priority (default: all that both ends use)",
        set_text<&TraceOptions::class_name>},
    {with_policy, "--policy", "FILE", "Policy file (default: the nearest rocelint.yaml upward)", set_text<&InputOptions::policy>},
    {for_rules | for_explain, "--policy", "FILE", "Policy whose own rules are meant too (default: the nearest rocelint.yaml upward)",
        set_text<&RulesOptions::policy, &ExplainOptions::policy>},
    {with_policy, "--topology", "FILE", "Topology file (default: the nearest topology.yaml upward from PATH)", set_text<&InputOptions::topology>},
    {with_policy, "--follow", nullptr, "Follow symbolic links that lead out of PATH", set_flag<&InputOptions::follow>},
    {with_policy, "--documents", nullptr, "Read what documents quote, each block as a file of its own (doc.md#2)",
        set_flag<&InputOptions::documents>},
    {with_policy | for_tree | for_coverage, "--platform", "NAME", "Read every file as this platform's (default: by content)",
        {set_text<&InputOptions::platform>, platform_words}},

    // Output.
    {for_fix, "--write", nullptr, "Change the files", set_mode<FixOptions::Mode::write>, false, false, "mode"},
    {for_fix, "--check", nullptr, "Print nothing; exit with 1 when a file would change", set_mode<FixOptions::Mode::check>,
        false, false, "mode"},
    {for_fix, "--commands", nullptr, "Print what the devices themselves take", set_mode<FixOptions::Mode::commands>,
        false, false, "mode"},
    {for_fix, "--hitless", nullptr, "Make only corrections that lose no packet", set_flag<&FixOptions::hitless>},
    {for_fix, "--sku", "NAME", "Model of the switches, for commands, where their files do not tell it (hwsku)", set_text<&FixOptions::sku>},
    {for_fix, "--release", "NAME", "Operating system that the switches run, for commands (such as 202405)", set_text<&FixOptions::release>},
    {for_check, "--format", "FORMAT", "text, json, sarif, junit, github, gitlab, markdown or html (default: text)", {set_report_format, report_words}},
    {for_check, "--report", "FORMAT=FILE", "Write a report of this form to FILE as well; repeatable", {add_report, report_file_words}, true},
    {for_check, "--rule-pages", "URL", "Link rules to their pages in this folder, as `rules --write-pages` writes them (markdown, sarif)", set_rule_pages},
    {for_rules, "--format", "FORMAT", "text, json or markdown (default: text)", set_choice<list_formats, &RulesOptions::format>},
    {for_explain, "--format", "FORMAT", "text or markdown (default: text)", set_choice<page_formats, &ExplainOptions::format>},
    {for_model, "--format", "FORMAT", "text or json (default: text)", set_choice<model_formats, &DebugOptions::format>},
    {for_policy_show, "--format", "FORMAT", "text, json, or yaml: the policy as one file (default: text)",
        set_choice<policy_formats, &ShowPolicyOptions::format>},
    {for_policy_show, "--device", "NAME", "As the policy holds for this device, with the overrides that cover it",
        set_text<&ShowPolicyOptions::device>},
    {for_policy_show, "--changed", nullptr, "Leave out what is built in", set_flag<&ShowPolicyOptions::changed>},
    {for_config, "--format", "FORMAT", "text or json (default: text)", set_choice<config_formats, &CheckOptions::format>},
    {for_trace, "--format", "FORMAT", "text or json (default: text)", set_choice<trace_formats, &TraceOptions::format>},
    {for_diff, "--format", "FORMAT", "text, markdown or json (default: text)", set_choice<diff_formats, &DiffOptions::format>},
    {for_rules, "--write-pages", "DIR", "Write one Markdown page per rule into DIR", set_text<&RulesOptions::pages>},
    {for_check | for_trace | for_diff, "-o,--output", "FILE", "Write the report to FILE", set_output},
    {for_render, "-o,--output", "DIR", "Folder for all files: new, empty, or written by render", set_text<&RenderOptions::folder>},
    {for_fix, "-o,--output", "DIR", "With --commands: write one file for each device into this folder (new, empty, or written by fix)",
        set_text<&FixOptions::folder>},
    {for_fix, "--force", nullptr, "Overwrite files in DIR that were changed by hand", set_flag<&FixOptions::force>},
    {for_render, "--check", nullptr, "Write nothing; with -o exit with 1 when DIR is not as render would write it",
        set_flag<&RenderOptions::check>},
    {for_render, "--force", nullptr, "Overwrite files in DIR that were changed by hand", set_flag<&RenderOptions::force>},
    {for_check | for_fix | for_lsp | for_config, "--select", "CODES", "Run only these rules: codes, names or prefixes such as PFC,ECN00",
        {add_list<&Selection::select>, rule_words}, true},
    {for_check | for_fix | for_lsp | for_config, "--ignore", "CODES", "Leave these rules out", {add_list<&Selection::ignore>, rule_words}, true},
    {for_check | for_fix | for_render | for_trace | for_diff | for_lsp | for_config | all_baseline, "--jobs", "N", "Threads (default: one per core)",
        set_number<0, most_jobs, &DiffOptions::jobs, &BaselineOptions::jobs, &CheckOptions::jobs, &FixOptions::jobs, &RenderOptions::jobs, &TraceOptions::jobs, &LspOptions::jobs>},
    {for_check | for_config, "--fail-on", "SEVERITY", "Exit with 1 from this severity on: error, warning, info or never (default: error)",
        set_choice<severities, &CheckOptions::fail_on>},
    {for_diff, "--fail-on", "SEVERITY", "Exit with 1 where a finding of this severity is new: error, warning, info or never (default: error)",
        set_choice<severities, &DiffOptions::fail_on>},
    {for_check | for_config, "--strict-coverage", nullptr, "Exit with 1 when a line is unsupported or unrecognised, and list such lines",
        set_flag<&CheckOptions::strict_coverage>},
    {for_check | for_config, "--fail-on-unchecked", "[=CODES]", "Exit with 1 when a check could not be made: of PFC, QOS, ECN or HDR, or of these rules",
        {set_unchecked, rule_words}},
    {for_check | for_config, "--baseline", "FILE", "Leave out the findings that FILE lists", set_text<&CheckOptions::baseline>},
    {for_check, "--write-baseline", "FILE", "Write the findings to FILE", set_text<&CheckOptions::new_baseline>},
    {for_check, "--changed-since", "REV", "Judge everything, and report only what is new against this git revision or rests on a line that changed since",
        set_text<&CheckOptions::changed_since>},
    {all_baseline, "--baseline", "FILE", "The baseline (default: rocelint-baseline.json)", set_text<&BaselineOptions::file>},
    {for_baseline, "--force", nullptr, "Write it again where there is one already", set_flag<&BaselineOptions::force>},
    {for_baseline_update, "--add-new", nullptr, "Take in what is new, too", set_flag<&BaselineOptions::add_new>},
    {for_baseline_show, "--format", "FORMAT", "text or json (default: text)", set_choice<baseline_formats, &BaselineOptions::format>},
    {for_check, "--stats", nullptr, "Print amounts, times and memory on standard error", set_flag<&CheckOptions::stats>},
    {for_check | for_trace | for_fix | for_diff | for_render | all_baseline, "-q,--quiet", nullptr,
        "No progress and no remarks: results and failures alone",
        set_flag<&CheckOptions::quiet, &TraceOptions::quiet, &FixOptions::quiet, &DiffOptions::quiet, &RenderOptions::quiet, &BaselineOptions::quiet>},
    {for_check | for_trace | for_fix | for_config, "--color", "WHEN", "auto, always or never (default: auto)",
        set_choice<colours, &CheckOptions::colour, &TraceOptions::colour, &FixOptions::colour>},

    {for_lsp, "--stdio", nullptr, "Talk over standard input and output, as always: clients say so", set_flag<&LspOptions::stdio>},

    // About the program.
    {for_version, "--json", nullptr, "As JSON", set_flag<&VersionOptions::json>},
    {for_man, "-o,--output", "DIR", "Write the pages of all commands to DIR", set_text<&ManOptions::folder>},

    // One port's headroom.
    {for_headroom, "--speed", "SPEED", "Speed of the port: 400G or 100000 (Mb/s)", set_speed},
    {for_headroom, "--cable", "LENGTH", "Length of the cable: 30m or 2km", set_length<&HeadroomStated::cable>},
    {for_headroom, "--lanes", "N", "Serial lanes of the port (default: 8 from 800G on, else 4)",
        set_number<1, most_lanes, &HeadroomStated::lanes>},
    {for_headroom, "--mtu", "BYTES", "Largest packet of any class (default: 9100)",
        set_number<least_packet, most_packet, &HeadroomStated::mtu>},
    {for_headroom, "--lossless-mtu", "BYTES", "Largest packet of the lossless class (default: 1024)",
        set_number<least_packet, most_packet, &HeadroomStated::lossless_mtu>},
    {for_headroom, "--small-packets", "PERCENT", "Share of lossless packets of minimal size (default: 50)",
        set_percent<&HeadroomStated::small_packets>},
    {for_headroom, "--gearbox-ns", "NS", "Delay of a gearbox, each way", set_number<0, most_nanoseconds, &HeadroomInput::gearbox>},
    {for_headroom, "--macsec-ns", "NS", "Delay that MACsec adds at each end", set_number<0, most_nanoseconds, &HeadroomInput::macsec>},
    {for_headroom, "--asic", "NAME", "The switch's ASIC, hardware SKU or platform, such as spectrum-4", {set_asic, names_in<catalog::all_asics>}},
    {for_headroom, "--nic", "NAME", "Show the receive buffer of this NIC too, such as mlx5", {set_nic, names_in<catalog::all_nics>}},
    {for_headroom, "--model", "MODEL", "lua (SONiC's own), 8021qbb (by components), table (as shipped) or auto (all that apply)",
        set_choice<headroom_models, &HeadroomOptions::model>},
    {for_headroom, "--shared-headroom", "RATIO", "Oversubscription of the shared headroom pool, where there is one",
        set_number<1, most_ratio, &HeadroomOptions::oversubscription>},
    {for_headroom, "--response-quanta", "N", "Time that the peer takes to stop, in pause quanta (default: by speed)",
        set_number<0, most_quanta, &HeadroomStated::response_quanta>},
    {for_headroom, "--interfaces", "N",
        "Interface delays that the component model counts: 1, or 2 for both ends (default: 1)",
        set_number<1, 2, &HeadroomInput::interfaces>},
    {for_headroom, "--sweep", "RANGE", "A table over cables: cable=5..300 or cable=5..300:10", set_cables},
    {for_headroom, "--format", "FORMAT", "text or json (default: text)", set_choice<headroom_formats, &HeadroomOptions::format>},

    // Live devices.
    {for_collect, "-o,--output", "DIR", "Folder for the configurations", set_text<&LiveOptions::output>},
    {for_collect, "--script", nullptr, "Print a shell script for hosts without access; its output is read by check",
        set_flag<&LiveOptions::script>},
    {for_plan, "-o,--output", "FILE", "The plan (default: plan.json)", set_text<&LiveOptions::output>},
    {for_plan, "--intent", "FILE", "Make the devices match this fabric.yaml, instead of correcting what rules find",
        set_text<&LiveOptions::intent>},
    {for_plan, "--from", "DIR", "Use what `collect` wrote, or (for review alone) any folder of configurations, instead of asking the devices", set_text<&LiveOptions::from>},
    {for_plan | for_drift, "--policy", "FILE", "Policy file (default: the nearest rocelint.yaml upward from the inventory)",
        set_text<&LiveOptions::policy>},
    {for_plan | for_drift, "--topology", "FILE", "Topology file (default: the nearest topology.yaml upward)",
        set_text<&LiveOptions::topology>},
    {for_plan, "--select", "CODES", "Correct only what these rules find", {add_list<&LiveOptions::select>, rule_words}, true},
    {for_plan, "--ignore", "CODES", "Leave these rules out", {add_list<&LiveOptions::ignore>, rule_words}, true},
    {for_plan, "--allow-disruptive", nullptr, "Plan steps that may drop packets or take links down, too",
        set_flag<&LiveOptions::allow_disruptive>},
    {for_plan, "--detailed-exitcode", nullptr, "Exit with 1 when there is something to push, 0 when not (2, as terraform has it, is wrong usage here)",
        set_flag<&LiveOptions::detailed_exit_code>},
    {for_plan, "--json", nullptr, "With `plan show`: the plan as JSON", set_flag<&LiveOptions::json>},
    {pushing, "--inventory", "FILE", "An inventory to use instead of the plan's", set_text<&LiveOptions::inventory>},
    {pushing, "--journal", "FILE", "The journal to write (default: beside the plan)", set_text<&LiveOptions::journal>},
    {for_push, "--resume", "JOURNAL", "Finish what an interrupted push left half done, then go on",
        set_text<&LiveOptions::resume>},
    {for_push, "--check", nullptr, "Give each device its first step without effect, print what it says would change, and take it away again",
        set_flag<&LiveOptions::check>},
    {pushing, "--accept-blind", nullptr, "Push also where a device does not tell link and drops of a port that is touched",
        set_flag<&LiveOptions::accept_blind>},
    {pushing, "--bake", "SECONDS", "How long canaries are watched before the others follow (default: 0)",
        set_number<0, longest_wait, &LiveOptions::bake>},
    {for_push, "--yes", nullptr, "Begin without asking on the terminal; needed where standard input is not one, as in a script",
        set_flag<&LiveOptions::yes>},
    {for_push, "--ask", nullptr, "Ask on the terminal whether to go on after each wave of canaries", set_flag<&LiveOptions::ask>},
    {pushing, "--before", "PROGRAM", "Run PROGRAM DEVICE STEP before each step; if it fails, the step is not begun",
        set_text<&LiveOptions::before>},
    {pushing, "--after", "PROGRAM", "Run PROGRAM DEVICE STEP OUTCOME after each step", set_text<&LiveOptions::after>},
    {pushing, "--comment", "TEXT", "What the journal says about this push", set_text<&LiveOptions::comment>},
    {pushing, "--json", nullptr, "The result as JSON", set_flag<&LiveOptions::json>},
    {for_push, "--rollback-all", nullptr, "If a step fails, undo what was done on all devices", set_flag<&LiveOptions::rollback_all>},
    {for_push, "--max-age", "HOURS", "Push no plan that is older (default: 24)", set_number<1, UINT64_MAX, &LiveOptions::max_age>},
    {for_push, "--expect-sha256", "HEX", "Push only the plan with this SHA-256, as `plan show` prints it",
        set_text<&LiveOptions::expected_hash>},
    {pushing, "--wave", "N", "Devices in one wave (default: 10)", set_number<1, most_devices, &LiveOptions::wave>},
    {pushing, "--max-failures", "N", "Stop after this many failures (default: 1)", set_number<1, most_devices, &LiveOptions::failures>},
    {pushing, "--confirm-timeout", "SECONDS", "A device rolls back what is not confirmed within this time (default: 300)",
        set_number<1, longest_wait, &LiveOptions::window>},
    {pushing, "--settle", "SECONDS", "How long links may take to recover (default: 60)",
        set_number<0, longest_wait, &LiveOptions::settle>},
    {pushing, "--observe", "SECONDS", "How long drop counters are watched before confirming (default: 5)",
        set_number<0, longest_wait, &LiveOptions::observe>},
    {pushing, "--max-drops", "N", "Packets that a port may drop meanwhile, beyond twice its usual rate (default: 0)",
        set_number<0, UINT64_MAX, &LiveOptions::drops>},
    {pushing, "--max-pauses", "N", "Pause frames a second that a port may count meanwhile, beyond twice its usual rate (default: what holds it for good)",
        set_number<0, UINT64_MAX, &LiveOptions::pauses>},
    {for_collect | for_plan | for_drift, "--limit", "PATTERNS", "Only these devices: names, patterns or groups as in Ansible, such as leaf*,spines,!leaf9", set_limit},
    {on_devices, "--max-parallel", "N", "Devices at a time (default: 8 for push and rollback, else 32)",
        set_number<1, most_parallel, &LiveOptions::parallel>},
    {on_devices, "--connect-timeout", "SECONDS", "(default: 10)", set_number<1, longest_wait, &LiveOptions::connect_timeout>},
    {on_devices, "--timeout", "SECONDS", "For one command of a device (default: 60)", set_number<1, longest_wait, &LiveOptions::command_timeout>},
    {on_devices, "--retries", "N", "Connection attempts after the first (default: 2)", set_number<0, most_retries, &LiveOptions::retries>},
};
// clang-format on

}

std::span<const OptionSpec> option_table() { return option_specs; }

std::string_view long_name(const OptionSpec& spec)
{
    const std::string_view name = spec.name;
    const std::size_t comma = name.rfind(',');
    return comma == std::string_view::npos ? name : name.substr(comma + 1);
}

std::vector<std::string> split_at_commas(std::string_view list)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        parts.emplace_back(list.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

}
