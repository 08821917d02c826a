// SPDX-License-Identifier: Apache-2.0
#include "cli/command/reference/rules_test.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"
#include "workspace/check/outcome.h"
#include "workspace/editor/own_examples.h"
#include "workspace/find/find_policy.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {

ExitCode run_rules_test(const RulesTestOptions& options)
{
    const std::string path = options.policy.empty() ? workspace::find_policy(".") : options.policy;
    if (path.empty()) {
        print_error("rocelint: no rocelint.yaml is here or above; name the policy\n");
        return ExitCode::usage;
    }
    const auto source = Source::read_named(0, path);
    if (!source) {
        print_failure(source.error());
        return ExitCode::usage;
    }
    const auto outcomes = workspace::try_own_examples(**source, workspace::today());
    if (!outcomes) {
        print_failure(outcomes.error());
        return ExitCode::usage;
    }
    std::string out;
    for (const workspace::ExampleOutcome& outcome : *outcomes) {
        if (!outcome.fault.empty())
            append(out,
                "{}: {}: \"{}\" {}\n",
                visible(outcome.place),
                outcome.code,
                visible(outcome.title),
                visible(outcome.fault));
    }
    const auto failed
        = std::ranges::count_if(*outcomes, [](const auto& outcome) { return !outcome.fault.empty(); });
    append(out, "{}, {} failed\n", counted(outcomes->size(), "example"), failed);
    print(out);
    return failed == 0 ? ExitCode::good : ExitCode::findings;
}

}
