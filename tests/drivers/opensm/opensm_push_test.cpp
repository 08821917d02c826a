// SPDX-License-Identifier: Apache-2.0
// What is sent to a subnet manager's host and read from it, without a host.
#include "drivers/driver.h"
#include "drivers/opensm/edit/file_patch.h"
#include "drivers/opensm/live/live_files.h"
#include "models/fabric/subnet/subnet_manager.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <random>

namespace rocelint::opensm {
namespace {

std::string random_text(std::mt19937& random)
{
    std::string text;
    const std::size_t lines = random() % 9;
    for (std::size_t line = 0; line < lines; ++line)
        text += "line " + std::to_string(random() % 4) + '\n';
    if (random() % 3 == 0)
        text += "no feed";
    return text;
}

TEST_CASE("a patch is read back as it was written, and one that leads out of the folder is refused")
{
    std::mt19937 random(7);
    for (int turn = 0; turn < 3000; ++turn) {
        const std::string before = random_text(random);
        const std::string after = random_text(random);
        CAPTURE(before);
        CAPTURE(after);
        ManagerPatch patch{
            .restart = turn % 2 == 0, .meant = {{"qos", "TRUE"}, {"log_prefix", ""}}, .files = {}};
        patch.files.push_back(patch_between("a.conf", before, after));
        patch.files.push_back(patch_between("b.conf", after, before));
        const std::string written = write_patch(patch);
        CAPTURE(written);
        const auto read = read_patch(written);
        REQUIRE(read.has_value());
        CHECK(write_patch(*read) == written);
        CHECK(read->restart == patch.restart);
        REQUIRE(read->meant.size() == 2);
        CHECK(read->meant[0].value == "TRUE");
        REQUIRE(read->files.size() == 2);
        CHECK(apply_patch(before, read->files[0]) == after);
        CHECK(apply_patch(after, read->files[1]) == before);
        if (before != after && !read->files[0].hunks.empty() && !read->files[0].hunks.front().removed.empty())
            CHECK(apply_patch("", read->files[0]) == std::nullopt);
    }
    const std::string head = "# opensm reads its files again by SIGHUP\n";
    CHECK(read_patch(head + "--- a.conf\n+++ a.conf\n@@ -1,0 +1,1 @@\n+x\n").has_value());
    for (const char* name : {"../a.conf", "/etc/shadow", ".rhosts", "a/b", ""})
        CHECK_FALSE(
            read_patch(head + "--- " + name + "\n+++ " + name + "\n@@ -1,0 +1,1 @@\n+x\n").has_value());
    for (const char* wrong : {"--- a\n+++ b\n",
             "--- a\n",
             "@@ -1,1 +1,1 @@\n",
             "--- a\n+++ a\n@@ -1,2 +1,0 @@\n-x\n",
             "rm -rf /\n"})
        CHECK_FALSE(read_patch(head + wrong).has_value());
    CHECK_FALSE(read_patch("--- a\n+++ a\n").has_value());
}

std::string stored(const std::string& text, const std::string& key = "key")
{
    return stored_files({{"opensm.conf", "/etc/opensm/opensm.conf", text}}, key).front().text;
}

TEST_CASE("keys of a subnet are not stored, but whether two are equal remains visible")
{
    const std::string kept
        = stored("m_key 0x0000000000000000\nsm_key 1\nsa_key 0x0000000000000001\nm_key_lease_period 60\n");
    CHECK(kept == "m_key 0x0000000000000000\nsm_key 1\nsa_key 0x0000000000000001\nm_key_lease_period 60\n");
    const std::string hidden = stored(
        "m_key 0xcafe\n# sm_key 0xcafe\n#sa_key 0xcafe # 0xbeef\ncc_key\t0xcafe # old: 0xbeef\nm_key = 0xcafe\n");
    CHECK(hidden.find("cafe") == std::string::npos);
    CHECK(hidden.find("beef") == std::string::npos);
    CHECK(hidden.starts_with("m_key <redacted "));
    CHECK(stored("m_key 0xcafe\n") == stored("m_key 0xcafe\n"));
    CHECK(stored("m_key 0xcafe\n") != stored("m_key 0xcaff\n"));
    CHECK(stored("m_key 0xcafe\n") != stored("m_key 0xcafe\n", "another key"));
    CHECK(stored("m_key 0xcafe", "") == "m_key <redacted>");
}

TEST_CASE("a manager whose keys were hidden is read as one with its own keys")
{
    const Driver& driver = *find_driver("opensm");
    const auto read = [&driver](const std::string& text) {
        const Source source(SourceId{0}, "sm1/opensm.conf", text);
        const Tree tree = driver.parse(source);
        return driver.read({&tree, 1}, "sm1");
    };
    const std::string options = "sm_key 0xcafe\nm_key 0xbeef\nsa_key 0xcafe\nsweep_interval 10\n";
    const Reading hidden = read(stored(options));
    const SubnetManager& manager = *hidden.device.manager;
    CHECK(hidden.problems.empty());
    for (const SmOption& option : manager.options)
        CHECK(option.misread == SmMisread::none);
    CHECK(manager.sm_key_changed.is(true));
    CHECK(manager.sa_key_changed.is(true));
    CHECK(manager.m_key_set.is(true));
    CHECK(manager.sm_key_digest.value == read(stored(options)).device.manager->sm_key_digest.value);
    CHECK(manager.sm_key_digest.value != manager.m_key_digest.value);
    // Without a placeholder for a key, nothing is known about it.
    const Reading blind = read(stored(options, ""));
    CHECK_FALSE(blind.device.manager->m_key_set.known());
    CHECK_FALSE(blind.device.manager->sm_key_digest.known());
    for (const SmOption& option : blind.device.manager->options)
        CHECK(option.misread == SmMisread::none);
}

TEST_CASE("a host's output of its files is read by length, and truncated output is refused")
{
    std::string whole = std::string("\001") + "2 processes\n\n\n7\n";
    whole += std::string("\001")
        + "8 options\n/x/sm.conf\n/y/sm.conf\n\001"
          "9 end\n\n";
    whole += std::string("\001") + "4 file\n/x/p.conf\n/y/q.conf\nabc\n";
    whole += std::string("\001") + "0 end\n\n\n";
    const auto state = read_host_state(whole);
    REQUIRE_MESSAGE(state.has_value(), testing::reason(state));
    CHECK(state->processes == std::vector<std::string>{"7"});
    REQUIRE(state->files.size() == 2);
    CHECK(state->files[0].name == "opensm.conf");
    CHECK(state->files[0].path == "/y/sm.conf");
    CHECK(state->files[0].text
        == "\001"
           "9 end\n\n");
    CHECK(state->files[1].name == "p.conf");
    for (std::size_t size = 0; size < whole.size() - 8; ++size)
        CHECK_FALSE(read_host_state(whole.substr(0, size)).has_value());
    const std::string twice = whole.substr(0, whole.find("0 end\n\n\n") - 1) + std::string("\001")
        + "0 file\n/z/p.conf\n/z/p.conf\n" + std::string("\001") + "0 end\n\n\n";
    CHECK_FALSE(read_host_state(twice).has_value());
}

}
}
