// SPDX-License-Identifier: Apache-2.0
// Files that set up several hosts: what such a file sets on none of them is reported, and what one of several hosts
// lacks is not.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

void write_host(const TemporaryFolder& folder, const std::string& name, std::string_view interface)
{
    const std::string prompt = "root@" + name + ":~# ";
    folder.write(name + "/hostname.txt", name + '\n');
    folder.write(name + "/ip-link.txt",
        prompt + "ip link\n1: " + std::string(interface) + ": <UP> mtu 9000 qdisc mq\n");
    folder.write(name + "/rdma-link.txt",
        prompt + "rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev "
            + std::string(interface) + '\n');
}

Run check(const TemporaryFolder& folder) { return rocelint({"check", folder.path(), "--select", "SYN001"}); }

TEST_CASE(
    "a playbook that sets up an interface of no captured host is reported, and one of another host is not")
{
    const TemporaryFolder folder;
    write_host(folder, "n1", "ens1f0np0");
    write_host(folder, "n2", "ens2f0np0");
    folder.write("ansible/site.yml",
        "- hosts: all\n  tasks:\n"
        "    - shell: mlnx_qos -i {{ item }} --pfc 0,0,0,1,0,0,0,0\n      loop: [ens1f0np0, ens2f0np0, ens9f0np0]\n"
        "    - shell: ip link set dev ens9f0np0 mtu 9000\n"
        "    - shell: echo 106 > /sys/class/infiniband/mlx5_7/tc/1/traffic_class\n");
    const Run run = check(folder);
    CAPTURE(run.out);
    CHECK(run.says("in 2 devices ("));
    CHECK(run.says("shows the interface ens9f0np0: what the file sets for it is not checked"));
    CHECK(run.says("shows the RDMA device mlx5_7: what the file sets for it is not checked"));
    CHECK_FALSE(run.says("interface ens1f0np0:"));
    CHECK_FALSE(run.says("interface ens2f0np0:"));
    CHECK(run.says("2 warnings"));
}

TEST_CASE("a playbook for one host is reported where that host lacks the interface")
{
    const TemporaryFolder folder;
    write_host(folder, "n1", "ens1f0np0");
    write_host(folder, "n2", "ens2f0np0");
    folder.write("ansible/site.yml",
        "- hosts: n1\n  tasks:\n    - shell: mlnx_qos -i ens2f0np0 --pfc 0,0,0,1,0,0,0,0\n");
    CHECK(check(folder).says("shows the interface ens2f0np0"));
}

TEST_CASE("a MachineConfig for interfaces of no captured host is reported")
{
    // #!/bin/bash, mlnx_qos of ens1f0np0 with --trust dscp and --pfc 0,0,0,1,0,0,0,0
    const std::string config
        = "apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\nmetadata:\n"
          "  labels:\n    machineconfiguration.openshift.io/role: worker\n  name: 99-worker-roce\n"
          "spec:\n  config:\n    ignition:\n      version: 3.2.0\n    storage:\n      files:\n"
          "        - path: /usr/local/bin/roce.sh\n          mode: 493\n          contents:\n"
          "            source: data:text/plain;charset=utf-8;base64,"
          "IyEvYmluL2Jhc2gKbWxueF9xb3MgLWkgZW5zMWYwbnAwIC0tdHJ1c3QgZHNjcAptbG54X3FvcyAtaSBl"
          "bnMxZjBucDAgLS1wZmMgMCwwLDAsMSwwLDAsMCwwCg==\n";
    for (const std::string interface : {"ens1f0np0", "ens3f0np0"}) {
        CAPTURE(interface);
        const TemporaryFolder folder;
        write_host(folder, "n1", "ens2f0np0");
        write_host(folder, "n2", interface);
        folder.write("99-worker-roce.yaml", config);
        CHECK(check(folder).says("shows the interface ens1f0np0") == (interface != "ens1f0np0"));
    }
}

std::string template_for(std::string_view label)
{
    return std::string("apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\n"
                       "metadata:\n  name: cx7\nspec:\n  nodeSelector:\n    ")
        .append(label)
        .append(
            "\n  nicSelector:\n    nicType: \"1021\"\n  template:\n    numVfs: 1\n    linkType: Ethernet\n"
            "    roceOptimized:\n      enabled: true\n      qos:\n        trust: dscp\n"
            "        pfc: \"0,0,0,0,1,0,0,0\"\n");
}

