// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::esxi_host_test {
namespace {

using tests::ReadFiles;

constexpr std::string_view nics
    = "[root@esx1:~] esxcli network nic list\n"
      "Name    PCI Device    Driver      Admin Status  Link Status   Speed  Duplex  MAC Address         MTU  Description\n"
      "------  ------------  ----------  ------------  -----------  ------  ------  -----------------  ----  -----------\n"
      "vmnic0  0000:19:00.0  ixgben      Up            Down              0  Half    02:00:00:00:01:00  1500  Intel\n"
      "vmnic4  0000:3b:00.0  nmlx5_core  Up            Up           100000  Full    02:00:00:00:01:10  9000  ConnectX-6\n";

constexpr std::string_view rdma = "[root@esx1:~] esxcli rdma device list\n"
                                  "Name     Driver      State    MTU  Speed     Paired Uplink  Description\n"
                                  "-------  ----------  ------  ----  --------  -------------  -----------\n"
                                  "vmrdma0  nmlx5_rdma  Active  4096  100 Gbps  vmnic4         ConnectX-6\n";

constexpr std::string_view vmknics
    = "[root@esx1:~] esxcli rdma device vmknic list\nDevice   Vmknic  NetStack\n"
      "-------  ------  -----------------\nvmrdma0  vmk1    defaultTcpipStack\n";

constexpr std::string_view parameters = "[root@esx1:~] esxcli system module parameters list -m nmlx5_core\n"
                                        "Name         Type  Value  Description\n"
                                        "-----------  ----  -----  -----------\n"
                                        "dcbx         int   0      Operational mode\n"
                                        "   Values : 0 - 3\n"
                                        "max_vfs      int          Number of functions\n"
                                        "pfcrx        int   0x18   Obeyed\n"
                                        "pfctx        int   8      Sent\n"
                                        "trust_state  int   1      Trust\n";

std::string dcb(std::string_view enabled, std::string_view mode, std::string_view pfc)
{
    return std::string(
        "[root@esx1:~] esxcli network nic dcb status get --nic-name=vmnic4\n   Nic Name: vmnic4\n   Mode: ")
        .append(mode)
        .append("\n   Enabled: ")
        .append(enabled)
        .append("\n   PFC Enabled: ")
        .append(enabled)
        .append("\n   PFC Configuration: ")
        .append(pfc)
        .append("\n");
}

std::string all_of(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text += part;
    return text;
}

TEST_SUITE_BEGIN("esxi-host");

TEST_CASE("the tables of a host give its NICs, and the RDMA device of one of them")
{
    const std::string text = all_of({nics, rdma});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
    CHECK(host.device().name == "esx1");
    REQUIRE(host.port("vmnic0") != nullptr);
    CHECK(host.port("vmnic0")->link_up.is(false));
    CHECK_FALSE(host.port("vmnic0")->speed.known());
    REQUIRE(host.port("vmnic4") != nullptr);
    CHECK(host.port("vmnic4")->link_up.is(true));
    CHECK(host.port("vmnic4")->speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(host.port("vmnic4")->ip_mtu.is(Bytes{9000}));
    CHECK(host.port("vmnic4")->max_frame.is(Bytes{9014}));
    CHECK(host.device().nics.size() == 1);
    REQUIRE(host.nic_of("vmnic4") != nullptr);
    CHECK(host.nic_of("vmnic4")->rdma_device == "vmrdma0");
    CHECK(host.nic_of("vmnic4")->driver.is("nmlx5_core"));
}

TEST_CASE("PFC that DCB shows in force has precedence over parameters of the driver")
{
    const std::string text
        = all_of({nics, rdma, parameters, dcb("true", "3 - IEEE Mode", "0 0 0 0 1 0 0 0")});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps() == "");
    CHECK(host.port("vmnic4")->pfc_tx.is(PrioritySet::of(4)));
    CHECK(host.port("vmnic4")->pfc_rx.is(PrioritySet::of(4)));
    CHECK(host.port("vmnic4")->dcbx_version.is(DcbxVersion::ieee));
    CHECK(host.port("vmnic4")->pfc_negotiated.is(false));
    CHECK(host.port("vmnic4")->trust.is(Trust::pcp));
}

TEST_CASE("without DCB, the driver pauses what its parameters say, in hexadecimal or decimal")
{
    const std::string text = all_of({nics, rdma, parameters, dcb("false", "Unknown", "0 0 0 0 0 0 0 0")});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.problems().empty());
    CHECK(host.port("vmnic4")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(host.port("vmnic4")->pfc_rx.is(PrioritySet{0x18}));
    CHECK(host.port("vmnic4")->dcbx_version.is(DcbxVersion::off));
    // Nothing shows the parameters of another driver.
    CHECK_FALSE(host.port("vmnic0")->pfc_tx.known());
    CHECK_FALSE(host.port("vmnic0")->trust.known());
}

TEST_CASE("the words of the DCB mode")
{
    struct Row {
        const char* words;
        DcbxVersion version;
    };
    for (const Row& row : {Row{"IEEE Mode", DcbxVersion::ieee},
             Row{"1 - CEE Mode", DcbxVersion::cee},
             Row{"PRE-CEE Mode", DcbxVersion::cin}}) {
        CAPTURE(row.words);
        const std::string text = all_of({nics, dcb("true", row.words, "0 0 0 1 0 0 0 0")});
        const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
        CHECK(host.port("vmnic4")->dcbx_version.is(row.version));
    }
    const std::string text = all_of({nics, dcb("true", "MODO IEEO", "0 0 0 1 0 0 0 0")});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with("\"Mode: MODO IEEO\""));
    CHECK_FALSE(host.port("vmnic4")->dcbx_version.known());
}

