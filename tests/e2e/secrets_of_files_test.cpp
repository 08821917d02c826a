// SPDX-License-Identifier: Apache-2.0
// Secrets in the checked files appear in no output about them. Each command runs for a third of the files (tests/support/sample.h),
// for all of them in `./dev test --all`.
#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/text/redact.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/planted_secrets.h"
#include "tests/e2e/process.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"
#include "tests/support/sample.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>

namespace rocelint::e2e {
namespace {

// A device of this platform with all secrets planted for it.
std::string device_with_secrets(std::string_view platform)
{
    std::string text(find_driver(platform)->base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@", at))
        text.replace(at, 6, "leaf1");
    if (platform == "sonic")
        return text.replace(text.find('{'), 1, "{\n  " + planted_text(platform, ",\n  ") + ",\n");
    if (platform == "eos")
        return text.insert(text.rfind("end\n") == std::string::npos ? text.size() : text.rfind("end\n"),
            planted_text(platform));
    return text + planted_text(platform);
}

constexpr std::string_view platforms[]{"eos",
    "onyx",
    "nxos",
    "os10",
    "sonic",
    "sonic-cli",
    "aoscx",
    "vrp",
    "comware",
    "iosxr",
    "nvue",
    "junos",
    "linux-host",
    "windows-host",
    "esxi-host",
    "app-env",
    "opensm",
    "ib-fabric"};

bool is_in_sample(std::size_t file, std::size_t command)
{
    return testing::plays_everything() || (file + command + testing::sample_seed()) % 3 == 0;
}

TEST_CASE("each secret is planted once and found again")
{
    std::set<std::string_view> known;
    std::string everything;
    for (const PlantedSecret& one : planted_secrets()) {
        CHECK(known.insert(one.secret).second);
        everything += one.text;
    }
    CHECK(known.size() == 207);
    for (const PlantedSecret& one : planted_secrets()) {
        CAPTURE(one.secret);
        CHECK(holds(everything, one.secret));
        CHECK(holds(secrets_in("x" + std::string(one.secret)), one.secret));
    }
    CHECK(holds(secrets_in("eEVvc1VzZXJTZWMwMQ=="), "EosUserSec01")); // base64 of "xEosUserSec01"
    CHECK(holds(secrets_in("456f735573657253656330 31"), "EosUserSec01") == false);
    CHECK(holds(secrets_in("456f73557365725365633031"), "EosUserSec01"));
}

TEST_CASE("stored lines contain none of the planted secrets")
{
    for (const std::string platform : {"eos",
             "onyx",
             "nxos",
             "os10",
             "aoscx",
             "vrp",
             "comware",
             "iosxr",
             "linux-host",
             "windows-host",
             "esxi-host",
             "app-env",
             "junos",
             "nvue",
             "nvue-yaml",
             "opensm",
             "ib-fabric"}) {
        CAPTURE(platform);
        CHECK(secrets_in(redact_lines(planted_text(platform))) == "");
    }
}

TEST_CASE("what is read of a live switch contains none of the planted secrets")
{
    for (const auto& [kind, platform] : {std::pair(Device::Kind::eos, "eos"),
             std::pair(Device::Kind::nxos, "nxos"),
             std::pair(Device::Kind::os10, "os10"),
             std::pair(Device::Kind::aoscx, "aoscx"),
             std::pair(Device::Kind::vrp, "vrp")}) {
        CAPTURE(std::string(platform));
        const Device device(kind);
        device.folder().write("startup-config", device_with_secrets(platform));
        LiveTarget target;
        target.endpoint = device.endpoint();
        target.device = "leaf1";
        auto live = find_driver(platform)->open(target);
        REQUIRE_MESSAGE(live.has_value(), testing::reason(live));
        auto snapshot = (*live)->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        REQUIRE(snapshot->files.size() == 1);
        CHECK(holds(snapshot->files.front().text, "interface "));
        CHECK(secrets_in(snapshot->files.front().text) == "");
    }
}

TEST_CASE("no command prints a planted secret of a file that it reads")
{
    for (std::size_t which = 0; which < std::size(platforms); ++which) {
        const std::string_view platform = platforms[which];
        CAPTURE(platform);
        const TemporaryFolder folder;
        const std::string name(find_driver(platform)->base_file_name);
        const std::string file = folder.write(name, device_with_secrets(platform));
        REQUIRE(secrets_in(folder.read(name)) != "");
        const std::vector<std::vector<std::string>> commands{{"check", file},
            {"check", file, "--format", "json"},
            {"check", file, "--format", "sarif"},
            {"fix", file},
            {"fix", file, "--commands"},
            {"policy", "infer", file},
            {"debug", "model", file},
            {"check", file, "--strict-coverage"},
            {"debug", "coverage", file},
            {"debug", "tree", file},
            {"trace", "leaf1", "leaf1", folder.path()},
            {"trace", "leaf1", "leaf1", "--format", "json", folder.path()},
            {"simulate", file},
            {"stats", file}};
        for (std::size_t at = 0; at < commands.size(); ++at) {
            if (!is_in_sample(which, at))
                continue;
            const std::vector<std::string>& command = commands[at];
            const std::string words = command[0] + ' ' + command.back();
            CAPTURE(words);
            const Run run = rocelint(command);
            CHECK(run.code != 70);
            CHECK(secrets_in(run.out + run.err) == "");
        }
    }
}

TEST_CASE("no command prints a planted secret of an NVUE document, whose keys may be secrets too")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("startup.yaml",
        "- header:\n    model: MSN4600\n    nvue-api-version: nvue_v1\n- set:\n"
            + planted_text("nvue-yaml", "- set:\n"));
    for (const std::vector<std::string>& command :
        {std::vector<std::string>{"check", file, "--strict-coverage"},
            {"debug", "coverage", file},
            {"debug", "tree", file},
            {"debug", "model", file}}) {
        CAPTURE(command.front());
        const Run run = rocelint(command);
        CHECK(run.code != 70);
        CHECK(secrets_in(run.out + run.err) == "");
    }
}

// Secrets that users put into our files by mistake, where an error quotes the surrounding line.
TEST_CASE("no command prints a planted secret in a file that users write")
{
    std::size_t lines = 0;
    for (const std::string_view platform : platforms) {
        CAPTURE(platform);
        const std::string text = planted_text(platform);
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string line = text.substr(at, end - at);
            at = end + 1;
            if (secrets_in(line).empty())
                continue;
            CAPTURE(line);
            ++lines;
            const TemporaryFolder folder;
            const std::string file
                = folder.write("file.yaml", "version: 1\nrdma: {priority: 3}\n" + line + "\n");
            folder.write("leaf1.cfg", clean_switch("leaf1"));
            const std::vector<std::vector<std::string>> commands{{"render", file, "-o", folder.path("out")},
                {"check", folder.path("leaf1.cfg"), "--policy", file},
                {"check", folder.path("leaf1.cfg"), "--topology", file, "--format", "json"},
                {"plan", file},
                {"plan", "show", file},
                {"push", file},
                {"rollback", file}};
            for (std::size_t which = 0; which < commands.size(); ++which) {
                if (!is_in_sample(lines, which))
                    continue;
                const std::vector<std::string>& command = commands[which];
                CAPTURE(command.front());
                const Run run = rocelint(command);
                CHECK(run.code != 70);
                CHECK(secrets_in(run.out + run.err) == "");
            }
        }
    }
}

}
}
