// SPDX-License-Identifier: Apache-2.0
// The commands that explain rules, policies and figures.
#include "cli/command/reference/advise.h"
#include "cli/command/reference/explain.h"
#include "cli/command/reference/headroom_values.h"
#include "cli/command/reference/import_topology.h"
#include "cli/command/reference/infer_policy.h"
#include "cli/command/reference/infer_topology.h"
#include "cli/command/reference/rules.h"
#include "cli/command/reference/rules_test.h"
#include "cli/command/reference/show.h"
#include "cli/command/reference/show_config.h"
#include "cli/command/reference/show_policy.h"
#include "cli/command_line/commands.h"
#include "models/advice/answer_keys.h"
#include "models/catalog/asic.h"
#include "workspace/topology_import/import_topology.h"

namespace rocelint::cli {
namespace {

constexpr ExitMeaning wrong_policy{
    ExitCode::usage, "wrong usage, an unknown device, or an invalid policy or topology"};

// clang-format off
void add_own_rules(Command& command, std::string& policy)
{
    command.text("--policy FILE", policy, "Policy whose own rules are meant too (default: the nearest rocelint.yaml upward)");
}

void add_rules(Command& program)
{
    const auto& [rules, to] = program.add<RulesOptions>("rules", "List the rules", run_rules,
        {"rocelint rules", "rocelint rules PFC ECN", "rocelint rules --format json"}, {printed, wrong_usage});
    rules.list("CODES", to.codes, "Only these rules: codes, names or prefixes such as PFC (default: all)", rule_codes)->expected(CLI::detail::expected_max_vector_size);
    add_own_rules(rules, to.policy);
    rules.choice("--format FORMAT", to.format, {{"text", ListFormat::text}, {"json", ListFormat::json}, {"markdown", ListFormat::markdown}});
    rules.text("--write-pages DIR", to.pages, "Write one Markdown page per rule into DIR");
    const auto& [test, tested] = rules.add<RulesTestOptions>("test", "Check the examples of a policy's own rules", run_rules_test,
        {"rocelint rules test rocelint.yaml"}, {{ExitCode::good, "every example does what it says"}, {ExitCode::findings, "one does not"}, {ExitCode::usage, "no policy was found, or it is invalid"}});
    test.text("POLICY", tested.policy, "A policy with own rules (default: the nearest rocelint.yaml upward)");
}

void add_explain(Command& program)
{
    const auto& [explain, to] = program.add<ExplainOptions>("explain", "Explain rules", run_explain,
        {"rocelint explain PFC001", "rocelint explain PFC001 ECN003", "rocelint explain roce-port-without-pfc --format markdown"}, {printed, wrong_usage});
    explain.arguments("CODE", to.codes, "Codes or names of rules", rule_codes)->required();
    add_own_rules(explain, to.policy);
    explain.choice("--format FORMAT", to.format, {{"text", PageFormat::text}, {"markdown", PageFormat::markdown}});
}

void add_headroom(Command& program)
{
    const auto& [headroom, to] = program.add<HeadroomOptions>("headroom", "Compute the buffer that one lossless class of a port needs, term by term", run_headroom,
        {"rocelint headroom --speed 400G --cable 30m --asic spectrum-4", "rocelint headroom --speed 400G --sweep cable=5..300"}, {printed, wrong_usage});
    headroom.section("Port");
    headroom.parsed("--speed SPEED", to.stated.speed, parse_port_speed, "Speed of the port: 400G or 100000 (Mb/s)");
    headroom.parsed("--cable LENGTH", to.stated.cable, parse_length, "Length of the cable: 30m or 2km");
    headroom.number("--lanes N", to.stated.lanes, 1, 16, "Serial lanes of the port (default: 8 from 800G on, else 4)");
    headroom.number("--mtu BYTES", to.stated.mtu, 64, 65'535, "Largest packet of any class (default: 9100)");
    headroom.number("--lossless-mtu BYTES", to.stated.lossless_mtu, 64, 65'535, "Largest packet of the lossless class (default: 1024)");
    headroom.parsed("--small-packets PERCENT", to.stated.small_packets, parse_percent, "Share of lossless packets of minimal size (default: 50)");
    headroom.number("--gearbox-ns NS", to.input.gearbox, 0, 1'000'000, "Delay of a gearbox, each way");
    headroom.number("--macsec-ns NS", to.input.macsec, 0, 1'000'000, "Delay that MACsec adds at each end");
    headroom.section("Devices and models");
    const Words asics = [] { return joined(catalog::all_asics(), &catalog::Asic::name); };
    const Words nics = [] { return joined(catalog::all_nics(), &catalog::NicModel::name); };
    headroom.value("--asic NAME", "The switch's ASIC, hardware SKU or platform, such as spectrum-4", asics)->check([&to = to, asics](const std::string& word) {
        to.asic = catalog::find_asic(word);
        return to.asic != nullptr ? std::string() : one_of(asics)(word);
    });
    headroom.value("--nic NAME", "Show the receive buffer of this NIC too, such as mlx5", nics)->check([&to = to, nics](const std::string& word) {
        to.nic = catalog::find_nic(word);
        return to.nic != nullptr ? std::string() : one_of(nics)(word);
    });
    headroom.choice("--model MODEL", to.model, {{"auto", HeadroomChoice::automatic}, {"lua", HeadroomChoice::lua}, {"8021qbb", HeadroomChoice::components}, {"table", HeadroomChoice::table}},
        "SONiC's own (lua), by components (8021qbb), as shipped (table), or all that apply: {}");
    headroom.number("--shared-headroom RATIO", to.oversubscription, 1, 1000, "Oversubscription of the shared headroom pool, where there is one");
    headroom.number("--response-quanta N", to.stated.response_quanta, 0, 65'535, "Time that the peer takes to stop, in pause quanta (default: by speed)");
    headroom.number("--interfaces N", to.input.interfaces, 1, 2, "Interface delays that the component model counts: 1, or 2 for both ends");
    headroom.section("Output");
    headroom.parsed("--sweep RANGE", to.sweep, parse_cables, "A table over cables: cable=5..300 or cable=5..300:10");
    headroom.choice("--format FORMAT", to.format, {{"text", HeadroomFormat::text}, {"json", HeadroomFormat::json}});
}

// Keeps a word that `set` accepts, to be set after the answers of the file.
CheckWord stating(AdviseOptions& to, std::function<Objection(advice::Answers&, const std::string&)> set)
{
    return [&to, set](const std::string& word) {
        advice::Answers tried;
        Objection objection = set(tried, word);
        to.stated.emplace_back([set, word](advice::Answers& answers) { static_cast<void>(set(answers, word)); });
        return objection ? std::move(objection).sentence() : std::string();
    };
}

// An option for each key of an answers file, in the same words.
void add_answers(Command& command, AdviseOptions& to)
{
    for (const advice::AnswerRow& row : advice::answer_rows()) {
        const std::string name = CLI::detail::find_and_replace(std::string(row.key), "_", "-");
        const Words words = [&row] { return fmt::format("{}", fmt::join(words_taken(advice::answer_keys::top, row.key), ",")); };
        command.value(fmt::format("--{} {}", name, row.value).c_str(), std::string(row.help), words)
            ->check(stating(to, [&row](advice::Answers& answers, const std::string& word) { return advice::set_answer(answers, row, word); }));
    }
}

void add_advise(Command& program)
{
    const auto& [advise, to] = program.add<AdviseOptions>("advise", "Compare InfiniBand, Spectrum-X and RoCE for a cluster: what decides, and the GPU-hours lost", run_advise,
        {"rocelint advise fabric.yaml --answers answers.yaml", "rocelint advise --gpus 1024 --hours 8760 --utilisation 0.8 --communication 0.25 --efficiency-roce 0.9"},
        {{ExitCode::good, "printed, also if answers are missing"}, {ExitCode::usage, "wrong usage, or an invalid answer, intent, policy or topology"}, not_read});
    advise.text("PATH", to.fabric, "A fabric.yaml, or a folder to check (default: answers alone)");
    add_inputs(advise, to.input);
    advise.section("Answers");
    advise.text("--answers FILE", to.answers, "Answers in YAML; an option replaces its key there");
    add_answers(advise, to);
    advise.section("Output");
    advise.value("--cost-of CODE=E", "The share of the bandwidth that is left with a finding, such as PFC001=0.5", rule_codes)->check(stating(to, advice::set_finding))->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    advise.choice("--format FORMAT", to.format, {{"text", AdviseOptions::Format::text}, {"json", AdviseOptions::Format::json}});
}

void add_policy(Command& program)
{
    Command& policy = program.add("policy", "Infer a policy from what the devices agree on, or show the one in force", {wrong_usage});
    const auto& [infer, inferred] = policy.add<workspace::InputOptions>("infer", "Print what the devices agree on as a rocelint.yaml", run_infer_policy,
        {"rocelint policy infer site/ > rocelint.yaml"}, {printed, wrong_files, not_read});
    add_inputs(infer, inferred, default_paths);
    const auto& [show, to] = policy.add<ShowPolicyOptions>("show", "Print every value of the policy in force, and where it was set", run_show_policy,
        {"rocelint policy show site/ --changed", "rocelint policy show site/ --device leaf1"}, {printed, wrong_policy});
    add_inputs(show, to.input, default_paths);
    show.section("Output");
    show.text("--device NAME", to.device, "The policy as it holds for this device, with the overrides that cover it");
    show.add_flag("--changed", to.changed, "Leave out built-in values");
    show.choice("--format FORMAT", to.format, {{"text", ShowPolicyOptions::Format::text}, {"json", ShowPolicyOptions::Format::json}, {"yaml", ShowPolicyOptions::Format::yaml}}, "{}, the last as one policy file");
}

void add_config(Command& program)
{
    Command& config = program.add("config", "Show the settings that a check would use", {wrong_usage});
    const auto& [show, to] = config.add<ShowConfigOptions>("show", "Print the files, values and options that a check would use, and where each comes from", run_show_config,
        {"rocelint config show site/", "rocelint config show site/ --fail-on warning --format json"}, {printed, wrong_policy});
    add_inputs(show, to.options.input, default_paths);
    add_selection(show, to.options.selection);
    add_verdict(show, to.options);
    show.section("Run");
    show.choice("--format FORMAT", to.options.format, {{"text", ReportFormat::text}, {"json", ReportFormat::json}});
    struct { ColourMode& colour; std::size_t& jobs; } no_progress{to.options.colour, to.options.jobs};
    add_run(show, no_progress);
    show.callback([&show = show, &to = to] {
        for (const CLI::Option* option : std::as_const(show).get_options([](const CLI::Option* one) { return one->count() > 0; }))
            to.given.push_back(option->get_name());
    });
}
void add_show(Command& show, ShowSubject subject, const char* name, const char* help)
{
    const auto& [command, to] = show.add<ShowOptions>(name, help, run_show, {fmt::format("rocelint show {} site/", name), fmt::format("rocelint show {} site/ --format json", name)},
        {printed, wrong_files, not_read}, {.subject = subject});
    add_inputs(command, to.input, default_paths);
    command.section("Output");
    command.choice("--format FORMAT", to.format, {{"text", ShowOptions::Format::text}, {"json", ShowOptions::Format::json}});
}

void add_shows(Command& program)
{
    Command& show = program.add("show", "Show what was found in the files, without judging it", {wrong_usage});
    add_show(show, ShowSubject::files, "files", "What each file was read as and why, and which lines were not understood");
    add_show(show, ShowSubject::devices, "devices", "The devices found: platform, role, model, and how many of their ports can be judged");
    add_show(show, ShowSubject::links, "links", "The cables found and the source of each, open ends, and what sources disagree about");
    add_show(show, ShowSubject::classes, "classes", "The RDMA classes, what each device does with their packets, and where it differs");
}

void add_topology(Command& program)
{
    Command& topology = program.add("topology", "Infer a topology from what the devices show of their cables, or import it from files of other programs", {wrong_usage});
    const auto& [infer, to] = topology.add<workspace::InputOptions>("infer", "Print the cables that LLDP and descriptions show as a topology.yaml", run_infer_topology,
        {"rocelint topology infer site/ > topology.yaml"}, {printed, wrong_files, not_read});
    add_inputs(infer, to, default_paths);
    const auto& [import, from] = topology.add<ImportTopologyOptions>("import", "Write the cables that files of other programs state as a topology.yaml", run_import_topology,
        {"rocelint topology import cables.csv -o topology.yaml", "rocelint topology import lab.clab.yml hosts.csv"},
        {{ExitCode::good, "written"}, {ExitCode::usage, "wrong usage, a file in none of the forms or in several, or a mistake in it"}, not_read});
    import.arguments("FILE", from.files, fmt::format("Files that state cables: {}", fmt::join(workspace::topology_form_names(), ", ")))->required();
    import.section("Output");
    import.text("-o,--output FILE", from.output, "Write the topology to FILE");
}
// clang-format on

}

void add_reference_commands(Command& program)
{
    program.section("How files are understood");
    for (const auto add : {add_shows, add_topology})
        add(program);
    program.section("Rules and policies");
    for (const auto add : {add_rules, add_explain, add_headroom, add_advise, add_policy, add_config})
        add(program);
}

}
