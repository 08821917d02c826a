// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rocelint {
namespace {

const std::string clos_four = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/clos-four/";

constexpr std::string_view small = "version: 1\n"
                                   "devices:\n"
                                   "  leaf1: {platform: sample-nos, asic: spectrum-4, role: leaf}\n"
                                   "  spine1: {platform: sample-nos, asic: spectrum-4, role: spine}\n"
                                   "links:\n"
                                   "  - {a: \"leaf1:p1\", b: \"spine1:p1\", cable_m: 30, speed: 400G}\n";

std::size_t entries_of(const std::string& folder)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder))
        ++count;
    return count;
}

}

TEST_CASE("what render writes for four platforms has no finding at all")
{
    for (const std::string intent : {"fabric.yaml", "two-classes.yaml"}) {
        CAPTURE(intent);
        const TemporaryFolder folder;
        const Run rendered = rocelint({"render", clos_four + intent, "-o", folder.path("out")});
        CHECK(rendered.code == 0);
        CHECK(rendered.err.empty());
        CHECK(rendered.says(" for 18 devices in "));
        const Run checked = rocelint({"check", "--fail-on", "info", folder.path("out")});
        CHECK(checked.code == 0);
        CAPTURE(checked.out);
        CHECK(checked.says("no findings"));
    }
}

TEST_CASE(
    "what render writes for two classes without stated shares has no finding on platforms with weights as shares")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("fabric.yaml",
        "version: 1\n"
        "policy:\n"
        "  version: 1\n"
        "  classes:\n"
        "    - {name: gpu, priority: 3, dscp: [26]}\n"
        "    - {name: storage, priority: 4, dscp: [34]}\n"
        "  cnp: {priority: 6, dscp: 48}\n"
        "devices:\n"
        "  leaf1: {platform: sonic, role: leaf, model: ACS-MSN3700, ports: {Ethernet0: {speed: 100G, lanes: 4, first_lane: 0, "
        "index: 1, alias: etp1}, Ethernet4: {speed: 100G, lanes: 4, first_lane: 4, index: 2, alias: etp2}}}\n"
        "  host[1-2]: {platform: linux-host, role: host, nic: mlx5, ports: {ens1f0np0: {rdma_device: mlx5_0}}}\n"
        "links:\n"
        "  - {a: \"leaf1:Ethernet[0-4/4]\", b: \"host[1-2]:ens1f0np0\", speed: 100G, cable_m: 3}\n");
    REQUIRE(rocelint({"render", path, "-o", folder.path("out")}).code == 0);
    const Run checked = rocelint({"check", "--fail-on", "info", folder.path("out")});
    CHECK(checked.code == 0);
    CHECK_MESSAGE(checked.says("no findings"), checked.out);
}

TEST_CASE("whichever model of headroom the policy relies on, what render writes passes its own check")
{
    std::ifstream file(clos_four + "fabric.yaml");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t at = text.find("  cables:");
    REQUIRE(at != std::string::npos);
    for (const std::string model : {"auto", "lua", "8021qbb", "table"}) {
        CAPTURE(model);
        const TemporaryFolder folder;
        std::string intent = text;
        intent.insert(at, "  headroom: {model: " + model + "}\n");
        const std::string path = folder.write("fabric.yaml", intent);
        CHECK(rocelint({"render", path, "-o", folder.path("out")}).code == 0);
        const Run checked = rocelint({"check", "--fail-on", "info", folder.path("out")});
        CHECK(checked.code == 0);
        CHECK_MESSAGE(checked.says("no findings"), checked.out);
    }
}

