// SPDX-License-Identifier: Apache-2.0
// Intel's NICs: who speaks DCBX, lldpad, RoCE or iWARP; and the JSON of tools.
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view driver = "root@io1:~# ethtool -i ens2f0\n"
                                    "driver: ice\n"
                                    "version: 1.13.7\n"
                                    "bus-info: 0000:31:00.0\n"
                                    "root@io1:~# rdma link\n"
                                    "link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0\n";

ReadFiles read_with(std::string_view further)
{
    const std::string text = std::string(driver) + std::string(further);
    return ReadFiles("linux-host", {{"io1/capture.txt", text}});
}

const Nic& nic_of(const ReadFiles& host)
{
    const Nic* nic = host.nic("rocep49s0f0");
    REQUIRE(nic != nullptr);
    return *nic;
}

const Port& port_of(const ReadFiles& host)
{
    const Port* port = host.port("ens2f0");
    REQUIRE(port != nullptr);
    return *port;
}

std::string reason_of(const ReadFiles& host, OriginId origin)
{
    return std::string(host.device().origins.look_up(origin).note);
}

TEST_SUITE_BEGIN("linux-host: Intel NICs");

TEST_CASE("a flag of the driver says whether the firmware speaks DCBX")
{
    struct Flag {
        std::string_view line;
        bool on;
    };
    for (const Flag& flag : {Flag{"fw-lldp-agent          : on", true},
             Flag{"fw-lldp-agent          : off", false},
             Flag{"enable-fw-lldp : on", true},
             Flag{"disable-fw-lldp : on", false},
             Flag{"disable-fw-lldp : off", true}}) {
        CAPTURE(flag.line);
        const ReadFiles host = read_with(std::string("root@io1:~# ethtool --show-priv-flags ens2f0\n"
                                                     "Private flags for ens2f0:\n"
                                                     "link-down-on-close     : off\n")
            + std::string(flag.line) + "\n");
        CHECK(host.gaps() == "");
        CHECK(nic_of(host).firmware_dcbx.is(flag.on));
        CHECK(nic_of(host).dcbx_willing.is(flag.on));
        CHECK(nic_of(host).dcbx.is(flag.on ? DcbxMode::firmware_controlled : DcbxMode::os_controlled));
    }
}

TEST_CASE("a flag without a value that is known stays unrecognised")
{
    const ReadFiles host = read_with("root@io1:~# ethtool --show-priv-flags ens2f0\n"
                                     "Private flags for ens2f0:\n"
                                     "fw-lldp-agent          : ein\n");
    CHECK(host.gaps() == "9 unrecognised fw-lldp-agent          : ein\n");
    CHECK(!nic_of(host).firmware_dcbx.peek_known());
}

