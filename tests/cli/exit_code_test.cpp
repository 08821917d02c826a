// SPDX-License-Identifier: Apache-2.0
#include "models/late/presence.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint {
namespace {

const std::string policy = "version: 1\nprofile: lossless\n";

// Checks with only two rules: findings of the other rules are not what these tests are about.
Run check(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"check", "--select", "PFC001,SYN001"});
    return rocelint(arguments);
}

TEST_CASE("a clean switch exits with 0 and prints one line")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy);
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = check({folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("no findings in 1 device ("));
    CHECK(run.out.find('\n') == run.out.size() - 1);
    CHECK(run.err == "");
}

TEST_CASE("a finding at or above --fail-on exits with 1")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy);
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    CHECK(check({folder.path()}).code == 1);
    CHECK(check({folder.path(), "--fail-on", "info"}).code == 1);
    CHECK(check({folder.path(), "--fail-on", "never"}).code == 0);
    CHECK(rocelint({"check", folder.path(), "--ignore", "PFC", "--select", "PFC,SYN"}).code == 0);
}

TEST_CASE("a warning exits with 1 only if --fail-on says so")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy + "rules: {PFC001: warning}\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    CHECK(check({folder.path()}).code == 0);
    CHECK(check({folder.path(), "--fail-on", "warning"}).code == 1);
}

TEST_CASE("a waived finding does not count")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy + "waivers:\n  - {code: PFC001, device: leaf1, reason: lab}\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const Run run = check({folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("1 waived"));
}

TEST_CASE("an input that cannot be read exits with 3, and the others are still checked")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy);
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const Run run = rocelint({"check", folder.path("leaf1.cfg"), folder.path("gone.cfg")});
    CHECK(run.code == 3);
    CHECK(
        run.err == "rocelint: " + folder.path("gone.cfg") + ": cannot be read: No such file or directory\n");
    CHECK(run.says("error PFC001"));
}

TEST_CASE("no recognised device exits with 3 and a sentence")
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "buy milk\n");
    const Run run = check({folder.path()});
    CHECK(run.code == 3);
    CHECK(run.err
        == "rocelint: no device was recognised in any file, so nothing was checked; if a file is a configuration, name its "
           "platform with --platform\n");
    CHECK(run.says("notes.txt: no platform recognises the content"));
    CHECK(check({folder.path(), "--format", "concise"}).out == "nothing was checked\n");
    const TemporaryFolder empty;
    CHECK(rocelint({"check", empty.path()}).code == 3);
    CHECK(rocelint({"check", empty.path(), "--format", "json", "--fail-on", "never"}).code == 3);
}

TEST_CASE("check without a path checks the current folder")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    folder.write("rocelint.yaml", policy);
    const Run run = rocelint({"check"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.says("\nleaf1.cfg:") != run.out.starts_with("leaf1.cfg:"));
}

TEST_CASE("the platform of standard input is recognised")
{
    const Run run = rocelint({"check", "-", "--select", "PFC001"}, {.input = clean_switch("leaf1")});
    CHECK(run.code == 0);
    CHECK(run.says("in 1 device"));
    CHECK(rocelint({"check", "-"}, {.input = "nothing of ours\n"}).code == 3);
}

TEST_CASE("a boot line that names an EOS image is a sign of EOS")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        "boot system flash:/EOS-4.28.3M.swi\nhostname leaf1\ninterface Ethernet1\n   mtu 9214\n");
    CHECK(rocelint({"check", folder.path(), "--select", "PFC001"}).says("in 1 device"));
}

TEST_CASE("standard input is read as the given platform")
{
    const Run run = rocelint({"check", "-", "--platform", "eos"}, {.input = clean_switch("leaf1")});
    CHECK(run.code == 0);
    CHECK(rocelint({"check", "-", "--platform", "eos"}).code == 3);
}

TEST_CASE("--strict-coverage exits with 1 and lists the lines that were not understood")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy);
    folder.write("leaf1.cfg", clean_switch("leaf1") + "flux-capacitor on\n");
    CHECK(check({folder.path()}).code == 0);
    const Run run = rocelint({"check", folder.path(), "--strict-coverage"});
    CHECK(run.code == 1);
    CHECK(run.says(": unrecognised: flux-capacitor on\n"));
}

TEST_CASE("malformed input is a finding and not an unreadable file")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", clean_sonic("leaf1").substr(0, 900));
    const Run run = check({folder.path()});
    CHECK(run.code == 1);
    CHECK(run.says("error SYN001"));
}

