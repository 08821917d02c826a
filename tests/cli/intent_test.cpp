// SPDX-License-Identifier: Apache-2.0
// Whether RDMA is intended, and whether it is present: an absence must be reported, and ports not meant for RDMA must not be
// blamed.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

constexpr std::string_view lossless = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\n";

// An NX-OS leaf: `class_line` makes the class no-drop, `bind` puts it in force, `port` is added to each host port and `uplink` to
// the uplink.
std::string nxos_leaf(std::string_view class_line,
    std::string_view bind,
    std::string_view port,
    std::string_view uplink,
    std::string_view name = "leaf1")
{
    std::string text = "!Command: show running-config\nversion 10.3(4a)\nhostname " + std::string(name)
        + "\nclass-map type qos match-all SLOW\n  match dscp 26\npolicy-map type qos IN\n  class SLOW\n    set qos-group 3\n"
          "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    "
        + std::string(class_line) + "\n    mtu 9216\n" + std::string(bind);
    for (const std::string_view number : {"1", "2"})
        text += "interface Ethernet1/" + std::string(number) + "\n  mtu 9216\n" + std::string(port)
            + "  no shutdown\n";
    return text + "interface Ethernet1/49\n  mtu 9216\n" + std::string(uplink) + "  no shutdown\n";
}

constexpr std::string_view bound = "system qos\n  service-policy type network-qos NQ\n";
constexpr std::string_view ready = "  priority-flow-control mode on\n  service-policy type qos input IN\n";
constexpr std::string_view no_drop = "pause pfc-cos 3";

Run check(std::string_view policy, const std::string& text, std::vector<std::string> words = {})
{
    const TemporaryFolder folder;
    if (!policy.empty())
        folder.write("rocelint.yaml", std::string(policy));
    folder.write("leaf1.cfg", text);
    words.insert(words.begin(), {"check", folder.path()});
    return rocelint(words);
}

}

TEST_CASE("an uplink that a generator forgot is an error if a policy states the class")
{
    const Run run = check(lossless, nxos_leaf(no_drop, bound, ready, "  priority-flow-control mode off\n"));
    CHECK(run.code == 1);
    CHECK(run.says("error PFC001  leaf1 Ethernet1/49"));
    const Run whole = check(lossless, nxos_leaf(no_drop, bound, ready, ready), {"--select", "PFC,TOP014"});
    CHECK(whole.code == 0);
    CHECK(whole.says("no findings in 1 device (3 of 3 ports judged)"));
}

TEST_CASE("an unbound network-qos policy is an error with a policy and a warning without one")
{
    const std::string text = nxos_leaf(no_drop, "", ready, ready);
    CHECK(check(lossless, text).says("error QOS018"));
    CHECK(check(lossless, text).says("also PFC001"));
    const Run alone = check("", text);
    CHECK(alone.says("warning QOS018"));
    CHECK(alone.code == 3);
}

TEST_CASE("a switch whose PFC is left to DCBX is not judged, and says so")
{
    const std::string text = nxos_leaf(
        no_drop, bound, "  service-policy type qos input IN\n", "  service-policy type qos input IN\n");
    const Run run = check(lossless, text);
    CHECK(run.code == 3);
    CHECK(run.says(
        "error TOP014  no port of leaf1 was judged, although a policy states the RDMA classes: PFC of"));
    CHECK(run.says("rocelint: no port was judged, so a report without findings means nothing"));
}

TEST_CASE("a management switch with the template's definitions but no port that uses them is not blamed")
{
    const Run run = check("",
        nxos_leaf(no_drop,
            "",
            "  priority-flow-control mode off\n",
            "  priority-flow-control mode off\n",
            "rack1-bmc"));
    CHECK(run.code == 0);
    CHECK_FALSE(run.says("TOP014"));
    CHECK_FALSE(run.says("  warning "));
}

