// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view listed = "root@h1:~# niccli --list_devices\n"
                                    "\n"
                                    "1 ) Broadcom BCM57608 1x400G QSFP-DD PCIe Ethernet NIC (Adp#1 Port#1)\n"
                                    "     Device Interface Name     : ens1\n"
                                    "     MAC Address               : 02:00:00:00:01:10\n"
                                    "     PCI Address               : 0000:A6:00.0\n"
                                    "\n"
                                    "2 ) Broadcom BCM57608 1x400G QSFP-DD PCIe Ethernet NIC (Adp#2 Port#1)\n"
                                    "     Device Interface Name     : ens2\n"
                                    "     MAC Address               : 02:00:00:00:01:11\n"
                                    "     PCI Address               : 0000:B6:00.0\n";
constexpr std::string_view shown = "IEEE 8021QAZ ETS Configuration TLV:\n"
                                   "         PRIO_MAP: 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:2\n"
                                   "         TC Bandwidth: 40% 60% 0%\n"
                                   "         TSA_MAP: 0:ets 1:ets 2:strict\n"
                                   "IEEE 8021QAZ PFC TLV:\n"
                                   "         PFC enabled: 3\n"
                                   "IEEE 8021QAZ APP TLV:\n"
                                   "         APP#0:\n"
                                   "          Priority: 7\n"
                                   "          Sel: 5\n"
                                   "          DSCP: 48\n"
                                   "\n"
                                   "         APP#1:\n"
                                   "          Priority: 3\n"
                                   "          Sel: 5\n"
                                   "          DSCP: 26\n"
                                   "\n"
                                   "         APP#2:\n"
                                   "          Priority: 3\n"
                                   "          Sel: 3\n"
                                   "          UDP or DCCP: 4791\n"
                                   "\n"
                                   "TC Rate Limit: 100% 100% 100% 0% 0% 0% 0% 0%\n";

std::string transcript(std::string_view command, std::string_view output)
{
    return std::string(listed) + "root@h1:~# " + std::string(command) + "\n" + std::string(output);
}

const Nic* nic_of(const ReadFiles& host, std::string_view interface)
{
    const Port* port = host.port(interface);
    return port == nullptr || port->nic >= host.device().nics.size() ? nullptr
                                                                     : &host.device().nics[port->nic];
}

TEST_SUITE_BEGIN("linux-host: Broadcom NICs");

TEST_CASE("niccli shows classes, PFC, DSCPs and the priority of RoCE of the adapter that its number means")
{
    for (const std::string_view command : {"niccli --dev 2 qos --ets --show",
             "sudo niccli -dev 2 getqos",
             "niccli -i 2 qos --ets --show",
             "niccli --dev 0000:b6:00.0 qos --ets --show",
             "bnxtqos -dev=ens2 get_qos"}) {
        CAPTURE(command);
        const ReadFiles host("linux-host", {{"h1/capture.txt", transcript(command, shown)}});
        CHECK(host.all_recognised());
        CHECK(host.problems().empty());
        CHECK(host.gaps().empty());
        REQUIRE(host.port("ens2") != nullptr);
        const Port& port = *host.port("ens2");
        CHECK(port.pfc_tx.is(PrioritySet::of(3)));
        CHECK(port.trust.is(Trust::dscp));
        const Treatment rdma = classify_dscp(host.device(), port, 26);
        CHECK(rdma.tc.is(3));
        CHECK(rdma.queue.is(1));
        CHECK(classify_dscp(host.device(), port, 48).queue.is(2));
        const Queue& queue = *host.device().queue(port, 1);
        const Scheduler& scheduler = host.device().schedulers[queue.scheduler.value.index];
        CHECK(scheduler.kind.is(SchedulerKind::weighted));
        CHECK(scheduler.bandwidth.is(Percent::whole(60)));
        REQUIRE(nic_of(host, "ens2") != nullptr);
        CHECK(nic_of(host, "ens2")->roce_priority.is(3));
        CHECK(nic_of(host, "ens2")->driver.is("bnxt_en"));
        CHECK_FALSE(host.port("ens1")->pfc_tx.known());
    }
}

