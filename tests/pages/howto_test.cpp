// SPDX-License-Identifier: Apache-2.0
// Tests that the pages of docs/howto are correct.
#include "tests/e2e/process.h"
#include "tests/pages/followed.h"
#include "tests/pages/reader.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace rocelint::pages {
namespace {

TEST_CASE("every command of docs/howto/fix-a-fabric.md does what the page says")
{
    std::size_t count = 0;
    for (const Block& block : read_page("docs/howto/fix-a-fabric.md")) {
        // Each block starts with the faults that the previous one corrected.
        const TemporaryFolder work;
        const bool names_folder = e2e::holds(block.text, "FOLDER");
        copy_fabric("broken-clos", names_folder ? work.path("FOLDER") : work.path());
        count += Reader(work.path()).follow({block});
    }
    CHECK(count == 9);
}

TEST_CASE("every command of docs/howto/render-a-fabric.md does what the page says")
{
    const TemporaryFolder work;
    std::filesystem::create_directory_symlink(ROCELINT_SOURCE_DIR "/fixtures", work.path("fixtures"));
    // The mistakes that the page shows.
    for (const auto& [folder, speed, spine] :
        {std::array{"name", "800G", "spin1"}, std::array{"speed", "1600G", "spine1"}}) {
        work.write(fmt::format("{}/fabric.yaml", folder),
            fmt::format(
                "version: 1\n"
                "devices:\n"
                "  leaf1: {{platform: sonic, role: leaf, asic: spectrum-4, ports: {{Ethernet0: {{speed: {}, lanes: 8, first_lane: 1}}}}}}\n"
                "  spine1: {{platform: eos, role: spine}}\n"
                "links:\n"
                "  - {{a: \"leaf1:Ethernet0\", b: \"{}:Ethernet1/1\", cable_m: 30}}\n",
                speed,
                spine));
    }
    CHECK(Reader(work.path()).follow(read_page("docs/howto/render-a-fabric.md")) == 3);
}

TEST_CASE("the intents of docs/howto/render-a-fabric.md can be rendered")
{
    const TemporaryFolder work;
    const std::vector<Block> blocks = read_page("docs/howto/render-a-fabric.md");
    std::vector<std::string> intents;
    for (const Block& block : blocks) {
        if (block.language == "yaml")
            intents.push_back(block.text);
    }
    REQUIRE(intents.size() == 2);
    work.write("ethernet/fabric.yaml", intents[0]);
    work.write(
        "ethernet/rocelint.yaml", "version: 1\nprofile: lossless\ncables: {host-leaf: 5, leaf-spine: 40}\n");
    work.write("infiniband/fabric.yaml", "version: 1\n" + intents[1]);
    work.write("infiniband/subnet.keys",
        "sm_key 0x5e1f00d5a1ad0001\nsa_key 0x5e1f00d5a1ad0002\nm_key 0x5e1f00d5a1ad0003\n");
    for (const char* kind : {"ethernet", "infiniband"}) {
        CAPTURE(kind);
        const std::string out = work.path(fmt::format("out-{}", kind));
        const Run run = rocelint({"render", work.path(fmt::format("{}/fabric.yaml", kind)), "-o", out});
        CHECK_MESSAGE(run.code == 0, run.err);
        CHECK(run.says("files for "));
    }
}

TEST_CASE("every command of docs/howto/choose-a-fabric.md does what the page says")
{
    const TemporaryFolder work;
    copy_fabric("broken-clos", work.path("configs"));
    CHECK(Reader(work.path()).follow(read_page("docs/howto/choose-a-fabric.md")) == 5);
}

TEST_CASE("every command of docs/howto/trace-a-path.md does what the page says")
{
    const TemporaryFolder work;
    copy_fabric("clos-mixed", work.path("site"));
    CHECK(Reader(work.path()).follow(read_page("docs/howto/trace-a-path.md")) == 1);
}

TEST_CASE("every command of docs/howto/import-a-topology.md does what the page says")
{
    const TemporaryFolder work;
    copy_fabric("clos-mixed", work.path("configs"));
    const std::string header = "a_device,a_port,b_device,b_port,length\n";
    work.write("cables.csv", header + "leaf1,Ethernet16,spine1,Ethernet0,30m\n");
    work.write("hosts.csv", header + "leaf1,Ethernet0,host1,ens1f0np0,3m\n");
    work.write("lab.clab.yml",
        "name: lab\ntopology:\n  nodes:\n    leaf3: {kind: ceos}\n    spine1: {kind: sonic-vs}\n"
        "  links:\n    - endpoints: [\"leaf3:eth5_1\", \"spine1:Ethernet8\"]\n");
    CHECK(Reader(work.path()).follow(read_page("docs/howto/import-a-topology.md")) == 4);
}

TEST_CASE("every command of docs/howto/review-a-change.md does what the page says")
{
    const TemporaryFolder work;
    copy_fabric("clos-mixed", work.path("site"));
    commit_all(work.path());
    replace_in_file(work.path("site/leaf1.json"), R"("26": "3")", R"("26": "0")");
    commit_all(work.path());
    const auto git = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"/usr/bin/git", "-C", work.path()});
        (void)e2e::run_tool(words, {"HOME=" + work.path(), "PATH=/usr/bin:/bin"});
    };
    git({"update-ref", "refs/remotes/origin/main", "HEAD~1"});
    CHECK(
        Reader(work.path(), {"TARGET_BRANCH=main"}).follow(read_page("docs/howto/review-a-change.md")) == 2);
    CHECK(e2e::holds(e2e::file_text(work.path("comment.md")), "QOS002"));
}

