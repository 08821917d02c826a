// SPDX-License-Identifier: Apache-2.0
// Repository objects that git itself would never create: looking at such a commit changes nothing outside our own folder.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

namespace rocelint::hostile_commit_test {
namespace {

namespace fs = std::filesystem;

struct Entry {
    std::string mode; ///< as in a tree object: "100644", "40000"
    std::string name;
    std::string id;
};

// A repository whose objects are written without git's checks.
class Repository {
public:
    explicit Repository(const TemporaryFolder& folder) : folder_(folder) { }

    // The output of a git command, without the trailing line feed.
    [[nodiscard]] std::string git(const std::string& words) const
    {
        const std::string command
            = fmt::format("cd '{}' && git -c user.name=a -c user.email=a@b {}", folder_.path("repo"), words);
        std::FILE* pipe = ::popen(command.c_str(), "r");
        REQUIRE(pipe != nullptr);
        std::string text;
        std::array<char, 4096> some{};
        for (std::size_t size = 0; (size = std::fread(some.data(), 1, some.size(), pipe)) > 0;)
            text.append(some.data(), size);
        REQUIRE(::pclose(pipe) == 0);
        while (text.ends_with('\n'))
            text.pop_back();
        return text;
    }

    [[nodiscard]] std::string object(const char* type, const std::string& bytes) const
    {
        folder_.write("object", bytes);
        return git(fmt::format("hash-object -t {} -w --literally ../object", type));
    }

    [[nodiscard]] std::string blob(const std::string& text) const { return object("blob", text); }

    [[nodiscard]] std::string tree(std::vector<Entry> entries) const
    {
        std::ranges::sort(
            entries, {}, [](const Entry& entry) { return entry.name + (entry.mode == "40000" ? "/" : ""); });
        std::string bytes;
        for (const Entry& entry : entries) {
            bytes += fmt::format("{} {}", entry.mode, entry.name);
            bytes += '\0';
            for (std::size_t at = 0; at < entry.id.size(); at += 2)
                bytes += static_cast<char>(std::stoi(entry.id.substr(at, 2), nullptr, 16));
        }
        return object("tree", bytes);
    }

    [[nodiscard]] std::string commit(const std::string& tree) const
    {
        return git(fmt::format("commit-tree -p HEAD -m made {}", tree));
    }

