// SPDX-License-Identifier: Apache-2.0
// Names of files, devices and ports are untrusted: terminal control sequences in them must not reach a terminal.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace rocelint {
namespace {

// Clears the screen, sets the window title, and imitates one of our messages; also as JSON.
const std::string hostile = "le\x1b[2Jaf\x1b]0;title\x07\nerror[FORGED] all is lost";
const std::string hostile_json = R"(le\u001b[2Jaf\u001b]0;title\u0007\nerror[FORGED] all is lost)";

std::string with_names(std::string text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

// The first control character, or a line that only a name could have started.
std::string steers(const std::string& text)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool control
            = static_cast<unsigned char>(text[at]) < ' ' && text[at] != '\n' && text[at] != '\t';
        const bool forged = text.compare(at, 14, "error[FORGED] ") == 0 && (at == 0 || text[at - 1] == '\n');
        if (control || forged)
            return text.substr(at < 100 ? 0 : at - 100, 200);
    }
    return {};
}

TEST_CASE("a name that steers a terminal reaches none by any command")
{
    const TemporaryFolder folder;
    std::string broken = with_names(clean_sonic("sonic1"), "sonic1", hostile_json);
    broken = with_names(broken, "\"Ethernet0\"", "\"Ethernet0" + hostile_json + "\"");
    const std::string sonic = folder.write(hostile + ".json", broken);
    const std::string eos
        = folder.write(hostile + ".cfg", with_names(broken_switch("leaf1"), "leaf1", "le\x1b[2Jaf1\x9b"));
    const std::string unread = folder.write(hostile + ".txt", "what is this\n");
    const std::string plan = folder.write("plan.json", "{\"" + hostile_json + "\": 1}");
    const std::string yaml = folder.write("rocelint.yaml", "version: 1\n\"" + hostile_json + "\": 1\n");
    for (const std::string& file : {sonic, eos, unread, folder.path()}) {
        const std::vector<std::vector<std::string>> commands{{"check", file},
            {"check", file, "--format", "json"},
            {"check", file, "--format", "sarif"},
            {"check", file, "--policy", yaml},
            {"fix", file, "--commands"},
            {"policy", "infer", file},
            {"debug", "model", file},
            {"debug", "coverage", file},
            {"debug", "tree", file},
            {"trace", hostile, hostile, file},
            {"trace", hostile, hostile, "--format", "json", file},
            {"simulate", file},
            {"simulate", file, "--port", hostile},
            {"headroom", file},
            {"explain", hostile},
            {"render", file, "-o", folder.path(hostile)},
            {"plan", file},
            {"plan", "show", file},
            {"plan", "show", plan},
            {"push", file},
            {"rollback", file},
            {"collect", file, "-o", folder.path("collected")},
            {"drift", file, file},
            {"stats", file}};
        for (const std::vector<std::string>& command : commands) {
            CAPTURE(command);
            const Run run = rocelint(command);
            CHECK(run.code != 70);
            CHECK(steers(run.out) == "");
            CHECK(steers(run.err) == "");
        }
    }
}

TEST_CASE("a diff of a file with such a name can be applied")
{
    const TemporaryFolder folder;
    const std::string name = "le\x1b]0;x\x07\"af\\1.cfg";
    folder.write(name, broken_switch("leaf1"));
    const Run fixed = rocelint({"fix", "."}, {.folder = folder.path()});
    REQUIRE(fixed.out.find("@@") != std::string::npos);
    CHECK(steers(fixed.out) == "");
    CHECK(fixed.out.find(R"(+++ "b/le\033]0;x\a\"af\\1.cfg")") != std::string::npos);
    if (!std::filesystem::exists("/usr/bin/patch"))
        return;
    folder.write("fix.diff", fixed.out);
    CHECK(std::system(("cd '" + folder.path() + "' && /usr/bin/patch -s -p1 < fix.diff").c_str()) == 0);
    CHECK(folder.read(name) != broken_switch("leaf1"));
    CHECK(rocelint({"fix", name}, {.folder = folder.path()}).out.find("@@") == std::string::npos);
}

}
}
