// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/run_facts.h"

#include "cli/terminal/typed_word.h"
#include "models/late/presence.h"
#include "models/text/sentence.h"
#include "workspace/git/checkout.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace rocelint::cli {
namespace {

namespace fs = std::filesystem;

// https://reproducible-builds.org/specs/source-date-epoch/: seconds since 1970, in decimal digits.
std::optional<std::int64_t> source_date()
{
    const char* const stated = std::getenv("SOURCE_DATE_EPOCH"); // NOLINT(concurrency-mt-unsafe)
    if (stated == nullptr)
        return std::nullopt;
    const std::string_view text = stated;
    std::int64_t seconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
        return std::nullopt;
    return seconds;
}

// The date in UTC; empty before 1970 and after the year 9999.
std::string date_of(std::int64_t seconds)
{
    constexpr std::int64_t last_second = 253402300799;
    if (seconds < 0 || seconds > last_second)
        return {};
    const std::chrono::sys_seconds time{std::chrono::seconds{seconds}};
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(time)};
    return fmt::format("{:04}-{:02}-{:02}",
        static_cast<int>(day.year()),
        static_cast<unsigned>(day.month()),
        static_cast<unsigned>(day.day()));
}

// A page without a commit is better than none: unlike the commands that need git, it does without the library.
bool has_libgit2()
{
    return std::ranges::any_of(late::libraries(), [](const late::LateLibrary& library) {
        return std::string_view(library.name) == "libgit2" && late::is_installed(library);
    });
}

std::string name_of_path(const std::string& path)
{
    if (path == "-")
        return "standard input";
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(path, failed);
    const fs::path named = whole.has_filename() ? whole : whole.parent_path();
    return failed || !named.has_filename() ? path : named.filename().string();
}

std::string site_of(const std::vector<std::string>& paths)
{
    constexpr std::size_t most = 3;
    if (paths.empty())
        return name_of_path(".");
    std::string site;
    for (std::size_t index = 0; index < paths.size() && index < most; ++index)
        add_item(site, name_of_path(paths[index]), ", ");
    if (paths.size() > most)
        site += fmt::format(" and {} more", paths.size() - most);
    return site;
}

}

RunFacts run_facts(
    const std::vector<std::string>& paths, const std::vector<std::string>& files, std::string command)
{
    RunFacts facts;
    facts.site = site_of(paths);
    facts.command = std::move(command);
    const auto checkout = has_libgit2()
        ? workspace::find_checkout(paths.empty() ? std::vector<std::string>{"."} : paths, files)
        : std::nullopt;
    if (checkout) {
        facts.commit = checkout->commit;
        facts.changed = checkout->changed;
        facts.date = date_of(checkout->time);
    }
    if (const auto stated = source_date())
        facts.date = date_of(*stated);
    return facts;
}

std::string typed_command(std::span<const char* const> words)
{
    std::string line;
    for (const char* const word : words)
        add_item(line, typed_word(line.empty() ? fs::path(word).filename().string() : word), " ");
    return line;
}

}
