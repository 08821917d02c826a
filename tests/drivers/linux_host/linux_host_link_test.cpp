// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view links = "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN "
                                   "mode DEFAULT group default qlen 1000\n"
                                   "    link/loopback 00:00:00:00:00:00 brd "
                                   "00:00:00:00:00:00 promiscuity 0\n"
                                   "2: ens1f0np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc "
                                   "mq master bond0 state UP mode DEFAULT\n"
                                   "    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 "
                                   "minmtu 68 maxmtu 9978\n"
                                   "    bond_slave state ACTIVE mii_status UP\n"
                                   "    vf 0     link/ether 02:00:00:00:02:00 brd ff:ff:ff:ff:ff:ff, "
                                   "spoof checking off, link-state auto\n"
                                   "    altname enp26s0f0np0\n"
                                   "3: ens1f1np1: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq "
                                   "state DOWN mode DEFAULT group default\n"
                                   "    link/ether 02:00:00:00:01:11 brd ff:ff:ff:ff:ff:ff\n"
                                   "4: eth7: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP "
                                   "mode DEFAULT group default\n"
                                   "    link/ether 02:00:00:00:02:00 brd ff:ff:ff:ff:ff:ff\n"
                                   "5: ens1f1v2: <BROADCAST,MULTICAST> mtu 1500 qdisc noop state DOWN "
                                   "mode DEFAULT group default\n"
                                   "    link/ether 02:00:00:00:02:09 brd ff:ff:ff:ff:ff:ff\n"
                                   "6: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc "
                                   "noqueue state UP mode DEFAULT\n"
                                   "    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff\n"
                                   "    bond mode 802.3ad miimon 100\n"
                                   "7: bond0.100@bond0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc "
                                   "noqueue state UP mode DEFAULT\n"
                                   "    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff\n"
                                   "    vlan protocol 802.1Q id 100 <REORDER_HDR>\n"
                                   "8: docker0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc "
                                   "noqueue state DOWN mode DEFAULT\n"
                                   "    link/ether 02:42:00:00:00:01 brd ff:ff:ff:ff:ff:ff\n"
                                   "    something new\n";

TEST_SUITE_BEGIN("linux-host: links");

TEST_CASE("ip link distinguishes physical ports, bonds, sub-interfaces and virtual functions")
{
    const ReadFiles host("linux-host", {{"host1/ip-d-link.txt", links}});
    CHECK(host.all_recognised());
    struct Row {
        std::string_view name;
        PortKind kind;
    };
    constexpr Row rows[] = {
        {"lo", PortKind::loopback},
        {"ens1f0np0", PortKind::physical},
        {"ens1f1np1", PortKind::physical},
        {"eth7", PortKind::virtual_function},
        {"ens1f1v2", PortKind::virtual_function},
        {"bond0", PortKind::lag},
        {"bond0.100", PortKind::subinterface},
        {"docker0", PortKind::other},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        REQUIRE(host.port(row.name) != nullptr);
        CHECK(host.port(row.name)->kind == row.kind);
    }
    const auto name_at = [&](std::uint32_t index) { return host.device().ports[index].name; };
    CHECK(name_at(host.port("ens1f0np0")->lag) == "bond0");
    CHECK(name_at(host.port("eth7")->parent) == "ens1f0np0");
    CHECK(name_at(host.port("ens1f1v2")->parent) == "ens1f1np1");
    CHECK(name_at(host.port("bond0.100")->parent) == "bond0");
    CHECK(host.port("ens1f0np0")->alias == "enp26s0f0np0");
    CHECK(host.gaps() == "22 unrecognised     something new\n");
}

TEST_CASE("an MTU of 9000 makes frames of 9014 bytes")
{
    const ReadFiles host("linux-host", {{"ip-link.txt", links}});
    const Port& port = *host.port("ens1f0np0");
    CHECK(port.ip_mtu.is(Bytes{9000}));
    CHECK(port.max_frame.is(Bytes{9014}));
    CHECK(port.max_frame.origin.kind() == OriginKind::derived);
    CHECK(port.admin_up.is(true));
    CHECK(port.link_up.is(true));
    CHECK(host.port("ens1f1np1")->link_up.is(false));
    CHECK(host.port("ens1f1v2")->admin_up.is(false));
}

