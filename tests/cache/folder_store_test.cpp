// SPDX-License-Identifier: Apache-2.0
// Whatever becomes of the files of a cache: an entry is given back as it was saved, or not at all.
#include "tests/cli/rocelint_run.h"
#include "workspace/cache/folder_store.h"
#include "workspace/cache/program.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace rocelint::testing {
namespace {

using stored::EntryKind;
using workspace::FolderStore;
namespace fs = std::filesystem;

Digest digest_of(std::string_view text)
{
    Sha256 hash;
    hash.add(text);
    return hash.finish();
}

const Digest program = digest_of("this program");

Digest key_of(const FolderStore& store, std::string_view input)
{
    Sha256 key = store.begin_key(EntryKind::model);
    key.add_text(input);
    return key.finish();
}

void save(const std::string& folder,
    const std::vector<std::string>& inputs,
    std::uint64_t most = FolderStore::usual_bytes)
{
    FolderStore store(folder, program, most);
    for (const std::string& input : inputs)
        store.save(EntryKind::model, key_of(store, input), "result of " + input);
    store.finish();
}

// What a new run finds; empty for nothing.
std::string find(const std::string& folder, std::string_view input)
{
    FolderStore store(folder, program);
    std::string bytes;
    return store.load(EntryKind::model, key_of(store, input), bytes) ? bytes : std::string{};
}

std::vector<std::string> packs_of(const std::string& folder)
{
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

TEST_CASE("a later run finds what an earlier one has kept, and no other program does")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a", "b"});
    CHECK(find(folder.path("cache"), "a") == "result of a");
    CHECK(find(folder.path("cache"), "b") == "result of b");
    CHECK(find(folder.path("cache"), "c").empty());
    FolderStore other(folder.path("cache"), digest_of("another program"));
    std::string bytes;
    CHECK_FALSE(other.load(EntryKind::model, key_of(other, "a"), bytes));
    CHECK(other.report().kinds[0].missing == 1);
}

TEST_CASE("only the owner may read what is kept")
{
    const TemporaryFolder folder;
    save(folder.path("new/cache"), {"a"});
    struct stat status { };
    REQUIRE(::stat(folder.path("new/cache").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0700U);
    const std::string pack = folder.path("new/cache") + '/' + packs_of(folder.path("new/cache")).front();
    REQUIRE(::stat(pack.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0600U);
}

TEST_CASE("an entry with any byte of its file flipped is right or refused")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a", "b"});
    const std::string name = "cache/" + packs_of(folder.path("cache")).front();
    const std::string whole = folder.read(name);
    std::size_t refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
        folder.write(name, flipped);
        for (const std::string input : {"a", "b"}) {
            const std::string found = find(folder.path("cache"), input);
            CHECK_MESSAGE((found.empty() || found == "result of " + input), "byte " << at << ": " << found);
            refused += found.empty() ? 1 : 0;
        }
    }
    // Every byte belongs to one entry, or to what all of them need.
    CHECK(refused >= whole.size());
}

TEST_CASE("a file that ends too early, or goes on behind its end, is refused")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a"});
    const std::string name = "cache/" + packs_of(folder.path("cache")).front();
    const std::string whole = folder.read(name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        folder.write(name, whole.substr(0, size));
        CHECK(find(folder.path("cache"), "a").empty());
    }
    folder.write(name, whole + "x");
    CHECK(find(folder.path("cache"), "a").empty());
    // The next run that keeps anything takes such a file away.
    save(folder.path("cache"), {"b"});
    CHECK(packs_of(folder.path("cache")).size() == 1);
    CHECK(find(folder.path("cache"), "b") == "result of b");
}

TEST_CASE("a pack with another's name gives its own entries and no other")
{
    const TemporaryFolder folder;
    save(folder.path("one"), {"a"});
    save(folder.path("two"), {"b"});
    const std::string one = "one/" + packs_of(folder.path("one")).front();
    const std::string two = "two/" + packs_of(folder.path("two")).front();
    const std::string text = folder.read(one);
    folder.write(one, folder.read(two));
    folder.write(two, text);
    CHECK(find(folder.path("one"), "a").empty());
    CHECK(find(folder.path("one"), "b") == "result of b");
}

// Two packs whose contents are exchanged, so that the rows of each lead to what belongs to the other.
TEST_CASE("an entry with the content of another is refused")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a", "b"});
    const std::string name = "cache/" + packs_of(folder.path("cache")).front();
    std::string text = folder.read(name);
    const std::string_view first = "result of a";
    REQUIRE(text.starts_with("result of aresult of b"));
    text.replace(0, 2 * first.size(), "result of bresult of a");
    folder.write(name, text);
    FolderStore store(folder.path("cache"), program);
    std::string bytes;
    CHECK_FALSE(store.load(EntryKind::model, key_of(store, "a"), bytes));
    CHECK(store.report().refusals.at("it is not as it was written") == 1);
    // Worked out again, it stands in a younger pack, which goes before.
    save(folder.path("cache"), {"a"});
    CHECK(find(folder.path("cache"), "a") == "result of a");
}