TEST_CASE("every command of docs/howto/own-rules.md does what the page says")
{
    const TemporaryFolder work;
    std::vector<Block> blocks = read_page("docs/howto/own-rules.md");
    // On the page the commands precede the policy that they read, so write the policy first.
    std::ranges::stable_partition(
        blocks, [](const Block& block) { return !mark_of(block, "write ").empty(); });
    std::filesystem::copy_file(
        ROCELINT_SOURCE_DIR "/fixtures/fabrics/broken-clos/leaf1.json", work.path("leaf1.json"));
    CHECK(Reader(work.path()).follow(blocks) == 3);
}

TEST_CASE("every command of docs/howto/install.md that installs nothing does what the page says")
{
    const TemporaryFolder work;
    CHECK(Reader(work.path()).follow(read_page("docs/howto/install.md")) >= 4);
}

TEST_CASE("every command of docs/howto/tutorial.md does what the page says")
{
    const TemporaryFolder work;
    const std::vector<std::string> committer{"GIT_AUTHOR_NAME=test",
        "GIT_AUTHOR_EMAIL=test@localhost",
        "GIT_COMMITTER_NAME=test",
        "GIT_COMMITTER_EMAIL=test@localhost",
        "GIT_CONFIG_NOSYSTEM=1"};
    CHECK(Reader(work.path(), committer).follow(read_page("docs/howto/tutorial.md")) == 22);
}

TEST_CASE("every command of docs/howto/ci.md does what the page says")
{
    const TemporaryFolder work;
    copy_fabric("broken-clos", work.path("configs"));
    commit_all(work.path());
    const auto git = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"/usr/bin/git", "-C", work.path()});
        (void)e2e::run_tool(words, {"HOME=" + work.path(), "PATH=/usr/bin:/bin"});
    };
    git({"update-ref", "refs/remotes/origin/main", "HEAD"});
    Reader reader(work.path());
    reader.before = [&](const Block& block) {
        if (e2e::holds(block.text, "--baseline"))
            CHECK(rocelint({"baseline", "create", "configs/"}, {.folder = work.path()}).code == 0);
        if (e2e::holds(block.text, "--changed-since"))
            replace_in_file(work.path("configs/leaf1.json"), R"("26": "3")", R"("26": "0")");
    };
    CHECK(reader.follow(read_page("docs/howto/ci.md")) == 5);
}

}
}
