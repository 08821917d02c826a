// SPDX-License-Identifier: Apache-2.0
// Intel's NICs: who speaks DCBX, and lldpad.
#include "tests/drivers/host_edit.h"
#include "tests/drivers/linux_host/intel_capture.h"

#include <string>
#include <string_view>

namespace rocelint::intel_capture {

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

TEST_CASE("a flag whose value is not known is an error and sets nothing")
{
    const ReadFiles host = read_with("root@io1:~# ethtool --show-priv-flags ens2f0\n"
                                     "Private flags for ens2f0:\n"
                                     "fw-lldp-agent          : ein\n");
    CHECK(host.gaps() == "9 unrecognised fw-lldp-agent          : ein\n");
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message == "the firmware's LLDP agent cannot be read: 'ein'");
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

TEST_CASE("what lldptool and dcb print of an interface without DCB shows nothing, and is understood")
{
    const ReadFiles host = read_with("root@io1:~# lldptool -t -i ens2f0 -V APP -c\n"
                                     "enableTx=no\n"
                                     "APP=(prio,sel,proto)\n"
                                     "root@io1:~# dcb pfc show dev ens2f0\n"
                                     "Attribute read: Operation not supported\n"
                                     "root@io1:~# dcb -j app show dev ens2f0\n"
                                     "Attribute read: Operation not supported\n");
    CHECK(host.gaps().empty());
    CHECK(host.problems().empty());
    CHECK_FALSE(port_of(host).pfc_tx.known());
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

TEST_CASE("what lldptool shows of the neighbour is what the switch announces, and not the host's own")
{
    const ReadFiles host = read_with("root@io1:~# lldptool -t -n -i ens2f0\n"
                                     "Chassis ID TLV\n"
                                     "\tMAC: 02:00:00:00:02:01\n"
                                     "IEEE 8021QAZ ETS Configuration TLV\n"
                                     "\t Willing: no\n"
                                     "IEEE 8021QAZ PFC TLV\n"
                                     "\t Willing: yes\n"
                                     "\t MACsec Bypass Capable: no\n"
                                     "\t PFC capable traffic classes: 8\n"
                                     "\t PFC enabled: 3 4 \n"
                                     "IEEE 8021QAZ APP TLV\n"
                                     "\tApp#   0 \t Prio 4 \t Sel 2 \t P-ID\t {S}TCP Port: 3260\n"
                                     "\tApp#   1 \t Prio 3 \t Sel 3 \t P-ID\t UDP or DCCP Port: 4791\n"
                                     "End of LLDPDU TLV\n");
    const Port& port = port_of(host);
    CHECK(port.peer_dcbx_version.is(DcbxVersion::ieee));
    CHECK(port.peer_willing.is(true));
    CHECK(port.peer_pfc.is(PrioritySet{0x18}));
    CHECK(port.peer_roce_priority.is(3));
    CHECK(!port.pfc_tx.peek_known());
    CHECK(nic_of(host).host_willing.origin == OriginId{});
    CHECK(host.gaps() == "");
}

TEST_CASE("a neighbour that speaks CEE, one that speaks no DCBX, and words that are not known")
{
    const ReadFiles cee = read_with("root@io1:~# lldptool -t -n -i ens2f0 -V CEE-DCBX\n"
                                    "CEE DCBX TLV\n"
                                    "\tControl TLV:\n"
                                    "\t  SeqNo: 1, AckNo: 1\n"
                                    "\tPriority Flow Control TLV:\n"
                                    "\t  Enabled, Not Willing, No Error\n"
                                    "\t  PFC enabled priorities: 3, 4\n");
    CHECK(port_of(cee).peer_dcbx_version.is(DcbxVersion::cee));
    CHECK(port_of(cee).peer_willing.is(false));
    CHECK(port_of(cee).peer_pfc.is(PrioritySet{0x18}));
    const ReadFiles both = read_with("root@io1:~# lldptool -t -n -i ens2f0\n"
                                     "Chassis ID TLV\n"
                                     "\tMAC: 02:00:00:00:02:01\n"
                                     "CEE DCBX TLV\n"
                                     "\tPriority Flow Control TLV:\n"
                                     "\t  Not Enabled, Not Willing, No Error\n"
                                     "\t  PFC enabled priorities: none\n"
                                     "IEEE 8021QAZ PFC TLV\n"
                                     "\t Willing: no\n"
                                     "\t PFC enabled: 3\n");
    CHECK(port_of(both).peer_dcbx_version.is(DcbxVersion::automatic));
    CHECK(port_of(both).peer_pfc.is(PrioritySet::of(3)));
    const ReadFiles without = read_with("root@io1:~# lldptool -t -n -i ens2f0\n"
                                        "Chassis ID TLV\n"
                                        "\tMAC: 02:00:00:00:02:01\n"
                                        "End of LLDPDU TLV\n");
    CHECK(port_of(without).peer_dcbx_version.is(DcbxVersion::off));
    CHECK(!port_of(without).peer_pfc.peek_known());
    const ReadFiles odd = read_with("root@io1:~# lldptool -t -n -i ens2f0 -V PFC\n"
                                    "IEEE 8021QAZ PFC TLV\n"
                                    "\t Willing: perhaps\n"
                                    "\t PFC enabled: three\n");
    CHECK(!port_of(odd).peer_willing.peek_known());
    CHECK(!port_of(odd).peer_pfc.peek_known());
    CHECK(odd.coverage().count(CoverageState::unrecognised) == 2);
    // Of no priority lldptool says "none": this line was cut.
    const ReadFiles cut = read_with("root@io1:~# lldptool -t -n -i ens2f0 -V PFC\n"
                                    "IEEE 8021QAZ PFC TLV\n"
                                    "\t Willing: no\n"
                                    "\t PFC enabled:\n");
    CHECK(!port_of(cut).peer_pfc.peek_known());
}

TEST_CASE("the version of DCBX that lldpad speaks")
{
    const auto version = [](std::string_view mode) {
        const ReadFiles host = read_with(
            "root@io1:~# lldptool -t -i ens2f0 -V IEEE-DCBX -c mode\nmode=" + std::string(mode) + "\n");
        return port_of(host).dcbx_version;
    };
    CHECK(version("auto").is(DcbxVersion::automatic));
    CHECK(version("CEE").is(DcbxVersion::cee));
    CHECK(version("CIN").is(DcbxVersion::cin));
    CHECK(!version("other").peek_known());
}

TEST_SUITE_END();

}