TEST_CASE("one ethtool output with several headings is read for every interface")
{
    const ReadFiles host("linux-host",
        {{"h/ethtool-a.txt",
             "Pause parameters for eth0:\nAutonegotiate:\ton\nRX:\t\ton\nTX:\t\toff\n\n"
             "Pause parameters for eth1:\nAutonegotiate:\ton\nRX:\t\toff\nTX:\t\ton\n\n"},
            {"h/ethtool-fec.txt",
                "FEC parameters for eth0:\nActive FEC encoding: RS\nFEC parameters for eth1:\nActive FEC "
                "encoding: None\n"},
            {"h/ethtool.txt",
                "Settings for eth0:\n\tSpeed: 100000Mb/s\n\tLink detected: yes\nSettings for eth1:\n\tSpeed: "
                "400000Mb/s\n\tLink detected: no\n"}});
    CHECK(host.port("eth0")->pause_rx.is(true));
    CHECK(host.port("eth0")->pause_tx.is(false));
    CHECK(host.port("eth1")->pause_rx.is(false));
    CHECK(host.port("eth1")->pause_tx.is(true));
    CHECK(host.port("eth0")->fec.is(Fec::rs));
    CHECK(host.port("eth1")->fec.is(Fec::none));
    CHECK(host.port("eth0")->speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(host.port("eth1")->speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(host.port("eth1")->link_up.is(false));
}

TEST_CASE("ethtool's outputs name their interface, except -i, whose file name does")
{
    const ReadFiles host("linux-host",
        {{"h/ethtool-a.txt", "Pause parameters for eth0:\nAutonegotiate:\ton\nRX:\t\ton\nTX:\t\toff\n\n"},
            {"h/ethtool-i.eth0.txt",
                "driver: mlx5_core\n"
                "version: 24.10-0.7.0\n"
                "firmware-version: 28.43.1014 (MT_0000000834)\n"
                "bus-info: x\n"},
            {"h/ethtool-S.eth0.txt", "NIC statistics:\n     rx_prio3_pause: 17\n"},
            {"h/ethtool-fec.eth0.txt",
                "FEC parameters for eth0:\nConfigured FEC encodings: Auto\nActive FEC encoding: RS\n"},
            {"h/ethtool.eth0.txt",
                "Settings for eth0:\n\tSpeed: 200000Mb/s\n\tAuto-negotiation: off\n\tLink detected: no\n"}});
    CHECK(host.all_recognised());
    for (std::size_t file = 0; file < 5; ++file)
        CHECK(host.gaps(file).empty());
    const Port& port = *host.port("eth0");
    CHECK(port.pause_rx.is(true));
    CHECK(port.pause_tx.is(false));
    CHECK(port.speed.is(BitsPerSecond{200'000'000'000}));
    CHECK(port.autoneg.is(false));
    CHECK(port.link_up.is(false));
    CHECK(port.fec.is(Fec::rs));
    CHECK(host.device().ports.size() == 1);
}

TEST_CASE("a port without a link has no speed rather than a wrong one")
{
    const ReadFiles host(
        "linux-host", {{"ethtool.txt", "Settings for eth0:\n\tSpeed: Unknown!\n\tLink detected: no\n"}});
    CHECK(host.says("speed: unread (ethtool shows no speed: no link)"));
}

TEST_CASE("why a port has no link does not hide that it has none")
{
    const ReadFiles host("linux-host",
        {{"ethtool.txt", "Settings for eth0:\n\tSpeed: Unknown!\n\tLink detected: no (No cable)\n"}});
    CHECK(host.port("eth0")->link_up.is(false));
    CHECK(host.problems().empty());
    CHECK(host.gaps().empty());
}

TEST_CASE("a word of ethtool or dcb that decides something and is not known is named with its line")
{
    struct Row {
        std::string_view path;
        std::string_view text;
        std::string_view line;
        std::string_view message;
    };
    constexpr Row rows[]{
        {"h/ethtool-a.eth0.txt",
            "Pause parameters for eth0:\nAutonegotiate:\ton\nRX:\t\tein\nTX:\t\toff\n",
            "RX:",
            "link pause that the port obeys cannot be read: 'ein'"},
        {"h/ethtool-a.eth0.txt",
            "Pause parameters for eth0:\nAutonegotiate:\ton\nRX:\t\toff\nTX:\t\taus\n",
            "TX:",
            "link pause that the port sends cannot be read: 'aus'"},
        {"h/ethtool.eth0.txt",
            "Settings for eth0:\n\tSpeed: 100000Mb/s\n\tLink detected: ja\n",
            "Link detected:",
            "whether the link is up cannot be read: 'ja'"},
        {"h/dcb-pfc.eth0.txt",
            "pfc-cap 8 macsec-bypass off delay 0\nprio-pfc 0:off 1:off 2:off 3:an 4:off 5:off 6:off 7:off\n",
            "prio-pfc",
            "the priorities with PFC cannot be read: 'prio-pfc 0:off 1:off 2:off 3:an "},
        {"h/dcb-ets.eth0.txt",
            "ets-cap 8\ntc-tsa 0:ets 1:streng 2:ets 3:ets 4:ets 5:ets 6:ets 7:ets\n",
            "tc-tsa",
            "the traffic classes cannot be read: 'tc-tsa 0:ets 1:streng "},
        {"h/dcb-app.eth0.txt",
            "default-prio 0\ndscp-prio AF31:drei\n",
            "dscp-prio",
            "the priority of DSCPs cannot be read: 'dscp-prio AF31:drei'"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const ReadFiles host("linux-host", {{row.path, row.text}});
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
        CHECK(host.problems()[0].message.starts_with(row.message));
        CHECK(row.text.substr(host.problems()[0].at.offset).starts_with(row.line));
        CHECK(host.gaps().find("unrecognised") != std::string::npos);
    }
}

TEST_CASE("an RDMA port that is not ACTIVE has no link, whatever its interface shows")
{
    const ReadFiles host("linux-host",
        {{"h/rdma-link.txt",
             "link mlx5_0/1 state DOWN physical_state DISABLED netdev eth0\n"
             "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev eth1\n"},
            {"h/zz-ethtool.eth0.txt", "Settings for eth0:\n\tSpeed: 200000Mb/s\n\tLink detected: yes\n"},
            {"h/zz-ethtool.eth1.txt", "Settings for eth1:\n\tSpeed: 200000Mb/s\n\tLink detected: yes\n"}});
    CHECK(host.port("eth0")->link_up.is(false));
    CHECK(host.port("eth1")->link_up.is(true));
}

TEST_CASE("half duplex is an error, since it cannot be paused")
{
    const ReadFiles host(
        "linux-host", {{"ethtool.txt", "Settings for eth0:\n\tSpeed: 10000Mb/s\n\tDuplex: Half\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
    CHECK(host.problems()[0].message.starts_with("the link runs at half duplex"));
}

TEST_CASE("/proc/net/bonding names the members of a bond")
{
    const ReadFiles host("linux-host",
        {{"h/proc/net/bonding/bond7",
            "Ethernet Channel Bonding Driver: v6.1\n\nBonding Mode: IEEE 802.3ad Dynamic link aggregation\n"
            "MII Status: up\n\nSlave Interface: eth1\nMII Status: up\n\nSlave Interface: eth2\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps().empty());
    CHECK(host.port("bond7")->kind == PortKind::lag);
    CHECK(host.device().ports[host.port("eth1")->lag].name == "bond7");
    CHECK(host.port("eth2")->lag == host.port("eth1")->lag);
}

TEST_CASE("lldpcli's JSON is read in every format that its versions print")
{
    struct Row {
        std::string_view what;
        std::string_view text;
    };
    constexpr Row rows[] = {
        {"array of interfaces",
            R"({"lldp":{"interface":[{"eth0":{"via":"LLDP","chassis":{"leaf1":{"id":{"type":"mac","value":"x"}}},
                "port":{"id":{"type":"ifname","value":"Ethernet1"},"descr":"to h1"}}}]}})"},
        {"object of interfaces",
            R"({"lldp":{"interface":{"eth0":{"chassis":{"leaf1":{"id":{"type":"mac","value":"x"}}},
                "port":{"id":{"type":"ifname","value":"Ethernet1"},"descr":"to h1"}}}}})"},
        {"json0",
            R"({"lldp":[{"interface":[{"name":"eth0","via":"LLDP","chassis":[{"id":[{"type":"mac","value":"x"}],
                "name":[{"value":"leaf1"}]}],"port":[{"id":[{"type":"ifname","value":"Ethernet1"}],
                "descr":[{"value":"to h1"}]}]}]}]})"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const ReadFiles host("linux-host", {{"h/lldp.json", row.text}});
        CHECK(host.all_recognised());
        CHECK(host.says("neighbour eth0 -> leaf1 Ethernet1 to h1"));
        CHECK(host.gaps().empty());
    }
}

