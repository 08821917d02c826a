// SPDX-License-Identifier: Apache-2.0
// The commands that write configurations.
#include "cli/command/change/fix.h"
#include "cli/command/change/render.h"
#include "cli/command_line/commands.h"

namespace rocelint::cli {
namespace {

// clang-format off
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
    render.callback([&to = to] {
        if (to.folder.empty() && !to.check)
            throw Refused("render needs -o DIR, or --check to only see whether the intent can be built");
    });
}
// clang-format on

}

void add_change_commands(Command& program)
{
    program.section("Change files");
    add_fix(program);
    add_render(program);
}

}
