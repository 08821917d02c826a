// SPDX-License-Identifier: Apache-2.0
#include "tests/pages/followed.h"

#include "tests/e2e/process.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace rocelint::pages {

void copy_fabric(const std::string& name, const std::string& folder)
{
    std::filesystem::create_directories(folder);
    std::filesystem::copy(ROCELINT_SOURCE_DIR "/fixtures/fabrics/" + name,
        folder,
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
}

void replace_in_file(const std::string& path, std::string_view what, std::string_view by)
{
    std::string text = e2e::file_text(path);
    const std::size_t at = text.find(what);
    REQUIRE_MESSAGE(at != std::string::npos, path, " has no ", std::string(what));
    REQUIRE(text.find(what, at + 1) == std::string::npos);
    std::ofstream(path) << text.replace(at, what.size(), by);
}

void commit_all(const std::string& folder)
{
    const std::vector<std::string> environment{
        "HOME=" + folder, "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1"};
    const auto git = [&](std::vector<std::string> words) {
        words.insert(words.begin(),
            {"/usr/bin/git", "-C", folder, "-c", "user.name=test", "-c", "user.email=test@localhost"});
        (void)e2e::run_tool(words, environment);
    };
    if (!std::filesystem::exists(folder + "/.git"))
        git({"init", "-q", "-b", "main"});
    git({"add", "."});
    git({"commit", "-q", "-m", "All"});
}

}
