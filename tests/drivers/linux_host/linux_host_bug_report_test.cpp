// SPDX-License-Identifier: Apache-2.0
// The log of nvidia-bug-report.sh, in which most lines have nothing to do with RDMA.
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint::tests {
namespace {

constexpr std::string_view report
    = "____________________________________________\n"
      "\n"
      "Start of NVIDIA bug report log file.  Please include this file, along\n"
      "with a detailed description of your problem, when reporting a graphics\n"
      "driver bug.\n"
      "\n"
      "nvidia-bug-report.sh Version: 35722157\n"
      "\n"
      "Date: Mon Jun  1 10:00:00 UTC 2026\n"
      "uname: Linux gpu7 6.8.0-60-generic #63-Ubuntu SMP x86_64 GNU/Linux\n"
      "command line flags: \n"
      "\n"
      "____________________________________________\n"
      "\n"
      "*** /etc/issue\n"
      "*** ls: -rw-r--r-- 1 root root 26 2026-02-14 16:20:00.000000000 +0000 /etc/issue\n"
      "Ubuntu 24.04.2 LTS \\n \\l\n"
      "\n"
      "____________________________________________\n"
      "\n"
      "/usr/bin/lspci -nn\n"
      "\n"
      "1a:00.0 Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]\n"
      "\n"
      "____________________________________________\n"
      "\n"
      "/usr/bin/lspci -nnDvvvxxxx\n"
      "\n"
      "0000:00:00.0 Host bridge [0600]: Intel Corporation Device [8086:09a2]\n"
      "00: 86 80 a2 09 00 00 10 00 04 00 00 06 10 00 00 00\n"
      "\n"
      "0000:1a:00.0 Ethernet controller [0200]: Mellanox Technologies MT2910 Family [ConnectX-7] [15b3:1021]\n"
      "\t\t\tMaxPayload 256 bytes, MaxReadReq 512 bytes\n"
      "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
      "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x16\n"
      "00: b3 15 21 10 46 05 10 00 00 00 00 02 08 00 00 00\n"
      "\n"
      "____________________________________________\n"
      "\n"
      "dmesg:\n"
      "\n"
      "root@gpu7:~# ethtool -a eth0\n"
      "Pause parameters for eth0:\n"
      "\n"
      "____________________________________________\n"
      "\n"
      "/usr/bin/nvidia-smi --query\n"
      "\n"
      "GPU 00000000:1B:00.0\n"
      "\n"
      "/usr/bin/nvidia-smi nvlink --status\n"
      "\n"
      "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n"
      "\t Link 0: 26.562 GB/s\n"
      "\n"
      "____________________________________________\n"
      "\n"
      "End of NVIDIA bug report log file.\n";

}

TEST_CASE("the PCIe link of the NIC, the GPUs and the name of the host are read from NVIDIA's bug report")
{
    const ReadFiles host("linux-host",
        {{"h/nvidia-bug-report.log", report},
            {"h/ip-d-link.txt",
                "2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT\n"},
            {"h/rdma-link.txt", "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"},
            {"h/ethtool-i.eth0.txt", "driver: mlx5_core\nversion: 6.8.0\nbus-info: 0000:1a:00.0\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps().empty());
    CHECK(host.device().name == "gpu7");
    REQUIRE(host.nic("mlx5_0") != nullptr);
    CHECK(host.nic("mlx5_0")->pcie_slow.is(true));
    CHECK(host.nic("mlx5_0")->read_request.is(Bytes{512}));
    CHECK(host.device().gpus.is(1));
    CHECK_FALSE(port_of(host, "eth0").pause_rx.known());
}

TEST_CASE("a part of NVIDIA's bug report that concerns RDMA and is not read counts as such")
{
    const std::string text = std::string(report)
        + "____________________________________________\n\n/usr/bin/ibv_devinfo\n\nhca_id:\tmlx5_0\n"
          "root@gpu7:~# ethtool -a eth0\n\n____________________________________________\n\n"
          "/usr/bin/nvidia-smi -L\n\nGPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n";
    const ReadFiles host("linux-host", {{"h/nvidia-bug-report.log", text}});
    const std::string first = std::to_string(std::ranges::count(report, '\n') + 3);
    CHECK(host.gaps().starts_with(first + " unsupported /usr/bin/ibv_devinfo\n"));
    CHECK(host.coverage().count(CoverageState::unsupported) == 3);
    CHECK(host.coverage().count(CoverageState::unrecognised) == 0);
    CHECK(host.device().name == "gpu7");
    CHECK(host.device().gpus.is(1));
}

}