TEST_CASE("a capture that was cut in the PFC line leaves PFC unread and says so")
{
    const std::string whole = all_of({nics, rdma, dcb("true", "IEEE Mode", "0 0 0 1 0 0 0 0")});
    const std::string text = whole.substr(0, whole.rfind(" 1 0 0"));
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.find("eight digits") != std::string::npos);
    CHECK(host.gaps() == "15 unrecognised    PFC Configuration: 0 0 0\n");
    CHECK_FALSE(host.port("vmnic4")->pfc_tx.known());
}

TEST_CASE("an interface above the RDMA device limits what RDMA can send")
{
    const std::string text = all_of({nics,
        rdma,
        "[root@esx1:~] esxcli rdma device vmknic list\n"
        "Device   Vmknic  NetStack\n"
        "-------  ------  -----------------\n"
        "vmrdma0  vmk1    defaultTcpipStack\n"
        "[root@esx1:~] esxcli network ip interface list\n"
        "vmk0\n   Name: vmk0\n   MTU: 1280\n"
        "vmk1\n   Name: vmk1\n   Portset: vSwitch1\n   MTU: 1500\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps() == "");
    CHECK(host.port("vmnic4")->ip_mtu.is(Bytes{1500}));
}

TEST_CASE("output that was written to files without its commands is read where its form shows them")
{
    const auto without_command
        = [](std::string_view text) { return std::string(text.substr(text.find('\n') + 1)); };
    const std::string tables = without_command(nics) + without_command(rdma)
        + without_command(dcb("true", "3 - IEEE Mode", "0 0 0 1 0 0 0 0"));
    const ReadFiles host("esxi-host", {{"esx1/out.txt", tables}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    REQUIRE(host.port("vmnic4") != nullptr);
    CHECK(host.port("vmnic4")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(host.port("vmnic4")->dcbx_version.is(DcbxVersion::ieee));
    REQUIRE(host.nic_of("vmnic4") != nullptr);
    CHECK(host.nic_of("vmnic4")->rdma_device == "vmrdma0");
    // The parameters of a module do not show which module it is, and an interface is no NIC.
    const ReadFiles other("esxi-host",
        {{"esx1/out.txt",
            tables + without_command(nics) + without_command(parameters) + "vmk1\n   Name: vmk1\n"}});
    CHECK(other.device().ports.size() == 2);
    CHECK(other.port("vmnic4")->trust.origin != OriginId{});
    CHECK_FALSE(other.port("vmnic4")->trust.peek_known());
}

TEST_CASE("what shows vSAN and what shows NVMe are different facts of a NIC")
{
    const std::string vmknic = "[root@esx1:~] esxcli rdma device vmknic list\nDevice   Vmknic  NetStack\n"
                               "-------  ------  -----------------\nvmrdma0  vmk1    defaultTcpipStack\n";
    const std::string vsan = "[root@esx1:~] esxcli vsan network list\nInterface\n   VmkNic Name: vmk1\n";
    const std::string nvme
        = "[root@esx1:~] esxcli nvme adapter list\n"
          "Adapter  Adapter Qualified Name          Transport Type  Driver    Associated Devices\n"
          "-------  ------------------------------  --------------  --------  ------------------\n"
          "vmhba64  aqn:nvmerdma:02-00-00-00-01-10  RDMA            nvmerdma  vmrdma0, vmnic4\n";
    for (const bool is_vsan : {true, false}) {
        CAPTURE(is_vsan);
        const std::string text = all_of({nics, rdma, vmknic, is_vsan ? vsan : nvme});
        const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
        REQUIRE(host.nic_of("vmnic4") != nullptr);
        CHECK((host.nic_of("vmnic4")->vsan != OriginId{}) == is_vsan);
        CHECK((host.nic_of("vmnic4")->nvme != OriginId{}) != is_vsan);
    }
}

TEST_CASE("vSAN may use the RDMA device of an interface that carries its data, and never that of its witness")
{
    struct Row {
        std::string_view entry;
        VsanUse use;
    };
    constexpr Row rows[]{{"   VmkNic Name: vmk1\n", VsanUse::possible},
        {"   VmkNic Name: vmk1\n   Traffic Type: vsan\n", VsanUse::possible},
        {"   VmkNic Name: vmk1\n   Traffic Type: witness\n", VsanUse::none},
        {"   VmkNic Name: vmk2\n   Traffic Type: vsan\n", VsanUse::none},
        {"   VmkNic Name: vmk1\n   Traffic Type: vsan\nInterface\n   VmkNic Name: vmk1\n   Traffic Type: witness\n",
            VsanUse::possible}};
    for (const Row& row : rows) {
        CAPTURE(row.entry);
        const std::string text
            = all_of({nics, rdma, vmknics, "[root@esx1:~] esxcli vsan network list\nInterface\n", row.entry});
        const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
        REQUIRE(host.nic_of("vmnic4") != nullptr);
        CHECK(host.nic_of("vmnic4")->vsan_use == row.use);
        CHECK((host.nic_of("vmnic4")->vsan != OriginId{}) == (row.use != VsanUse::none));
    }
}

TEST_CASE("the last list of a command counts, and not what an earlier one had more")
{
    const std::string vsan = "[root@esx1:~] esxcli vsan network list\nInterface\n   VmkNic Name: vmk1\n";
    const std::string later = "[root@esx1:~] esxcli rdma device vmknic list\nDevice   Vmknic  NetStack\n"
                              "-------  ------  -----------------\nvmrdma0  vmk2    defaultTcpipStack\n";
    const std::string interfaces
        = "[root@esx1:~] esxcli network ip interface list\nvmk1\n   Name: vmk1\n   MTU: 1500\n"
          "vmk2\n   Name: vmk2\n   MTU: 9000\n";
    const std::string first = all_of({nics, rdma, vmknics, interfaces});
    const ReadFiles before("esxi-host", {{"esx1/a.txt", first}});
    CHECK(before.port("vmnic4")->ip_mtu.is(Bytes{1500}));
    const ReadFiles after("esxi-host", {{"esx1/a.txt", first}, {"esx1/b.txt", later}});
    CHECK(after.port("vmnic4")->ip_mtu.is(Bytes{9000}));
    // An error in place of the list says nothing.
    const ReadFiles failed("esxi-host",
        {{"esx1/a.txt", first},
            {"esx1/b.txt",
                "[root@esx1:~] esxcli rdma device vmknic list\nError: Unknown command or namespace\n"}});
    CHECK(failed.port("vmnic4")->ip_mtu.is(Bytes{1500}));
}

TEST_CASE("of pfctx and pfcrx, the one without a value has that of the driver: no priority")
{
    const std::string off = dcb("false", "0 - Unknown Mode", "0 0 0 0 0 0 0 0");
    const std::string one = "[root@esx1:~] esxcfg-module -g nmlx5_core\n"
                            "nmlx5_core enabled = 1 options = 'pfctx=0x08 trust_state=2'\n";
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", all_of({nics, rdma, off, one})}});
    CHECK(host.port("vmnic4")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(host.port("vmnic4")->pfc_rx.is(PrioritySet{}));
    CHECK(host.port("vmnic4")->pfc_rx.origin.kind() == OriginKind::default_);
    const std::string neither = "[root@esx1:~] esxcfg-module -g nmlx5_core\n"
                                "nmlx5_core enabled = 1 options = 'trust_state=2'\n";
    const ReadFiles none("esxi-host", {{"esx1/capture.txt", all_of({nics, rdma, neither})}});
    CHECK_FALSE(none.port("vmnic4")->pfc_rx.known());
}

TEST_CASE("parameters that are not read are listed")
{
    const std::string text = all_of({nics,
        "[root@esx1:~] esxcli system module parameters list -m nmlx5_core\n"
        "Name         Type  Value  Description\n"
        "-----------  ----  -----  -----------\n"
        "RSS          int   4      Queues\n"
        "max_vfs      int          Number of functions\n"
        "trust_state  int   1      Trust\n"
        "[root@esx1:~] esxcfg-module -g bnxtroce\n"
        "bnxtroce enabled = 1 options = 'disable_dcb=0'\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps()
        == "9 unsupported RSS          int   4      Queues\n"
           "13 unsupported bnxtroce enabled = 1 options = 'disable_dcb=0'\n");
}

TEST_CASE("typed commands that set something that is not followed are listed")
{
    for (const char* command : {"esxcfg-vswitch -m 9000 vSwitch1",
             "esxcfg-nics -s 100000 -d full vmnic4",
             "esxcli nvme fabrics enable -p RDMA -d vmrdma0",
             "vsish -e set /net/pNics/vmnic4/wol d"}) {
        CAPTURE(command);
        const ReadFiles host("esxi-host",
            {{"esx1/capture.txt",
                all_of({nics, "[root@esx1:~] ", command, "\n[root@esx1:~] esxcfg-nics -l\n"})}});
        CHECK(host.gaps() == all_of({"6 unsupported [root@esx1:~] ", command, "\n"}));
    }
}

TEST_CASE("what a program says of an error names no NIC")
{
    const std::string text = all_of({nics,
        "Error: Unknown command or namespace network nic\n",
        "[root@esx1:~] esxcli network nic get -n vmnic9\nError: there is no NIC vmnic9\n"
        "[root@esx1:~] esxcli network nic dcb status get -n vmnic8\nError: Unable to complete: not found\n"
        "[root@esx1:~] esxcli network nic dcb status get -n vmnic7\nUnknown command or namespace network nic dcb\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.device().ports.size() == 2);
    CHECK(host.gaps()
        == "6 unrecognised Error: Unknown command or namespace network nic\n"
           "8 unrecognised Error: there is no NIC vmnic9\n"
           "10 unrecognised Error: Unable to complete: not found\n"
           "12 unrecognised Unknown command or namespace network nic dcb\n");
}

TEST_CASE("commands that set all parameters of a module replace those before")
{
    const std::string text = all_of({nics,
        rdma,
        parameters,
        "[root@esx1:~] esxcli system module parameters set -m nmlx5_core -p \"trust_state=2 pfctx=0x08 pfcrx=0x08\"\n"
        "[root@esx1:~] esxcfg-module -g nmlx5_rdma\n"
        "nmlx5_rdma enabled = 1 options = 'dscp_force=26'\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps() == "");
    CHECK(host.port("vmnic4")->trust.is(Trust::dscp));
    CHECK(host.port("vmnic4")->pfc_rx.is(PrioritySet::of(3)));
    CHECK_FALSE(host.port("vmnic4")->pfc_negotiated.known());
    CHECK(host.nic_of("vmnic4")->traffic_class.is(106));
}

TEST_CASE("a command that appends parameters is not followed")
{
    const std::string text = all_of(
        {nics, "[root@esx1:~] esxcli system module parameters set -a -m nmlx5_core -p pfctx=0x08\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps()
        == "6 unsupported [root@esx1:~] esxcli system module parameters set -a -m nmlx5_core -p pfctx=0x08\n");
}

TEST_CASE("a setup script alone is recognised by its commands")
{
    const ReadFiles host("esxi-host",
        {{"esx1/setup.sh",
            "#!/bin/sh\nesxcli system module parameters set -m nmlx5_core -p \"pfctx=8 pfcrx=8\"\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
}

TEST_CASE("the prompt of Linux is not that of ESXi")
{
    const Source source(
        0, "a.txt", "[root@node1 ~]# esxcli network nic list\n[root@node1:~]# esxcli network nic list\n");
    CHECK(recognise(source).driver != find_driver("esxi-host"));
}

TEST_CASE("output under the prompt of a second host is not read")
{
    const std::string text
        = all_of({nics, "[root@esx2:~] esxcli network nic pauseParams list\n", "NIC     Pause RX\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message
        == "this prompt is of host esx2, the ones before of esx1: its output is not read");
    CHECK(host.gaps()
        == "6 unsupported [root@esx2:~] esxcli network nic pauseParams list\n7 unsupported NIC     Pause RX\n");
}

TEST_CASE("the name is that which the host states, also under the prompt of localhost")
{
    const ReadFiles host("esxi-host",
        {{"a/capture.txt",
            "[root@localhost:~] esxcli system hostname get\n   Domain Name: lab\n   Host Name: esx7\n"
            "[root@localhost:~] esxcli system version get\n   Product: VMware ESXi\n   Version: 8.0.2\n"}});
    CHECK(host.device().name == "esx7");
    CHECK(host.device().version == "8.0.2");
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
}

TEST_CASE("an error that a program prints instead of its output stays unrecognised")
{
    const std::string text = all_of(
        {nics, "[root@esx1:~] esxcli network nic dcb status get -n vmnic4\nDCB not supported on this NIC\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    CHECK(host.gaps() == "7 unrecognised DCB not supported on this NIC\n");
    CHECK_FALSE(host.port("vmnic4")->pfc_tx.known());
}

TEST_CASE("NICs that run RDMA over TCP are known")
{
    const std::string text = all_of({nics,
        rdma,
        "[root@esx1:~] esxcli rdma device protocol list\n"
        "Device   RoCE v1  RoCE v2  iWARP\n"
        "-------  -------  -------  -----\n"
        "vmrdma0    false    false   true\n"});
    const ReadFiles host("esxi-host", {{"esx1/capture.txt", text}});
    REQUIRE(host.nic_of("vmnic4") != nullptr);
    CHECK(host.nic_of("vmnic4")->is_iwarp());
}

TEST_SUITE_END();

}
}
