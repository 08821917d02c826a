// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/port_name.h"
#include "tests/drivers/host_edit.h"

#include <doctest/doctest.h>

#include <random>

namespace rocelint::tests {
namespace {

const PriorityDelta add_three{.add = PrioritySet::of(3), .remove = {}};

// A script for two NICs, with comments and odd blanks that must stay.
constexpr std::string_view loop_script = R"(#!/bin/bash
# both NICs
for i in eth0 eth1; do
    mlnx_qos -i "$i"   --pfc 0,0,0,0,1,0,0,0 # storage
    mlnx_qos -i "$i" --trust pcp
    echo 98 | tee /sys/class/net/$i/device/infiniband/*/tc/1/traffic_class
done
exit 0
)";

std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string out(text);
    const std::size_t at = out.find(from);
    REQUIRE(at != std::string::npos);
    return out.replace(at, from.size(), to);
}

}

TEST_CASE("a value that all iterations of a loop want is edited in place")
{
    EditedFiles host("linux-host", {{"host1/rdma.sh", loop_script}});
    CHECK(host.edit(
              {host.change("eth0", Property::pfc, add_three), host.change("eth1", Property::pfc, add_three)})
        == "");
    CHECK(host.text("host1/rdma.sh") == replaced(loop_script, "0,0,0,0,1,0,0,0", "0,0,0,1,1,0,0,0"));
    CHECK(host.edit({host.change("eth0", Property::trust, Trust::dscp),
              host.change("eth1", Property::trust, Trust::dscp)})
        == "");
    CHECK(host.text("host1/rdma.sh").find("--trust dscp\n") != std::string::npos);
}

TEST_CASE("a name that a shell would take for a command cannot be typed")
{
    for (const char* name :
        {"eth0;reboot", "$(reboot)", "`reboot`", "-rf", "eth0|sh", "eth0\nreboot", "a..b"})
        CHECK(!is_typable(name));
    for (const char* name : {"ens1f0np0", "Ethernet1/1", "et-0/0/0:1", "bond0.100", "br@eth0"})
        CHECK(is_typable(name));
}

TEST_CASE("the parts of a name between its separators must be typable")
{
    for (const char* name : {"card2|asic0|Ethernet0", "Ethernet0"})
        CHECK(is_typable(name, '|'));
    for (const char* name :
        {"card2||Ethernet0", "|sh", "card2|", "card2|$(reboot)", "card2|-rf", "a;b|c", ""})
        CHECK(!is_typable(name, '|'));
    CHECK(!is_typable("card2|asic0|Ethernet0", '\0'));
}

TEST_CASE("a value that one iteration of a loop wants gets a command after the loop")
{
    EditedFiles host("linux-host", {{"host1/rdma.sh", loop_script}});
    CHECK(host.edit({host.change("eth1", Property::rdma_marking, std::uint8_t{106}),
              host.change("eth1", Property::pfc, add_three)})
        == "");
    CHECK(host.text("host1/rdma.sh")
        == replaced(loop_script,
            "done\n",
            "done\nmlnx_qos -i eth1 --pfc 0,0,0,1,1,0,0,0\n"
            "echo 106 | tee /sys/class/net/eth1/device/infiniband/*/tc/1/traffic_class > /dev/null\n"));
}

TEST_CASE("a missing command is added after the interface's others, and before exit")
{
    EditedFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\nmlnx_qos -i eth1 --trust dscp\nexit 0\n"}});
    CHECK(host.edit({host.change("eth0", Property::mtu, Bytes{9000}),
              host.change("eth0", Property::cnp_marking, std::uint8_t{48}),
              host.change("eth0", Property::link_pause, false)})
        == "");
    CHECK(host.text("host1/rdma.sh")
        == "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\nip link set dev eth0 mtu 9000\n"
           "ethtool -A eth0 rx off tx off || [ $? -eq 78 ]\n"
           "echo 48 > /sys/class/net/eth0/ecn/roce_np/cnp_dscp\nmlnx_qos -i eth1 --trust dscp\nexit 0\n");
}

TEST_CASE("in every kind of file only the value is edited")
{
    EditedFiles host("linux-host",
        {{"host1/10-eth0.network", "[Match]\nName=eth0\n[Link]\n# jumbo\nMTUBytes=1500\n"},
            {"host1/50-cloud.yaml", "network:\n  ethernets:\n    eth1:\n      mtu: 1500 # jumbo\n"},
            {"host1/99.rules",
                "KERNEL==\"eth2\", RUN+=\"/usr/bin/mlnx_qos -i %k --trust pcp\", ATTR{mtu}=\"1500\"\n"},
            {"host1/interfaces", "iface eth3 inet dhcp\n  mtu 1500\n"}});
    std::vector<Change> changes;
    for (const std::string_view name : {"eth0", "eth1", "eth2", "eth3"})
        changes.push_back(host.change(name, Property::mtu, Bytes{9000}));
    CHECK(host.edit(changes) == "");
    CHECK(host.text("host1/10-eth0.network") == "[Match]\nName=eth0\n[Link]\n# jumbo\nMTUBytes=9000\n");
    CHECK(host.text("host1/50-cloud.yaml") == "network:\n  ethernets:\n    eth1:\n      mtu: 9000 # jumbo\n");
    CHECK(host.text("host1/99.rules").ends_with("ATTR{mtu}=\"9000\"\n"));
    CHECK(host.text("host1/interfaces") == "iface eth3 inet dhcp\n  mtu 9000\n");
}

TEST_CASE("a unit gets another ExecStart only if its type allows several")
{
    constexpr std::string_view unit
        = "[Service]\nType=oneshot\nExecStart=/usr/bin/mlnx_qos -i eth0 --trust dscp\n";
    EditedFiles host("linux-host", {{"host1/rdma.service", unit}});
    CHECK(host.edit({host.change("eth0", Property::roce_version, RoceVersion::v2)}) == "");
    CHECK(host.text("host1/rdma.service")
        == std::string(unit)
            + "ExecStart=/bin/sh -c 'cma_roce_mode -d \"$$(ls /sys/class/net/eth0/device/infiniband)\" -p 1 -m "
              "2'\n");
    EditedFiles simple("linux-host",
        {{"host1/hostname.txt", "host1\n"},
            {"host1/rdma.service", "[Service]\nExecStart=/usr/bin/mlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(simple.edit({simple.change("eth0", Property::mtu, Bytes{9000})}) == "");
    CHECK(simple.text("host1/rocelint-host1.sh").ends_with("\nip link set dev eth0 mtu 9000\n"));
}

TEST_CASE("maps, classes and lists are edited in their notation")
{
    EditedFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "mlnx_qos -i eth0 --trust dscp\n"
            "mlnx_qos -i eth0 --dscp2prio set,26,4 --dscp2prio=set,48,6\n"
            "mlnx_qos -i eth0 --prio_tc 0,0,0,1,0,0,2,0 --tsa ets,ets,strict,ets,ets,ets,ets,ets --tcbw=40,60,0,0,0,0,0,0\n"
            "mlnx_qos -i eth0 --prio2buffer 0,0,0,1,0,0,0,0 --buffer_size 20016,100000,0,0,0,0,0,0\n"
            "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --cable_len 7\n"}});
    const auto entry = [](MapKind kind, std::uint8_t from, std::uint8_t to) {
        return MapEntry{kind, from, to};
    };
    Change share = host.change(
        "eth0", Property::scheduler, SchedulerTarget{SchedulerKind::weighted, Percent::whole(50), {}});
    share.number = 0;
    Change other = share;
    other.number = 1;
    Change size = host.change("eth0", Property::reserve, Bytes{156096});
    size.number = 3;
    CHECK(host.edit({host.change("eth0", Property::dscp_map, entry(MapKind::dscp_to_tc, 26, 3)),
              host.change("eth0", Property::dscp_map, entry(MapKind::dscp_to_tc, 10, 3)),
              host.change("eth0", Property::queue_map, entry(MapKind::tc_to_queue, 4, 1)),
              host.change("eth0", Property::cable_length, Metres{30}),
              share,
              other,
              size})
        == "");
    CHECK(host.text("host1/rdma.sh")
        == "#!/bin/sh\n"
           "mlnx_qos -i eth0 --trust dscp\n"
           "mlnx_qos -i eth0 --dscp2prio set,26,3 --dscp2prio=set,48,6\n"
           "mlnx_qos -i eth0 --prio_tc 0,0,0,1,1,0,2,0 --tsa ets,ets,strict,ets,ets,ets,ets,ets "
           "--tcbw=50,50,0,0,0,0,0,0\n"
           "mlnx_qos -i eth0 --prio2buffer 0,0,0,1,0,0,0,0 --buffer_size 20016,156096,0,0,0,0,0,0\n"
           "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0 --cable_len 30\n"
           "mlnx_qos -i eth0 --dscp2prio set,10,3\n");
}

TEST_CASE("a traffic class is scheduled if a priority is in it or joins it")
{
    EditedFiles host("linux-host",
        {{"host1/rdma.sh",
            "#!/bin/sh\n"
            "mlnx_qos -i eth0 --prio_tc 0,0,0,1,0,0,0,0 --tsa ets,ets,strict,ets,ets,ets,ets,ets --tcbw=40,60,0,0,0,0,0,0\n"}});
    Change strict = host.change("eth0", Property::scheduler, SchedulerTarget{SchedulerKind::strict, {}, {}});
    strict.number = 2;
    CHECK(host.edit({strict})
        == "no priority of eth0 is in traffic class 2, which carries nothing: map one to it first\n");
    CHECK(host.edit({strict, host.change("eth0", Property::queue_map, MapEntry{MapKind::tc_to_queue, 6, 2})})
        == "");
    CHECK(host.text("host1/rdma.sh").find("--prio_tc 0,0,0,1,0,0,2,0") != std::string::npos);
}

TEST_CASE("dcb's pairs stay pairs")
{
    EditedFiles host("linux-host",
        {{"host1/ethtool-i.eth0.txt", "driver: bnxt_en\nversion: 6.1\n"},
            {"host1/rdma.sh",
                "#!/bin/sh\ndcb pfc set dev eth0 prio-pfc all:off 4:on\ndcb app replace dev eth0 dscp-prio 26:4\n"}});
    CHECK(
        host.edit({host.change("eth0", Property::pfc, PriorityDelta{PrioritySet::of(3), PrioritySet::of(4)}),
            host.change("eth0", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 3})})
        == "");
    CHECK(host.text("host1/rdma.sh")
        == "#!/bin/sh\ndcb pfc set dev eth0 prio-pfc all:off 3:on\ndcb app replace dev eth0 dscp-prio 26:3\n");
    CHECK(host.edit({host.change("eth0", Property::congestion_control, add_three)})
        == "DCQCN is set by files of mlx5 NICs; on eth0 it is set below /sys/kernel/config/bnxt_re, or with bnxt_setupcc.sh\n");
}

