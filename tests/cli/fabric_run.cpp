// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace rocelint {

void copy_fabric(const std::string& name, const std::string& to)
{
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/" + name,
        to,
        std::filesystem::copy_options::recursive);
}

void render_fabric(const std::string& name, const std::string& to)
{
    const std::string intent
        = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/" + name + "/fabric.yaml";
    const Run run = rocelint({"render", intent, "-o", to});
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
}

void replace(
    const TemporaryFolder& folder, const std::string& file, std::string_view from, std::string_view to)
{
    std::string text = folder.read(file);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    folder.write(file, text.replace(at, from.size(), to));
}

void commit_all(const TemporaryFolder& folder)
{
    const std::string command
        = fmt::format("cd {} && (git -c init.defaultBranch=main init -q . ; git add -A . && "
                      "git -c user.name=a -c user.email=a@b commit -q -m state)",
            folder.path());
    REQUIRE(std::system(command.c_str()) == 0);
}

nlohmann::json codes_of(const nlohmann::json& rows)
{
    nlohmann::json codes = nlohmann::json::array();
    for (const nlohmann::json& row : rows)
        codes.push_back(row.at("code"));
    return codes;
}

}
