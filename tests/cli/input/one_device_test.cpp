// SPDX-License-Identifier: Apache-2.0
// Which files form one device: if a switch or host were split into its files, each part would lack half of the settings.
#include "tests/cli/input/one_device_case.h"

namespace rocelint::one_device_test {
namespace {

TEST_CASE("a headroom table next to a SONiC switch's configuration belongs to the switch")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    // 77 m has no row: without the file the shipped table would be assumed, with it the switch's own table applies.
    folder.write("leaf1/config_db.json",
        with(with(clean_sonic("leaf1"), R"("Ethernet4": "40m")", R"("Ethernet4": "77m")"),
            R"("Ethernet4|3": { "profile": "pg_lossless_100000_40m_profile" })",
            R"("Ethernet8|3": {})"));
    folder.write(
        "leaf1/pg_profile_lookup.ini", "100000 5m 50176 19456 30720 0\n100000 40m 58368 19456 38912 0\n");
    const Run run = rocelint({"check", "-v", folder.path(), "--select", "HDR004"});
    CAPTURE(run.out);
    CHECK(run.says("in 1 device ("));
    CHECK(run.says("error[HDR004]"));
    CHECK(run.says("for which the headroom table of the switch has no row"));
    CHECK(run.says("pg_profile_lookup.ini:1:1: the table begins here"));
}

TEST_CASE("two switches in one folder stay two, whatever is next to them")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", clean_sonic("leaf1"));
    folder.write("leaf2.json", clean_sonic("leaf2"));
    folder.write("qos.json", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}})");
    CHECK(rocelint({"check", folder.path(), "--select", "SYN001"}).says("in 3 devices ("));
}

TEST_CASE("yesterday's copy of a switch's configuration is not merged with today's, whatever their names")
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

TEST_CASE("a finding is reported in the configuration in use and not in a copy of it")
{
    const std::string unpaused = with(clean_switch("leaf1"),
        "priority-flow-control priority 3 no-drop",
        "priority-flow-control priority 4 no-drop");
    for (const std::string copy : {"leaf1.cfg.bak", "a-leaf1.cfg.old", "z/leaf1.cfg~"}) {
        CAPTURE(copy);
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", "version: 1\nprofile: lossless\nports: [{rdma: true}]\n");
        folder.write("leaf1.cfg", unpaused);
        folder.write(copy, unpaused);
        const Run run = rocelint({"check", folder.path(), "--select", "PFC001"});
        CAPTURE(run.out);
        CHECK(run.code == 1);
        CHECK(run.says("leaf1.cfg:"));
        CHECK_FALSE(run.says(copy + ":"));
        CHECK(run.says("in 1 device ("));
    }
}

TEST_CASE("two parts of a configuration, or two equal copies, are one switch")
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

TEST_CASE("a job has the name of its host, and is compared with the same job of the same host")
{
    const TemporaryFolder folder;
    for (const std::string time : {"before/", "after/"}) {
        folder.write(time + "leaf1.cfg", clean_switch("leaf1"));
        for (const std::string host : {"n7", "n8"}) {
            folder.write(time + host + "/hostname.txt", host + '\n');
            folder.write(time + host + "/ip-link.txt", one_link);
            folder.write(time + host + "/nccl.env", host == "n7" ? "NCCL_IB_TC=106\n" : "NCCL_IB_TC=104\n");
        }
    }
    const Run json = rocelint({"check", folder.path("before"), "--format", "json"});
    CHECK(json.says(R"("name": "nccl@n7")"));
    CHECK(json.says(R"("name": "nccl@n8")"));
    CHECK(
        rocelint({"diff", folder.path("before"), folder.path("after")}).says("no change in what devices do"));
    folder.write("after/n8/nccl.env", "NCCL_IB_TC=106\n");
    const Run diff = rocelint({"diff", folder.path("before"), folder.path("after")});
    CAPTURE(diff.out);
    CHECK(diff.says("nccl@n8"));
    CHECK_FALSE(diff.says("nccl@n7"));
}

TEST_CASE("jobs with one name that belong to no host are identified by their folders")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("jobs/training/nccl.env", "NCCL_IB_TC=106\n");
    folder.write("jobs/serving/nccl.env", "NCCL_IB_TC=104\n");
    const Run json = rocelint({"check", folder.path(), "--format", "json"});
    CHECK(json.says(R"("name": "nccl@training")"));
    CHECK(json.says(R"("name": "nccl@serving")"));
}

TEST_CASE("the nodes of a subnet are the devices of its report")
{
    const TemporaryFolder folder;
    folder.write("ibnetdiscover.txt",
        "vendid=0x2c9\ndevid=0xd2f0\nsysimgguid=0x11\nswitchguid=0x11(11)\n"
        "Switch\t40 \"S-0000000000000011\"\t\t# \"leaf1\" enhanced port 0 lid 3 lmc 0\n"
        "[1]\t\"H-00000000000000a1\"[1](a1)\t\t# \"n7 mlx5_0\" lid 12 4xHDR\n\n"
        "vendid=0x2c9\ndevid=0x101b\nsysimgguid=0xa1\ncaguid=0xa1\nCa\t1 \"H-00000000000000a1\"\t\t# \"n7 mlx5_0\"\n"
        "[1](a1)\t\"S-0000000000000011\"[1]\t\t# lid 12 lmc 0 \"leaf1\" lid 3 4xHDR\n");
    const Run json = rocelint({"check", folder.path(), "--format", "json"});
    CAPTURE(json.out);
    CHECK(json.says(R"("devices": 2, "ports": 0, "links": 1)"));
    CHECK(json.says(R"({"name": "leaf1", "platform": "ib-fabric", "role": "leaf")"));
    CHECK(json.says(R"({"name": "n7 mlx5_0", "platform": "ib-fabric", "role": "host")"));
    CHECK(rocelint({"check", folder.path()}).says("in 2 devices ("));
}

}
}
