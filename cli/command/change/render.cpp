// SPDX-License-Identifier: Apache-2.0
// Writes all files of a fabric or none, since half a fabric could be mistaken for a whole one. Files that
// people changed are only overwritten on request.
#include "cli/command/change/render.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "models/text/sentence.h"
#include "workspace/files/output_folder.h"
#include "workspace/files/path_names.h"
#include "workspace/fleet/intent_policy.h"
#include "workspace/input/inputs.h"
#include "workspace/input/subnet_keys.h"
#include "workspace/input/topology_text.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

namespace rocelint::cli {
namespace {

// Everything that one run writes, with its messages.
struct Rendered {
    std::vector<workspace::FolderFile> files;
    std::size_t devices = 0;
    /// By platform and sentence: the devices that the sentence is about.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> left_out;
    std::map<std::string, std::vector<std::string>> open; ///< by sentence
};

Result<void> check_writable(const FabricIntent& intent)
{
    for (const IntentDevice& device : intent.devices) {
        const Driver& driver = *find_driver(device.platform.value);
        if (driver.renders_managers)
            return fail_at(intent,
                device.platform.at,
                "a subnet manager belongs to a subnet: state it in the section infiniband");
        if (driver.render == nullptr)
            return fail_at(intent,
                device.platform.at,
                fmt::format("this version cannot write configurations of {}", device.platform.value));
    }
    return {};
}

// Assigns each device its file or folder below the output folder.
class Placing {
public:
    explicit Placing(Rendered& rendered) : rendered_(rendered) { }

    /// Returns the path for the topology, with a trailing slash for a folder; empty if names clash or lead
    /// out of the folder.
    std::string place(const DeviceDesign& device, Rendering rendering)
    {
        const bool alone = rendering.files.size() == 1 && !taken_.contains(rendering.files.front().name)
            && rendering.files.front().name.starts_with(device.name);
        const std::string folder = alone ? std::string() : device.name + '/';
        if (rendering.files.empty() || (!alone && !taken_.insert(device.name).second))
            return {};
        for (RenderedFile& file : rendering.files) {
            std::string path = folder + file.name;
            if (!workspace::stays_inside(path) || !taken_.insert(path).second)
                return {};
            rendered_.files.push_back({std::move(path), std::move(file.text), file.executable, file.secret});
        }
        return alone ? rendering.files.front().name : folder;
    }

private:
    Rendered& rendered_;
    std::set<std::string, std::less<>> taken_{"rocelint.yaml", "topology.yaml"};
};

Result<Rendered> render(FabricIntent& intent)
{
    if (auto read = workspace::read_subnet_keys(intent); !read)
        return tl::unexpected(read.error());
    if (auto writable = check_writable(intent); !writable)
        return tl::unexpected(writable.error());
    auto policy = workspace::read_intent_policy(intent);
    if (!policy)
        return tl::unexpected(policy.error());
    const auto designs = design_fabric(intent, policy->policy);
    if (!designs)
        return tl::unexpected(designs.error());
    std::vector<Rendering> renderings(designs->size());
    run_parallel(designs->size(), [&](std::size_t index) {
        const DeviceDesign& design = (*designs)[index];
        renderings[index] = find_driver(design.platform)->render(design);
    });
    Rendered rendered;
    rendered.devices = designs->size();
    Placing placing(rendered);
    std::vector<std::string> places;
    for (std::size_t index = 0; index < designs->size(); ++index) {
        const DeviceDesign& design = (*designs)[index];
        for (const std::string& sentence : design.open)
            rendered.open[sentence].push_back(design.name);
        for (const std::string& sentence : renderings[index].left_out)
            rendered.left_out[{design.platform, sentence}].push_back(design.name);
        places.push_back(placing.place(design, std::move(renderings[index])));
        if (places.back().empty())
            return fail_at(intent,
                design.at,
                fmt::format(
                    "the files of {} cannot be written under this name: another file has it", design.name));
    }
    rendered.files.push_back({"rocelint.yaml", std::move(policy->text)});
    rendered.files.push_back({"topology.yaml", workspace::topology_text(intent, places)});
    return rendered;
}

// For example "leaf1, leaf2 and 14 more".
std::string list(const std::vector<std::string>& names)
{
    constexpr std::size_t shown = 3;
    if (names.size() <= shown)
        return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{}, {} and {} more", names[0], names[1], names.size() - 2);
}

void print_left(const Rendered& rendered)
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

ExitCode compare(const RenderOptions& options, const Rendered& rendered)
{
    if (options.folder.empty())
        return ExitCode::good;
    const std::vector<std::string> differing = workspace::differing_files(options.folder, rendered.files);
    for (const std::string& path : differing)
        print(fmt::format("{}/{} is not what the intent asks for\n", visible(options.folder), visible(path)));
    return differing.empty() ? ExitCode::good : ExitCode::findings;
}

}

ExitCode run_render(const RenderOptions& options)
{
    set_threads(options.jobs);
    Progress progress(!options.quiet);
    progress.stage("reading the intent");
    auto source = Source::read(0, options.intent);
    if (!source)
        return report({ErrorKind::usage, source.error().message, {}});
    auto intent = workspace::read_intent(**source);
    if (!intent)
        return report(intent.error());
    progress.stage("designing");
    const auto rendered = render(*intent);
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