TEST_CASE("several neighbours, none, and a chassis without a name are distinguished")
{
    const ReadFiles host("linux-host",
        {{"lldp.json",
            R"({"lldp":{"interface":[
{"eth0":{"chassis":{"id":{"type":"mac","value":"0c:00:00:00:00:01"}},"port":{"id":{"type":"mac","value":"0c"}}}},
{"eth1":{"chassis":{"a\u002d1":{"id":{}}},"port":{"id":{"type":"ifname","value":"Et1"}},
"unknown-tlvs":{"unknown-tlv":{"oui":"00,80,C2"}}}},
{"eth1":{"chassis":{"b":{"id":{}}},"port":{"id":{"type":"ifname","value":"Et2"}}}},
{"eth2":7}, 8, "x", null]}})"}});
    CHECK(host.device().neighbours.size() == 3);
    CHECK(host.says("neighbour eth0 ->  0c"));
    CHECK(host.says("neighbour eth1 -> a-1 Et1"));
    CHECK(host.says("neighbour eth1 -> b Et2"));
    CHECK(host.coverage().count(CoverageState::unsupported) == 1);
}

TEST_CASE("an empty neighbour list gives no neighbour")
{
    for (const std::string_view text :
        {R"({"lldp": []})", R"({"lldp": [)", R"({"lldp": [[], {}]})", R"({"lldp": {"interface": []}})"}) {
        CAPTURE(text);
        const ReadFiles host("linux-host", {{"lldpcli.json", text}});
        CHECK(host.device().neighbours.empty());
    }
}