TEST_CASE("older versions of niccli show the maps of priorities and DSCPs apart")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            transcript("niccli -dev 1 dump pri2cos",
                "\nBase Queue is 0 for port 0\n"
                "----------------------------\n"
                "Priority   TC   Queue ID\n"
                "------------------------\n"
                "0         0    4\n1         0    4\n2         0    4\n3         1    0\n"
                "4         0    4\n5         0    4\n6         0    4\n7         2    5\n")
                + "root@h1:~# niccli -dev=ens1 get_dscp2prio\n\ndscp2prio mapping:\n"
                  "         priority:7  dscp: 48\n         priority:3  dscp: 26\n"}});
    CHECK(host.gaps().empty());
    CHECK(host.problems().empty());
    const Port& port = *host.port("ens1");
    CHECK(classify_dscp(host.device(), port, 26).queue.is(1));
    CHECK(classify_dscp(host.device(), port, 48).queue.is(2));
    CHECK(port.trust.is(Trust::dscp));
}

TEST_CASE("the file's name gives the interface, and CRLF changes nothing")
{
    std::string text(shown);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.replace(at, 1, "\r\n");
    for (const std::string_view path : {"h1/niccli-qos.ens1.txt", "h1/bnxtqos.ens1.txt"}) {
        const ReadFiles host("linux-host", {{path, text}});
        CHECK(host.all_recognised());
        CHECK(host.gaps().empty());
        REQUIRE(host.port("ens1") != nullptr);
        CHECK(host.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    }
}

TEST_CASE("PFC of several priorities, of none, and of what is not a priority")
{
    const auto pfc = [](std::string_view written) {
        std::string text(shown);
        text.replace(text.find("enabled: 3"), 10, "enabled: " + std::string(written));
        return text;
    };
    const ReadFiles two("linux-host", {{"h1/niccli-qos.ens1.txt", pfc("3 4")}});
    CHECK(two.port("ens1")->pfc_tx.is(PrioritySet::of(3) | PrioritySet::of(4)));
    const ReadFiles commas("linux-host", {{"h1/niccli-qos.ens1.txt", pfc("3,4")}});
    CHECK(commas.port("ens1")->pfc_tx.is(PrioritySet::of(3) | PrioritySet::of(4)));
    const ReadFiles none("linux-host", {{"h1/niccli-qos.ens1.txt", pfc("none")}});
    CHECK(none.port("ens1")->pfc_tx.is(PrioritySet{}));
    const ReadFiles wrong("linux-host", {{"h1/niccli-qos.ens1.txt", pfc("0x8")}});
    REQUIRE(wrong.problems().size() == 1);
    CHECK(wrong.problems()[0].message.starts_with("the priorities with PFC cannot be read: "));
    CHECK_FALSE(wrong.port("ens1")->pfc_tx.known());
}

TEST_CASE("an adapter that no list names is the only RDMA interface, otherwise none")
{
    const std::string command = "root@h1:~# niccli --dev 1 qos --ets --show\n" + std::string(shown);
    const ReadFiles one("linux-host",
        {{"h1/capture.txt",
            command
                + "root@h1:~# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"}});
    CHECK(one.problems().empty());
    CHECK(one.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    const ReadFiles two("linux-host",
        {{"h1/capture.txt",
            command
                + "root@h1:~# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"
                  "link bnxt_re1/1 state ACTIVE physical_state LINK_UP netdev ens2\n"}});
    REQUIRE(two.problems().size() == 1);
    CHECK(two.problems()[0].message.starts_with("the interface of these DCB settings is not known"));
    CHECK_FALSE(two.port("ens1")->pfc_tx.known());
}

TEST_CASE("a PCI address is that of ethtool -i, or of niccli's short list")
{
    const std::string by_list = "root@h1:~# niccli --list\n"
                                "     BoardId     MAC Address        FwVersion    PCIAddr      Type   Mode\n"
                                "  1) BCM57608    02:00:00:00:01:10  235.2.40.0  0000:A6:00.0  NIC    PCI\n"
                                "root@h1:~# niccli --dev 1 qos --ets --show\n"
        + std::string(shown)
        + "root@h1:~# ethtool -i ens1\ndriver: bnxt_en\nbus-info: 0000:a6:00.0\n"
          "root@h1:~# ethtool -i ens2\ndriver: bnxt_en\nbus-info: 0000:b6:00.0\n";
    const ReadFiles host("linux-host", {{"h1/capture.txt", by_list}});
    CHECK(host.problems().empty());
    REQUIRE(host.port("ens1") != nullptr);
    CHECK(host.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(host.port("ens2")->pfc_tx.known());
}

TEST_CASE("a receive queue makes the groups of its priorities lossless or lossy")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            transcript("niccli --dev 1 qos --ets --show", shown)
                + "root@h1:~# niccli -i 1 qos --ingress --cosq --show\n"
                  "TC   State     Mode\n"
                  " 0   Enabled   Lossy\n"
                  " 1   Enabled   Lossless\n"
                  " 2   Enabled   Lossy\n"}});
    CHECK(host.gaps().empty());
    const Port& port = *host.port("ens1");
    REQUIRE(host.device().group(port, 3) != nullptr);
    CHECK(host.device().group(port, 3)->lossless.is(true));
    CHECK(host.device().group(port, 7)->lossless.is(false));
}