TEST_CASE("a host with only captures gets a script and a unit, once, which the driver reads")
{
    EditedFiles host("linux-host",
        {{"host1/hostname.txt", "host1\n"},
            {"host1/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"},
            {"host1/mlnx_qos.eth0.txt",
                "Priority trust state: pcp\nCable len: 7\nPFC configuration:\n"
                "\tpriority    0   1   2   3   4   5   6   7\n\tenabled     0   0   0   0   0   0   0   0   \n"}});
    CHECK(host.edit({host.change("eth0", Property::pfc, add_three),
              host.change("eth0", Property::trust, Trust::dscp),
              host.change("eth0", Property::rdma_marking, std::uint8_t{106})})
        == "");
    const std::string& script = host.text("host1/rocelint-host1.sh");
    CHECK(script.starts_with("#!/bin/sh\n# rocelint host: host1\n"));
    CHECK(script.ends_with("set -eu\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nmlnx_qos -i eth0 --trust dscp\n"
                           "echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n"));
    CHECK(host.text("host1/rocelint-host1.service").find("ExecStart=/usr/local/sbin/rocelint-host1.sh\n")
        != std::string::npos);
    CHECK(host.problems().size() == 2); // the captures are now older than the script
    CHECK(host.commands().text.find("mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n") != std::string::npos);
    CHECK(host.commands().persistent.find("systemctl enable rocelint-host1.service") != std::string::npos);
    // Later corrections go into the same script.
    CHECK(host.edit({host.change("eth0", Property::mtu, Bytes{9000})}) == "");
    CHECK(host.text("host1/rocelint-host1.sh").ends_with("traffic_class\nip link set dev eth0 mtu 9000\n"));
}