TEST_CASE("the name of a switch or the description of a port can exempt it from a stated policy")
{
    const std::string off = "  priority-flow-control mode off\n";
    CHECK_FALSE(check(lossless, nxos_leaf(no_drop, bound, off, off, "rack1-oob")).says("error PFC001"));
    const std::string spare = "  description UNUSED port\n" + off;
    CHECK_FALSE(check(lossless, nxos_leaf(no_drop, bound, ready, spare)).says("error PFC001"));
}

TEST_CASE("a scope leaves out the ports that it does not cover")
{
    const std::string text = nxos_leaf(no_drop, bound, ready, "  priority-flow-control mode off\n");
    const auto with = [&](std::string_view scope) {
        return check(
            std::string(lossless) + "scope: " + std::string(scope) + "\n", text, {"--select", "PFC"});
    };
    CHECK(with("{devices: [\"leaf*\"]}").says("error PFC001  leaf1 Ethernet1/49"));
    for (const std::string_view scope :
        {"{except: [\"leaf*:Ethernet1/49\"]}", "{ports: [\"Ethernet1/[12]\"]}"}) {
        const Run run = with(scope);
        CHECK(run.code == 0);
        CHECK(run.says("(2 of 3 ports judged)"));
    }
    CHECK(with("{roles: [leav]}").code == 2);
}

TEST_CASE("link pause in both directions without PFC is an info, or PFC001 if a policy states the class")
{
    const std::string text = "##\n## Running database \"initial\"\n## Hostname: sw1\n##\nhostname sw1\n"
                             "   interface ethernet 1/1-1/2 mtu 9216 force\n"
                             "   interface ethernet 1/1-1/2 flowcontrol send on force\n"
                             "   interface ethernet 1/1-1/2 flowcontrol receive on force\n";
    const Run alone = check("", text);
    CHECK(alone.code == 0);
    CHECK(alone.says("info PFC023  sw1 Eth1/1"));
    CHECK_FALSE(alone.says("  warning "));
    const Run stated = check(lossless, text, {"-v"});
    CHECK(stated.code == 1);
    CHECK(stated.says("802.3x link pause is on in both directions"));
}

TEST_CASE("a run that finds no port exits with 3")
{
    const Run run = check("",
        "feature lldp\nvlan 7\n  name Management\npolicy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n"
        "    pause pfc-cos 3\nsystem qos\n  service-policy type network-qos NQ\n");
    CHECK(run.code == 3);
}

TEST_CASE("decisive unchecked rows count for --fail-on-unchecked and come before all others")
{
    const std::string text = nxos_leaf(no_drop, bound, ready, ready);
    CHECK(check(lossless, text, {"--select", "TOP", "--fail-on-unchecked"}).code == 0);
    CHECK(check(lossless, text, {"--select", "HDR", "--fail-on-unchecked"}).code == 1);
    const Run run = check(lossless, text, {"--show-unchecked"});
    const std::size_t rows = run.out.find("not checked:\n");
    REQUIRE(rows != std::string::npos);
    CHECK(run.out.find("HDR001", rows) < run.out.find("TOP001", rows));
    CHECK(run.says(" of leaf1: "));
}

namespace {

// A host with two bonded NICs, of which nothing was captured but the list of its RDMA devices.
void write_bonded_host(const TemporaryFolder& folder, const std::string& mtu, bool lists_devices)
{
    folder.write("box7/etc/hostname", "box7\n");
    folder.write("box7/etc/netplan/60-nics.yaml",
        "network:\n  ethernets:\n    ens5f0np0: {mtu: " + mtu + "}\n    ens5f1np1: {mtu: " + mtu
            + "}\n  bonds:\n    bond3:\n      interfaces: [ens5f0np0, ens5f1np1]\n      mtu: 9000\n");
    if (lists_devices)
        folder.write("box7/ibdev2netdev.txt", "mlx5_bond_0 port 1 ==> bond3 (Up)\n");
}

}

