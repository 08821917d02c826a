// SPDX-License-Identifier: Apache-2.0
// File names that someone wrote into a commit by hand, and the copy of the commit that we make of them.
#include "workspace/git/commit_names.h"

#include "tests/fuzz/target.h"
#include "workspace/files/beneath_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace rocelint::fuzz {
namespace {

namespace fs = std::filesystem;

// A folder nested deeply enough that names leading out of it still end in a place where they are seen.
class Place {
public:
    Place()
        : top_(fs::temp_directory_path() / fmt::format("rocelint-fuzz-names-{}", ::getpid()))
        , inner_(top_ / "a/b/c")
    {
        fs::create_directories(inner_);
    }
    ~Place()
    {
        std::error_code ignored;
        fs::remove_all(top_, ignored);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    [[nodiscard]] const fs::path& inner() const { return inner_; }

    // Whether the outer folders contain nothing but the inner one.
    [[nodiscard]] bool is_kept() const
    {
        std::size_t entries = 0;
        for (fs::recursive_directory_iterator at(top_), end; at != end; ++at) {
            if (at->path() == inner_)
                at.disable_recursion_pending();
            ++entries;
        }
        return entries == 3;
    }

    // Whether every path below the inner folder, links followed, ends inside it or nowhere.
    [[nodiscard]] bool holds_all() const
    {
        std::error_code failed;
        for (fs::recursive_directory_iterator at(inner_, failed), end; !failed && at != end;
             at.increment(failed)) {
            const fs::path real = fs::canonical(at->path(), failed);
            const bool inside = failed
                || std::mismatch(inner_.begin(), inner_.end(), real.begin(), real.end()).first
                    == inner_.end();
            failed.clear();
            if (!inside)
                return false;
        }
        return true;
    }

private:
    fs::path top_;
    fs::path inner_;
};

bool is_path(std::string_view path)
{
    for (bool last = false; !last;) {
        const std::size_t slash = path.find('/');
        if (!workspace::git::is_entry_name(path.substr(0, slash)))
            return false;
        last = slash == std::string_view::npos;
        path.remove_prefix(last ? path.size() : slash + 1);
    }
    return true;
}

}

void write_commit_names(std::string_view bytes)
{
    constexpr std::size_t most_lines = 200;
    const Place place;
    auto folder = workspace::BeneathFolder::open(place.inner().string());
    must(folder.has_value(), "the folder can be opened");
    std::size_t lines = 0;
    while (!bytes.empty() && ++lines < most_lines) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
        const std::size_t arrow = line.find(" -> ");
        const std::string_view path = line.substr(0, arrow);
        const std::string name(path);
        if (arrow == std::string_view::npos) {
            // Try names that is_path() would have refused, too.
            static_cast<void>(folder->write_new(name, "x"));
            static_cast<void>(folder->replace(name, "y"));
        } else if (is_path(path) && workspace::git::link_stays_inside(path, line.substr(arrow + 4))) {
            static_cast<void>(folder->link_new(name, std::string(line.substr(arrow + 4))));
        }
    }
    must(place.is_kept(), "nothing is written outside of the folder");
    must(place.holds_all(), "no link leads out of the folder");
}

}
