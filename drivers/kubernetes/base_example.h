// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::kubernetes {

/// A template that makes every NIC of a kind pause priority 3, trust DSCP and react to marks.
inline constexpr std::string_view base_example = R"(apiVersion: configuration.net.nvidia.com/v1alpha1
kind: NicConfigurationTemplate
metadata:
  name: @NAME@
  namespace: nvidia-network-operator
spec:
  nodeSelector:
    feature.node.kubernetes.io/network-sriov.capable: "true"
  nicSelector:
    nicType: "1021"
  template:
    numVfs: 0
    linkType: Ethernet
    pciPerformanceOptimized:
      enabled: true
      maxReadRequest: 4096
    roceOptimized:
      enabled: true
      roceMode: 2
      qos:
        trust: dscp
        pfc: "0,0,0,1,0,0,0,0"
        tos: 106
        ecn:
          enabled: true
          priority: 3
        pauseFrames:
          enabled: false
)";

}
