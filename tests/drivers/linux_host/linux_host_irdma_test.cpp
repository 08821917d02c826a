// SPDX-License-Identifier: Apache-2.0
// RoCE or iWARP, and what shows DCQCN on the NICs of each driver.
#include "tests/drivers/linux_host/intel_capture.h"

#include <string>
#include <string_view>

namespace rocelint::intel_capture {

TEST_SUITE_BEGIN("linux-host: RDMA protocol and DCQCN");

TEST_CASE("devlink, irdma's options, ibv_devinfo and the driver say whether RDMA is RoCE or iWARP")
{
    const ReadFiles roce = read_with("root@io1:~# devlink dev param show pci/0000:31:00.0 name enable_roce\n"
                                     "pci/0000:31:00.0:\n"
                                     "  name enable_roce type generic\n"
                                     "    values:\n"
                                     "      cmode runtime value true\n");
    CHECK(roce.gaps() == "");
    CHECK(nic_of(roce).iwarp.is(false));
    const ReadFiles json = read_with(
        "root@io1:~# devlink -j dev param show\n"
        R"({"param":{"pci/0000:31:00.0":[{"name":"enable_iwarp","type":"generic","values":[{"cmode":"runtime","value":true}]}]}})"
        "\n");
    CHECK(nic_of(json).iwarp.is(true));
    CHECK(nic_of(read_with("root@io1:~# cat /etc/modprobe.d/irdma.conf\noptions irdma roce_ena=1\n"))
              .iwarp.is(false));
    CHECK(nic_of(read_with("root@io1:~# ibv_devinfo -d rocep49s0f0\n"
                           "hca_id:\trocep49s0f0\n"
                           "\ttransport:\t\t\tiWARP (1)\n"
                           "\tport:\t1\n"
                           "\t\tlink_layer:\t\tEthernet\n"))
              .iwarp.is(true));
    const ReadFiles x722("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# ethtool -i eth0\n"
            "driver: i40e\n"
            "root@io1:~# rdma link\n"
            "link iwp24s0f0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    REQUIRE(x722.nic("iwp24s0f0") != nullptr);
    CHECK(x722.nic("iwp24s0f0")->iwarp.is(true));
}

TEST_CASE("configfs of Intel's irdma shows whether the NIC heeds CNPs")
{
    const ReadFiles host
        = read_with("root@io1:~# grep -H '' /sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable\n"
                    "/sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable:0\n");
    CHECK(host.gaps() == "");
    CHECK(nic_of(host).ecn_reaction.is(PrioritySet{}));
    CHECK(nic_of(host).reaction_seen == PrioritySet::all());
    CHECK(!nic_of(host).ecn_notification.peek_known());
    CHECK(nic_of(host).iwarp.is(false));
}

TEST_CASE("what is missing about DCQCN is named as the NIC's driver shows it")
{
    const auto reason = [](std::string_view name, std::string_view version) {
        const ReadFiles host("linux-host",
            {{"h/capture.txt",
                "root@h:~# ethtool -i eth0\ndriver: " + std::string(name)
                    + "\nversion: " + std::string(version)
                    + "\nroot@h:~# rdma link\n"
                      "link dev0/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
        REQUIRE(host.nic("dev0") != nullptr);
        return reason_of(host, host.nic("dev0")->ecn_reaction.origin);
    };
    CHECK(reason("mlx5_core", "24.10-0.7.0") == "no /sys/class/net/eth0/ecn/roce_rp was captured");
    CHECK(reason("mlx5_core", "6.8.0-49-generic")
              .starts_with("no file of the kernel's own mlx5 driver shows it"));
    CHECK(reason("ice", "1.13.7").find("roce_dcqcn_enable of eth0") != std::string::npos);
    CHECK(reason("bnxt_en", "1.10.3").find("bnxt_re/dev0/ports/1/cc/ecn_enable") != std::string::npos);
    CHECK(reason("ionic", "24.9.1").find("nicctl show dcqcn") != std::string::npos);
    CHECK(reason("qede", "6.8.0-49-generic") == "where the driver qede shows it is undocumented");
    CHECK(reason("mlx4_en", "4.0-0") == "where the driver mlx4_en shows it is undocumented");
    CHECK(reason("bonding", "6.8.0-49-generic") == "no /sys/class/net/eth0/ecn/roce_rp was captured");
}

TEST_CASE("debugfs of the kernel's mlx5 shows how CNPs are marked, before or after ethtool -i")
{
    constexpr std::string_view marks = "root@h:~# grep -rH '' /sys/kernel/debug/mlx5/0000:1a:00.0/cc_params\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_dscp:48\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio_mode:0\n"
                                       "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio:6\n";
    constexpr std::string_view device
        = "root@h:~# ethtool -i eth0\ndriver: mlx5_core\nbus-info: 0000:1a:00.0\n"
          "root@h:~# rdma link\n"
          "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev eth0\n";
    for (const std::string& text :
        {std::string(marks) + std::string(device), std::string(device) + std::string(marks)}) {
        const ReadFiles host("linux-host", {{"h/capture.txt", text}});
        CHECK(host.gaps() == "");
        REQUIRE(host.nic("mlx5_0") != nullptr);
        CHECK(host.nic("mlx5_0")->cnp_dscp.is(48));
        CHECK(host.nic("mlx5_0")->cnp_priority.is(6));
    }
    const ReadFiles other_mode("linux-host",
        {{"h/capture.txt",
            std::string(device)
                + "root@h:~# grep -rH '' /sys/kernel/debug/mlx5/0000:1a:00.0/cc_params\n"
                  "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio_mode:1\n"
                  "/sys/kernel/debug/mlx5/0000:1a:00.0/cc_params/np_cnp_prio:6\n"}});
    CHECK(!other_mode.nic("mlx5_0")->cnp_priority.peek_known());
}

TEST_CASE("numbers of DCQCN in the options of irdma are listed, and not passed over")
{
    const ReadFiles host = read_with("root@io1:~# cat /etc/modprobe.d/irdma.conf\noptions irdma dcqcn_F=5\n");
    CHECK(host.gaps().find("unsupported options irdma dcqcn_F=5") != std::string::npos);
}

TEST_SUITE_END();

}