    [[nodiscard]] Run run(const std::vector<std::string>& words) const
    {
        return rocelint(
            words, {.environment = {"TMPDIR=" + folder_.path("tmp")}, .folder = folder_.path("repo")});
    }

private:
    const TemporaryFolder& folder_;
};

void make_repository(const TemporaryFolder& folder)
{
    folder.write("repo/site/leaf1.cfg", clean_switch("leaf1"));
    fs::create_directory(folder.path("tmp"));
    const std::string command
        = fmt::format("cd '{}' && git -c init.defaultBranch=main init -q . && git add -A && "
                      "git -c user.name=a -c user.email=a@b commit -q -m first",
            folder.path("repo"));
    REQUIRE(std::system(command.c_str()) == 0);
}

// Every path below the folder with its content, except git's own files.
std::vector<std::pair<std::string, std::string>> all_of(const TemporaryFolder& folder)
{
    std::vector<std::pair<std::string, std::string>> found;
    for (fs::recursive_directory_iterator at(folder.path()), end; at != end; ++at) {
        const std::string path = at->path().lexically_relative(folder.path()).string();
        if (path == "repo/.git") {
            at.disable_recursion_pending();
            continue;
        }
        found.emplace_back(path, at->is_regular_file() ? folder.read(path) : std::string());
    }
    std::ranges::sort(found);
    return found;
}

// A command that looks at the commit exits with 2 and a sentence, and changes nothing.
void expect_refused(
    const TemporaryFolder& folder, const std::vector<std::string>& words, std::string_view sentence)
{
    CAPTURE(words);
    const auto before = all_of(folder);
    const Run run = Repository(folder).run(words);
    CHECK(run.code == 2);
    CHECK(run.err.find(sentence) != std::string::npos);
    CHECK(run.out.empty());
    CHECK(all_of(folder) == before);
}

constexpr std::string_view no_such_name = "a name that git gives to no file";

TEST_CASE("a commit with a name that leads out of its folder is refused before anything of it is written")
{
    const std::string deep = "../../../../../../../../../../../../../..";
    const TemporaryFolder folder;
    make_repository(folder);
    const Repository repository(folder);
    const std::string leaf = repository.git("rev-parse HEAD:site/leaf1.cfg");
    const std::string blob = repository.blob("hostname taken\n");
    const std::string inner = repository.tree({{"100644", "planted", blob}});
    for (const Entry& bad : {Entry{"100644", "../planted", blob},
             {"100644", deep + folder.path("repo/site/leaf1.cfg"), blob},
             {"100644", folder.path("planted"), blob},
             {"100755", "/planted", blob},
             {"40000", "..", inner},
             {"40000", ".", inner},
             {"40000", ".git", inner},
             {"40000", ".GIT", inner},
             {"40000", "git~1", inner},
             {"40000", ".git ", inner},
             {"40000", ".git::$INDEX_ALLOCATION", inner},
             {"40000", ".g\xe2\x80\x8cit", inner},
             {"120000", "../../link", repository.blob("/")},
             {"100644", "a/b", blob}}) {
        CAPTURE(bad.name);
        const std::string site = repository.tree({{"100644", "leaf1.cfg", leaf}, bad});
        expect_refused(folder,
            {"diff", repository.commit(repository.tree({{"40000", "site", site}})) + ":site", "site"},
            no_such_name);
    }
    // The same in the top folder, and with the other commands.
    const std::string commit = repository.commit(
        repository.tree({{"40000", "site", repository.tree({{"100644", "leaf1.cfg", leaf}})},
            {"100644", "../planted", blob}}));
    expect_refused(folder, {"diff", commit + ":", "."}, no_such_name);
    expect_refused(folder, {"check", "site", "--changed-since", commit}, no_such_name);
    expect_refused(folder, {"check", ".", "--changed-since", commit}, no_such_name);
}

TEST_CASE(
    "a commit whose submodule stands at a path out of its folder is refused, and no repository there is opened")
{
    const TemporaryFolder folder;
    make_repository(folder);
    const Repository repository(folder);
    const std::string leaf = repository.git("rev-parse HEAD:site/leaf1.cfg");
    const std::string payload
        = repository.commit(repository.tree({{"100755", "build.sh", repository.blob("echo taken\n")}}));
    const std::string modules = repository.blob("[submodule \"x\"]\n path = x\n url = ./x\n");
    const std::string up = "../../../../../../../../../../../../../..";
    for (const std::string& path : {up + folder.path("repo"), std::string("../site"), std::string("..")}) {
        const std::string site = repository.tree({{"100644", "leaf1.cfg", leaf}, {"160000", path, payload}});
        const std::string commit = repository.commit(
            repository.tree({{"100644", ".gitmodules", modules}, {"40000", "site", site}}));
        expect_refused(folder, {"diff", commit + ":site", "site"}, no_such_name);
        expect_refused(folder, {"check", ".", "--changed-since", commit}, no_such_name);
    }
    // Through symbolic links in the working tree, which the checked-out commit created.
    fs::create_directories(folder.path("repo/deep/deep/deep"));
    fs::create_symlink("../deep/deep/deep", folder.path("repo/site/way"));
    fs::create_symlink(".", folder.path("repo/top"));
    const std::string site
        = repository.tree({{"100644", "leaf1.cfg", leaf}, {"160000", "way/../../../../top", payload}});
    const std::string commit
        = repository.commit(repository.tree({{"100644", ".gitmodules", modules}, {"40000", "site", site}}));
    expect_refused(folder, {"diff", commit + ":site", "site"}, no_such_name);
}

TEST_CASE(
    "a submodule is a folder of the working tree, and neither a link nor a repository among the committed files")
{
    const TemporaryFolder folder;
    make_repository(folder);
    const Repository repository(folder);
    const std::string leaf = repository.git("rev-parse HEAD:site/leaf1.cfg");
    const std::string payload = repository.commit(
        repository.tree({{"100644", "leaf9.cfg", repository.blob(clean_switch("leaf9"))}}));
    const std::string modules = repository.blob("[submodule \"x\"]\n path = x\n url = ./x\n");
    fs::create_symlink("..", folder.path("repo/site/sub"));
    const std::string site = repository.tree({{"100644", "leaf1.cfg", leaf}, {"160000", "sub", payload}});
    const std::string commit
        = repository.commit(repository.tree({{"100644", ".gitmodules", modules}, {"40000", "site", site}}));
    const auto before = all_of(folder);
    CHECK(repository.run({"diff", commit + ":site", "site"}).code == 0);
    fs::remove(folder.path("repo/site/sub"));
    REQUIRE(std::system(fmt::format("git clone -q --bare '{0}' '{0}/site/sub'", folder.path("repo")).c_str())
        == 0);
    CHECK(repository.run({"diff", commit + ":site", "site"}).code == 0);
    fs::remove_all(folder.path("repo/site/sub"));
    fs::create_symlink("..", folder.path("repo/site/sub"));
    CHECK(all_of(folder) == before);
}

TEST_CASE("a small commit whose objects expand to endless files is refused")
{
    const TemporaryFolder folder;
    make_repository(folder);
    const Repository repository(folder);
    std::string tree
        = repository.tree({{"100644", "leaf1.cfg", repository.git("rev-parse HEAD:site/leaf1.cfg")}});
    for (int level = 0; level < 9; ++level) {
        std::vector<Entry> entries;
        for (char name = 'a'; name < 'k'; ++name)
            entries.push_back({"40000", std::string(1, name), tree});
        tree = repository.tree(entries);
    }
    const std::string commit = repository.commit(repository.tree({{"40000", "site", tree}}));
    expect_refused(folder, {"diff", commit + ":site", "site"}, "the commit has more than");
}

TEST_CASE("a link in a commit that leads out of its files is not created, and its target is not read")
{
    const TemporaryFolder folder;
    make_repository(folder);
    const Repository repository(folder);
    folder.write("secret.cfg", clean_switch("leaf7"));
    const std::string leaf = repository.git("rev-parse HEAD:site/leaf1.cfg");
    const auto read = [&](const std::string& target) {
        const std::string site = repository.tree({{"100644", "leaf1.cfg", leaf},
            {"40000",
                "sub",
                repository.tree({{"100644", "leaf8.cfg", repository.blob(clean_switch("leaf8"))}})},
            {"120000", "way", repository.blob("sub")},
            {"120000", "link.cfg", repository.blob(target)}});
        const std::string commit = repository.commit(repository.tree({{"40000", "site", site}}));
        return repository.run({"diff", "site", commit + ":site", "--follow"});
    };
    CHECK_FALSE(read(folder.path("secret.cfg")).says("leaf7"));
    CHECK_FALSE(read("../../../../secret.cfg").says("leaf7"));
    CHECK_FALSE(read("way/../../../../secret.cfg").says("leaf7"));
    CHECK(read("sub/leaf8.cfg").says("leaf8"));
}

}
}
