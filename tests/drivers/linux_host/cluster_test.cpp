// SPDX-License-Identifier: Apache-2.0
// Objects of a Kubernetes cluster that set up NICs of a captured host.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view links
    = "root@gpu01:~# rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
      "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0\n"
      "root@gpu01:~# ethtool -i ens1f0np0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
      "root@gpu01:~# ethtool -i ens2f0np0\ndriver: mlx5_core\nbus-info: 0000:2a:00.0\n"
      "root@gpu01:~# ip link\n2: ens1f0np0: <UP> mtu 1500 qdisc mq\n3: ens2f0np0: <UP> mtu 9000 qdisc mq\n";
constexpr std::string_view types
    = "root@gpu01:~# ibv_devinfo\nhca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n"
      "\tvendor_part_id:\t\t\t4129\n\t\tport:\t1\n\t\t\tlink_layer:\t\tEthernet\n"
      "hca_id:\tmlx5_1\n\ttransport:\t\t\tInfiniBand (0)\n"
      "\tvendor_part_id:\t\t\t4131\n\t\tport:\t1\n\t\t\tlink_layer:\t\tEthernet\n";
constexpr std::string_view settings
    = "    roceOptimized:\n      enabled: true\n      qos:\n        trust: dscp\n"
      "        pfc: \"0,0,0,0,1,0,0,0\"\n        tos: 96\n";

std::string captures() { return std::string(links).append(types); }

std::string nic_template(std::string_view nodes, std::string_view nics, std::string_view name = "cx7")
{
    return std::string("apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\n"
                       "metadata:\n  name: ")
        .append(name)
        .append("\nspec:\n")
        .append(nodes)
        .append("  nicSelector:\n    nicType: \"1021\"\n")
        .append(nics)
        .append("  template:\n    numVfs: 1\n    linkType: Ethernet\n")
        .append(settings);
}

constexpr std::string_view node_list
    = "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    labels:\n"
      "      kubernetes.io/hostname: gpu01\n      rail: east\n    name: gpu01\nkind: List\n";

bool is_set(const ReadFiles& read, std::string_view interface)
{
    return read.port(interface) != nullptr && read.port(interface)->pfc_tx.is(PrioritySet::of(4));
}

TEST_CASE("a template sets up the NICs of its type on a captured host")
{
    const std::string host = captures();
    const std::string text = nic_template("", "");
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text}});
    CHECK(read.problems().empty());
    CHECK(is_set(read, "ens1f0np0"));
    CHECK(read.port("ens1f0np0")->trust.is(Trust::dscp));
    REQUIRE(read.nic_of("ens1f0np0") != nullptr);
    CHECK(read.nic_of("ens1f0np0")->cm_tos.is(96));
    CHECK_FALSE(is_set(read, "ens2f0np0"));
    CHECK(read.gaps(1).empty());
}

TEST_CASE("a capture that shows another value than a template sets is outdated")
{
    const std::string host = captures()
        + "root@gpu01:~# mlnx_qos -i ens1f0np0\nPFC configuration:\n"
          "\tpriority    0   1   2   3   4   5   6   7\n\tenabled     0   0   0   1   0   0   0   0   \n";
    const std::string text = nic_template("", "");
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text}});
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].outdated);
    CHECK(read.problems()[0].message.find("nics.yaml:") != std::string::npos);
}

TEST_CASE("a template selects NICs by address, serial number and part number")
{
    const std::string host = captures()
        + "root@gpu01:~# lspci -D -vvv\n0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family "
          "[ConnectX-7]\n\tCapabilities: [48] Vital Product Data\n\t\tProduct Name: NIC\n"
          "\t\tRead-only fields:\n\t\t\t[PN] Part number: MCX755106AS-HEAT\n"
          "\t\t\t[SN] Serial number: MT2243X00001\n";
    struct Row {
        std::string_view nics;
        bool selects = false;
    };
    constexpr Row rows[]{
        {"    pciAddresses: [\"0000:1a:00.0\"]\n", true},
        {"    pciAddresses: [\"0000:1a:00.1\"]\n", true}, // another port of the card
        {"    pciAddresses: [\"0000:2a:00.0\"]\n", false},
        {"    serialNumbers: [MT2243X00001]\n", true},
        {"    serialNumbers: [MT2243X00002]\n", false},
        {"    partNumbers: [MCX755106AS-HEAT]\n", true},
        {"    partNumbers: [MCX755106AS-HEAT]\n    pciAddresses: [\"0000:2a:00.0\"]\n", false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.nics);
        const std::string text = nic_template("", row.nics);
        const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text}});
        CHECK(read.problems().empty());
        CHECK(is_set(read, "ens1f0np0") == row.selects);
    }
}

