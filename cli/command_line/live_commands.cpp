// SPDX-License-Identifier: Apache-2.0
// The commands that reach devices.
#include "cli/command/live/collect.h"
#include "cli/command/live/drift.h"
#include "cli/command/live/plan.h"
#include "cli/command/live/push.h"
#include "cli/command_line/commands.h"

namespace rocelint::cli {
namespace {

constexpr std::uint64_t longest_wait = 3600; // seconds
constexpr std::uint64_t most_devices = 100'000;

constexpr ExitMeaning all_went_well{ExitCode::good, "all went well"};
constexpr ExitMeaning wrong_plan{ExitCode::usage, "wrong usage or an invalid inventory, plan or policy"};
constexpr ExitMeaning not_reached{ExitCode::device, "a device refused or could not be reached"};

constexpr const char* begin_without_asking
    = "Begin without asking on the terminal; needed where standard input is not one, as in a script";

// clang-format off
void add_limit(Command& command, LiveOptions& to)
{
    command.list("--limit PATTERNS", to.limit, "Only these devices: names, patterns or groups as in Ansible, such as leaf*,spines,!leaf9");
}

void add_connection(Command& command, LiveOptions& to)
{
    command.section("Connection");
    command.number("--max-parallel N", to.parallel, 1, 256, "Devices at a time (default: 8 for push and rollback, else 32)");
    command.number("--connect-timeout SECONDS", to.connect_timeout, 1, longest_wait, "For opening a connection");
    command.number("--timeout SECONDS", to.command_timeout, 1, longest_wait, "For one command of a device");
    command.number("--retries N", to.retries, 0, 10, "Connection attempts after the first");
}

void add_policy(Command& command, LiveOptions& to)
{
    command.text("--policy FILE", to.policy, "Policy file (default: the nearest rocelint.yaml upward from the inventory)");
    command.text("--topology FILE", to.topology, "Topology file (default: the nearest topology.yaml upward)");
}

void add_collect(Command& program)
{
    const auto& [collect, to] = program.add<LiveOptions>("collect", "Fetch configurations and host captures", run_collect,
        {"rocelint collect inventory.yaml -o site", "rocelint collect inventory.yaml --counters --every 600 -o night", "rocelint collect --script > capture.sh"}, {all_went_well, wrong_plan, file_failed, rolled_back});
    collect.arguments("INVENTORY", to.words, "An Ansible inventory, in YAML or INI");
    collect.section("Collection");
    collect.text("-o,--output DIR", to.output, "Folder for the configurations");
    CLI::Option* script = collect.add_flag("--script", to.script, "Print a shell script for hosts without access; its output is read by check");
    CLI::Option* counters = collect.add_flag("--counters", to.counters, "Fetch counters instead, into the folders before and after, which `check --evidence` reads")->excludes(script);
    collect.number("--every SECONDS", to.every, 1, longest_wait, "With --counters: the time between the two captures")->needs(counters);
    collect.number("--times N", to.times, 1, 2, "With --counters: one capture, or two (default)")->needs(counters);
    add_limit(collect, to);
    add_connection(collect, to);
}

void add_plan(Command& program)
{
    const auto& [plan, to] = program.add<LiveOptions>("plan", "Work out what has to change on live devices, and write it down", run_plan,
        {"rocelint plan inventory.yaml", "rocelint plan inventory.yaml --intent fabric.yaml --limit leaf*", "rocelint plan show plan.json"}, {all_went_well, {ExitCode::findings, "with --detailed-exitcode: there is something to push"}, wrong_plan, file_failed, not_reached});
    plan.arguments("INVENTORY", to.words, "An Ansible inventory, in YAML or INI; or `show PLAN`");
    plan.section("What to change");
    plan.text("--intent FILE", to.intent, "Make the devices match this fabric.yaml, instead of correcting what rules find");
    plan.text("--from DIR", to.from, "Use what `collect` wrote, or (for review alone) any folder of configurations, instead of asking the devices");
    add_policy(plan, to);
    plan.list("--select CODES", to.select, "Correct only what these rules find", rule_codes);
    plan.list("--ignore CODES", to.ignore, "Leave these rules out", rule_codes);
    plan.add_flag("--allow-disruptive", to.allow_disruptive, "Plan steps that may drop packets or take links down, too");
    add_limit(plan, to);
    plan.section("Output");
    plan.text("-o,--output FILE", to.output, "The plan (default: plan.json)");
    plan.add_flag("--json", to.json, "With `plan show`: the plan as JSON");
    plan.add_flag("--detailed-exitcode", to.detailed_exit_code, "Exit with 1 when there is something to push, 0 when not (2, as terraform has it, is wrong usage here)");
    add_connection(plan, to);
}

// The options that push and rollback share.
void add_pushing(Command& command, LiveOptions& to)
{
    command.section("Waves");
    command.number("--wave N", to.wave, 1, most_devices, "Devices in one wave");
    command.number("--max-failures N", to.failures, 1, most_devices, "Stop after this many failures");
    command.number("--bake SECONDS", to.bake, 0, longest_wait, "How long canaries are watched before the others follow");
    command.section("Confirmation");
    command.number("--confirm-timeout SECONDS", to.window, 1, longest_wait, "Roll back changes that are not confirmed within this time");
    command.number("--settle SECONDS", to.settle, 0, longest_wait, "How long links may take to recover");
    command.number("--observe SECONDS", to.observe, 0, longest_wait, "How long drop counters are watched before confirming");
    command.number("--max-drops N", to.drops, 0, UINT64_MAX, "Packets that a port may drop meanwhile, beyond twice its usual rate");
    command.number("--max-pauses N", to.pauses, 0, UINT64_MAX, "Pause frames a second that a port may count meanwhile, beyond twice its usual rate (default: what would pause it for good)");
    command.add_flag("--accept-blind", to.accept_blind, "Push even if a device does not report link and drops of a port that is changed");
    command.section("Records");
    command.text("--before PROGRAM", to.before, "Run PROGRAM DEVICE STEP before each step; if it fails, the step does not begin");
    command.text("--after PROGRAM", to.after, "Run PROGRAM DEVICE STEP OUTCOME after each step");
    command.text("--comment TEXT", to.comment, "Comment on this push in the journal");
    command.text("--journal FILE", to.journal, "The journal to write (default: next to the plan)");
    command.add_flag("--json", to.json, "The result as JSON");
    add_connection(command, to);
    command.text("--inventory FILE", to.inventory, "An inventory to use instead of the plan's");
}

void add_push(Command& program)
{
    const auto& [push, to] = program.add<LiveOptions>("push", "Carry out a plan: confirm good steps, roll back the others", run_push_command,
        {"rocelint push plan.json --check", "rocelint push plan.json --wave 4 --bake 600", "rocelint push --resume plan.json.journal", "rocelint push --self-test leaf1 --port Ethernet1/48 --inventory inventory.yaml"}, {all_went_well, wrong_plan, file_failed, rolled_back});
    CLI::Option* plan = push.arguments("PLAN", to.words, "What `plan` wrote");
    push.section("Before the first step");
    CLI::Option* check = push.add_flag("--check", to.check, "Try the first step of each device without effect, print what the device says would change, and remove it again");
    push.add_flag("--yes", to.yes, begin_without_asking);
    push.number("--max-age HOURS", to.max_age, 1, UINT64_MAX, "Refuse a plan that is older");
    push.text("--expect-sha256 HEX", to.expected_hash, "Push only the plan with this SHA-256, as `plan show` prints it");
    CLI::Option* resume = push.text("--resume JOURNAL", to.resume, "Finish what an interrupted push left half done, then go on");
    push.section("Self-test");
    CLI::Option* self_test = push.text("--self-test DEVICE", to.self_test, "Without a plan: change the MTU of an unused port, do not confirm it, and show that the device rolls it back by itself");
    push.text("--port PORT", to.port, "The unused port of the self-test: nothing is plugged in")->needs(self_test);
    push.section("Waves");
    push.add_flag("--ask", to.ask, "Ask on the terminal whether to go on after each wave of canaries");
    push.add_flag("--rollback-all", to.rollback_all, "If a step fails, undo the changes on all devices");
    add_pushing(push, to);
    // Options that would be ignored silently.
    const auto excludes = [&push](CLI::Option* option, std::initializer_list<const char*> others) {
        for (const char* other : others)
            option->excludes(push.get_option(other));
    };
    plan->excludes(resume, self_test);
    excludes(check, {"--resume", "--self-test", "--ask", "--rollback-all"});
    excludes(resume, {"--self-test", "--max-age", "--expect-sha256", "--journal", "--comment"});
    excludes(self_test, {"--max-age", "--expect-sha256", "--ask", "--rollback-all", "--wave", "--max-failures", "--bake", "--settle", "--observe", "--max-drops",
        "--max-pauses", "--accept-blind", "--before", "--after", "--comment", "--journal", "--json"});
}

void add_rollback(Command& program)
{
    const auto& [rollback, to] = program.add<LiveOptions>("rollback", "Undo the changes that a journal records", run_rollback,
        {"rocelint rollback plan.json.journal", "rocelint rollback plan.json.journal --yes --observe 0"}, {all_went_well, wrong_plan, file_failed, rolled_back});
    rollback.arguments("JOURNAL", to.words, "What `push` wrote");
    rollback.section("Before the first step");
    rollback.add_flag("--yes", to.yes, begin_without_asking);
    add_pushing(rollback, to);
}

void add_drift(Command& program)
{
    const auto& [drift, to] = program.add<LiveOptions>("drift", "Compare live devices with files", run_drift,
        {"rocelint drift site/ inventory.yaml", "rocelint drift fabric.yaml inventory.yaml --limit spines"}, {{ExitCode::good, "the devices are as the files say"}, {ExitCode::findings, "drift was found"},
        {ExitCode::usage, "wrong usage or an invalid inventory or policy"}, file_failed, not_reached});
    drift.arguments("INTENT|DIR INVENTORY", to.words, "What should be: a fabric.yaml, or a folder of configurations");
    drift.section("Comparison");
    add_policy(drift, to);
    add_limit(drift, to);
    add_connection(drift, to);
}
// clang-format on

}

void add_live_commands(Command& program)
{
    program.section("Live devices");
    for (const auto add : {add_collect, add_plan, add_push, add_rollback, add_drift})
        add(program);
}

}
