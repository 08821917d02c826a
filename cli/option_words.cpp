// SPDX-License-Identifier: Apache-2.0
#include "cli/option_words.h"

#include "cli/command/value_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rocelint::cli {
namespace {

std::vector<std::string> split_codes(const std::vector<std::string>& lists)
{
    std::vector<std::string> codes;
    for (const std::string_view list : lists) {
        for (std::size_t at = 0; at <= list.size();) {
            const std::size_t comma = std::min(list.find(',', at), list.size());
            codes.emplace_back(list.substr(at, comma - at));
            at = comma + 1;
        }
    }
    return codes;
}

std::optional<std::string> give_jobs_and_colour(
    const OptionWords& words, std::size_t& jobs, ColourMode& colour)
{
    if (auto refusal = refuse_word("--color", words.colour, {{"auto", "always", "never"}, {}}))
        return refusal;
    constexpr int most_jobs = 1024;
    if (words.jobs < 0 || words.jobs > most_jobs)
        return fmt::format("--jobs must be from 0 (all cores) to {}", most_jobs);
    jobs = static_cast<std::size_t>(words.jobs);
    colour = words.colour == "always" ? ColourMode::always
        : words.colour == "never"     ? ColourMode::never
                                      : ColourMode::automatic;
    return std::nullopt;
}

}

std::optional<std::string> give_meaning(const OptionWords& words, RulesOptions& options)
{
    if (auto refusal = refuse_word("--format", words.format, {{"text", "json", "markdown"}, {}}))
        return refusal;
    options.format = words.format == "json" ? ListFormat::json
        : words.format == "markdown"        ? ListFormat::markdown
                                            : ListFormat::text;
    return std::nullopt;
}

std::optional<std::string> give_meaning(const OptionWords& words, ExplainOptions& options)
{
    if (auto refusal = refuse_word("--format", words.format, {{"text", "markdown"}, {}}))
        return refusal;
    options.format = words.format == "markdown" ? PageFormat::markdown : PageFormat::text;
    return std::nullopt;
}

std::optional<std::string> give_meaning(const OptionWords& words, FixOptions& options)
{
    ColourMode unused = ColourMode::automatic;
    if (auto refusal = give_jobs_and_colour(words, options.jobs, unused))
        return refusal;
    options.mode = words.write ? FixOptions::Mode::write
        : words.check          ? FixOptions::Mode::check
        : words.commands       ? FixOptions::Mode::commands
                               : FixOptions::Mode::diff;
    options.selection.select = split_codes(words.select);
    options.selection.ignore = split_codes(words.ignore);
    return std::nullopt;
}

std::optional<std::string> give_meaning(const OptionWords& words, RenderOptions& options)
{
    ColourMode unused = ColourMode::automatic;
    if (auto refusal = give_jobs_and_colour(words, options.jobs, unused))
        return refusal;
    if (options.folder.empty() && !options.check)
        return "render needs -o DIR, or --check to only see whether the intent can be built";
    return std::nullopt;
}

std::optional<std::string> give_meaning(const OptionWords& words, TraceOptions& options)
{
    if (auto refusal = refuse_word("--format", words.format, {{"text", "json"}, {}}))
        return refusal;
    if (auto refusal = give_jobs_and_colour(words, options.jobs, options.colour))
        return refusal;
    options.format = words.format == "json" ? TraceOptions::Format::json : TraceOptions::Format::text;
    options.input.paths = words.ends_and_paths;
    if (!options.all_pairs) {
        if (words.ends_and_paths.size() < 2)
            return "trace needs two ends (host, host:port or switch:port) and paths, or --all-pairs";
        options.from = words.ends_and_paths[0];
        options.to = words.ends_and_paths[1];
        options.input.paths.erase(options.input.paths.begin(), options.input.paths.begin() + 2);
    }
    if (options.input.paths.empty())
        options.input.paths.emplace_back(".");
    return std::nullopt;
}

std::optional<std::string> give_meaning(const OptionWords& words, CheckOptions& options)
{
    if (auto refusal = refuse_word("--format",
            words.format,
            {{"text", "json", "sarif"}, {"junit", "github", "gitlab", "markdown", "html"}}))
        return refusal;
    if (auto refusal = refuse_word("--fail-on", words.fail_on, {{"error", "warning", "info", "never"}, {}}))
        return refusal;
    if (auto refusal = give_jobs_and_colour(words, options.jobs, options.colour))
        return refusal;
    options.format = words.format == "json" ? ReportFormat::json
        : words.format == "sarif"           ? ReportFormat::sarif
                                            : ReportFormat::text;
    options.fail_on = words.fail_on == "never" ? std::nullopt
        : words.fail_on == "info"              ? std::optional(Severity::info)
        : words.fail_on == "warning"           ? std::optional(Severity::warning)
                                               : std::optional(Severity::error);
    options.selection.select = split_codes(words.select);
    options.selection.ignore = split_codes(words.ignore);
    return std::nullopt;
}

}