TEST_CASE("a template selects nodes by name, and by labels that a list of nodes shows")
{
    struct Row {
        std::string_view nodes;
        std::string_view list;
        bool selects = false;
        bool is_checked = true;
    };
    constexpr Row rows[]{
        {"  nodeSelector:\n    kubernetes.io/hostname: gpu01\n", "", true},
        {"  nodeSelector:\n    kubernetes.io/hostname: gpu02\n", "", false},
        {"  nodeSelector:\n    rail: east\n", node_list, true},
        {"  nodeSelector:\n    rail: west\n", node_list, false},
        {"  nodeSelector:\n    rail: east\n    zone: a\n", node_list, false},
        {"  nodeSelector:\n    rail: east\n", "", false, false},
        {"  nodeSelector:\n    rail: east\n    kubernetes.io/hostname: gpu02\n", "", false},
        {"", node_list, true},
    };
    const std::string host = captures();
    for (const Row& row : rows) {
        CAPTURE(row.nodes);
        const std::string text = nic_template(row.nodes, "");
        const ReadFiles read("linux-host",
            {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text + "---\n" + std::string(row.list)}});
        CHECK(is_set(read, "ens1f0np0") == row.selects);
        REQUIRE(read.problems().size() == (row.is_checked ? 0 : 1));
        if (!row.is_checked)
            CHECK(read.problems()[0].message
                == "which captured hosts cx7 is for is not checked, because the labels of the nodes are not in "
                   "what was read: add the output of kubectl get nodes -o yaml");
    }
}

TEST_CASE("a host that a list of nodes lacks is not in the cluster")
{
    const std::string host = captures();
    const std::string list
        = "apiVersion: v1\nkind: Node\nmetadata:\n  name: gpu07\n  labels:\n    rail: east\n";
    const std::string text = nic_template("", "");
    CHECK_FALSE(is_set(
        ReadFiles("linux-host", {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text}, {"k8s/nodes.yaml", list}}),
        "ens1f0np0"));
}

TEST_CASE("without a capture of their types, which NICs a template is for is not checked")
{
    const std::string host(links);
    const std::string text = nic_template("", "");
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/nics.yaml", text}});
    CHECK_FALSE(is_set(read, "ens1f0np0"));
    REQUIRE_FALSE(read.problems().empty());
    CHECK(read.problems()[0].message
        == "which NICs of captured hosts cx7 is for is not checked, because no capture shows their type "
           "(ibv_devinfo shows it)");
}

TEST_CASE("two templates that select one NIC set nothing on it")
{
    const std::string host = captures();
    const std::string one = nic_template("", "");
    const std::string other
        = nic_template("  nodeSelector:\n    kubernetes.io/hostname: gpu01\n", "", "west");
    const ReadFiles apart(
        "linux-host", {{"gpu01/all.txt", host}, {"k8s/a.yaml", one}, {"k8s/b.yaml", other}});
    CHECK_FALSE(is_set(apart, "ens1f0np0"));
    REQUIRE(apart.problems().size() == 1);
    CHECK(apart.problems()[0].severity == SyntaxProblem::Severity::warning);
    CHECK(apart.problems()[0].message.starts_with(
        "west and cx7 of a.yaml select the same NICs of a captured host: if both are in one cluster"));
    const std::string both = one + "---\n" + other;
    const ReadFiles together("linux-host", {{"gpu01/all.txt", host}, {"k8s/a.yaml", both}});
    CHECK_FALSE(is_set(together, "ens1f0np0"));
    REQUIRE(together.problems().size() == 1);
    CHECK(together.problems()[0].message
        == "cx7 and west select the same NICs: the operator then applies neither of them");
}

TEST_CASE("a transcript that also shows nodes of a cluster stays a transcript")
{
    const std::string host
        = captures() + "root@gpu01:~# kubectl get nodes -o yaml\n" + std::string(node_list);
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}});
    CHECK(read.all_recognised());
    CHECK(read.port("ens1f0np0") != nullptr);
}

