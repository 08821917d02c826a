// SPDX-License-Identifier: Apache-2.0
// A file is not looked into again only where its state leaves no doubt.
#include "tests/cache/memory_store.h"
#include "tests/cli/rocelint_run.h"
#include "workspace/known_files.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace rocelint::testing {
namespace {

using workspace::FileState;
using workspace::KnownFile;
using workspace::KnownFiles;

Digest content_of(std::string_view text)
{
    Sha256 hash;
    hash.add(text);
    return hash.finish();
}

FileState old_state()
{
    constexpr std::int64_t long_ago = 1'700'000'000'000'000'000;
    return {.device = 1, .inode = 2, .size = 3, .changed = long_ago, .touched = long_ago + 1};
}

TEST_CASE("a file in a known state is known, and in any other it is not")
{
    MemoryStore store;
    const KnownFiles files(&store, true);
    const KnownFile leaf{content_of("text"), find_driver("eos"), "a line that only EOS writes"};
    files.keep("leaf1.cfg", old_state(), leaf);
    const auto found = files.find("leaf1.cfg", old_state());
    REQUIRE(found);
    CHECK(found->content == leaf.content);
    CHECK(found->driver == leaf.driver);
    CHECK(found->reason == leaf.reason);
    CHECK_FALSE(files.find("leaf2.cfg", old_state()));
    for (std::uint64_t FileState::*const part : {&FileState::device, &FileState::inode, &FileState::size}) {
        FileState other = old_state();
        ++(other.*part);
        CHECK_FALSE(files.find("leaf1.cfg", other));
    }
    for (std::int64_t FileState::*const part : {&FileState::changed, &FileState::touched}) {
        FileState other = old_state();
        ++(other.*part);
        CHECK_FALSE(files.find("leaf1.cfg", other));
    }
    CHECK_FALSE(KnownFiles(&store, false).find("leaf1.cfg", old_state()));
}

TEST_CASE("a file of no platform is known as such")
{
    MemoryStore store;
    const KnownFiles files(&store, true);
    files.keep("notes.txt", old_state(), {content_of("text"), nullptr, ""});
    const auto found = files.find("notes.txt", old_state());
    REQUIRE(found);
    CHECK(found->driver == nullptr);
}

TEST_CASE("the state of a file that was written a moment ago is not kept")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("leaf1.cfg", "hostname leaf1\n");
    MemoryStore store;
    const KnownFiles files(&store, true);
    const auto now = workspace::state_of(path);
    REQUIRE(now);
    files.keep(path, *now, {});
    CHECK(store.entries.empty());
    // Nor where its time was set back: that is a change, too, and no program sets the time of it.
    namespace fs = std::filesystem;
    fs::last_write_time(path, fs::last_write_time(path) - std::chrono::hours(1));
    files.keep(path, *workspace::state_of(path), {});
    CHECK(store.entries.empty());
}

TEST_CASE("an entry that cannot be read is refused")
{
    MemoryStore store;
    const KnownFiles files(&store, true);
    files.keep("leaf1.cfg", old_state(), {content_of("text"), find_driver("eos"), "so"});
    const std::string whole = store.entries.begin()->second;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        store.entries.begin()->second = whole.substr(0, size);
        CHECK_FALSE(files.find("leaf1.cfg", old_state()));
    }
    CHECK(store.count(stored::EntryKind::file).refused == whole.size());
}

}
}
