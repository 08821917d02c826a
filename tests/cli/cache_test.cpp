// SPDX-License-Identifier: Apache-2.0
// `rocelint check --cache`, as a user runs it.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace rocelint {
namespace {

namespace fs = std::filesystem;

class Site {
public:
    Site()
    {
        for (const char* name : {"leaf1", "leaf2", "leaf3"})
            folder.write(std::string("site/") + name + ".cfg", clean_switch(name));
        folder.write("site/leaf4.cfg", broken_switch("leaf4"));
        folder.write("site/spine1/config_db.json", clean_sonic("spine1"));
    }
    [[nodiscard]] Run check(std::vector<std::string> more, const RunOptions& options = {}) const
    {
        std::vector<std::string> arguments{"check", folder.path("site"), "--format", "json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return rocelint(arguments, options);
    }
    [[nodiscard]] Run check_cached(std::vector<std::string> more = {}, const RunOptions& options = {}) const
    {
        more.insert(more.end(), {"--cache", folder.path("cache"), "--stats"});
        return check(more, options);
    }

    TemporaryFolder folder;
};

TEST_CASE("a check with a cache says what it says without, and --stats what the cache gave")
{
    const Site site;
    const Run without = site.check({});
    REQUIRE(without.code == 1);
    for (const char* state :
        {"cache: models used 0  new 5  refused 0  kept 5", "cache: models used 5  new 0"}) {
        const Run with = site.check_cached();
        CHECK(with.code == without.code);
        CHECK(with.out == without.out);
        CHECK_MESSAGE(with.says(state), with.err);
    }
    const Run alone = site.check_cached({"--jobs", "1"});
    CHECK(alone.out == without.out);
    CHECK_MESSAGE(alone.says("cache: models used 5  new 0"), alone.err);
    // One file changed.
    site.folder.write("site/leaf2.cfg", broken_switch("leaf2"));
    const Run changed = site.check_cached();
    CHECK(changed.out == site.check({}).out);
    CHECK(changed.out != without.out);
    CHECK_MESSAGE(changed.says("cache: models used 4  new 1"), changed.err);
}

TEST_CASE("a cache among the files that are checked is none of them")
{
    const Site site;
    const Run without = site.check({});
    for (int run = 0; run < 2; ++run)
        CHECK(site.check({"--cache", site.folder.path("site/kept")}).out == without.out);
    CHECK_FALSE(fs::is_empty(site.folder.path("site/kept")));
}

TEST_CASE("a cache that was torn, emptied or filled with something else is worked out again")
{
    const Site site;
    const Run without = site.check({});
    REQUIRE(site.check_cached().out == without.out);
    const auto each = [&](auto change) {
        for (const fs::directory_entry& entry : fs::directory_iterator(site.folder.path("cache")))
            change(entry.path());
        const Run run = site.check_cached();
        CHECK(run.out == without.out);
        CHECK(run.code == without.code);
        CHECK_MESSAGE(run.says("used 0  new 5"), run.err);
    };
    each([](const fs::path& file) { fs::resize_file(file, fs::file_size(file) / 2); });
    each([](const fs::path& file) { fs::resize_file(file, 0); });
    each([](const fs::path& file) { fs::resize_file(file, fs::file_size(file) * 3); });
    each([](const fs::path& file) { fs::remove(file); });
}

TEST_CASE("a cache with any bit flipped changes no report")
{
    const Site site;
    const Run without = site.check({});
    REQUIRE(site.check_cached().out == without.out);
    std::string name;
    for (const fs::directory_entry& entry : fs::directory_iterator(site.folder.path("cache")))
        name = "cache/" + entry.path().filename().string();
    const std::string whole = site.folder.read(name);
    constexpr std::size_t flips = 60;
    std::size_t refused = 0;
    for (std::size_t flip = 0; flip < flips; ++flip) {
        const std::size_t at = flip * whole.size() / flips;
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << (flip % 8)));
        // What a run writes is to be found by no other.
        fs::remove_all(site.folder.path("cache"));
        site.folder.write(name, flipped);
        fs::permissions(site.folder.path("cache"), fs::perms(0700));
        const Run run = site.check_cached();
        CHECK_MESSAGE(run.out == without.out, "bit " << flip % 8 << " of byte " << at);
        CHECK(run.code == without.code);
        refused += run.says("it is not as it was written") || run.says("torn") ? 1 : 0;
    }
    CHECK(refused > flips / 2);
}

TEST_CASE("a file with other content is read again, though its size and time are as they were")
{
    const Site site;
    static_cast<void>(site.check_cached());
    std::this_thread::sleep_for(std::chrono::milliseconds(2100)); // younger files are not believed
    CHECK(site.check_cached().says("cache: files used 0  new 5"));
    CHECK(site.check_cached().says("cache: files used 5  new 0"));
    const std::string path = site.folder.path("site/leaf2.cfg");
    const std::string before = site.folder.read("site/leaf2.cfg");
    std::string other = before;
    other.replace(other.find("leaf2"), 5, "leaf9");
    const fs::file_time_type time = fs::last_write_time(path);
    site.folder.write("site/leaf2.cfg", other);
    fs::last_write_time(path, time);
    const Run changed = site.check_cached();
    CHECK(changed.out == site.check({}).out);
    CHECK_MESSAGE(changed.says("cache: files used 4  new 1"), changed.err);
    CHECK(site.check_cached({"--cache-reads-all"}).says("cache: files used 0"));
}

TEST_CASE("a full disk costs the cache and nothing else")
{
    const Site site;
    const Run without = site.check({});
    const Run full = site.check_cached({"-o", "/dev/null"}, {.before = "ulimit -f 8; exec"});
    CHECK(full.code == without.code);
    CHECK_MESSAGE(full.says("cache: nothing kept: "), full.err);
    CHECK(fs::is_empty(site.folder.path("cache")));
}

TEST_CASE("a cache that cannot be made is no fault of the check")
{
    const Site site;
    const Run run = site.check({"--cache", "/proc/none/cache", "--stats"});
    CHECK(run.code == 1);
    CHECK(run.out == site.check({}).out);
    CHECK_MESSAGE(run.says("cache: not used: "), run.err);
    // Without --stats nothing is said of it.
    CHECK(site.check({"--cache", "/proc/none/cache"}).err.empty());
}

TEST_CASE("two checks may use one cache at once")
{
    const Site site;
    const Run without = site.check({});
    for (int round = 0; round < 3; ++round) {
        Run first;
        std::thread other([&] { first = site.check_cached(); });
        const Run second = site.check_cached();
        other.join();
        CHECK(first.out == without.out);
        CHECK(second.out == without.out);
    }
    CHECK(site.check_cached().says("used 5  new 0"));
}

}
}
