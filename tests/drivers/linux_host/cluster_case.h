// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::cluster_test {

using tests::ReadFiles;

inline constexpr std::string_view links
    = "root@gpu01:~# rdma link\nlink mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
      "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0\n"
      "root@gpu01:~# ethtool -i ens1f0np0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
      "root@gpu01:~# ethtool -i ens2f0np0\ndriver: mlx5_core\nbus-info: 0000:2a:00.0\n"
      "root@gpu01:~# ip link\n2: ens1f0np0: <UP> mtu 1500 qdisc mq\n3: ens2f0np0: <UP> mtu 9000 qdisc mq\n";
inline constexpr std::string_view types
    = "root@gpu01:~# ibv_devinfo\nhca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n"
      "\tvendor_part_id:\t\t\t4129\n\t\tport:\t1\n\t\t\tlink_layer:\t\tEthernet\n"
      "hca_id:\tmlx5_1\n\ttransport:\t\t\tInfiniBand (0)\n"
      "\tvendor_part_id:\t\t\t4131\n\t\tport:\t1\n\t\t\tlink_layer:\t\tEthernet\n";
inline constexpr std::string_view settings
    = "    roceOptimized:\n      enabled: true\n      qos:\n        trust: dscp\n"
      "        pfc: \"0,0,0,0,1,0,0,0\"\n        tos: 96\n";

inline std::string captures() { return std::string(links).append(types); }

inline std::string nic_template(std::string_view nodes, std::string_view nics, std::string_view name = "cx7")
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

inline constexpr std::string_view node_list
    = "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    labels:\n"
      "      kubernetes.io/hostname: gpu01\n      rail: east\n    name: gpu01\nkind: List\n";

inline bool is_set(const ReadFiles& read, std::string_view interface)
{
    return read.port(interface) != nullptr && read.port(interface)->pfc_tx.is(PrioritySet::of(4));
}

inline std::string policy_of(std::string_view selector, std::string_view mtu = "4000")
{
    return std::string(
        "apiVersion: sriovnetwork.openshift.io/v1\nkind: SriovNetworkNodePolicy\nmetadata:\n  name: vfs\n"
        "spec:\n  numVfs: 8\n  mtu: ")
        .append(mtu)
        .append("\n  nicSelector:\n")
        .append(selector)
        .append("  resourceName: vfs\n");
}

}
