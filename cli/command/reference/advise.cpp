// SPDX-License-Identifier: Apache-2.0
// Advice is what published rules and the site's own numbers say together. It ends in no verdict, since the rules
// contradict each other and some of the answers are estimates.
#include "cli/command/reference/advise.h"

#include "cli/command/stated_answers.h"
#include "cli/report/advice/advice.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "workspace/check/check_fabrics.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace rocelint::cli {
namespace {

ExitCode reject(const Error& error)
{
    print_failure(error);
    return error.kind == ErrorKind::unreadable ? ExitCode::unreadable : ExitCode::usage;
}

Result<advice::Answers> read_stated(const AdviseOptions& options)
{
    advice::Answers answers;
    if (!options.answers.empty()) {
        auto read = read_answers_file(options.answers);
        if (!read)
            return read;
        answers = std::move(*read);
    }
    for (const auto& state : options.stated)
        state(answers);
    return answers;
}

Result<workspace::FabricShape> check_folder(const AdviseOptions& options)
{
    workspace::InputOptions input = options.input;
    input.paths = {options.fabric};
    Progress progress(options.format == AdviseOptions::Format::text);
    const auto checked = workspace::check_fabrics(input, {}, progress.sink());
    if (!checked)
        return tl::unexpected(checked.error());
    if (checked->outcomes.size() > 1)
        return fail(ErrorKind::usage,
            fmt::format("{} holds {} fabrics; name the folder of one of them",
                options.fabric,
                checked->outcomes.size()));
    const workspace::Outcome& outcome = *checked->outcomes.front();
    if (!outcome.unreadable.empty())
        return tl::unexpected(outcome.unreadable.front());
    if (outcome.fabric.devices.empty())
        return fail(ErrorKind::unreadable,
            fmt::format("no device was recognised below {}; `rocelint show files {}` says why",
                options.fabric,
                options.fabric));
    return workspace::shape_of(outcome);
}

Result<std::optional<workspace::FabricShape>> read_shape(const AdviseOptions& options)
{
    if (options.fabric.empty())
        return std::nullopt;
    std::error_code ignored;
    auto shape = std::filesystem::is_directory(options.fabric, ignored)
        ? check_folder(options)
        : workspace::shape_of_intent(options.fabric);
    if (!shape)
        return tl::unexpected(shape.error());
    return std::move(*shape);
}

Result<void> check_findings(const AdviseOptions& options, const advice::Answers& answers)
{
    workspace::InputOptions input = options.input;
    std::error_code ignored;
    if (std::filesystem::is_directory(options.fabric, ignored))
        input.paths = {options.fabric};
    return check_stated_costs(answers, "--cost-of", input);
}

}

ExitCode run_advise(const AdviseOptions& options)
{
    auto answers = read_stated(options);
    if (!answers)
        return reject(answers.error());
    auto shape = read_shape(options);
    if (!shape)
        return reject(shape.error());
    if (const auto checked = check_findings(options, *answers); !checked)
        return reject(checked.error());
    const Advice advice = make_advice(std::move(*answers), options.fabric, std::move(*shape));
    print(options.format == AdviseOptions::Format::json ? advice_json(advice)
                                                        : advice_text(advice, output_width()));
    return ExitCode::good;
}

}