TEST_CASE("a script turns the firmware's agent off")
{
    const ReadFiles host("linux-host",
        {{"io1/setup.sh",
            "#!/bin/sh\n"
            "ethtool --set-priv-flags ens2f0 fw-lldp-agent off link-down-on-close on\n"
            "dcb pfc set dev ens2f0 prio-pfc all:off 3:on\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    REQUIRE(host.device().nics.size() == 1);
    CHECK(host.device().nics.front().firmware_dcbx.is(false));
}

TEST_CASE("an ice NIC trusts the DSCPs of its table while the agent in the firmware is off")
{
    constexpr std::string_view table = "root@io1:~# dcb app show dev ens2f0\ndscp-prio 24:4 \n";
    const auto with_agent = [&](std::string_view state) {
        return read_with("root@io1:~# ethtool --show-priv-flags ens2f0\n"
                         "Private flags for ens2f0:\n"
                         "fw-lldp-agent : "
            + std::string(state) + "\n" + std::string(table));
    };
    const ReadFiles off = with_agent("off");
    CHECK(port_of(off).trust.is(Trust::dscp));
    const ClassMap* map = off.device().map(port_of(off).dscp_to_tc);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(24) == 4);
    CHECK(map->at_point(26) == 3);
    CHECK(!port_of(with_agent("on")).trust.peek_known());
    const ReadFiles unknown = read_with(table);
    CHECK(!port_of(unknown).trust.peek_known());
    CHECK(reason_of(unknown, port_of(unknown).trust.origin).find("--show-priv-flags") != std::string::npos);
}

TEST_CASE("lldpad's PFC counts where it does not follow the switch and dcb was not captured")
{
    const auto with_pfc = [](std::string_view willing, std::string_view enabled) {
        return read_with("root@io1:~# lldptool -ti ens2f0 -V PFC -c\nwilling=" + std::string(willing)
            + "\nenabled=" + std::string(enabled) + "\ndelay=0\n");
    };
    const ReadFiles none = with_pfc("no", "none");
    CHECK(none.gaps() == "");
    CHECK(port_of(none).pfc_tx.is(PrioritySet{}));
    CHECK(nic_of(none).host_willing.is(false));
    CHECK(nic_of(none).host_agent != OriginId{});
    CHECK(port_of(with_pfc("no", "3,4")).pfc_tx.is(PrioritySet{0x18}));
    CHECK(port_of(with_pfc("no", "8")).pfc_tx.is(PrioritySet::of(3)));
    const ReadFiles follows = with_pfc("yes", "3,4");
    CHECK(!port_of(follows).pfc_tx.peek_known());
    CHECK(nic_of(follows).host_willing.is(true));
    // Priority 3, or the mask of priorities 0 and 1.
    const ReadFiles one_number = with_pfc("no", "3");
    CHECK(!port_of(one_number).pfc_tx.peek_known());
    CHECK(reason_of(one_number, port_of(one_number).pfc_tx.origin).find("dcb pfc show") != std::string::npos);
}

TEST_CASE("dcb shows what is in force, whatever lldpad is set to")
{
    const ReadFiles host
        = read_with("root@io1:~# lldptool -t -i ens2f0 -V PFC -c\nwilling = no\nenabled = none\n"
                    "root@io1:~# dcb pfc show dev ens2f0\n"
                    "prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n");
    CHECK(port_of(host).pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("lldpad's classes and DSCPs")
{
    const ReadFiles host = read_with("root@io1:~# ethtool --show-priv-flags ens2f0\n"
                                     "Private flags for ens2f0:\n"
                                     "fw-lldp-agent : off\n"
                                     "root@io1:~# lldptool -t -i ens2f0 -V ETS-CFG -c\n"
                                     "enableTx=yes\n"
                                     "willing=no\n"
                                     "numtcs=8\n"
                                     "up2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:0,7:0\n"
                                     "tsa=0:ets,1:ets,2:strict,3:strict,4:strict,5:strict,6:strict,7:strict\n"
                                     "tcbw=50,50,0,0,0,0,0,0\n"
                                     "root@io1:~# lldptool -t -i ens2f0 -V APP -c app\n"
                                     "app=(prio,sel,proto)\n"
                                     "0:(3,5,26) local hw (set)\n"
                                     "1:(4,2,3260) peer hw (set)\n");
    CHECK(host.gaps() == "20 unsupported 1:(4,2,3260) peer hw (set)\n");
    const Port& port = port_of(host);
    const ClassMap* classes = host.device().map(port.tc_to_queue);
    REQUIRE(classes != nullptr);
    CHECK(classes->at_point(3) == 1);
    CHECK(port.trust.is(Trust::dscp));
    const ClassMap* map = host.device().map(port.dscp_to_tc);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(26) == 3);
}

TEST_CASE("what lldptool says of an interface that nothing names is not read, with a warning")
{
    const ReadFiles host("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# rdma link\n"
            "link a/1 state ACTIVE physical_state LINK_UP netdev eth0\n"
            "link b/1 state ACTIVE physical_state LINK_UP netdev eth1\n"
            "root@io1:~# lldptool -t -V PFC -c\n"
            "willing=no\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems().front().message.find("lldptool") != std::string::npos);
}

TEST_CASE("a script sets up DCB by lldptool")
{
    const ReadFiles host("linux-host",
        {{"io1/setup.sh",
            "#!/bin/sh\n"
            "lldpad -d\n"
            "lldptool -L -i ens2f0 adminStatus=rxtx\n"
            "lldptool -Ti ens2f0 -V PFC willing=no enabled=3\n"
            "lldptool -T -i ens2f0 -V ETS-CFG willing=no up2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:0,7:0 "
            "tsa=0:ets,1:ets,2:strict,3:strict,4:strict,5:strict,6:strict,7:strict tcbw=50,50,0,0,0,0,0,0\n"
            "lldptool -T -i ens2f0 -V APP app=3,5,26\n"}});
    CHECK(host.all_recognised());
    CHECK(port_of(host).pfc_tx.is(PrioritySet::of(3)));
    const ClassMap* map = host.device().map(port_of(host).dscp_to_tc);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(26) == 3);
    REQUIRE(host.device().nics.size() == 1);
    CHECK(host.device().nics.front().host_agent != OriginId{});
}

TEST_CASE("what lldptool sets is corrected in place")
{
    tests::EditedFiles host("linux-host",
        {{"host1/ethtool-i.eth0.txt", "driver: ice\nversion: 1.13.7\n"},
            {"host1/setup.sh",
                "#!/bin/sh\n"
                "ethtool --set-priv-flags eth0 fw-lldp-agent off\n"
                "lldptool -T -i eth0 -V PFC willing=no enabled=4\n"
                "lldptool -T -i eth0 -V APP app=4,5,26\n"}});
    CHECK(
        host.edit({host.change("eth0", Property::pfc, PriorityDelta{PrioritySet::of(3), PrioritySet::of(4)}),
            host.change("eth0", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 3})})
        == "");
    CHECK(host.text("host1/setup.sh")
        == "#!/bin/sh\n"
           "ethtool --set-priv-flags eth0 fw-lldp-agent off\n"
           "lldptool -T -i eth0 -V PFC willing=no enabled=3\n"
           "lldptool -T -i eth0 -V APP app=3,5,26\n");
}

TEST_CASE("PFC is set by lldptool where lldpad sets it, and not while the firmware's agent runs")
{
    constexpr std::string_view off_by_lldpad = "root@host1:~# lldptool -t -i ens2f0 -V PFC -c\n"
                                               "willing=no\n"
                                               "enabled=none\n";
    const PriorityDelta three{.add = PrioritySet::of(3), .remove = {}};
    const auto correct = [&](std::string_view agent, std::string& commands) {
        std::string text = "root@host1:~# ethtool -i ens2f0\n"
                           "driver: ice\n"
                           "root@host1:~# rdma link\n"
                           "link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0\n"
                           "root@host1:~# ethtool --show-priv-flags ens2f0\n"
                           "Private flags for ens2f0:\n"
                           "fw-lldp-agent : "
            + std::string(agent) + "\n" + std::string(off_by_lldpad);
        tests::EditedFiles host("linux-host", {{"host1/capture.txt", text}});
        const std::string refused = host.edit({host.change("ens2f0", Property::pfc, three)});
        commands = host.commands().text;
        return refused;
    };
    std::string commands;
    CHECK(correct("off", commands) == "");
    CHECK(commands.find("lldptool -T -i ens2f0 -V PFC enabled=3\n") != std::string::npos);
    CHECK(correct("on", commands).find("turn the agent off first") != std::string::npos);
}

TEST_CASE("what lldpad sets is not in force where it follows the switch")
{
    const ReadFiles host("linux-host",
        {{"io1/setup.sh",
            "#!/bin/sh\n"
            "ip link set dev ens2f0 mtu 9000\n"
            "lldptool -T -i ens2f0 -V PFC willing=yes enabled=3\n"}});
    CHECK(!port_of(host).pfc_tx.peek_known());
    CHECK(host.gaps() == "3 unsupported lldptool -T -i ens2f0 -V PFC willing=yes enabled=3\n");
}

TEST_CASE("devlink, irdma's options, ibv_devinfo and the driver say whether RDMA is RoCE or iWARP")
{
    const ReadFiles roce = read_with("root@io1:~# devlink dev param show pci/0000:31:00.0 name enable_roce\n"
                                     "pci/0000:31:00.0:\n"
                                     "  name enable_roce type generic\n"
                                     "    values:\n"
                                     "      cmode runtime value true\n");
    CHECK(roce.gaps() == "");
    CHECK(nic_of(roce).iwarp.is(false));
    const ReadFiles json = read_with(
        "root@io1:~# devlink -j dev param show\n"
        R"({"param":{"pci/0000:31:00.0":[{"name":"enable_iwarp","type":"generic","values":[{"cmode":"runtime","value":true}]}]}})"
        "\n");
    CHECK(nic_of(json).iwarp.is(true));
    CHECK(nic_of(read_with("root@io1:~# cat /etc/modprobe.d/irdma.conf\noptions irdma roce_ena=1\n"))
              .iwarp.is(false));
    CHECK(nic_of(read_with("root@io1:~# ibv_devinfo -d rocep49s0f0\n"
                           "hca_id:\trocep49s0f0\n"
                           "\ttransport:\t\t\tiWARP (1)\n"
                           "\tport:\t1\n"
                           "\t\tlink_layer:\t\tEthernet\n"))
              .iwarp.is(true));
    const ReadFiles x722("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# ethtool -i eth0\n"
            "driver: i40e\n"
            "root@io1:~# rdma link\n"
            "link iwp24s0f0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    REQUIRE(x722.nic("iwp24s0f0") != nullptr);
    CHECK(x722.nic("iwp24s0f0")->iwarp.is(true));
}

TEST_CASE("configfs of Intel's irdma shows whether the NIC heeds CNPs")
{
    const ReadFiles host
        = read_with("root@io1:~# grep -H '' /sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable\n"
                    "/sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable:0\n");
    CHECK(host.gaps() == "");
    CHECK(nic_of(host).ecn_reaction.is(PrioritySet{}));
    CHECK(nic_of(host).reaction_seen == PrioritySet::all());
    CHECK(!nic_of(host).ecn_notification.peek_known());
    CHECK(nic_of(host).iwarp.is(false));
}

TEST_CASE("what is missing about DCQCN is named as the NIC's driver shows it")
{
    const auto reason = [](std::string_view name, std::string_view version) {
        const ReadFiles host("linux-host",
            {{"h/capture.txt",
                "root@h:~# ethtool -i eth0\ndriver: " + std::string(name)
                    + "\nversion: " + std::string(version)
                    + "\nroot@h:~# rdma link\n"
                      "link dev0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
        REQUIRE(host.nic("dev0") != nullptr);
        return reason_of(host, host.nic("dev0")->ecn_reaction.origin);
    };
    CHECK(reason("mlx5_core", "24.10-0.7.0") == "no /sys/class/net/eth0/ecn/roce_rp was captured");
    CHECK(reason("mlx5_core", "6.8.0-49-generic")
              .starts_with("no file of the kernel's own mlx5 driver shows it"));
    CHECK(reason("ice", "1.13.7").find("roce_dcqcn_enable of eth0") != std::string::npos);
    CHECK(reason("bnxt_en", "1.10.3").find("bnxt_re/dev0/ports/1/cc/ecn_enable") != std::string::npos);
    CHECK(reason("ionic", "24.9.1").find("nicctl show dcqcn") != std::string::npos);
    CHECK(reason("qede", "6.8.0-49-generic") == "no source says where the driver qede shows it");
    CHECK(reason("mlx4_en", "4.0-0") == "no source says where the driver mlx4_en shows it");
    CHECK(reason("bonding", "6.8.0-49-generic") == "no /sys/class/net/eth0/ecn/roce_rp was captured");
}

TEST_CASE("debugfs of the kernel's mlx5 shows how CNPs are marked, before or after ethtool -i")
{
    constexpr std::string_view marks = "root@h:~# grep -rH '' /sys/kernel/debug/mlx5/0000:1a:00.0/cc_params\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_dscp:48\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio_mode:0\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio:6\n";
    constexpr std::string_view device
        = "root@h:~# ethtool -i eth0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
          "root@h:~# rdma link\n"
          "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n";
    for (const std::string& text :
        {std::string(marks) + std::string(device), std::string(device) + std::string(marks)}) {
        const ReadFiles host("linux-host", {{"h/capture.txt", text}});
        CHECK(host.gaps() == "");
        REQUIRE(host.nic("mlx5_0") != nullptr);
        CHECK(host.nic("mlx5_0")->cnp_dscp.is(48));
        CHECK(host.nic("mlx5_0")->cnp_priority.is(6));
    }
    const ReadFiles other_mode("linux-host",
        {{"h/capture.txt",
            std::string(device)
                + "root@h:~# grep -rH '' /sys/kernel/debug/mlx5/0000:1a:00.0/cc_params\n"
                  "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio_mode:1\n"
                  "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio:6\n"}});
    CHECK(!other_mode.nic("mlx5_0")->cnp_priority.peek_known());
}

TEST_CASE("the JSON of dcb, ethtool and rdma is read as their text is")
{
    const ReadFiles host("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# rdma -j link\n"
            R"([{"ifindex":0,"ifname":"rocep49s0f0","port":1,"state":"ACTIVE","physical_state":"LINK_UP","netdev":"ens2f0","netdev_index":4}])"
            "\n"
            "root@io1:~# dcb -j pfc show dev ens2f0\n"
            R"({"pfc_cap":8,"macsec_bypass":false,"delay":0,"prio_pfc":[false,false,false,true,false,false,false,false]})"
            "\n"
            "root@io1:~# dcb -j ets show dev ens2f0\n"
            R"({"willing":false,"ets_cap":8,"cbs":false,"tc_bw":[50,50,0,0,0,0,0,0],"tc_tsa":["ets","ets","strict","strict","strict","strict","strict","strict"],"prio_tc":[0,0,0,1,0,0,0,0]})"
            "\n"
            "root@io1:~# dcb -j app show dev ens2f0\n"
            R"({"dscp_prio":[[26,3," "],[48,6," "]]})"
            "\n"
            "root@io1:~# dcb -j apptrust show dev ens2f0\n"
            R"({"order":["dscp","pcp"]})"
            "\n"
            "root@io1:~# dcb -j dcbx show dev ens2f0\n"
            R"({"host":true,"ieee":true})"
            "\n"
            "root@io1:~# ethtool --json -a ens2f0\n"
            R"([{"ifname":"ens2f0","autonegotiate":true,"rx":false,"tx":true,"negotiated":{"rx":false,"tx":false}}])"
            "\n"
            "root@io1:~# ethtool --json --show-fec ens2f0\n"
            R"([{"ifname":"ens2f0","config":["Auto","RS"],"active":["RS"]}])"
            "\n"}});
    const Port& port = port_of(host);
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    const ClassMap* classes = host.device().map(port.tc_to_queue);
    REQUIRE(classes != nullptr);
    CHECK(classes->at_point(3) == 1);
    const ClassMap* map = host.device().map(port.dscp_to_tc);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(26) == 3);
    CHECK(map->at_point(48) == 6);
    CHECK(port.trust.is(Trust::dscp_else_pcp));
    CHECK(nic_of(host).dcbx.is(DcbxMode::os_controlled));
    CHECK(port.pause_rx.is(false));
    CHECK(port.pause_tx.is(true));
    CHECK(port.fec.is(Fec::rs));
}

TEST_CASE("JSON that is cut off is reported, and the rest of the transcript is read")
{
    const ReadFiles host("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# dcb -j pfc show dev ens2f0\n"
            "{\"pfc_cap\":8,\"prio_pfc\":[false,fal\n"
            "root@io1:~# ethtool -a ens2f0\n"
            "Pause parameters for ens2f0:\n"
            "RX:\t\ton\n"
            "TX:\t\ton\n"}});
    CHECK(port_of(host).pause_rx.is(true));
    CHECK(!port_of(host).pfc_tx.peek_known());
}

TEST_CASE("what sudo asks is not JSON")
{
    const ReadFiles host = read_with("root@io1:~# sudo ethtool -a ens2f0\n"
                                     "[sudo] password for io:\n"
                                     "Pause parameters for ens2f0:\n"
                                     "RX:\t\ton\n"
                                     "TX:\t\toff\n");
    CHECK(port_of(host).pause_rx.is(true));
    CHECK(port_of(host).pause_tx.is(false));
}

TEST_CASE("a file of JSON that is named after its command is read")
{
    const ReadFiles host("linux-host",
        {{"io1/dcb-pfc.ens2f0.json",
            R"({"prio_pfc":[false,false,false,true,false,false,false,false]})"
            "\n"}});
    CHECK(host.all_recognised());
    CHECK(port_of(host).pfc_tx.is(PrioritySet::of(3)));
}

TEST_SUITE_END();

}
}
