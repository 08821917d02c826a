// SPDX-License-Identifier: Apache-2.0
// The only table of NIC drivers by name. Each row has its source.
#include "drivers/linux_host/knob/nic_drivers.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

// MLNX_OFED's en_ecn.c, and of a driver that was not captured.
constexpr NicDriver mlx5_of_ofed{.name = "mlx5_core",
    .notification_unread = "no /sys/class/net/{}/ecn/roce_np was captured",
    .reaction_unread = "no /sys/class/net/{}/ecn/roce_rp was captured"};

// Linux drivers/infiniband/hw/mlx5/cong.c: the files below cc_params are the numbers of DCQCN and the marking of
// CNPs, and none of them turns a half on or off.
constexpr std::string_view mlx5_of_kernel_has_none
    = "no file of the kernel's own mlx5 driver shows it; MLNX_OFED has /sys/class/net/{}/ecn for it";
constexpr NicDriver mlx5_of_kernel{.name = "mlx5_core",
    .notification_unread = mlx5_of_kernel_has_none,
    .reaction_unread = mlx5_of_kernel_has_none};

// Broadcom's own driver and the kernel's (Linux 6.15, bnxt_re debugfs.c).
constexpr std::string_view bnxt_shows_none
    = "neither /sys/kernel/config/bnxt_re/{1}/ports/1/cc/ecn_enable nor cc_config/enable_cc below "
      "/sys/kernel/debug/bnxt_re was captured";

constexpr std::string_view unknown_driver_shows_none = "where the driver {2} shows it is undocumented";
constexpr NicDriver unknown_driver{
    .notification_unread = unknown_driver_shows_none, .reaction_unread = unknown_driver_shows_none};

constexpr std::array drivers{
    // Broadcom's bnxt_setupcc.sh 236.1.155.0: cc/ecn_enable turns both halves on.
    NicDriver{.name = "bnxt_en", .notification_unread = bnxt_shows_none, .reaction_unread = bnxt_shows_none},
    // README of Intel's irdma driver 1.x, RDMA Protocol Selection and Flow Control Settings: X722 has iWARP alone.
    NicDriver{.name = "i40e",
        .notification_unread = "the driver of {} has iWARP alone, which has no DCQCN",
        .reaction_unread = "the driver of {} has iWARP alone, which has no DCQCN",
        .iwarp_only
        = "the X722, the RDMA NIC of i40e, has iWARP alone (README of Intel's irdma driver, RDMA Protocol Selection)"},
    // README of Intel's irdma driver 1.x, ECN Configuration (one switch for DCQCN, off by default); Intel Ethernet
    // 800 Series Linux Flow Control Configuration Guide for RDMA Use Cases, 635330 1.3, QoS/Flow Control
    // Limitations (the driver de-tunes RoCEv2 where it finds neither kind of flow control); Intel Support, article
    // 000059783 (an E810-CQDA2 reaches 49 Gb/s with one queue pair, 88 with two).
    NicDriver{.name = "ice",
        .notification_unread = "the driver of {} has no switch for the CNPs that it sends",
        .reaction_unread
        = "no roce_dcqcn_enable of {} below /sys/kernel/config/irdma was captured (Intel's irdma driver has the "
          "file, the kernel's own does not)",
        .slows_unpaused = true,
        .queue_pair_rate = {49'000'000'000}},
    // AMD's nicctl: "Status : Enabled" of each RoCE device.
    NicDriver{.name = "ionic",
        .notification_unread = "no nicctl show dcqcn of {} was captured",
        .reaction_unread = "no nicctl show dcqcn of {} was captured"},
};

// Linux bond_main.c and team_core.c: what ethtool -i prints of a group of ports, and so nothing of its NICs' driver.
bool is_group_of_ports(std::string_view name) { return name == "bonding" || name == "team"; }

// The kernel's drivers print its release, "6.8.0-49-generic"; NVIDIA's print "24.10-0.7.0".
bool is_kernel_release(std::string_view version)
{
    const std::string_view numbers = version.substr(0, version.find('-'));
    return std::ranges::count(numbers, '.') == 2 && ascii::is_digit(numbers.front());
}

}

const NicDriver& nic_driver(std::string_view name, std::string_view version)
{
    const auto* const row = std::ranges::find(drivers, name, &NicDriver::name);
    if (row != drivers.end())
        return *row;
    if (name.empty() || is_group_of_ports(name))
        return mlx5_of_ofed;
    if (name != mlx5_of_kernel.name)
        return unknown_driver;
    return is_kernel_release(version) ? mlx5_of_kernel : mlx5_of_ofed;
}

}
