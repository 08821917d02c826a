// SPDX-License-Identifier: Apache-2.0
// AMD Pensando NICs, as nicctl shows them.
#include "models/fabric/classify.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint::tests {
namespace {

// Two cards; the second one is known by its RDMA device only.
const std::string two_pollaras = "$ rdma link\n"
                                 "link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1\n"
                                 "link ionic_1/1 state ACTIVE physical_state LINK_UP netdev benic2p1\n"
                                 "$ ethtool -i benic1p1\ndriver: ionic\nbus-info: 0000:06:00.0\n";

std::string nicctl_classes(std::string_view card, std::string_view bitmap, std::string_view no_drop)
{
    std::string text = "\nNIC  : ";
    text += card;
    text += "\n\nPort : 0490814a-6c40-4242-4242-000011010000\n\n"
            "  Classification type         : DSCP\n\n"
            "  DSCP-to-priority :\n"
            "    DSCP bitmap               : 0xffffbffffeffffff ==> priority : 0\n"
            "    DSCP bitmap               : 0x0000000001000000 ==> priority : 3\n"
            "    DSCP bitmap               : 0x0000400000000000 ==> priority : 6\n"
            "    DSCP                      : 0-23, 25-45, 47-63 ==> priority : 0\n"
            "    DSCP                      : 24 ==> priority : 3 \n"
            "    DSCP                      : 46 ==> priority : 6 \n"
            "  DSCP-to-purpose             : 46 ==> rdma-ack\n\n"
            "  PFC :\n"
            "    PFC priority bitmap       : ";
    text += bitmap;
    text += "\n    PFC no-drop priorities    : ";
    text += no_drop;
    text += "\n\n  Scheduling :\n"
            "    --------------------------------------------\n"
            "    Priority  Scheduling  Bandwidth Rate-limit  \n"
            "              Type        (in %age) (in Gbps)   \n"
            "    --------------------------------------------\n"
            "    0         DWRR        1         N/A         \n"
            "    3         DWRR        99        N/A     \n"
            "    6         strict      N/A       10     \n";
    return text;
}

ReadFiles pollara_host(const std::string& output)
{
    return ReadFiles("linux-host", {{"h1/capture.txt", two_pollaras + output}});
}

constexpr std::string_view first_pollara = "42424650-4c32-3531-3230-303443000000 (0000:06:00.0)";
constexpr std::string_view second_pollara = "42424650-4c32-3531-3530-314343000000  (0000:f6:00.0)";

}

TEST_SUITE_BEGIN("linux-host: nicctl");