TEST_CASE("a template of a cluster sets up the captured hosts that it selects, and stays a device of its own")
{
    const TemporaryFolder folder;
    for (const std::string name : {"n1", "n2"}) {
        write_host(folder, name, "ens1f0np0");
        folder.write(name + "/ibv_devinfo.txt",
            "hca_id:\tmlx5_0\n\tvendor_part_id:\t\t\t4129\n\t\tport:\t1\n\t\t\tlink_layer:\t\tEthernet\n");
        folder.write(name + "/mlnx_qos.ens1f0np0.txt",
            "Priority trust state: dscp\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7\n"
            "\tenabled     0   0   0   1   0   0   0   0   \n");
    }
    folder.write("k8s/nics.yaml", template_for("rail: east"));
    const Run unknown = rocelint({"check", folder.path(), "--select", "SYN001,NIC028"});
    CAPTURE(unknown.out);
    CHECK(unknown.says("in 3 devices ("));
    CHECK(unknown.says("which captured hosts cx7 is for is not checked"));
    CHECK(unknown.says("1 warning"));
    CHECK_FALSE(unknown.says("the capture shows"));
    folder.write("k8s/nodes.yaml",
        "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    labels:\n      rail: east\n"
        "    name: n1\n- apiVersion: v1\n  kind: Node\n  metadata:\n    labels:\n      rail: west\n    name: n2\n"
        "kind: List\n");
    const Run known = rocelint({"check", folder.path(), "--select", "SYN001,NIC028"});
    CAPTURE(known.out);
    CHECK(known.says("in 3 devices ("));
    CHECK(known.says("n1/mlnx_qos.ens1f0np0.txt:"));
    CHECK(known.says("PFC on priority 3 of ens1f0np0, but nics.yaml:"));
    CHECK_FALSE(known.says("n2/mlnx_qos"));
    CHECK_FALSE(known.says("which captured hosts"));
}

TEST_CASE("captures of one host in two folders are joined, whichever manifests are before them")
{
    const TemporaryFolder folder;
    folder.write("a-cluster/nics.yaml", template_for("kubernetes.io/hostname: n1"));
    for (const std::string capture : {"b-links", "c-types"})
        folder.write(capture + "/hostname.txt", "n1\n");
    folder.write("b-links/rdma-link.txt",
        "root@n1:~# rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n");
    folder.write("c-types/ibv_devinfo.txt",
        "root@n1:~# ibv_devinfo\nhca_id:\tmlx5_0\n\tvendor_part_id:\t\t\t4129\n\t\tport:\t1\n"
        "\t\t\tlink_layer:\t\tEthernet\n");
    folder.write("c-types/mlnx_qos.ens1f0np0.txt",
        "Priority trust state: dscp\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7\n"
        "\tenabled     0   0   0   1   0   0   0   0   \n");
    const Run run = rocelint({"check", folder.path(), "--select", "SYN001,NIC028"});
    CAPTURE(run.out);
    CHECK(run.says("in 2 devices ("));
    CHECK(run.says("c-types/mlnx_qos.ens1f0np0.txt:"));
    CHECK(run.says("PFC on priority 3 of ens1f0np0, but nics.yaml:"));
    CHECK_FALSE(run.says("read as two devices"));
}

TEST_CASE("an interface of a cluster that no capture shows is reported, also if a host has no captured port")
{
    const TemporaryFolder folder;
    write_host(folder, "n1", "ens1f0np0");
    folder.write("n2/hostname.txt", "n2\n");
    folder.write("n2/sysctl.txt", "root@n2:~# sysctl net.ipv4.tcp_ecn\nnet.ipv4.tcp_ecn = 1\n");
    folder.write("k8s/mtu.yaml",
        "apiVersion: nmstate.io/v1\nkind: NodeNetworkConfigurationPolicy\nmetadata:\n  name: mtu\nspec:\n"
        "  desiredState:\n    interfaces:\n    - name: ens1f0np0\n      type: ethernet\n      mtu: 9000\n"
        "    - name: ens9f0np0\n      type: ethernet\n      mtu: 9000\n");
    const Run run = check(folder);
    CAPTURE(run.out);
    CHECK(run.says("in 3 devices ("));
    CHECK(run.says("shows the interface ens9f0np0: what the file sets for it is not checked"));
    CHECK_FALSE(run.says("interface ens1f0np0:"));
}

TEST_CASE("a playbook that sets up NICs of a vendor is quiet about hosts that have NICs of another one")
{
    const TemporaryFolder folder;
    write_host(folder, "n1", "ens1f0np0");
    write_host(folder, "n2", "ens2f0np0");
    folder.write("n1/ethtool-i.ens1f0np0.txt", "driver: ionic\nbus-info: 0000:06:00.0\n");
    folder.write("n2/ethtool-i.ens2f0np0.txt", "driver: mlx5_core\nbus-info: 0000:07:00.0\n");
    folder.write("ansible/site.yml",
        "- hosts: all\n  tasks:\n    - shell: nicctl update qos pfc --priority 3 --no-drop enable\n");
    CHECK_FALSE(check(folder).says("nothing shows which interfaces this sets up"));
    folder.write("n1/ethtool-i.ens1f0np0.txt", "driver: mlx5_core\nbus-info: 0000:06:00.0\n");
    CHECK(check(folder).says("nothing shows which interfaces this sets up"));
}

}
}