TEST_CASE("a file that is read as the wrong platform exits with 3 and a sentence")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", clean_sonic("leaf1"));
    const Run run = rocelint({"check", folder.path(), "--platform", "eos"});
    CHECK(run.code == 3);
    CHECK(run.says("rocelint: leaf1: "));
    CHECK(run.says(
        " lines were not understood as eos, so a clean report would mean nothing; is it of this platform?\n"));
}

TEST_CASE("a switch without any port exits with 3")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", "! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)\nhostname leaf1\n!\nend\n");
    const Run run = check({folder.path()});
    CHECK(run.code == 3);
    CHECK(run.err
        == "rocelint: leaf1: no port was found in its configuration (eos), so nothing of it was checked\n");
}

TEST_CASE("--fail-on-unchecked exits with 1 if a check could not be made")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", policy);
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run plain = rocelint({"check", folder.path(), "--select", "HDR"});
    REQUIRE(plain.says("not checked:\n"));
    CHECK(plain.says("HDR0"));
    CHECK(plain.code == 0);
    CHECK(rocelint({"check", "--select", "HDR", "--fail-on-unchecked", folder.path()}).code == 1);
    CHECK(rocelint({"check", folder.path(), "--select", "HDR", "--fail-on-unchecked=HDR,PFC"}).code == 1);
    CHECK(rocelint(
              {"check", folder.path(), "--select", "HDR", "--fail-on-unchecked", "--fail-on-unchecked=PFC"})
              .code
        == 0);
    CHECK(rocelint({"check", folder.path(), "--select", "HDR", "--fail-on-unchecked=PFC"}).code == 0);
    // The policy names the rules if the option names none.
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nfail_on_unchecked: [PFC]\n");
    CHECK(rocelint({"check", folder.path(), "--select", "HDR", "--fail-on-unchecked"}).code == 0);
    CHECK(rocelint({"check", folder.path(), "--select", "HDR", "--fail-on-unchecked=HDR"}).code == 1);
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nfail_on_unchecked: [PFCX]\n");
    CHECK(rocelint({"check", folder.path()}).says("no rule has the code, the prefix or the name 'PFCX'"));
    folder.write("rocelint.yaml", policy);
    const Run wrong = rocelint({"check", folder.path(), "--fail-on-unchecked=XYZ"});
    CHECK(wrong.code == 2);
    CHECK(wrong.says("--fail-on-unchecked: no rule has the code or prefix 'XYZ'"));
}

// An empty file shadows the library in the loader's search path.
Run without_library(
    const TemporaryFolder& folder, const std::string& library, const std::vector<std::string>& words)
{
    const auto all = late::libraries();
    const auto found = std::ranges::find(all, library, &late::LateLibrary::name);
    REQUIRE(found != all.end());
    folder.write(library + "/" + found->soname, "");
    RunOptions options;
    options.folder = folder.path();
    options.environment = {"LD_LIBRARY_PATH=" + folder.path(library)};
    return rocelint(words, options);
}

TEST_CASE("a command whose library is not installed names the library in one sentence and exits with 70")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    folder.write("site/rocelint.yaml", policy);
    folder.write("own/leaf1.cfg", clean_switch("leaf1"));
    folder.write("own/rocelint.yaml",
        policy
            + "custom_rules:\n  - {code: SITE001, name: x, severity: error, for: device, assert: 'true', message: no}\n");
    folder.write("inventory.yaml",
        "all: {hosts: {leaf1: {ansible_host: 127.0.0.1, ansible_port: 9, ansible_network_os: arista.eos.eos}}}\n");
    folder.write("fabric.yaml", "version: 1\ndevices: {leaf1: {platform: eos, role: leaf}}\n");
    const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
        {"libyang", {"render", "fabric.yaml", "-o", "out"}},
        {"libgit2", {"diff", "HEAD:site", "site"}},
        {"libgit2", {"check", "site", "--changed-since", "HEAD"}},
        {"libjq", {"check", "own"}},
        {"libjq", {"rules", "test", "own/rocelint.yaml"}},
        {"libssh", {"collect", "inventory.yaml", "-o", "captured"}},
    };
    for (const auto& [library, words] : commands) {
        CAPTURE(library);
        CAPTURE(words.front());
        const Run run = without_library(folder, library, words);
        INFO(run.out);
        INFO(run.err);
        CHECK(run.code == 70);
        CHECK(run.err.starts_with(
            "rocelint: a library that this command needs is not installed, or is not the one that "));
        CHECK(run.err.find(library) != std::string::npos);
        CHECK(std::ranges::count(run.err, '\n') == 1);
        CHECK_FALSE(run.says("fault of rocelint"));
    }
    CHECK(without_library(folder, "libjq", {"check", "site"}).code == 0);
}

}
}
