// SPDX-License-Identifier: Apache-2.0
// Objects of a Kubernetes cluster that set up NICs of a captured host.
#include "tests/drivers/linux_host/cluster_case.h"

namespace rocelint::cluster_test {
namespace {

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

}
}
