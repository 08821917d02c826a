// SPDX-License-Identifier: Apache-2.0
// Runs the targets without libFuzzer on their seeds and some mutations of them, the same ones each time.
#include "models/text/ascii.h"
#include "tests/fuzz/file_sets.h"
#include "tests/fuzz/parts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

// Defined by the sanitizers' runtime if the program is built with one.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace rocelint::fuzz {
namespace {

using std::chrono::steady_clock;

// Short for each target, since this is part of every test run.
constexpr std::chrono::milliseconds time_for_each(150);
constexpr int most_mutations = 400;

// Pieces that break readers: ends, brackets, quotes, escapes, numbers at a limit.
constexpr std::string_view pieces[]{"\n",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ":",
    "&a ",
    "*a",
    "<",
    ">",
    "/>",
    "\\",
    "\\u0000",
    "-1",
    "18446744073709551616",
    "1e309",
    "#",
    "\x1b[",
    "\xff",
    "\r",
    "\t",
    "]]>]]>",
    "%%%%\n",
    "${A}",
    "null",
    "---\n"};

std::string mutated(std::string text, const std::vector<std::string>& seeds, std::mt19937& random)
{
    const auto up_to
        = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random); };
    for (std::size_t times = up_to(3) + 1; times > 0; --times) {
        const std::size_t at = up_to(text.size());
        const std::size_t length = std::min(up_to(16), text.size() - at);
        const std::string& other = seeds[up_to(seeds.size() - 1)];
        switch (up_to(5)) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, pieces[up_to(std::size(pieces) - 1)]);
            break;
        case 2:
            text.insert(at, std::string(text.substr(at, length)));
            break;
        case 3:
            text.insert(at, other.substr(up_to(other.size()), up_to(64)));
            break;
        case 4:
            text.resize(at);
            break;
        default:
            if (at < text.size())
                text[at] = static_cast<char>(up_to(255));
        }
    }
    return text;
}

// The current input, for a sanitizer that ends the run.
std::string running;

void tell_running() { std::fprintf(stderr, "while running %s\n", running.c_str()); }

std::uint32_t number_in_environment(const char* name, std::uint32_t usual)
{
    const char* text = std::getenv(name);
    return text == nullptr ? usual : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

// Longer than an ordinary run: ROCELINT_FUZZ_SECONDS per platform, starting with seed ROCELINT_FUZZ_FIRST, only for the platform
// ROCELINT_FUZZ_PLATFORM. The same variables repeat a seed that failed.
TEST_CASE(
    "configurations spelt by a platform's own tables in any order survive the whole check, fix and comparison")
{
    const std::chrono::seconds seconds(number_in_environment("ROCELINT_FUZZ_SECONDS", 2));
    const std::uint32_t first = number_in_environment("ROCELINT_FUZZ_FIRST", 1);
    const char* only = std::getenv("ROCELINT_FUZZ_PLATFORM");
    if (__sanitizer_set_death_callback != nullptr)
        __sanitizer_set_death_callback(tell_running);
    for (const Target& target : all_targets()) {
        if (!target.name.starts_with(spelled_prefix)
            || (only != nullptr && target.name.substr(spelled_prefix.size()) != only))
            continue;
        const auto end = steady_clock::now() + seconds;
        std::uint32_t seed = first;
        for (; seed < first + 3 || steady_clock::now() < end; ++seed) {
            running = std::string(target.name) + " with seed " + std::to_string(seed);
            std::mt19937 random(seed);
            std::string bytes(1024, '\0');
            for (char& byte : bytes)
                byte = static_cast<char>(random());
            // CPU time, which a busy machine does not lengthen.
            const std::clock_t begin = std::clock();
            target.run(bytes);
            CAPTURE(running);
            CHECK((std::clock() - begin) / CLOCKS_PER_SEC < 20);
        }
        MESSAGE(std::string(target.name) << ": seeds " << first << " to " << seed - 1);
    }
}

TEST_CASE("seeds of every fuzz target, and mutations of them, end with a value or a message")
{
    for (const Target& target : all_targets()) {
        // These targets have a test of their own.
        if (target.name.starts_with(spelled_prefix))
            continue;
        CAPTURE(target.name);
        const std::vector<std::string> seeds = seeds_of(target);
        REQUIRE(!seeds.empty());
        std::mt19937 random(7);
        const auto end = steady_clock::now() + time_for_each;
        target.run(seeds.front());
        // Some inputs run, however busy the machine is.
        const int least = std::min(static_cast<int>(seeds.size()), 8);
        int count = 0;
        for (; count < least || (count < most_mutations && steady_clock::now() < end); ++count) {
            // Small seeds first, so that many fit into the time.
            const std::string& seed = seeds[static_cast<std::size_t>(count) % seeds.size()];
            target.run(count < static_cast<int>(seeds.size()) ? seed : mutated(seed, seeds, random));
        }
        CHECK(count >= least);
    }
}

TEST_CASE("files of hosts, clusters and jobs are read alike whichever way their lines end")
{
    struct Set {
        std::string_view platform;
        std::vector<std::string> seeds;
    };
    for (const Set& set : {Set{"linux-host", boot_file_seeds()},
             Set{"windows-host", windows_file_seeds()},
             Set{"esxi-host", esxi_file_seeds()},
             Set{"kubernetes", cluster_file_seeds()},
             Set{"app-env", job_file_seeds()}}) {
        for (const std::string& seed : set.seeds) {
            CAPTURE(seed);
            std::string other;
            for (std::string_view rest = seed; !rest.empty();) {
                // The first line of each file is its path.
                bool is_text = false;
                for (std::string_view part = take_part(rest); !part.empty();) {
                    const std::string_view line = ascii::take_until(part, '\n');
                    other += line;
                    other += is_text ? "\r\n" : "\n";
                    is_text = true;
                }
                other += rest.empty() ? "" : border;
            }
            const std::string shown = shown_set(set.platform, seed);
            CHECK(!shown.empty());
            CHECK(shown_set(set.platform, other) == shown);
        }
    }
}

}
}