TEST_CASE("a link in place of the folder or of a file is not followed")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a"});
    fs::create_symlink(folder.path("cache"), folder.path("link"));
    CHECK(find(folder.path("link"), "a").empty());
    CHECK(find(folder.path("link/"), "a").empty());
    CHECK_FALSE(FolderStore(folder.path("link"), program).report().unusable.empty());
    const std::string name = packs_of(folder.path("cache")).front();
    fs::create_directory(folder.path("other"));
    fs::create_symlink(folder.path("cache/" + name), folder.path("other/" + name));
    CHECK(find(folder.path("other"), "a").empty());
}

TEST_CASE("many small packs become one")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {std::string(10000, 'x')});
    for (int run = 0; run < 60; ++run)
        save(folder.path("cache"), {std::to_string(run)});
    CHECK(packs_of(folder.path("cache")).size() <= 17);
    for (int run = 0; run < 60; ++run)
        CHECK(find(folder.path("cache"), std::to_string(run)) == "result of " + std::to_string(run));
    CHECK_FALSE(find(folder.path("cache"), std::string(10000, 'x')).empty());
}

TEST_CASE(
    "where there is no room left, what was not used for the longest time goes, and what is in use stays")
{
    const TemporaryFolder folder;
    constexpr std::uint64_t most = 4000;
    const auto size = [&] {
        std::uint64_t sum = 0;
        for (const std::string& name : packs_of(folder.path("cache")))
            sum += fs::file_size(folder.path("cache/" + name));
        return sum;
    };
    save(folder.path("cache"), {"in use"}, most);
    for (int run = 0; run < 40; ++run) {
        FolderStore store(folder.path("cache"), program, most);
        std::string bytes;
        CHECK(store.load(EntryKind::model, key_of(store, "in use"), bytes));
        store.save(EntryKind::model, key_of(store, std::to_string(run)), std::string(500, 'x'));
        store.finish();
        CHECK(size() <= most + 200); // what is in use and what is new, whatever they need
    }
    CHECK(find(folder.path("cache"), "in use") == "result of in use");
    CHECK(find(folder.path("cache"), "1").empty());
    CHECK_FALSE(find(folder.path("cache"), "39").empty());
}

TEST_CASE("what is no pack is left alone")
{
    const TemporaryFolder folder;
    folder.write("cache/notes.txt", "mine");
    folder.write("cache/0123456789abcdef-0123456789abcdef.pack.old", "mine");
    save(folder.path("cache"), {"a"}, 1);
    save(folder.path("cache"), {"b"}, 1);
    CHECK(folder.read("cache/notes.txt") == "mine");
    CHECK(folder.has("cache/0123456789abcdef-0123456789abcdef.pack.old"));
}

TEST_CASE("a folder that nothing can be written to is read, and one that cannot be made is none")
{
    const TemporaryFolder folder;
    save(folder.path("cache"), {"a"});
    // The superuser may write everywhere: there this is done as nobody.
    constexpr uid_t nobody = 65534;
    const bool superuser = ::geteuid() == 0;
    fs::permissions(folder.path(), fs::perms::all);
    fs::permissions(folder.path("cache"), fs::perms(0555));
    for (const std::string& name : packs_of(folder.path("cache")))
        fs::permissions(folder.path("cache/" + name), fs::perms(0444));
    if (superuser)
        REQUIRE(::seteuid(nobody) == 0);
    {
        FolderStore store(folder.path("cache"), program);
        std::string bytes;
        CHECK(store.load(EntryKind::model, key_of(store, "a"), bytes));
        store.save(EntryKind::model, key_of(store, "b"), "result");
        store.finish();
        CHECK_FALSE(store.report().unwritable.empty());
    }
    if (superuser)
        REQUIRE(::seteuid(0) == 0);
    fs::permissions(folder.path("cache"), fs::perms(0755));
    folder.write("file", "no folder");
    FolderStore none(folder.path("file/cache"), program);
    none.save(EntryKind::model, key_of(none, "a"), "result");
    none.finish();
    CHECK_FALSE(none.report().unusable.empty());
}

TEST_CASE("the digest of the program is the same each time")
{
    CHECK(workspace::program_digest() == workspace::program_digest());
    CHECK(workspace::program_digest() != Digest{});
}

}
}
