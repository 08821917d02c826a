// SPDX-License-Identifier: Apache-2.0
// Policies of nmstate and of virtual functions, and networks of OpenStack.
#include "tests/drivers/linux_host/cluster_case.h"

namespace rocelint::cluster_test {
namespace {

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

std::size_t number_of(const ReadFiles& read, std::string_view message)
{
    std::size_t number = 0;
    for (const SyntaxProblem& problem : read.problems())
        number += problem.message == message ? 1U : 0U;
    return number;
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