TEST_CASE("ports that the intent builds without RDMA are named in the written policy")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("fabric.yaml",
        "version: 1\n"
        "devices:\n"
        "  leaf1: {platform: eos, role: leaf, ports: {\"Ethernet[1-4]/1\": {speed: 100G, lanes: 4}}}\n"
        "  host[1-3]: {platform: linux-host, role: host, nic: mlx5, ports: {ens1f0np0: {rdma_device: mlx5_0}}}\n"
        "links:\n"
        "  - {a: \"leaf1:Ethernet[1-2]/1\", b: \"host[1-2]:ens1f0np0\", cable_m: 3}\n"
        "  - {a: \"leaf1:Ethernet3/1\", b: \"host3:ens1f0np0\", cable_m: 3, rdma: false}\n");
    REQUIRE(rocelint({"render", path, "-o", folder.path("out")}).code == 0);
    const std::string policy = folder.read("out/rocelint.yaml");
    CHECK(policy.starts_with("version: 1\nprofile: lossless\nports:\n"));
    for (const std::string_view port : {"Ethernet3/1", "Ethernet4/1", "ens1f0np0"})
        CHECK(policy.find(port) != std::string::npos);
    CHECK(policy.find("Ethernet1/1") == std::string::npos);
    const Run checked = rocelint({"check", "--fail-on", "info", folder.path("out")});
    CHECK(checked.code == 0);
    CHECK_MESSAGE(checked.says("no findings"), checked.out);
}

TEST_CASE("an intent that a platform cannot make lossless is refused at its device, and nothing is written")
{
    struct Refusal {
        std::string_view platform;
        std::string_view port;
        std::string_view other_port;
        int priority = 3;
        int metres = 5;
        std::string_view sentence;
    };
    const Refusal refusals[]{
        {"nxos",
            "Ethernet1/1",
            "Ethernet1/2",
            3,
            300,
            "Ethernet1/1 has 300 m of cable, and for more than 100 m"},
        {"nxos", "Ethernet1/1", "Ethernet1/2", 0, 5, "priority 0 is not lossless: qos-group 0"},
        {"sonic-cli",
            "Eth1/1",
            "Eth1/2",
            3,
            500,
            "Eth1/1 has 500 m of cable, and the switch makes headroom for 300 m"},
        {"sonic-cli", "Eth1/1", "Eth1/2", 5, 5, "makes headroom for priorities 3,4 alone, and priority 5"},
        {"nvue", "Ethernet0", "swp2", 3, 5, "NVUE has no port of the name Ethernet0"},
        {"onyx", "Ethernet0", "Eth1/2", 3, 5, "Onyx has no port of the name Ethernet0"},
    };
    for (const Refusal& each : refusals) {
        CAPTURE(each.sentence);
        const TemporaryFolder folder;
        const std::string path = folder.write("fabric.yaml",
            fmt::format(
                "version: 1\n"
                "policy: {{version: 1, rdma: {{priority: {}, dscp: [26]}}, cnp: {{priority: 6, dscp: 48}}}}\n"
                "devices:\n"
                "  leaf1: {{platform: {}, role: leaf}}\n"
                "  host[1-2]: {{platform: linux-host, role: host, nic: mlx5, ports: {{ens1f0np0: {{rdma_device: "
                "mlx5_0}}}}}}\n"
                "links:\n"
                "  - {{a: \"leaf1:{}\", b: \"host1:ens1f0np0\", speed: 100G, cable_m: {}}}\n"
                "  - {{a: \"leaf1:{}\", b: \"host2:ens1f0np0\", speed: 100G, cable_m: 5}}\n",
                each.priority,
                each.platform,
                each.port,
                each.metres,
                each.other_port));
        const Run run = rocelint({"render", path, "-o", folder.path("out")});
        CHECK(run.code == 2);
        CHECK_MESSAGE(run.err.starts_with(path + ":4:3: leaf1 cannot be written: "), run.err);
        CHECK_MESSAGE(run.says(std::string(each.sentence)), run.err);
        CHECK_FALSE(folder.has("out"));
    }
}

TEST_CASE("render writes the same bytes for any number of threads")
{
    const TemporaryFolder folder;
    REQUIRE(
        rocelint({"render", clos_four + "fabric.yaml", "-o", folder.path("one"), "--jobs", "1"}).code == 0);
    REQUIRE(
        rocelint({"render", clos_four + "fabric.yaml", "-o", folder.path("four"), "--jobs", "4"}).code == 0);
    // The manifest lists every file with a hash of its text.
    CHECK(folder.read("one/.rocelint-render") == folder.read("four/.rocelint-render"));
    CHECK(folder.read("one/topology.yaml") == folder.read("four/topology.yaml"));
}

