// SPDX-License-Identifier: Apache-2.0
// Shows what the program understood, for bug reports and for authors of drivers, without secrets.
#include "cli/command/tool/debug.h"

#include "analysis/document/document.h"
#include "cli/command/check/check.h"
#include "cli/command/print_gaps.h"
#include "cli/terminal/visible.h"
#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"
#include "models/text/append.h"
#include "models/text/redact.h"
#include "workspace/check/gaps.h"
#include "workspace/check/outcome.h"
#include "workspace/check/unjudged_lines.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

const char* name_of_verdict(Verdict verdict)
{
    return verdict == Verdict::roce ? "carries RDMA" : verdict == Verdict::not_roce ? "no RDMA" : "unknown";
}

// The whole document that a site's own rules see.
std::string model_json(const Analysis& analysis)
{
    document::Document model(analysis);
    model.leave_places_out();
    const late::MakerScope making(model);
    return model.fabric().json(true) + '\n';
}

std::string model_text(const workspace::Outcome& outcome)
{
    std::string out;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        out += dump(device, outcome.fabric.sources);
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            const Judgement& judgement = outcome.analysis.judgement({index, port});
            append(out,
                "  verdict {}: {} ({})\n",
                visible(device.ports[port].name),
                name_of_verdict(judgement.verdict),
                visible(describe(judgement, outcome.fabric)));
        }
    }
    for (const Link& link : outcome.fabric.links)
        append(out,
            "link {} {} - {} {} ({})\n",
            visible(outcome.fabric.device(link.a).name),
            visible(outcome.fabric.port(link.a).name),
            visible(outcome.fabric.device(link.b).name),
            visible(outcome.fabric.port(link.b).name),
            name_of(link.source));
    return out;
}

ExitCode debug_model(const workspace::InputOptions& input, DebugOptions::Format format)
{
    Progress progress(false);
    auto inputs = workspace::read_inputs(input, progress.sink());
    if (!inputs) {
        print_failure(inputs.error());
        return ExitCode::usage;
    }
    const auto outcome = workspace::check_loaded(std::move(inputs->loaded),
        std::move(inputs->topology),
        std::move(inputs->policy),
        {},
        workspace::today());
    const std::vector<workspace::Gap> gaps = workspace::find_gaps(*outcome);
    print_gaps(gaps);
    if (format == DebugOptions::Format::json)
        print(model_json(outcome->analysis));
    else
        print(visible_lines(model_text(*outcome)));
    return code_of(gaps);
}

// Marks lines that were read but that no rule judges. `text_of_lines` is the text of the tree's source,
// masked.
std::string show_coverage(
    const Tree& tree, std::string_view text_of_lines, const std::vector<std::uint32_t>& unjudged)
{
    const std::vector<CoverageState> states = line_states(tree);
    std::string out;
    LineRedactor redactor;
    std::string_view rest = text_of_lines;
    for (std::size_t line = 0; line < states.size(); ++line) {
        const std::string_view text = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), text.size() + 1));
        append(out,
            "{:>6} {:12} {}\n",
            line + 1,
            std::ranges::binary_search(unjudged, line + 1) ? "unjudged" : name_of(states[line]),
            visible(redactor.line(text.ends_with('\r') ? text.substr(0, text.size() - 1) : text)));
    }
    return out;
}

}

ExitCode run_debug(const DebugOptions& options)
{
    if (options.what == DebugOptions::What::model)
        return debug_model(options.input, options.format);
    if (const auto known = workspace::check_platform_name(options.input.platform); !known) {
        print_failure(known.error());
        return ExitCode::usage;
    }
    constexpr int standard_input_descriptor = 0;
    const std::string& path = options.input.paths.front();
    auto source = path == "-" ? Source::read_descriptor(0, path, standard_input_descriptor)
                              : Source::read_named(0, path);
    if (!source) {
        print_failure(source.error());
        return ExitCode::unreadable;
    }
    const Recognition recognition = options.input.platform.empty()
        ? recognise(**source)
        : Recognition{find_driver(options.input.platform), "the command line says so"};
    if (recognition.driver == nullptr) {
        print_error(fmt::format("rocelint: {}: {}\n", visible(path), recognition.reason));
        return ExitCode::unreadable;
    }
    std::vector<Tree> trees;
    trees.push_back(recognition.driver->parse(**source));
    const Reading reading = recognition.driver->read(trees, (*source)->file_name());
    const std::string masked = mask_unread(trees.front());
    if (options.what == DebugOptions::What::tree) {
        const Source shown(0, path, masked);
        print(visible(redact(dump(recognition.driver->parse(shown)), ')')) + '\n');
        return ExitCode::good;
    }
    print(fmt::format("{}: {} ({})\n", visible(path), recognition.driver->title, recognition.reason));
    SourceSet sources(1);
    sources.put(*std::move(source));
    print(show_coverage(trees.front(), masked, workspace::unjudged_lines(reading.device, sources)[0]));
    return ExitCode::good;
}

}
