// SPDX-License-Identifier: Apache-2.0
#include "cli/command/stated_answers.h"

#include "rules/rule_table.h"
#include "workspace/check/known_codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::cli {

Result<advice::Answers> read_answers_file(const std::string& path)
{
    const auto source = Source::read_named(0, path);
    if (!source)
        return tl::unexpected(source.error());
    return advice::read_answers(**source);
}

Result<void> check_stated_costs(
    const advice::Answers& answers, std::string_view option, const workspace::InputOptions& input)
{
    std::vector<std::string> codes;
    for (const auto& [code, efficiency] : answers.findings) {
        const auto begins = [&code = code](const Rule* one) { return one->code.starts_with(code); };
        const Rule* rule = find_rule(code);
        const auto first = std::ranges::find_if(all_rules(), begins);
        if (rule != nullptr && rule->code != code)
            return fail(ErrorKind::usage, fmt::format("'{}' is a name; type the code {}", code, rule->code));
        if (rule == nullptr && first != all_rules().end())
            return fail(ErrorKind::usage,
                fmt::format(
                    "'{}' stands for several rules; type the code of one, such as {}", code, (*first)->code));
        codes.push_back(code);
    }
    return workspace::check_codes(codes, option, input);
}

}
