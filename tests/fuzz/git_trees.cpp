// SPDX-License-Identifier: Apache-2.0
// Folders of a commit that someone made by hand, with names, links and submodules that git would refuse, and the copy that
// we write of such a commit.
#include "tests/fuzz/git_objects.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/temporary_place.h"
#include "workspace/git/commit_files.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace rocelint::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_mode = "100644";
constexpr const char* folder_mode = "40000";
constexpr const char* link_mode = "120000";
constexpr const char* submodule_mode = "160000";
constexpr std::string_view secret_text = "hostname secret\n";

// A working tree with a submodule at "sub", a link at "way" to the repository beside it, and that repository, of which
// nothing may be seen.
class Repositories {
public:
    Repositories()
        : place_("trees")
        , outer_(place_.path("all/repo"))
        , inner_(place_.path("all/repo/sub"))
        , outside_(place_.path("all/outside"))
    {
        fs::create_directory_symlink("../outside", place_.path() / "all/repo/way");
        fs::create_directories(place_.path() / "all/copies");
        const std::string text = inner_.write("blob", "hostname inner\n");
        inner_tree_ = inner_.write_tree({{file_mode, "inner.cfg", text}});
        const std::string other = outside_.write("blob", secret_text);
        outside_tree_ = outside_.write_tree({{file_mode, "secret.cfg", other}});
        modules_ = outer_.write("blob", "[submodule \"sub\"]\n\tpath = sub\n\turl = ../sub\n");
    }

    // Makes the tree whose entries the lines state, and returns its id.
    std::string tree_of(std::string_view lines)
    {
        constexpr std::size_t most_lines = 100;
        std::vector<Level> levels(1);
        levels.front().entries.push_back({file_mode, ".gitmodules", modules_});
        for (std::size_t count = 0; !lines.empty() && count < most_lines; ++count) {
            const std::string_view line = lines.substr(0, lines.find('\n'));
            lines.remove_prefix(std::min(line.size() + 1, lines.size()));
            take(levels, line);
        }
        while (levels.size() > 1)
            close(levels);
        return outer_.write_tree(std::move(levels.front().entries));
    }

    [[nodiscard]] fs::path copies() const { return place_.path() / "all/copies"; }
    [[nodiscard]] std::string outer() const { return place_.path("all/repo"); }

    // Every path outside of the copies and of the repositories' objects.
    [[nodiscard]] std::set<std::string> all() const
    {
        std::set<std::string> found;
        for (fs::recursive_directory_iterator at(place_.path()), end; at != end; ++at) {
            found.insert(at->path().string());
            if (at->path().filename() == "objects" || at->path() == copies())
                at.disable_recursion_pending();
        }
        return found;
    }

private:
    struct Level {
        std::string name;
        std::vector<TreeEntry> entries;
    };

    void close(std::vector<Level>& levels)
    {
        Level level = std::move(levels.back());
        levels.pop_back();
        levels.back().entries.push_back(
            {folder_mode, std::move(level.name), outer_.write_tree(std::move(level.entries))});
    }

    // "f NAME", "l NAME -> TARGET", "m NAME" and "o NAME" for a submodule of the inner and the outside repository,
    // "d NAME" and "." around the entries of a folder.
    void take(std::vector<Level>& levels, std::string_view line)
    {
        constexpr std::size_t deepest = 20;
        if (line == "." && levels.size() > 1)
            return close(levels);
        if (line.size() < 2 || line[1] != ' ')
            return;
        const std::string_view rest = line.substr(2);
        const std::size_t arrow = rest.find(" -> ");
        const std::string name(rest.substr(0, arrow));
        std::vector<TreeEntry>& entries = levels.back().entries;
        if (line[0] == 'd' && levels.size() < deepest)
            levels.push_back({name, {}});
        else if (line[0] == 'l' && arrow != std::string_view::npos)
            entries.push_back({link_mode, name, outer_.write("blob", rest.substr(arrow + 4))});
        else if (line[0] == 'm' || line[0] == 'o')
            entries.push_back({submodule_mode, name, line[0] == 'm' ? inner_tree_ : outside_tree_});
        else if (line[0] == 'f')
            entries.push_back({file_mode, name, outer_.write("blob", "hostname leaf1\n")});
    }

    TemporaryPlace place_;
    GitObjects outer_;
    GitObjects inner_;
    GitObjects outside_;
    std::string inner_tree_;
    std::string outside_tree_;
    std::string modules_;
};

bool is_inside(const fs::path& path, const fs::path& top)
{
    return std::mismatch(top.begin(), top.end(), path.begin(), path.end()).first == top.end();
}

// Links lead to a place in the copy or nowhere, and no file is the other repository's.
void must_be_kept(const fs::path& copy)
{
    std::error_code failed;
    const fs::path top = fs::canonical(copy, failed);
    for (fs::recursive_directory_iterator at(top, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code nowhere;
        const fs::path real = fs::canonical(at->path(), nowhere);
        must(nowhere || is_inside(real, top), "no link leads out of the copy");
        if (!fs::is_regular_file(fs::symlink_status(at->path(), nowhere)))
            continue;
        std::ostringstream text;
        text << std::ifstream(at->path(), std::ios::binary).rdbuf();
        must(text.str() != secret_text, "nothing of a repository outside is copied");
    }
}

}

void copy_git_tree(std::string_view bytes)
{
    static Repositories repositories;
    const std::string id = repositories.tree_of(bytes);
    const auto repository = workspace::git::open_around(repositories.outer());
    must(repository.has_value() && *repository != nullptr, "the repository can be opened");
    const auto tree = workspace::git::tree_of(**repository, id);
    must_say(tree);
    const fs::path copy = repositories.copies() / "copy";
    fs::remove_all(copy);
    fs::create_directories(copy);
    const std::set<std::string> before = repositories.all();
    if (tree) {
        must_say(workspace::git::write_out(**repository, **tree, {}, copy));
        for (const char* path : {"site", "../outside", "sub/inner.cfg", "way/secret.cfg"})
            static_cast<void>(workspace::git::text_of(**repository, **tree, path));
    }
    must(repositories.all() == before, "nothing is written outside of the copy");
    for (fs::directory_iterator at(repositories.copies()), end; at != end; ++at)
        must(at->path() == copy, "nothing is written beside the copy");
    must_be_kept(copy);
}

std::vector<std::string> git_tree_seeds()
{
    return {"f leaf1.cfg\nd site\nf leaf2.cfg\nl up -> ../leaf1.cfg\nl out -> ../../outside\n.\nm sub\n",
        "d site\nd ..\nf planted\n.\n.\n",
        "f ../planted\nf /planted\nd .git\nf config\n.\n",
        "m ../outside\no way\no .\no site/../../outside\n",
        "l way -> ../outside\nf way/planted\nm way\nl .gitmodules -> /etc/hostname\n",
        "d a\nd a\nd a\nl b -> ../../../a\n.\n.\n.\nd .GIT \nf x\n.\nf .g\xe2\x80\x8cit\nf git~1\n"};
}

}
