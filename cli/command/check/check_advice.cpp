// SPDX-License-Identifier: Apache-2.0
#include "cli/command/check/check_advice.h"

#include "cli/command/stated_answers.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

std::string path_of(const CheckOptions& options)
{
    return options.input.paths.empty() ? std::string(".") : options.input.paths.front();
}

}

Result<std::optional<Advice>> check_advice(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes, bool has_page)
{
    if (options.answers.empty())
        return std::nullopt;
    if (!has_page)
        return fail(ErrorKind::usage,
            "--answers is for the page alone; add --report html=FILE, or use rocelint advise for text and JSON");
    if (outcomes.size() > 1)
        return fail(ErrorKind::usage,
            fmt::format(
                "--answers is about one cluster, and the paths hold {}; name the folder of one of them",
                counted(outcomes.size(), "fabric")));
    auto answers = read_answers_file(options.answers);
    if (!answers)
        return tl::unexpected(answers.error());
    if (const auto known = check_stated_costs(*answers, "--answers", options.input); !known)
        return tl::unexpected(known.error());
    return make_advice(std::move(*answers), path_of(options), workspace::shape_of(*outcomes.front()));
}

}
