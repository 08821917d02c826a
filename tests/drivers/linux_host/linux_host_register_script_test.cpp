// SPDX-License-Identifier: Apache-2.0
// What scripts write into the register ROCE_ACCL of NICs.
#include "drivers/linux_host/linux_host.h"
#include "tests/drivers/linux_host/firmware_script.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {

TEST_CASE("a script that writes the register of retransmission is one of a host")
{
    constexpr std::string_view script
        = "#!/bin/bash\nfor nic in 1a:00.0 1a:00.1; do\n"
          "  sudo mlxreg -d $nic --reg_name ROCE_ACCL \\\n"
          "    --set \"roce_adp_retrans_en=0x1,roce_tx_window_en=1,roce_slow_restart_en=0x0\" --yes\n"
          "done\nmstreg --device=mlx5_1 -s adaptive_routing_forced_en=0x1 --reg_name=ROCE_ACCL\n";
    const ReadFiles host = with_script(script);
    CHECK(host.all_recognised());
    CHECK(host.problems().empty());
    CHECK(host.gaps(1) == "");
    CHECK(host.nic("mlx5_0")->adaptive_retransmission.is(true));
    CHECK(host.nic("mlx5_0")->send_window.is(true));
    CHECK(host.nic("mlx5_0")->slow_restart.is(false));
    CHECK_FALSE(host.nic("mlx5_0")->out_of_order.known());
    CHECK(host.nic("mlx5_1")->slow_restart.is(false));
    CHECK(host.nic("mlx5_1")->out_of_order.is(true));
    CHECK_FALSE(host.nic("mlx5_1")->stored_out_of_order.known());
    const ReadFiles query(
        "linux-host", {{"h1/q.sh", "#!/bin/bash\nmlxreg -d mlx5_0 --reg_name ROCE_ACCL --get\n"}});
    CHECK_FALSE(query.all_recognised());
}

TEST_CASE("what a script writes into another register, or into fields that only it knows, is unsupported")
{
    const std::string begin = "#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40\n";
    for (const std::string_view command : {"mlxreg -d mlx5_0 --reg_name PPLM --set roce_tx_window_en=1",
             "mlxreg -d mlx5_0 --reg_id 0x402c --reg_len 0x80 --set 0x4.0:1=1",
             "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set $FIELDS",
             "mlxreg -d $NIC --reg_name ROCE_ACCL --set roce_tx_window_en=1",
             "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set roce_tx_windw_en=1",
             "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set "
             "roce_tx_window_field_select=0,roce_tx_window_en=1"}) {
        CAPTURE(command);
        const ReadFiles host = with_script(begin + std::string(command) + '\n');
        CHECK(host.gaps(1) == "3 unsupported " + std::string(command) + '\n');
        CHECK_FALSE(host.nic("mlx5_0")->send_window.known());
    }
    const ReadFiles other
        = with_script(begin + "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set ack_dscp_force=0\n");
    CHECK(other.gaps(1) == "");
}

TEST_CASE("a value that mlxreg does not accept is an error, and none of its command's fields is set")
{
    for (const std::string_view broken : {"roce_tx_window_en=0xzz",
             "roce_tx_window_en",
             "roce_tx_window_en=",
             "=1",
             "roce_tx_window_en=-1",
             "roce_tx_window_en=on",
             "roce_tx_window_en=08",
             "roce_tx_window_en=99999999999999999999",
             "ack_dscp=x"}) {
        CAPTURE(broken);
        const std::string command = "mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set roce_slow_restart_en=0,"
            + std::string(broken) + " --yes";
        const ReadFiles host = with_script("#!/bin/bash\n" + command + "\nmlnx_qos -i eth0 --trust dscp\n");
        CHECK(host.gaps(1) == "2 unrecognised " + command + '\n');
        CHECK(warns(host,
            "mlxreg does not accept \"" + std::string(broken)
                + "\": it refuses the whole command, and nothing is set"));
        CHECK_FALSE(host.nic("mlx5_0")->send_window.known());
        CHECK_FALSE(host.nic("mlx5_0")->slow_restart.known());
    }
}

TEST_CASE(
    "of a number that does not fit into a field of the register its lowest bit is written, with a warning")
{
    const auto window = [](std::string_view value, bool warned) {
        const ReadFiles host = with_script("#!/bin/bash\nfor nic in mlx5_0 mlx5_1; do\n"
                                           "  mlxreg -d $nic --reg_name ROCE_ACCL --set roce_tx_window_en="
            + std::string(value) + "\ndone\n");
        CHECK(host.problems().size() == (warned ? 1U : 0U));
        CHECK(warns(host, "roce_tx_window_en has one bit, and mlxreg writes the lowest of") == warned);
        CHECK(host.gaps(1) == "");
        CHECK(host.nic("mlx5_0")->send_window.peek_known());
        return host.nic("mlx5_1")->send_window.value;
    };
    CHECK(window("1", false));
    CHECK(window("0X01", false));
    CHECK_FALSE(window("00", false));
    CHECK_FALSE(window("2", true));
    CHECK(window("0x3", true));
    CHECK(window("0xFFFFFFFF", true));
}

TEST_CASE("a register that a capture shows otherwise than the script writes it was not written, or lost")
{
    const std::string shown = std::string(card_of_two)
        + "$ mlxreg -d mlx5_0 --reg_name ROCE_ACCL --get\nroce_slow_restart_en   | 0x00000001\n";
    constexpr std::string_view script
        = "#!/bin/bash\nmlxreg -d mlx5_0 --reg_name ROCE_ACCL --set roce_slow_restart_en=0 --yes\n";
    const ReadFiles host("linux-host", {{"h1/capture.txt", shown}, {"h1/setup.sh", script}});
    CHECK(host.nic("mlx5_0")->slow_restart.is(false));
    CHECK(warns(host, "the capture shows another roce_slow_restart_en of mlx5_0"));
    const Source capture(0, "h1/capture.txt", shown);
    const Source setup(1, "h1/setup.sh", script);
    std::vector<Tree> trees;
    trees.push_back(find_driver("linux-host")->parse(capture));
    trees.push_back(find_driver("linux-host")->parse(setup));
    const Device now = linux_host::read_in_force(trees, "h1");
    REQUIRE(!now.nics.empty());
    CHECK(now.nics.front().slow_restart.is(true));
}

TEST_CASE("what the firmware allows stays on where a script clears the register")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt", capture_of("        ROCE_ADAPTIVE_ROUTING_EN    True(1)\n")},
            {"h1/setup.sh",
                "#!/bin/bash\nmlxreg -d mlx5_0 --reg_name ROCE_ACCL --set adaptive_routing_forced_en=0 --yes\n"}});
    CHECK(host.nic("mlx5_0")->out_of_order.is(true));
    CHECK(host.nic("mlx5_0")->stored_out_of_order.is(true));
}

}