TEST_CASE("a mistake in the intent is reported at its place, and nothing is written")
{
    const TemporaryFolder folder;
    std::string text(small);
    text.replace(text.find("cable_m"), 7, "cabel_m");
    const std::string intent = folder.write("fabric.yaml", text);
    const Run run = rocelint({"render", intent, "-o", folder.path("out")});
    CHECK(run.code == 2);
    CHECK(run.err == intent + ":6:37: unknown key in a link: 'cabel_m'; did you mean 'cable_m'?\n");
    CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("render replaces only what it wrote itself")
{
    const TemporaryFolder folder;
    const std::string intent = folder.write("fabric.yaml", small);
    const std::string out = folder.path("out");
    const Run first = rocelint({"render", intent, "-o", out});
    CHECK(first.code == 0);
    CHECK(first.out.starts_with("4 files for 2 devices in " + out + "\n"));
    CHECK(folder.read("out/rocelint.yaml") == "version: 1\nprofile: lossless\n");
    CHECK(rocelint({"render", intent, "-o", out + "/"}).code == 0);

    const std::string leaf = folder.read("out/leaf1.yaml");
    folder.write("out/leaf1.yaml", "changed: by hand\n");
    const Run changed = rocelint({"render", intent, "-o", out});
    CHECK(changed.code == 2);
    CHECK(changed.says("leaf1.yaml was changed since it was written; --force overwrites it"));
    CHECK(folder.read("out/leaf1.yaml") == "changed: by hand\n");
    CHECK(rocelint({"render", intent, "-o", out, "--force"}).code == 0);
    CHECK(folder.read("out/leaf1.yaml") == leaf);

    folder.write("out/notes.txt", "mine\n");
    const Run foreign = rocelint({"render", intent, "-o", out, "--force"});
    CHECK(foreign.code == 2);
    CHECK(foreign.says("holds notes.txt, which render did not write; choose another folder"));
    CHECK(folder.read("out/notes.txt") == "mine\n");
    CHECK(entries_of(folder.path()) == 2);
}

TEST_CASE("render --check reports whether a folder matches the intent")
{
    const TemporaryFolder folder;
    const std::string intent = folder.write("fabric.yaml", small);
    CHECK(rocelint({"render", intent, "--check"}).code == 0);
    REQUIRE(rocelint({"render", intent, "-o", folder.path("out")}).code == 0);
    CHECK(rocelint({"render", intent, "--check", "-o", folder.path("out")}).code == 0);
    folder.write("out/leaf1.yaml", "changed: by hand\n");
    const Run run = rocelint({"render", intent, "--check", "-o", folder.path("out")});
    CHECK(run.code == 1);
    CHECK(run.says("out/leaf1.yaml is not what the intent asks for"));
    CHECK(rocelint({"render", intent}).code == 2);
}

TEST_CASE("a device whose file name would clash with another's gets a folder of its own")
{
    const TemporaryFolder folder;
    std::string text(small);
    for (std::size_t at = text.find("leaf1"); at != std::string::npos; at = text.find("leaf1"))
        text.replace(at, 5, "topology");
    const std::string intent = folder.write("fabric.yaml", text);
    CHECK(rocelint({"render", intent, "-o", folder.path("out")}).code == 0);
    CHECK(folder.has("out/topology/topology.yaml"));
    CHECK(rocelint({"check", "--fail-on", "info", folder.path("out")}).code == 0);
}

TEST_CASE("only their owner can read written keys of a subnet, and no message shows them")
{
    const std::string tree = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/infiniband-tree/";
    const TemporaryFolder folder;
    const auto render_with = [&](std::string_view keys) {
        std::filesystem::copy(tree + "fabric.yaml",
            folder.path("fabric.yaml"),
            std::filesystem::copy_options::overwrite_existing);
        folder.write("subnet.keys", keys);
        return rocelint({"render", folder.path("fabric.yaml"), "-o", folder.path("out")});
    };
    constexpr std::string_view good
        = "sm_key 0x5e1f00d5a1ad0001\nsa_key 0x5e1f00d5a1ad0002\nm_key 0x5e1f00d5a1ad0003\n";
    const Run made = render_with(good);
    CHECK(made.code == 0);
    CHECK_FALSE(made.says("5e1f00d5"));
    using std::filesystem::perms;
    for (const char* name : {"out/sm1/opensm.conf", "out/.rocelint-render"}) {
        CAPTURE(name);
        const perms found = std::filesystem::status(folder.path(name)).permissions();
        CHECK((found & (perms::group_all | perms::others_all)) == perms::none);
    }
    CHECK(rocelint({"check", "--fail-on", "info", folder.path("out")}).code == 0);
    for (const auto& [keys, message] : {std::pair{"sm_key 0x5e1f00d5a1ad0001\n", "has no sa_key"},
             {"sm_key 5e1f00d5a1ad0001\n", "the sm_key of line 1 is not a number of 64 bits"},
             {"sm_key 0x1\n", "the sm_key of line 1 is not a number of 64 bits"},
             {"# 0x5e1f00d5a1ad0001\npassword 0x5e1f00d5a1ad0001\n",
                 "line 2 is neither sm_key, sa_key nor m_key"}}) {
        CAPTURE(message);
        const Run refused = render_with(keys);
        CHECK(refused.code == 2);
        CHECK(refused.says(message));
        CHECK_FALSE(refused.says("5e1f00d5"));
    }
}

TEST_CASE("the folder is checked against the policy next to the intent or in it")
{
    const TemporaryFolder folder;
    const std::string_view policy = "version: 1\n# of this site\nrdma: {priority: 4, dscp: [34]}\n"
                                    "cnp: {priority: 6, dscp: 48}\n";
    folder.write("policy.yaml", policy);
    const std::string in_file = folder.write("file.yaml", "policy: policy.yaml\n" + std::string(small));
    CHECK(rocelint({"render", in_file, "-o", folder.path("a")}).code == 0);
    CHECK(folder.read("a/rocelint.yaml") == policy);
    std::string section = "policy:\n  version: 1\n  # of this site\n  rdma: {priority: 4, dscp: [34]}\n"
                          "  cnp: {priority: 6, dscp: 48}\n";
    const std::string inside = folder.write("inside.yaml", section + std::string(small));
    CHECK(rocelint({"render", inside, "-o", folder.path("b")}).code == 0);
    CHECK(folder.read("b/rocelint.yaml") == policy);
    CHECK(folder.read("a/leaf1.yaml") == folder.read("b/leaf1.yaml"));
    section.replace(section.find("priority: 4"), 11, "priority: 9");
    const std::string wrong = folder.write("wrong.yaml", section + std::string(small));
    const Run run = rocelint({"render", wrong, "-o", folder.path("c")});
    CHECK(run.code == 2);
    CHECK(run.err.starts_with(wrong + ":4:10: 'priority' must be a number from 0 to 7"));
}

TEST_CASE(
    "a policy that names files of own rules is written as a whole, so that the folder is self-contained")
{
    const TemporaryFolder folder;
    folder.write(
        "policy.yaml", "version: 1\nprofile: lossless\ncustom_rules: rules.yaml\nrules: {SITE001: error}\n");
    folder.write("rules.yaml",
        "- {code: SITE001, name: one, for: device, assert: \"false\", message: said of \\(.name)}\n");
    const std::string intent = folder.write("file.yaml", "policy: policy.yaml\n" + std::string(small));
    CHECK(rocelint({"render", intent, "-o", folder.path("a")}).code != 2);
    CHECK(folder.read("a/rocelint.yaml").find("SITE001") != std::string::npos);
    const Run run = rocelint({"check", folder.path("a"), "--select", "SITE"});
    CHECK(run.code == 1);
    CHECK(run.says("error SITE001  said of leaf1"));
    const std::string wrong = folder.write("wrong.yaml",
        "policy:\n  custom_rules:\n    - {code: SITE001, name: one, for: device, assert: \"(\", message: m}\n"
            + std::string(small));
    const Run refused = rocelint({"render", wrong, "-o", folder.path("b")});
    CHECK(refused.code == 2);
    CHECK(refused.says(wrong + ":3:"));
}

}