TEST_CASE("dcb's entries decide on bnxt_en, and not where another driver keeps them")
{
    const auto host = [](std::string_view driver) {
        return ReadFiles("linux-host",
            {{"h1/capture.txt",
                "root@h1:~# ethtool -i ens1\ndriver: " + std::string(driver)
                    + "\nbus-info: 0000:a6:00.0\nroot@h1:~# dcb app show dev ens1\ndscp-prio AF31:3 CS6:7\n"
                      "dgram-port-prio 4791:3\n"}});
    };
    const ReadFiles broadcom = host("bnxt_en");
    CHECK(broadcom.gaps().empty());
    CHECK(broadcom.port("ens1")->trust.is(Trust::dscp));
    CHECK(nic_of(broadcom, "ens1")->roce_priority.is(3));
    const ReadFiles other = host("ionic");
    CHECK_FALSE(other.port("ens1")->trust.known());
    CHECK_FALSE(nic_of(other, "ens1")->roce_priority.known());
}

TEST_CASE("lldptool shows what the host sends; what it shows of the neighbour is not about the host")
{
    constexpr std::string_view tlvs
        = "Chassis ID TLV\n"
          "\tMAC: 02:00:00:00:01:10\n"
          "IEEE 8021QAZ ETS Configuration TLV\n"
          "\t Willing: no\n"
          "\t CBS: not supported\n"
          "\t MAX_TCS: 8\n"
          "\t PRIO_MAP: 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0\n"
          "\t TC Bandwidth: 50% 50% 0% 0% 0% 0% 0% 0%\n"
          "\t TSA_MAP: 0:ets 1:ets 2:strict 3:strict 4:strict 5:strict 6:strict 7:strict\n"
          "IEEE 8021QAZ PFC TLV\n"
          "\t Willing: no\n"
          "\t MACsec Bypass Capable: no\n"
          "\t PFC capable traffic classes: 8\n"
          "\t PFC enabled: 3\n"
          "End of LLDPDU TLV\n";
    const ReadFiles own(
        "linux-host", {{"h1/capture.txt", "root@h1:~# lldptool -t -i ens1\n" + std::string(tlvs)}});
    CHECK(own.gaps().empty());
    CHECK(own.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(own.device().queues_of(*own.port("ens1")).size() == 8);
    const ReadFiles saved("linux-host", {{"h1/lldptool-t.ens1.txt", tlvs}});
    CHECK(saved.all_recognised());
    CHECK(saved.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    // Without its command, the output may belong to the neighbour.
    const ReadFiles unnamed("linux-host", {{"h1/tlvs.txt", tlvs}});
    CHECK(unnamed.device().ports.empty());
    const ReadFiles neighbour("linux-host",
        {{"h1/capture.txt",
            "root@h1:~# lldptool -tni ens1\n" + std::string(tlvs)
                + "root@h1:~# dcb app show dev ens1\ndscp-prio AF31:3\n"}});
    CHECK(neighbour.gaps().empty());
    CHECK_FALSE(neighbour.port("ens1")->pfc_tx.known());
}

TEST_CASE(
    "what lldpad sends is not in force where it takes over the neighbour's, or where the kernel shows more")
{
    constexpr std::string_view sent = "root@h1:~# lldptool -t -i ens1\n"
                                      "IEEE 8021QAZ PFC TLV\n"
                                      "\t Willing: yes\n"
                                      "\t MACsec Bypass Capable: no\n"
                                      "\t PFC capable traffic classes: 8\n"
                                      "\t PFC enabled: none\n";
    const ReadFiles willing("linux-host", {{"h1/capture.txt", sent}});
    CHECK_FALSE(willing.port("ens1")->pfc_tx.known());
    CHECK(willing.says("lldpad takes over the neighbour's PFC"));
    constexpr std::string_view in_force = "root@h1:~# dcb pfc show dev ens1\n"
                                          "prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n";
    for (const std::string& text :
        {std::string(in_force) + std::string(sent), std::string(sent) + std::string(in_force)}) {
        const ReadFiles both("linux-host", {{"h1/capture.txt", text}});
        CHECK(both.port("ens1")->pfc_tx.is(PrioritySet::of(3)));
    }
}

TEST_CASE("an adapter of niccli is not mistaken for an only interface that is known to be another NIC")
{
    const std::string rdma
        = "root@h1:~# rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1\n";
    const auto asked = [](std::string_view adapter) {
        return "root@h1:~# niccli --dev " + std::string(adapter) + " qos --ets --show\n" + std::string(shown);
    };
    const auto is_read = [](const std::string& text) {
        const ReadFiles host("linux-host", {{"h1/capture.txt", text}});
        CHECK(host.problems().size() == 1);
        return host.port("ens1")->pfc_tx.known();
    };
    CHECK_FALSE(is_read(rdma + "root@h1:~# ethtool -i ens1\ndriver: mlx5_core\n" + asked("1")));
    CHECK_FALSE(is_read(rdma + "root@h1:~# ethtool -i ens1\ndriver: bnxt_en\nbus-info: 0000:a6:00.0\n"
        + asked("0000:b6:00.0")));
    // The second adapter is another NIC than the first one.
    CHECK(is_read(rdma + asked("1") + asked("2")));
}

TEST_CASE("congestion control of bnxt_re covers all priorities")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            "root@h1:~# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"
            "root@h1:~# grep -H '' /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/*\n"
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_dscp:0x30\n"
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/cnp_prio:0x7\n"
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/ecn_enable:0x1\n"
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/ecn_marking:0x1\n"
            "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/roce_dscp:0x1a\n"}});
    CHECK(host.gaps().empty());
    const Nic& nic = *host.nic("bnxt_re0");
    CHECK(nic.ecn_notification.is(PrioritySet::all()));
    CHECK(nic.ecn_reaction.is(PrioritySet::all()));
    CHECK(nic.cnp_dscp.is(48));
    CHECK(nic.cnp_priority.is(7));
    CHECK(nic.ecn_capable.is(true));
    CHECK(nic.congestion_dscp.is(26));
}

TEST_CASE("the file apply shows what is in force")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            "root@h1:~# cat /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/apply\n"
            "ecn_enable=0\t\t\t# ecn status\t\t\t\t: Disabled\n"
            "ecn_marking=0x1\t\t\t# ecn marking\t\t\t\t: ECT(1)\n"
            "cc_mode=0x1\t\t\t# congestion control mode\t\t: Probabilistic\n"}});
    CHECK(host.gaps().empty());
    const Nic& nic = *host.nic("bnxt_re0");
    CHECK(nic.ecn_reaction.is(PrioritySet{}));
    CHECK(nic.ecn_capable.is(true));
}

TEST_CASE("what to capture of congestion control depends on the NIC's driver")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            "root@h1:~# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"
            "root@h1:~# ethtool -i ens1\ndriver: bnxt_en\nbus-info: 0000:a6:00.0\n"}});
    CHECK(host.says(
        "ecn-reaction: unread (neither /sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc/ecn_enable nor "
        "cc_config/enable_cc below /sys/kernel/debug/bnxt_re was captured)"));
}

TEST_SUITE_END();

}
}
