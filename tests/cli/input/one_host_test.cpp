// SPDX-License-Identifier: Apache-2.0
// Which captures and files form one host.
#include "tests/cli/input/one_device_case.h"

namespace rocelint::one_device_test {
namespace {

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

TEST_CASE("a host of which one capture alone was taken has the name of its folder")
{
    const TemporaryFolder folder;
    const char* const link = "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n";
    folder.write("host1/rdma-link.txt", link);
    folder.write("host2/ethtool-a.ens1f0np0.txt",
        "Pause parameters for ens1f0np0:\nAutonegotiate: off\nRX: off\nTX: off\n");
    folder.write("host3/esxcli-rdma-device-list.txt",
        "Name     Driver      State    MTU  Speed     Paired Uplink  Description\n"
        "-------  ----------  ------  ----  --------  -------------  -----------\n"
        "vmrdma0  nmlx5_rdma  Active  4096  100 Gbps  vmnic4         ConnectX-6\n");
    // A name that is not that of a command is the host's.
    folder.write("hosts/ip-10-0-0-1.txt", link);
    const Run run = rocelint({"show", "files", folder.path(), "--format", "json"});
    CAPTURE(run.out);
    for (const char* name : {"host1", "host2", "host3", "ip-10-0-0-1"})
        CHECK(run.says(std::string("\"device\": \"") + name + '"'));
    CHECK_FALSE(run.says(R"("device": "rdma-link")"));
    const Run inside = rocelint({"show", "devices", "rdma-link.txt"}, {.folder = folder.path("host1")});
    CHECK(inside.says("host1"));
}

TEST_CASE("captures of one name in the folders of several hosts are called as their folders")
{
    const TemporaryFolder folder;
    const std::string link = "# ip link\n1: ens1f0np0: <UP> mtu 9000 qdisc mq\n";
    folder.write("all/gpu01/c.txt", link);
    folder.write("all/gpu02/c.txt", link);
    folder.write("all/gpu03/out/c.txt", link);
    folder.write("all/gpu04/out/c.txt", link);
    const std::string esx
        = "#esxcli network nic list\nName    PCI Device    Driver      Admin Status\n"
          "------  ------------  ----------  ------------\nvmnic4  0000:3b:00.0  nmlx5_core  Up\n";
    folder.write("all/esx1/c.txt", esx);
    folder.write("all/esx2/c.txt", esx);
    folder.write("all/rack/gpu07.txt", link);
    const Run run = rocelint({"check", folder.path(), "--format", "json"});
    for (const char* name : {"gpu01", "gpu02", "gpu03", "gpu04", "esx1", "esx2", "gpu07"}) {
        CAPTURE(name);
        CHECK(run.says("{\"name\": \"" + std::string(name) + "\", \"platform\": "));
    }
}

TEST_CASE("a host's folder is read the same from inside, from above and through its topology")
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
    // A mirror of /sys, which begins the path when seen from inside, and no topology that assigns it to a device.
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

// Checks that the collected files are read as one host.
void check_one_host(const TemporaryFolder& folder, const char* name)
{
    const Run run = rocelint({"check", folder.path(), "--format", "json"});
    CAPTURE(run.out);
    CHECK(run.says(std::string("\"name\": \"") + name + '"'));
    CHECK(run.says(R"("devices": 1)"));
}

constexpr const char* no_pause = "Pause parameters for ens1f0np0:\nAutonegotiate: off\nRX: off\nTX: off\n";
TEST_CASE("a support bundle is one host, into whatever folders its commands are sorted")
{
    const TemporaryFolder folder;
    const std::string root = "report-n7-2026-03-01/";
    folder.write(root + "hostname", "n7\n");
    folder.write(root + "sos_commands/host/hostname", "n7\n");
    folder.write(root + "sos_commands/networking/ethtool_-a_ens1f0np0", no_pause);
    folder.write(root + "sos_commands/networking/ip_-s_-d_link", one_link);
    folder.write(root + "sos_commands/rdma/rdma_link",
        "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n");
    check_one_host(folder, "n7");
}

TEST_CASE("a partial copy of a host's file system is that host, together with the captures next to it")
{
    const TemporaryFolder folder;
    folder.write("n7/etc/hostname", "n7\n");
    folder.write(
        "n7/etc/netplan/50-rdma.yaml", "network:\n  version: 2\n  ethernets:\n    ens1f0np0: {mtu: 9000}\n");
    folder.write("n7/etc/udev/rules.d/70-rdma.rules",
        "ACTION==\"add\", SUBSYSTEM==\"net\", KERNEL==\"ens1f0np0\", RUN+=\"/usr/bin/mlnx_qos -i %k --trust dscp\"\n");
    folder.write(
        "n7/etc/slurm/prolog.d/10-rdma.sh", "#!/bin/bash\nmlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0\n");
    folder.write("n7/usr/local/sbin/rdma-up.sh", "#!/bin/bash\nethtool -A ens1f0np0 rx off tx off\n");
    folder.write("n7/opt/site/rdma.sh", "#!/bin/bash\ncma_roce_tos -d mlx5_0 -t 106\n");
    folder.write("n7/ip-link.txt", one_link);
    check_one_host(folder, "n7");
    // The result is the same from inside its folder.
    const Run inside = rocelint({"check", ".", "--format", "json"}, {.folder = folder.path("n7")});
    CHECK(inside.says(R"("name": "n7")"));
    CHECK(inside.says(R"("devices": 1)"));
}

TEST_CASE("a single file of a host's tree has the name of the host")
{
    const TemporaryFolder folder;
    folder.write("n7/etc/netplan/50-rdma.yaml",
        "network:\n  version: 2\n  ethernets:\n    ens1f0np0:\n      mtu: 9000\n");
    check_one_host(folder, "n7");
}

TEST_CASE("two hosts with adjacent file trees stay two")
{
    const TemporaryFolder folder;
    for (const std::string name : {"n7", "n8"}) {
        folder.write("hosts/" + name + "/etc/hostname", name + '\n');
        folder.write("hosts/" + name + "/usr/local/sbin/rdma-up.sh",
            "#!/bin/bash\nmlnx_qos -i ens1f0np0 --trust dscp\n");
    }
    const Run run = rocelint({"check", folder.path(), "--format", "json"});
    CHECK(run.says(R"("devices": 2)"));
    CHECK(run.says(R"("name": "n8")"));
}

TEST_CASE("a host with only InfiniBand is read, although it has no Ethernet port")
{
    const TemporaryFolder folder;
    folder.write("n7/hostname.txt", "n7\n");
    folder.write("n7/ibstat.txt",
        "CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tNode GUID: 0x00000000000000a1\n\tSystem image GUID: "
        "0x00000000000000a1\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: "
        "12\n\t\tLMC: 0\n\t\tSM lid: 1\n\t\tPort GUID: 0x00000000000000a1\n\t\tLink layer: InfiniBand\n");
    folder.write("n8/hostname.txt", "n8\n");
    folder.write("n8/rdma-link.txt",
        "link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 13 sm_lid 1 lmc 0 state ACTIVE physical_state LINK_UP\n");
    const Run run = rocelint({"check", folder.path()});
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK_FALSE(run.says("no port was found"));
    CHECK(run.code == 0);
    CHECK(run.says("in 2 devices ("));
    // A host of which only the name was collected does not count as read.
    const TemporaryFolder bare;
    bare.write("n7/hostname.txt", "n7\n");
    CHECK(rocelint({"check", bare.path()}).code == 3);
}

TEST_CASE("a short and a full name are one host")
{
    const TemporaryFolder folder;
    folder.write("n7/hostname.txt", "n7.pod1.example.net\n");
    folder.write("n7/ip-link.txt", std::string("root@n7:~# ip link\n") + one_link);
    const Run run = rocelint({"check", folder.path(), "--format", "json"});
    CHECK(run.says(R"("devices": 1)"));
}

TEST_CASE("a subnet manager is named after the host that its files come from")
{
    const TemporaryFolder folder;
    for (const std::string name : {"sm1", "sm2"})
        folder.write(name + "/etc/opensm/opensm.conf",
            name == "sm1" ? "sm_priority 14\nrouting_engine ftree\n"
                          : "sm_priority 13\nrouting_engine ftree\n");
    const Run run = rocelint({"check", folder.path(), "--format", "json"});
    CAPTURE(run.out);
    CHECK(run.says(R"("name": "sm1")"));
    CHECK(run.says(R"("name": "sm2")"));
}

TEST_CASE("the priority that the service gives a subnet manager goes before that of its options")
{
    const TemporaryFolder folder;
    for (const std::string name : {"sm1", "sm2"}) {
        folder.write(name + "/etc/opensm/opensm.conf", "sm_priority 5\nrouting_engine ftree\n");
        folder.write(name + "/etc/sysconfig/opensm", "# of the service\nGUIDS=\"0x00000000000000a1\"\n");
    }
    CHECK(rocelint({"check", folder.path()}).says("have the same priority 5"));
    folder.write("sm1/etc/sysconfig/opensm", "# of the service\nPRIORITY=14\n");
    const Run run = rocelint({"check", folder.path()});
    CAPTURE(run.out);
    CHECK_FALSE(run.says("have the same priority"));
    CHECK_FALSE(run.says("no platform recognises"));
}

TEST_CASE("what captures show stays in force where a boot file differs from one of them")
{
    const TemporaryFolder folder;
    folder.write("n1/hostname.txt", "n1\n");
    folder.write("n1/ip-link.txt", one_link);
    folder.write(
        "n1/ethtool-a.txt", "Pause parameters for ens1f0np0:\nAutonegotiate:\toff\nRX:\t\toff\nTX:\t\toff\n");
    folder.write("n1/roce.sh", "#!/bin/sh\nip link set dev ens1f0np0 mtu 4200\n");
    CHECK(rocelint({"check", folder.path(), "--select", "NIC028"}).says("the capture shows the MTU 9000"));
    const Run model = rocelint({"debug", "model", folder.path()});
    CAPTURE(model.out);
    CHECK(model.says("ip-mtu: 9000 (explicit ip-link.txt"));
    CHECK(model.says("pause-rx: no (explicit ethtool-a.txt"));
}

TEST_CASE("a playbook is for the hosts that its plays name, or else for all")
{
    for (const std::string hosts : {"n1", "workers", "all:!login"}) {
        CAPTURE(hosts);
        const TemporaryFolder folder;
        for (const std::string name : {"n1", "n2"}) {
            folder.write(name + "/hostname.txt", name + '\n');
            folder.write(name + "/ip-link.txt", one_link);
        }
        folder.write("ansible/site.yml",
            "- hosts: " + hosts
                + "\n  tasks:\n    - shell: ip link set dev ens1f0np0 mtu 4200\n"
                  "    - shell: ip link set dev {{ item }} mtu 4200\n      loop: [ens7f0, ens7f1]\n");
        const Run run = rocelint({"check", "-v", folder.path(), "--select", "NIC028"});
        CAPTURE(run.out);
        CHECK(run.says("in 2 devices (0 of 2 ports"));
        CHECK(run.says("n1/ip-link.txt:1:"));
        CHECK(run.says("n2/ip-link.txt:1:") == (hosts != "n1"));
    }
}

}
}