TEST_CASE("a priority taken out of service loses its traffic before its pause")
{
    EditedFiles host("linux-host", {{"host1/rdma.sh", loop_script}});
    const Commands commands
        = find_driver("linux-host")
              ->commands({},
                  host.device(),
                  std::vector<Change>{
                      host.change("eth0", Property::pfc, PriorityDelta{{}, PrioritySet::of(4)}),
                      host.change("eth0", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 34, 0})});
    CHECK(commands.text.find("--dscp2prio") < commands.text.find("--pfc"));
    CHECK(commands.text.find("takes the link down") != std::string::npos);
}

TEST_CASE("a change that cannot be made safely is refused with a reason")
{
    EditedFiles host("linux-host",
        {{"host1/ip-link.txt",
            "2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT\n"
            "    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff\n"}});
    CHECK(host.edit({host.change("eth0", Property::pfc, add_three)})
        == "which NIC eth0 is was not captured: add the output of ethtool -i eth0\n");
    CHECK(host.edit({host.change("eth0", Property::mtu, Bytes{9000})}).find("none says which host it is")
        != std::string::npos);
    EditedFiles unknown("linux-host",
        {{"host1/ethtool-i.eth0.txt", "driver: mlx5_core\nversion: 6.1\n"},
            {"host1/hostname.txt", "host1\n"},
            {"host1/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    CHECK(unknown.edit({unknown.change("eth0", Property::pfc, add_three)})
        == "which priorities eth0 pauses now is not known, and the command sets all eight: capture mlnx_qos -i "
           "eth0\n");
    CHECK(unknown.edit({unknown.change("eth0", Property::headroom, add_three)})
        == "an mlx5 NIC works headroom out itself, from PFC, the MTU and the cable length: correct those\n");
}

TEST_CASE("a file with CRLF and without a final line ending keeps both")
{
    EditedFiles host("linux-host", {{"host1/rdma.sh", "#!/bin/sh\r\nmlnx_qos -i eth0 --trust dscp"}});
    CHECK(host.edit({host.change("eth0", Property::mtu, Bytes{9000})}) == "");
    CHECK(host.text("host1/rdma.sh")
        == "#!/bin/sh\r\nmlnx_qos -i eth0 --trust dscp\r\nip link set dev eth0 mtu 9000");
}

TEST_CASE("2000 damaged scripts are parsed, read and edited without harm")
{
    constexpr std::string_view unit
        = "[Service]\nType=oneshot\nEnvironment=X=1\nExecStart=/bin/sh -c 'for i in a b; do echo 1 > "
          "/sys/class/net/$$i/ecn/roce_np/enable/3; done'\nExecStart=/usr/bin/mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n";
    constexpr std::string_view rule
        = "ACTION==\"add\", KERNEL==\"eth0\", RUN+=\"/bin/sh -c 'dcb pfc set dev $name prio-pfc all:off 3:on'\"\n";
    constexpr std::string_view rich
        = "#!/bin/bash\nA=(eth0 eth1)\nfor i in \"${A[@]}\"; do mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0 || exit 1\n"
          "case $i in eth0) echo x;; *) : ;; esac\ncat <<E\nx\nE\nf() { mlnx_qos -i $i; }\n"
          "cma_roce_tos -d \"$(ls /sys/class/net/$i/device/infiniband)\" -t 106\n( true && { sleep 1; } )\ndone\n";
    const std::pair<std::string_view, std::string_view> seeds[] = {{"host1/a.sh", loop_script},
        {"host1/a.sh", rich},
        {"host1/a.service", unit},
        {"host1/a.rules", rule}};
    const Driver& driver = *find_driver("linux-host");
    std::mt19937 random(20240611);
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    constexpr std::string_view bytes = "\"'`$(){}[]<>|&;\\\n\r #=,:%*/-0a\0";
    for (int round = 0; round < 2000; ++round) {
        const auto& [path, seed] = seeds[static_cast<std::size_t>(round) % std::size(seeds)];
        std::string text(seed);
        for (std::size_t hits = 1 + below(5); hits > 0; --hits) {
            const std::size_t at = below(text.size());
            if (below(3) == 0)
                text.erase(at, 1 + below(12));
            else if (below(2) == 0)
                text.insert(at, text.substr(below(text.size()), 1 + below(40)));
            else
                text[at] = bytes[below(bytes.size())];
            if (text.empty())
                text = "#";
        }
        const Source source(0, std::string(path), text);
        std::vector<Tree> trees;
        trees.push_back(driver.parse(source));
        const Reading reading = driver.read(trees, "host1");
        std::vector<Change> changes;
        for (std::uint32_t port = 0; port < reading.device.ports.size(); ++port) {
            changes.push_back({.port = {0, port}, .property = Property::pfc, .value = add_three});
            changes.push_back({.port = {0, port}, .property = Property::mtu, .value = Bytes{9000}});
            changes.push_back(
                {.port = {0, port}, .property = Property::congestion_control, .value = add_three});
        }
        // Refused changes are dropped until the rest can be made, as the command line does.
        Editing editing = driver.edit(trees, reading.device, changes);
        std::vector<bool> gone(changes.size(), false);
        for (const Refusal& refusal : editing.refused)
            gone[refusal.change] = true;
        std::size_t index = 0;
        std::erase_if(changes, [&](const Change&) { return gone[index++]; });
        editing = driver.edit(trees, reading.device, changes);
        const auto edited = apply_edits(source, editing.edits);
        CAPTURE(text);
        CHECK(edited.has_value());
    }
}

}
