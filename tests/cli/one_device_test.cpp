// SPDX-License-Identifier: Apache-2.0
// Which files are one device: a switch or host that falls apart into its files has half of its settings in each of them.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("a SONiC switch's table of headroom beside its configuration is part of it")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    // 77 m has no row: without the table the shipped one is assumed, with it the switch's own is.
    folder.write("leaf1/config_db.json",
        with(with(clean_sonic("leaf1"), R"("Ethernet4": "40m")", R"("Ethernet4": "77m")"),
            R"("Ethernet4|3": { "profile": "pg_lossless_100000_40m_profile" })",
            R"("Ethernet8|3": {})"));
    folder.write(
        "leaf1/pg_profile_lookup.ini", "100000 5m 50176 19456 30720 0\n100000 40m 58368 19456 38912 0\n");
    const Run run = rocelint({"check", folder.path(), "--select", "HDR004"});
    CAPTURE(run.out);
    CHECK(run.says("in 1 device ("));
    CHECK(run.says("error[HDR004]"));
    CHECK(run.says("for which the headroom table of the switch has no row"));
    CHECK(run.says("pg_profile_lookup.ini:1:1: the table begins here"));
}

TEST_CASE("two switches of one folder stay two, whatever lies beside them")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", clean_sonic("leaf1"));
    folder.write("leaf2.json", clean_sonic("leaf2"));
    folder.write("qos.json", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}})");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).says("in 3 devices ("));
}

constexpr const char* mtu = "root@host1:~# ip link\n1: ens1f0np0: <UP> mtu 9000 qdisc mq\n";

TEST_CASE("a host's captures and the environment of its job are one host and one job")
{
    const TemporaryFolder folder;
    folder.write("host1/ip-link.txt", mtu);
    folder.write("host1/hostname.txt", "root@host1:~# hostname\nhost1\n");
    folder.write("host1/ethtool-a.ens1f0np0.txt",
        "Pause parameters for ens1f0np0:\nAutonegotiate: off\nRX: off\nTX: off\n");
    folder.write("host1/nccl.conf", "NCCL_IB_TC=106\n");
    for (const std::string& path : {folder.path(), folder.path("host1")}) {
        const Run run = rocelint({"debug", "model", path});
        CAPTURE(run.out);
        CHECK(run.says("host1"));
        CHECK_FALSE(run.says("host ethtool-a"));
        CHECK(rocelint({"check", path, "--select", "SYN001"}).says("in 2 devices ("));
    }
}

TEST_CASE(
    "yesterday's copy of a switch's configuration is not united with today's, whatever the two are called")
{
    const std::string sound = clean_switch("leaf1");
    const std::string unpaused
        = with(sound, "priority-flow-control priority 3 no-drop", "priority-flow-control priority 4 no-drop");
    for (const std::string copy : {"leaf1.cfg.bak", "a-leaf1-old.cfg", "old/leaf1.cfg"}) {
        CAPTURE(copy);
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nports: [{rdma: true}]\n");
        folder.write("leaf1.cfg", unpaused);
        CHECK(rocelint({"check", folder.path(), "--select", "PFC001"}).code == 1);
        folder.write(copy, sound);
        const Run run = rocelint({"check", folder.path(), "--select", "PFC001,SYN001"});
        CHECK(run.code == 1);
        CHECK(run.says("leaf1.cfg:"));
        CHECK(run.says("also calls itself leaf1 with other values; the two files are read as two devices"));
    }
}

TEST_CASE("two parts of one configuration, and the same one twice, are one switch")
{
    const std::string whole = clean_switch("leaf1");
    const std::size_t middle = whole.find("\ninterface ") + 1;
    REQUIRE(middle > 1);
    const TemporaryFolder folder;
    folder.write("leaf1-base.cfg", whole.substr(0, middle));
    folder.write("leaf1-ports.cfg", "hostname leaf1\n" + whole.substr(middle));
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).says("in 1 device ("));
    const TemporaryFolder twice;
    twice.write("leaf1.cfg", whole);
    twice.write("copy.cfg", "! saved on Monday\n" + whole);
    CHECK(rocelint({"check", twice.path(), "--select", "SYN001"}).says("in 1 device ("));
}

TEST_CASE("a host's folder is read the same from inside, from above and by its topology")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write(
        "topology.yaml", "devices:\n  leaf1: {role: leaf, file: leaf1.cfg}\n  host1: {file: hosts/host1/}\n");
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("hosts/host1/ip-link.txt", "1: ens1f0np0: <UP> mtu 9000 qdisc mq\n");
    folder.write("hosts/host1/ethtool-a.ens1f0np0.txt",
        "Pause parameters for ens1f0np0:\nAutonegotiate: off\nRX: on\nTX: on\n");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).says("in 2 devices ("));
    const Run above = rocelint({"check", "host1", "--format", "json"}, {.folder = folder.path("hosts")});
    const Run inside = rocelint({"check", ".", "--format", "json"}, {.folder = folder.path("hosts/host1")});
    CAPTURE(inside.out);
    CHECK(inside.says(R"("name": "host1")"));
    CHECK(inside.says(R"("devices": 1)"));
    CHECK(above.code == inside.code);
    CHECK(above.says(R"("devices": 1)"));
    // A mirror of /sys, which from inside begins the path, with no topology that gives it to a device.
    folder.write("bare/host2/ip-link.txt", "1: ens1f0np0: <UP> mtu 9000 qdisc mq\n");
    folder.write("bare/host2/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp", "48\n");
    folder.write("bare/host2/sys/class/infiniband/mlx5_0/tc/1/traffic_class", "Global tclass=106\n");
    for (const char* where : {"bare", "bare/host2"}) {
        const Run bare = rocelint({"check", "--format", "json"}, {.folder = folder.path(where)});
        CAPTURE(bare.out);
        CHECK(bare.says(R"("name": "host2")"));
        CHECK(bare.says(R"("devices": 1)"));
    }
}

}
}