TEST_CASE("each NIC of nicctl show qos is an interface, by its PCI address or its RDMA device")
{
    const ReadFiles host = pollara_host("$ sudo nicctl show qos\n" + nicctl_classes(first_pollara, "0x8", "3")
        + nicctl_classes(second_pollara, "0x1", "0")
        + "$ nicctl show dcqcn\nNIC : " + std::string(second_pollara)
        + "\n-----\n\nLif id                                     : 43000070-0100-0000-4242-04908130a7a0\n"
          "ROCE device                                : ionic_1\n"
          "  DCQCN profile id                         : 1\n"
          "  Status                                   : Enabled\n"
          "  Rate increase in AI phase                : 160\n"
          "  DSCP value used for CNP                  : 46\n*****\n");
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
    const Port& first = *host.port("benic1p1");
    CHECK(first.trust.is(Trust::dscp));
    CHECK(first.pfc_tx.is(PrioritySet::of(3)));
    CHECK(first.pfc_rx.is(PrioritySet::of(3)));
    CHECK(classify_dscp(host.device(), first, 24).tc.is(3));
    CHECK(classify_dscp(host.device(), first, 24).queue.is(3));
    CHECK(classify_dscp(host.device(), first, 46).tc.is(6));
    CHECK(classify_dscp(host.device(), first, 63).tc.is(0));
    REQUIRE(host.device().queues_of(first).size() == 3);
    const Queue& strict = *host.device().queue(first, 6);
    const Scheduler& scheduler = host.device().schedulers[strict.scheduler.value.index];
    CHECK(scheduler.kind.is(SchedulerKind::strict));
    CHECK(scheduler.limit.is(BitsPerSecond{10'000'000'000}));
    CHECK(host.nic("ionic_0")->no_drop.is(PrioritySet::of(3)));
    CHECK(host.nic("ionic_0")->ack_dscp.is(46));
    CHECK(host.nic("ionic_0")->port_id == "0490814a-6c40-4242-4242-000011010000");
    CHECK(host.port("benic2p1")->pfc_tx.is(PrioritySet::of(0)));
    const Nic& second = *host.nic("ionic_1");
    CHECK(second.no_drop.is(PrioritySet::of(0)));
    CHECK(second.cnp_dscp.is(46));
    CHECK(second.ecn_notification.is(PrioritySet::all()));
    CHECK(second.ecn_reaction.is(PrioritySet::all()));
    REQUIRE(second.dcqcn.size() == 1);
    CHECK(second.dcqcn[0].value == 160);
}

TEST_CASE("nicctl show lif names the interface of a card")
{
    const ReadFiles host = pollara_host("$ sudo nicctl show lif --json\n"
                                        "{\n    \"nic\": [\n        {\n"
                                        "            \"id\": \"42424650-4c32-3531-3530-314343000000\",\n"
                                        "            \"lif\": [\n                {\n"
                                        "                    \"spec\": {\"type\": \"host\"},\n"
                                        "                    \"status\": {\"name\": \"benic2p1\"}\n"
                                        "                }\n            ]\n        }\n    ]\n}\n"
                                        "$ nicctl show qos\n"
        + nicctl_classes(second_pollara, "0x8", "3"));
    CHECK(host.problems().empty());
    CHECK(host.port("benic2p1")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(host.says("pfc-rx: unread (no nicctl show qos output was captured for benic1p1)"));
}

TEST_CASE("the JSON of nicctl's cards and devices shows the address and the interface of a card")
{
    const std::string id = R"("id": "42424650-4c32-3531-3530-314343000000")";
    const ReadFiles by_device = pollara_host("$ sudo nicctl show card device --json\n{\"nic\": [{" + id
        + R"(, "lif": [{"id": "43000070-0100-0000-4242-04908130a7a0", "ethernet_interface": "benic2p1", )"
        + "\"roce_interface\": \"rocep2\"}]}]}\n$ nicctl show qos\n"
        + nicctl_classes(second_pollara, "0x8", "3"));
    CHECK(by_device.problems().empty());
    CHECK(by_device.port("benic2p1")->pfc_tx.is(PrioritySet::of(3)));
    const std::string text
        = "$ ethtool -i eth7\ndriver: ionic\nbus-info: 0000:07:00.0\n$ nicctl show card --json\n{\"nic\": [{"
        + id + R"(, "pcie_bdf": "0000:07:00.0", "product_name": "POLLARA-1Q400P"}]})"
        + "\n$ nicctl show qos\n" + nicctl_classes("42424650-4c32-3531-3530-314343000000", "0x8", "3");
    const ReadFiles by_card("linux-host", {{"h1/capture.txt", text}});
    CHECK(by_card.problems().empty());
    CHECK(by_card.gaps() == "");
    CHECK(by_card.port("eth7")->pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("a card of nicctl without an interface has no port")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            "$ ethtool -i eth7\ndriver: ionic\nbus-info: 0000:07:00.0\n$ nicctl show card --json\n"
            "{\"nic\": [{\"id\": \"4242\", \"ethernet_interface\": null, \"roce_interface\": null, \"pcie_bdf\": "
            "null}]}\n"}});
    CHECK(host.device().find_port("null") == Port::no_index);
}

TEST_CASE("JSON of nicctl whose form is not public is reported with its line, and not read")
{
    for (const std::string_view command : {"show qos", "show dcqcn", "show port", "show pcie ats"}) {
        CAPTURE(command);
        const ReadFiles host
            = pollara_host("$ nicctl " + std::string(command) + " --json\n{\"nic\": [{\"id\": \"4242\"}]}\n");
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].message.starts_with("of this command only the text is read, and not JSON"));
    }
}