TEST_CASE("JSON in the middle of a transcript keeps its lines")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "root@h1:~# lldpcli show neighbors -f json\n"
            "{\n"
            "  \"lldp\": {\n"
            "    \"interface\": {\n"
            "      \"eth0\": {\n"
            "        \"chassis\": {\"leaf1\": {}},\n"
            "        \"port\": {\"id\": {\"value\": \"Et1\"}}\n"
            "      }\n"
            "    }\n"
            "  }\n"
            "}\n"
            "root@h1:~# hostname\n"
            "node7\n"}});
    CHECK(host.device().name == "node7");
    CHECK(host.gaps().empty());
    REQUIRE(host.device().neighbours.size() == 1);
    CHECK(host.device().neighbours[0].at.offset == 81);
    CHECK(host.says("neighbour eth0 -> leaf1 Et1"));
}

TEST_CASE("broken JSON loses everything up to the next prompt, and no more")
{
    const ReadFiles host("linux-host",
        {{"capture.txt",
            "root@h1:~# lldpcli show neighbors -f json\n"
            "{\"lldp\": {\"interface\": {\"eth0\": {\"chassis\": \n"
            "root@h1:~# ethtool -a eth1\n"
            "Pause parameters for eth1:\n"
            "RX:\toff\n"
            "TX:\toff\n"}});
    CHECK(host.port("eth1")->pause_rx.is(false));
}

TEST_SUITE_END();

}
}