TEST_CASE(
    "a host that only lists RDMA devices is meant for RDMA, and a run that judged no port of it is no success")
{
    for (const bool is_small : {true, false}) {
        CAPTURE(is_small);
        const TemporaryFolder folder;
        write_bonded_host(folder, is_small ? "1500" : "9000", true);
        const Run run = rocelint({"check", folder.path()});
        CHECK(run.code == 3);
        CHECK(run.says("rocelint: no port was judged, so a report without findings means nothing"));
        CHECK(run.says("info MTU001  box7 ens5f0np0") == is_small);
        folder.write("rocelint.yaml", std::string(lossless));
        const Run stated = rocelint({"check", folder.path()});
        CHECK(stated.code == 3);
        CHECK(stated.says("rocelint: no port was judged, so a report without findings means nothing"));
    }
}

TEST_CASE("a policy does not make a success of a run over hosts of which no port was judged")
{
    const TemporaryFolder folder;
    write_bonded_host(folder, "9000", false);
    folder.write("rocelint.yaml", std::string(lossless));
    CHECK(rocelint({"check", folder.path()}).code == 3);
    // An error speaks for itself.
    folder.write("box7/ethtool-a.ens5f0np0.txt",
        "Pause parameters for ens5f0np0:\nAutonegotiate:\toff\nRX:\t\ton\nTX:\t\ton\n");
    folder.write(
        "box7/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens5f0np0\n");
    CHECK(rocelint({"check", folder.path()}).code == 1);
}

TEST_CASE("a policy does not make a success of a run over jobs alone")
{
    const TemporaryFolder folder;
    folder.write("nccl.log",
        "h1:1:2 [0] NCCL INFO NCCL_IB_TC set by environment to 104\nh1:1:2 [0] NCCL INFO Using network IB\n"
        "h1:1:2 [0] NCCL INFO Connected all rings\n");
    // Without a policy, nothing says that RDMA must be lossless.
    CHECK(rocelint({"check", folder.path()}).code == 0);
    folder.write("rocelint.yaml", std::string(lossless));
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 3);
    CHECK(run.says("rocelint: no port was judged, so a report without findings means nothing"));
}

TEST_CASE("a job that took sockets is judged by its own hosts and by what it sent between them")
{
    const TemporaryFolder folder;
    const std::string took = "gpu01:7:7 [0] NCCL INFO Using network Socket\n";
    folder.write(
        "nccl.log", took + "gpu01:7:7 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0\n");
    folder.write("gpu02/hostname.txt", "gpu02\n");
    folder.write(
        "gpu02/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens5f0np0\n");
    const std::vector<std::string> words{"check", folder.path(), "--show-unchecked"};
    const Run other = rocelint(words);
    CHECK_FALSE(other.says("warning APP018"));
    CHECK(other.says("whether its hosts gpu01 have RDMA devices is not known"));
    folder.write("gpu01/hostname.txt", "gpu01\n");
    folder.write(
        "gpu01/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens5f0np0\n");
    CHECK(rocelint(words).says("warning APP018"));
    folder.write("nccl.log", took);
    const Run silent = rocelint(words);
    CHECK_FALSE(silent.says("warning APP018"));
    CHECK(silent.says("its log shows no channels of NCCL"));
}

TEST_CASE("a switch port that leads to a host whose RDMA devices are only listed is meant for RDMA too")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        "! device: leaf1 (DCS-7060CX-32S, EOS-4.28.3M)\n!\nhostname leaf1\n!\ninterface Ethernet1\n"
        "   description box7 ens5f0np0\n   mtu 9214\n!\nend\n");
    folder.write("box7/hostname.txt", "box7\n");
    folder.write("box7/ip-link.txt",
        "4: ens5f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT\n");
    CHECK(rocelint({"check", folder.path()}).says("no evidence of RDMA on 2 ports"));
    folder.write(
        "box7/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens5f0np0\n");
    CHECK_FALSE(rocelint({"check", folder.path()}).says("no evidence of RDMA"));
}

TEST_CASE("a host without RDMA devices is not meant for RDMA")
{
    const TemporaryFolder folder;
    write_bonded_host(folder, "1500", false);
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 0);
    CHECK_FALSE(run.says("MTU001"));
}

}
