// SPDX-License-Identifier: Apache-2.0
// Writes all files of a fabric or none, since half a fabric could be mistaken for a whole one. Files that
// people changed are only overwritten on request.
#include "cli/command/change/render.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/text/sentence.h"
#include "workspace/files/output_folder.h"
#include "workspace/fleet/intent_policy.h"
#include "workspace/fleet/render_intent.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {
namespace {

// For example "leaf1, leaf2 and 14 more".
std::string list(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 3;
    if (names.size() <= shown)
        return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{}, {} and {} more", names[0], names[1], names.size() - 2);
}

void print_left(const workspace::RenderedFabric& rendered)
{
    std::string text;
    if (!rendered.open.empty())
        text += "left to the devices themselves:\n";
    for (const auto& [sentence, devices] : rendered.open)
        text += fmt::format("  {} ({})\n", sentence, list(devices));
    std::string_view platform;
    for (const auto& [said, devices] : rendered.left_out) {
        if (said.first != platform)
            text += fmt::format("not expressed for {}:\n", said.first);
        platform = said.first;
        text += fmt::format("  {} ({})\n", said.second, list(devices));
    }
    print(text);
}

ExitCode report(const Error& error)
{
    print_failure(error);
    return error.kind == ErrorKind::unreadable ? ExitCode::unreadable : ExitCode::usage;
}

ExitCode compare(const RenderOptions& options, const workspace::RenderedFabric& rendered)
{
    if (options.folder.empty())
        return ExitCode::good;
    const std::vector<std::string> differing = workspace::differing_files(options.folder, rendered.files);
    for (const std::string& path : differing)
        print(fmt::format("{}/{} is not what the intent asks for\n", visible(options.folder), visible(path)));
    return differing.empty() ? ExitCode::good : ExitCode::findings;
}

}

Objection complete(const RenderOptions& options)
{
    if (options.folder.empty() && !options.check)
        return "render needs -o DIR, or --check to only see whether the intent can be built";
    return {};
}

ExitCode run_render(const RenderOptions& options)
{
    set_threads(options.jobs);
    Progress progress(!options.quiet);
    progress.stage("reading the intent");
    auto source = Source::read_named(0, options.intent);
    if (!source)
        return report({ErrorKind::usage, source.error().message, {}});
    auto intent = workspace::read_intent(**source);
    if (!intent)
        return report(intent.error());
    progress.stage("designing");
    const auto rendered = workspace::render_intent(*intent);
    if (!rendered)
        return report(rendered.error());
    if (options.check)
        return compare(options, *rendered);
    progress.stage("writing");
    if (const auto written
        = workspace::write_output_folder(options.folder, "render", rendered->files, options.force);
        !written)
        return report(written.error());
    print(fmt::format("{} for {} in {}\n",
        counted(rendered->files.size(), "file"),
        counted(rendered->devices, "device"),
        visible(options.folder)));
    print_left(*rendered);
    return ExitCode::good;
}

}