TEST_CASE("a policy of nmstate sets up interfaces by name")
{
    const std::string host = captures();
    const std::string text
        = "apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata:\n  name: mtu\nspec:\n"
          "  desiredState:\n    interfaces:\n    - name: ens1f0np0\n      type: ethernet\n      mtu: 9000\n"
          "      ethtool:\n        pause:\n          rx: true\n          tx: false\n"
          "    - name: ens9f0np0\n      type: ethernet\n      mtu: 9000\n";
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/mtu.yaml", text}});
    CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{9000}));
    CHECK(read.port("ens1f0np0")->pause_rx.is(true));
    CHECK(read.port("ens1f0np0")->pause_tx.is(false));
    CHECK(read.port("ens9f0np0") == nullptr);
    REQUIRE(read.problems().size() == 2);
    std::size_t outdated = 0;
    for (const SyntaxProblem& problem : read.problems())
        outdated += problem.outdated ? 1 : 0;
    CHECK(outdated == 1);
}

TEST_CASE("a policy for virtual functions raises the MTU of the physical one and never lowers it")
{
    const std::string host = captures();
    const std::string text
        = "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n  name: vfs\n"
          "spec:\n  mtu: 4000\n  numVfs: 8\n  nicSelector:\n"
          "    pfNames: [\"ens1f0np0#0-7\", ens2f0np0]\n  resourceName: vfs\n";
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
    CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{4000}));
    CHECK(read.port("ens2f0np0")->ip_mtu.is(Bytes{9000}));
    REQUIRE(read.problems().size() == 1);
    CHECK(read.problems()[0].outdated);
}

std::string policy_of(std::string_view selector, std::string_view mtu = "4000")
{
    return std::string(
        "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n  name: vfs\n"
        "spec:\n  numVfs: 8\n  mtu: ")
        .append(mtu)
        .append("\n  nicSelector:\n")
        .append(selector)
        .append("  resourceName: vfs\n");
}

std::size_t number_of(const ReadFiles& read, std::string_view message)
{
    std::size_t number = 0;
    for (const SyntaxProblem& problem : read.problems())
        number += problem.message == message ? 1U : 0U;
    return number;
}

TEST_CASE("the kind of an object may be quoted, and a comment may follow it")
{
    const std::string host = captures();
    for (const std::string_view kind : {"'SriovNetworkNodePolicy'",
             "\"SriovNetworkNodePolicy\"",
             "SriovNetworkNodePolicy # east",
             "'SriovNetworkNodePolicy' # east"}) {
        CAPTURE(kind);
        std::string text = policy_of("    pfNames: [ens1f0np0]\n");
        constexpr std::string_view plain = "SriovNetworkNodePolicy";
        text.replace(text.find(plain), plain.size(), kind);
        const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
        CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{4000}));
    }
}

TEST_CASE("a policy for virtual functions selects NICs by vendor, device and address")
{
    struct Row {
        std::string_view selector;
        bool selects = false;
    };
    constexpr Row rows[]{
        {"    vendor: \"15b3\"\n", true},
        {"    vendor: \"8086\"\n", false},
        {"    deviceID: \"1021\"\n", true},
        {"    deviceID: \"1023\"\n", false},
        {"    rootDevices: [\"0000:1a:00.0\"]\n", true},
        {"    rootDevices: [\"0000:2a:00.0\"]\n", false},
        {"    vendor: \"15b3\"\n    deviceID: \"1021\"\n    rootDevices: [\"0000:1a:00.0\"]\n", true},
        {"    vendor: \"8086\"\n    deviceID: \"1021\"\n", false},
    };
    const std::string host = captures();
    for (const Row& row : rows) {
        CAPTURE(row.selector);
        const std::string text = policy_of(row.selector);
        const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
        CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{row.selects ? 4000U : 1500U}));
        CHECK(read.port("ens2f0np0")->ip_mtu.is(Bytes{9000}));
        CHECK(read.problems().size() == (row.selects ? 1 : 0));
    }
}

TEST_CASE("the vendor of a NIC is that of its PCI device, else that of its driver")
{
    struct Row {
        std::string_view driver;
        std::string_view device; ///< as lspci -nn shows it
        bool selects = false;
        bool is_checked = true;
    };
    constexpr Row rows[]{
        {"i40e", "", true},
        {"ice", "", true},
        {"mlx4_en", "", false},
        {"bnxt_en", "", false},
        {"ixgbe", "", false, false},
        {"ixgbe", "[8086:10fb]", true},
        {"ixgbe", "[15b3:1021]", false},
    };
    const std::string text = policy_of("    vendor: \"8086\"\n");
    for (const Row& row : rows) {
        CAPTURE(row.driver);
        CAPTURE(row.device);
        std::string host = "root@gpu01:~# ip link\n2: ens1f0np0: <UP> mtu 1500 qdisc mq\n"
                           "root@gpu01:~# ethtool -i ens1f0np0\nbus-info: 0000:1a:00.0\ndriver: "
            + std::string(row.driver) + '\n';
        if (!row.device.empty())
            host += "root@gpu01:~# lspci -D -nn\n0000:1a:00.0 Ethernet controller [0200]: NIC "
                + std::string(row.device) + " (rev 01)\n";
        const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
        CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{row.selects ? 4000U : 1500U}));
        CHECK(number_of(read,
                  "which NICs of captured hosts vfs is for is not checked, because no capture shows their "
                  "vendor (lspci -nn shows it)")
            == (row.is_checked ? 0 : 1));
    }
}

