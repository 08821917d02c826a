// SPDX-License-Identifier: Apache-2.0
// Checks the option table against the real opensm: it reads a file with one option and dumps what it understood (-c).
#include "models/catalog/opensm_options.h"
#include "tests/e2e/process.h"
#include "tests/opensm/option_page.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <unistd.h>

namespace rocelint {
namespace {

using catalog::OpensmOption;
using catalog::OpensmType;

constexpr const char* program = "/usr/sbin/opensm";

// The value that `opensm -c` dumps for `option` after reading `lines`; empty if it dumps no such line.
std::optional<std::string> dumped(const e2e::Folder& folder, std::string_view lines, std::string_view option)
{
    const std::string in = folder.write("in.conf", lines);
    const std::string out = folder.path("out.conf");
    ::unlink(out.c_str());
    (void)e2e::run_tool({program, "-F", in, "-c", out});
    std::ifstream stream(out);
    REQUIRE(stream);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(option) && line.size() > option.size() && line[option.size()] == ' ')
            return line.substr(option.size() + 1);
    }
    return std::nullopt;
}

bool same_value(const OpensmOption& option, const std::string& a, const std::string& b)
{
    if (catalog::largest_of(option.type) == 0)
        return a == b;
    return std::strtoull(a.c_str(), nullptr, 0) == std::strtoull(b.c_str(), nullptr, 0);
}

// A valid value that is not the option's default.
std::string good_value(const OpensmOption& option)
{
    const std::string fallback(option.fallback);
    switch (option.type) {
    case OpensmType::boolean:
        return fallback == "TRUE" ? "FALSE" : "TRUE";
    case OpensmType::word:
        return option.words[option.words[1] == fallback ? 2 : 1] == "socket" ? "off"
                                                                             : std::string(option.words[1]);
    case OpensmType::text:
        return "/etc/opensm/other";
    case OpensmType::port_mask:
        return "0x00000000000000000000000000000000000000000000000000000000000000FF";
    case OpensmType::table_entry:
        return "1:2";
    case OpensmType::table:
        return "1:2,3:4";
    case OpensmType::per_sl:
        return "0 5";
    default:
        break;
    }
    const auto start = std::strtoll(fallback.c_str(), nullptr, 0);
    const std::int64_t low = option.low.value_or(0);
    const std::int64_t high = option.high.value_or(option.type == OpensmType::uint32 ? 700 : 7);
    return fmt::format("{}", high != start ? high : low);
}

std::string before(const OpensmOption& option) { return std::string(option.fallback); }

// The name under which opensm's dump shows the option.
std::string_view shown_as(const OpensmOption& option)
{
    return option.same_as.empty() ? option.name : option.same_as;
}

struct Oracle {
    e2e::Folder folder;
    const OpensmOption& option;

    std::string runs(const std::string& value) const
    {
        const std::string qos = option.only_with_qos ? "qos TRUE\n" : "";
        const auto found
            = dumped(folder, fmt::format("{}{} {}\n", qos, option.name, value), shown_as(option));
        REQUIRE(found.has_value());
        return *found;
    }
    void expect(const std::string& value, const std::string& wanted) const
    {
        const std::string got = runs(value);
        INFO(option.name << " " << value << ": opensm runs with " << got << ", the table says " << wanted);
        CHECK(same_value(option, got, wanted));
    }
    [[nodiscard]] std::string wrong(const std::string& value) const
    {
        return option.wrong == "before"       ? before(option)
            : option.type == OpensmType::text ? value
                                              : std::string(option.wrong);
    }
    [[nodiscard]] std::string beyond(std::int64_t number) const
    {
        if (option.beyond == "written")
            return fmt::format("{}", number);
        if (const OpensmOption* other = catalog::find_opensm_option(option.beyond))
            return std::string(other->fallback);
        return std::string(option.beyond);
    }
};

bool is_missing()
{
    if (::access(program, X_OK) == 0)
        return false;
    testing::skip("opensm is not installed");
    return true;
}

TEST_CASE("opensm's defaults are those in the table")
{
    if (is_missing())
        return;
    const e2e::Folder folder;
    for (const OpensmOption& option : catalog::opensm_options()) {
        if (option.nvidia_only || !option.same_as.empty() || option.type == OpensmType::per_sl)
            continue;
        CAPTURE(option.name);
        const auto found = dumped(folder, "", option.name);
        REQUIRE(found.has_value());
        CHECK(*found == option.fallback);
    }
}

TEST_CASE("opensm treats good, wrong and out-of-range values as the table says")
{
    if (is_missing())
        return;
    for (const OpensmOption& option : catalog::opensm_options()) {
        if (option.nvidia_only)
            continue;
        const Oracle oracle{.folder = {}, .option = option};
        const std::string good = good_value(option);
        oracle.expect(good, good);
        if (option.type == OpensmType::text)
            continue;
        if (option.type == OpensmType::boolean) {
            for (const char* word : {"true", "1", "yes", "TRUEish"})
                oracle.expect(word, "FALSE");
            continue;
        }
        oracle.expect("zz", oracle.wrong("zz"));
        if (catalog::largest_of(option.type) == 0)
            continue;
        if (option.wrong == "before")
            oracle.expect("08", before(option));
        if (option.low && *option.low > 0 && !option.beyond.empty())
            oracle.expect("0", oracle.beyond(0));
        if (option.high && static_cast<std::uint64_t>(*option.high) < catalog::largest_of(option.type))
            oracle.expect(fmt::format("{}", *option.high + 1), oracle.beyond(*option.high + 1));
        if (option.type != OpensmType::int32)
            oracle.expect("99999999999999999999999", before(option));
    }
}

TEST_CASE("opensm reads lines as the reader does")
{
    if (is_missing())
        return;
    const e2e::Folder folder;
    // A key with an equals sign is unknown, a leading zero means octal, and the last of two lines counts.
    CHECK(dumped(folder, "lmc=3\n", "lmc") == "0");
    CHECK(dumped(folder, "lmc 03\nlmc 2\n", "lmc") == "2");
    CHECK(dumped(folder, "sm_priority 010\n", "sm_priority") == "8");
    CHECK(dumped(folder, "lmc 3\nlmc nine\n", "lmc") == "3");
    // A '#' starts a comment even inside quotes; quotes around a value are removed.
    CHECK(dumped(folder, "log_prefix \"a#b\"\n", "log_prefix") == "\"a");
    CHECK(dumped(folder, "log_prefix \"a b\"\n", "log_prefix") == "a b");
    // A line ends after 1022 characters; the rest is another line.
    const std::string comment = "#" + std::string(1021, 'x');
    CHECK(dumped(folder, comment + "lmc 5\n", "lmc") == "5");
    CHECK(dumped(folder, comment.substr(0, 1020) + "lmc 5\n", "lmc") == "0");
    CHECK(dumped(folder, "lmc 2\r\n", "lmc") == "2");
    // The old switch for all enforcement takes precedence over the new one.
    CHECK(dumped(folder, "part_enforce in\nno_partition_enforcement TRUE\n", "part_enforce") == "off");
}

TEST_CASE("docs/opensm.md is made of the table")
{
    const std::string path = ROCELINT_SOURCE_DIR "/docs/opensm.md";
    if (std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << testing::option_page();
    CHECK(e2e::file_text(path) == testing::option_page());
}

}
}