TEST_CASE("a NIC whose interface nothing shows is reported once, and its lines are not read")
{
    const ReadFiles host = pollara_host("$ nicctl show qos\n" + nicctl_classes(second_pollara, "0x8", "3"));
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message
        == "nothing shows which interface the NIC at 0000:f6:00.0 is: add the output of ethtool -i");
    CHECK_FALSE(host.port("benic1p1")->pfc_tx.known());
    CHECK_FALSE(host.port("benic2p1")->pfc_tx.known());
}

TEST_CASE("an only card is the only interface with RDMA, unless that is known to be another NIC")
{
    const std::string_view link = "$ rdma link\n"
                                  "link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1\n";
    const std::string classes = "$ nicctl show qos\n" + nicctl_classes(first_pollara, "0x8", "3");
    const ReadFiles only("linux-host", {{"h1/capture.txt", std::string(link) + classes}});
    CHECK(only.port("benic1p1")->pfc_tx.is(PrioritySet::of(3)));
    const ReadFiles other("linux-host",
        {{"h1/capture.txt",
            std::string(link) + "$ ethtool -i benic1p1\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
                + classes}});
    CHECK_FALSE(other.port("benic1p1")->pfc_tx.known());
}

TEST_CASE("pause frames of type PFC are not link pause, whatever ethtool -a shows")
{
    const std::string ethtool = "$ ethtool -a benic1p1\nPause parameters for benic1p1:\n"
                                "Autonegotiate:\toff\nRX:\t\ton\nTX:\t\ton\n";
    const auto port_of_type = [](std::string_view type, std::string_view tx) {
        return "$ nicctl show port\nNIC  : " + std::string(first_pollara)
            + "\n\nPort : 0490814a-6c40-4242-4242-000011010000 (eth1/1)\n"
              "  Spec:\n"
              "    Ifindex                                  : 0x11010000\n"
              "    Type                                     : ETH\n"
              "    speed                                    : 400G\n"
              "    Admin state                              : UP\n"
              "    FEC type                                 : RS\n"
              "    Pause type                               : "
            + std::string(type)
            + "\n    Number of lanes                          : 4\n"
              "    TX pause                                 : "
            + std::string(tx)
            + "\n    RX pause                                 : enabled\n"
              "    Auto negotiation                         : enabled\n"
              "  Status:\n"
              "    Operational status                       : UP\n"
              "    FEC type                                 : RS\n"
              "    MAC address                              : 04:90:81:4a:6c:40\n";
    };
    const ReadFiles pfc = pollara_host(ethtool + port_of_type("PFC", "enabled"));
    CHECK(pfc.gaps() == "");
    CHECK(pfc.port("benic1p1")->pause_rx.is(false));
    CHECK(pfc.port("benic1p1")->pause_tx.is(false));
    CHECK(pfc.port("benic1p1")->speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(pfc.port("benic1p1")->lanes.is(4));
    CHECK(pfc.port("benic1p1")->fec.is(Fec::rs));
    CHECK(pfc.port("benic1p1")->link_up.is(true));
    CHECK(pfc.nic("ionic_0")->pauses_priorities.is(true));
    CHECK(pollara_host(port_of_type("PFC", "disabled")).nic("ionic_0")->pauses_priorities.is(false));
    const ReadFiles link = pollara_host(port_of_type("LLFC", "disabled"));
    CHECK(link.port("benic1p1")->pause_rx.is(true));
    CHECK(link.port("benic1p1")->pause_tx.is(false));
    CHECK(link.nic("ionic_0")->pauses_priorities.is(false));
    CHECK(pollara_host(port_of_type("NONE", "disabled")).port("benic1p1")->pause_rx.is(false));
    // Without nicctl, the type of what ethtool shows is unknown.
    CHECK_FALSE(pollara_host(ethtool).port("benic1p1")->pause_rx.known());
}

TEST_CASE("the purpose of a DSCP is read in every form")
{
    for (const std::string_view line : {"  DSCP-to-purpose             : 46 ==> rdma-ack\n",
             "    DSCP                      : 46 ==> purpose : rdma-ack\n",
             "    DSCP bitmap               : 0x0000400000000000 ==> rdma-ack\n",
             "    46 ==> rdma-ack\n"}) {
        CAPTURE(line);
        std::string text = nicctl_classes(first_pollara, "0x8", "3");
        const std::string_view usual = "  DSCP-to-purpose             : 46 ==> rdma-ack\n";
        text.replace(text.find(usual), usual.size(), line);
        const ReadFiles host = pollara_host("$ nicctl show qos\n" + text);
        CHECK(host.problems().empty());
        CHECK(host.gaps() == "");
        CHECK(host.nic("ionic_0")->ack_dscp.is(46));
    }
}

TEST_CASE("a list of nicctl that cannot be read is an error, and a cut map is unread")
{
    std::string text = nicctl_classes(first_pollara, "0x8O", "3");
    const ReadFiles bad = pollara_host("$ nicctl show qos\n" + text);
    REQUIRE(bad.problems().size() == 1);
    CHECK(bad.problems()[0].message == "the priorities with PFC cannot be read: '0x8O'");
    CHECK_FALSE(bad.port("benic1p1")->pfc_tx.known());
    text = text.substr(0, text.find("    DSCP bitmap               : 0x0000000001"));
    const ReadFiles cut = pollara_host("$ nicctl show qos\n" + text);
    CHECK(cut.problems().empty());
    CHECK_FALSE(classify_dscp(cut.device(), *cut.port("benic1p1"), 24).tc.known());
}

TEST_CASE("DCQCN that is off in all profiles is off in both directions")
{
    const ReadFiles host = pollara_host("$ nicctl show dcqcn\nNIC : " + std::string(first_pollara)
        + "\nROCE device                                : ionic_0\n"
          "  DCQCN profile id                         : 1\n"
          "  Status                                   : Disabled\n"
          "  DCQCN profile id                         : 2\n"
          "  Status                                   : Disabled\n");
    CHECK(host.nic("ionic_0")->ecn_notification.is(PrioritySet{}));
    CHECK(host.nic("ionic_0")->notification_seen == PrioritySet::all());
    CHECK(host.gaps() == "");
}

TEST_CASE("the card's table, its firmware and its address translation are read")
{
    const ReadFiles host = pollara_host(
        "$ nicctl show card\n"
        "---------------------------------------------------------------------------------\n"
        "Id                                      PCIe BDF       ASIC      F/W partition Serial number\n"
        "---------------------------------------------------------------------------------\n"
        "42424650-4c32-3531-3230-303443000000    0000:06:00.0   salina    A             ABC1234\n"
        "$ nicctl show version firmware\nNIC : "
        + std::string(first_pollara)
        + "\n\nCPLD                                       : 3.16 (primary)\n"
          "Firmware-A                                 : 1.117.5-a-45\n"
          "Firmware-B                                 : 1.117.1-a-42\n"
          "$ nicctl show pcie ats\nNIC : "
        + std::string(first_pollara) + " : Disabled\n");
    CHECK(host.problems().empty());
    CHECK(host.gaps() == "");
    CHECK(host.nic("ionic_0")->firmware.is("1.117.5-a-45"));
    CHECK(host.nic("ionic_0")->ats.is(false));
}

TEST_CASE("JSON of a command of which only the text is read is reported once, with its line")
{
    const ReadFiles host("linux-host",
        {{"host1.txt",
            "$ ethtool -i benic1p1\ndriver: ionic\nbus-info: 0000:06:00.0\n"
            "$ nicctl show qos --json\n{\n  \"nic\": [{\"id\": \"42424650\", \"port\": [{\"pfc\": 8}]}]\n}\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with("of this command only the text is read, and not JSON"));
    CHECK(host.problems()[0].at.somewhere());
    CHECK(host.gaps().find("unrecognised") == std::string::npos);
}

TEST_SUITE_END();

}