TEST_CASE("which NICs a network of OpenStack selects is not checked")
{
    constexpr std::string_view message
        = "which NICs of captured hosts vfs is for is not checked, because no capture shows their network in "
          "OpenStack";
    const std::string host = captures();
    constexpr std::string_view network
        = "    netFilter: \"openstack/NetworkID:7e1b2ff6-04d6-4c5a-8d5f-2f3c1f0a7d11\"\n";
    const std::string text = policy_of(network);
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
    CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{1500}));
    CHECK(number_of(read, message) > 0);
    const std::string other = policy_of(std::string("    vendor: \"8086\"\n").append(network));
    const ReadFiles apart("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", other}});
    CHECK(apart.problems().empty());
}

TEST_CASE("a policy for virtual functions raises the MTU that the last boot file sets, else the captured one")
{
    struct Row {
        std::string_view commands;
        std::uint64_t before = 0; ///< the captured MTU
        std::uint64_t then = 0;
    };
    constexpr Row rows[]{
        {"", 1500, 4000},
        {"", 9000, 9000},
        {"ip link set dev ens1f0np0 mtu 9000\n", 1500, 9000},
        {"ip link set dev ens1f0np0 mtu 1500\n", 9000, 4000},
        {"ip link set dev ens1f0np0 mtu 9000\nip link set dev ens1f0np0 mtu 1500\n", 9000, 4000},
        {"ip link set dev ens1f0np0 mtu 1500\nip link set dev ens1f0np0 mtu 9000\n", 1500, 9000},
    };
    const std::string text = policy_of("    pfNames: [ens1f0np0]\n");
    for (const Row& row : rows) {
        CAPTURE(row.commands);
        CAPTURE(row.before);
        const std::string host
            = "root@gpu01:~# ip link\n2: ens1f0np0: <UP> mtu " + std::to_string(row.before) + " qdisc mq\n";
        const std::string script = "#!/bin/sh\n" + std::string(row.commands);
        const ReadFiles read(
            "linux-host", {{"gpu01/all.txt", host}, {"gpu01/mtu.sh", script}, {"k8s/vfs.yaml", text}});
        CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{row.then}));
    }
}

TEST_CASE("objects and nodes that kubectl prints as JSON count like those of YAML")
{
    const std::string policy = R"({"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "sriovnetwork.openshift.io/v1", "kind": "SriovNetworkNodePolicy", "metadata": {"name": "vfs"},
   "spec": {"mtu": 4000, "numVfs": 8, "nodeSelector": {"rail": "east"}, "resourceName": "vfs",
            "nicSelector": {"pfNames": ["ens1f0np0"]}}}]}
)";
    const auto nodes = [](std::string_view rail) {
        return R"({"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "gpu01", "labels": {"rail": ")"
            + std::string(rail) + "\"}}}]}\n";
    };
    const std::string host = captures();
    for (const bool is_east : {true, false}) {
        const std::string list = nodes(is_east ? "east" : "west");
        const ReadFiles read(
            "linux-host", {{"gpu01/all.txt", host}, {"k8s/policies.json", policy}, {"k8s/nodes.json", list}});
        CHECK(read.port("ens1f0np0")->ip_mtu.is(Bytes{is_east ? 4000U : 1500U}));
        CHECK(read.gaps(1).empty());
        CHECK(read.gaps(2).empty());
    }
}

TEST_CASE("a policy that raises an MTU that no capture shows is not checked")
{
    const std::string host
        = "root@gpu01:~# ethtool -i ens1f0np0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n";
    const std::string text = policy_of("    pfNames: [ens1f0np0]\n");
    const ReadFiles read("linux-host", {{"gpu01/all.txt", host}, {"k8s/vfs.yaml", text}});
    CHECK_FALSE(read.port("ens1f0np0")->ip_mtu.known());
    CHECK(number_of(read,
              "whether vfs raises the MTU of ens1f0np0 is not checked, because no capture shows it (ip link "
              "shows it)")
        == 1);
}

}
}
