// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <array>

namespace rocelint {

namespace unread {

// clang-format off
inline constexpr Sign sr_os[]{
    {"# TiMOS-", Sign::certain, "looks like Nokia SR OS: not read yet"},
    {"configure {", Sign::certain, "looks like Nokia SR OS: not read yet", {}, "{"},
    {"router \"Base\" {", Sign::certain, "looks like Nokia SR OS: not read yet"},
    {"/configure ", Sign::certain, "looks like Nokia SR OS: not read yet"},
    {"echo \"", Sign::certain, "looks like Nokia SR OS: not read yet", " Configuration\""},
    {"sap-ingress ", 40, "looks like Nokia SR OS: not read yet"},
    {"network-queue ", 40, "looks like Nokia SR OS: not read yet"},
};
inline constexpr Sign pan_os[]{
    {"deviceconfig {", Sign::certain, "looks like Palo Alto PAN-OS: not read yet"},
    {"mgt-config {", Sign::certain, "looks like Palo Alto PAN-OS: not read yet"},
    {"set deviceconfig system ", Sign::certain, "looks like Palo Alto PAN-OS: not read yet"},
    {"set mgt-config users ", Sign::certain, "looks like Palo Alto PAN-OS: not read yet"},
};
inline constexpr Sign vyatta[]{
    {"/* === vyatta-config-version", Sign::certain, "looks like EdgeRouter (EdgeOS): not read yet"},
    {"// vyos-config-version", Sign::certain, "looks like VyOS: not read yet"},
    {"ethernet eth", Sign::certain, "looks like EdgeRouter or VyOS: not read yet", {}, "{"},
    {"set interfaces ethernet eth", Sign::certain, "looks like EdgeRouter or VyOS: not read yet"},
};
inline constexpr Sign ios[]{
    {"!RANCID-CONTENT-TYPE: cisco", Sign::certain, "looks like Cisco IOS: not read yet", {}, "o"},
    {"boot-start-marker", 60, "looks like Cisco IOS: not read yet"},
    {"service timestamps debug ", 40, "looks like Cisco IOS: not read yet"},
};
inline constexpr Sign fast_iron[]{
    {"ver 08.", Sign::certain, "looks like Ruckus (Brocade) FastIron: not read yet"},
    {"ver 09.", Sign::certain, "looks like Ruckus (Brocade) FastIron: not read yet"},
    {"tagged ethe ", Sign::certain, "looks like Ruckus (Brocade) FastIron: not read yet"},
    {"untagged ethe ", Sign::certain, "looks like Ruckus (Brocade) FastIron: not read yet"},
    {"module 1 icx", Sign::certain, "looks like Ruckus (Brocade) FastIron: not read yet"},
    {"stack unit ", 40, "looks like Ruckus (Brocade) FastIron: not read yet"},
};
inline constexpr Sign extreme[]{
    {"configure vlan default ", Sign::certain, "looks like Extreme EXOS: not read yet"},
    {"# Module devmgr configuration.", Sign::certain, "looks like Extreme EXOS: not read yet"},
    {"ChassisId: ", 40, "looks like Extreme VOSS: not read yet"},
};
// Less than certain: the file may also hold jobs, which are read.
inline constexpr Sign kubernetes[]{
    {"kind: NicClusterPolicy", 60, "looks like network settings of Kubernetes (NicClusterPolicy): not read yet"},
    {"kind: NicFirmwareTemplate", 60, "looks like network settings of Kubernetes (NicFirmwareTemplate): not read yet"},
    {"kind: NicInterfaceNameTemplate", 60, "looks like network settings of Kubernetes (NicInterfaceNameTemplate): not read yet"},
    {"kind: HostDeviceNetwork", 60, "looks like network settings of Kubernetes (HostDeviceNetwork): not read yet"},
    {"kind: MacvlanNetwork", 60, "looks like network settings of Kubernetes (MacvlanNetwork): not read yet"},
    {"kind: IPoIBNetwork", 60, "looks like network settings of Kubernetes (IPoIBNetwork): not read yet"},
    {"kind: SriovNetwork", 60, "looks like network settings of Kubernetes (SriovNetwork): not read yet", {}, "k"},
    {"kind: NetworkAttachmentDefinition", 60, "looks like network settings of Kubernetes (NetworkAttachmentDefinition): not read yet"},
    {"kind: SriovIBNetwork", 60, "looks like network settings of Kubernetes (SriovIBNetwork): not read yet"},
    {"kind: SriovNetworkPoolConfig", 60, "looks like network settings of Kubernetes (SriovNetworkPoolConfig): not read yet"},
    {"kind: SpiderMultusConfig", 60, "looks like network settings of Kubernetes (SpiderMultusConfig): not read yet"},
};
// clang-format on

}

/// Platforms without a driver, identified by lines that only they write, so
/// that such a file is named and not mistaken for a platform with similar
/// syntax. Driver records that hold only signs, so that one search covers both.
inline constexpr std::array unread_platforms{
    Driver{.name = "sr-os", .signs = unread::sr_os},
    Driver{.name = "pan-os", .signs = unread::pan_os},
    Driver{.name = "vyatta", .signs = unread::vyatta},
    Driver{.name = "ios", .signs = unread::ios},
    Driver{.name = "fastiron", .signs = unread::fast_iron},
    Driver{.name = "extreme", .signs = unread::extreme},
    Driver{.name = "kubernetes-network", .signs = unread::kubernetes},
};

}
