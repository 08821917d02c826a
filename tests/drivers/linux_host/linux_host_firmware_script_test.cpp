// SPDX-License-Identifier: Apache-2.0
// What scripts store in the firmware of NICs, and commands behind a variable that may hold sudo.
#include "drivers/linux_host/linux_host.h"
#include "tests/drivers/linux_host/firmware_script.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {

TEST_CASE("a script that only stores settings in the firmware of NICs is one of a host")
{
    const ReadFiles host = with_script("#!/bin/bash\nfor bus in 1a:00.0; do\n"
                                       "  sudo mlxconfig -d $bus -y set CNP_DSCP_P1=40 CNP_DSCP_P2=48\n"
                                       "  mstconfig -y -d $bus s LLDP_NB_DCBX_P1=True MAX_ACC_OUT_READ=44\n"
                                       "done\nmlxfwreset -d 1a:00.0 -y reset\n");
    CHECK(host.all_recognised());
    CHECK(host.problems().empty());
    CHECK(host.gaps(1) == "");
    CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(40));
    CHECK(host.nic("mlx5_1")->stored_cnp_dscp.is(48));
    CHECK(host.nic("mlx5_0")->firmware_dcbx.is(true));
    const ReadFiles query("linux-host", {{"h1/q.sh", "#!/bin/bash\nmlxconfig -d mlx5_0 q CNP_DSCP_P1\n"}});
    CHECK_FALSE(query.all_recognised());
}

TEST_CASE("options of mlxconfig with a value are not mistaken for its command")
{
    for (const std::string_view option : {"-t hca",
             "--device_type hca",
             "-p key.pem",
             "--private_key key.pem",
             "-u 4d3c",
             "--key_uuid 4d3c",
             "-k id",
             "-eng name",
             "-tkn CS",
             "--host_id 1",
             "--pf_index 2",
             "-b my.db",
             "-f raw.txt",
             "-e"}) {
        CAPTURE(option);
        const ReadFiles host = with_script(
            "#!/bin/bash\nmlxconfig -d mlx5_0 " + std::string(option) + " set CNP_DSCP_P1=40\n");
        CHECK(host.gaps(1) == "");
        CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(40));
    }
    const ReadFiles help = with_script("#!/bin/bash\nmlxconfig -d mlx5_0 -h set CNP_DSCP_P1=40\n");
    CHECK_FALSE(help.nic("mlx5_0")->stored_cnp_dscp.known());
}

TEST_CASE("a command of mlxconfig that stores more than it names is unsupported")
{
    const std::string set = "#!/bin/bash\nmlxconfig -d mlx5_0 set CNP_DSCP_P1=40\nmlxconfig -d mlx5_0 ";
    for (const std::string_view command : {"apply all.conf",
             "auto_apply all.conf",
             "-f raw.txt set_raw",
             "reset",
             "r NV_GLOBAL_PCI_CONF_4",
             "set_system_conf fast",
             "frobnicate",
             "--with_default set CNP_802P_PRIO_P1=6"}) {
        CAPTURE(command);
        CHECK(with_script(set + std::string(command) + '\n').gaps(1)
            == "3 unsupported mlxconfig -d mlx5_0 " + std::string(command) + '\n');
    }
    for (const std::string_view command : {"q",
             "query CNP_DSCP_P1",
             "-j q.json q",
             "i",
             "show_confs",
             "-f raw.txt get_raw",
             "-f raw.txt backup",
             "-t hca gen_tlvs_file tlvs.txt",
             "g tlvs.txt all.xml",
             "xml2raw all.xml all.raw",
             "create_conf all.xml all.conf",
             "validate_system_conf fast"}) {
        CAPTURE(command);
        CHECK(with_script(set + std::string(command) + '\n').gaps(1) == "");
    }
}

TEST_CASE("a script that sets the firmware in a command over several lines is one of a host")
{
    for (const std::string_view command : {"mlxconfig -d mlx5_0 -y set \\\n  CNP_DSCP_P1=40\n",
             "mlxconfig \\\n  -d mlx5_0 \\\n  -y set\\\n\tCNP_DSCP_P1=40\n",
             "mlxconfig\t-d mlx5_0 -y\tset\tCNP_DSCP_P1=40\n"}) {
        CAPTURE(command);
        const ReadFiles host = with_script("#!/bin/bash\n" + std::string(command));
        CHECK(host.all_recognised());
        CHECK(host.gaps(1) == "");
        CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(40));
    }
    const ReadFiles query(
        "linux-host", {{"h1/q.sh", "#!/bin/bash\nmlxconfig -d mlx5_0 q \\\n  CNP_DSCP_P1\necho set a=b\n"}});
    CHECK_FALSE(query.all_recognised());
}

TEST_CASE("a script that only prints or mentions a setting of the firmware is not one of a host")
{
    const auto is_of_host = [](std::string_view command) {
        const std::string script = "#!/bin/bash\n" + std::string(command) + '\n';
        return ReadFiles("linux-host", {{"h1/setup.sh", script}}).all_recognised();
    };
    for (const std::string_view command : {"echo mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40",
             "[ -e /x ] && echo \"mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40\"",
             "  printf 'mlxconfig -d mlx5_0 -y \\\nset CNP_DSCP_P1=40'",
             "# mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40",
             "check-mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40",
             "mymlxconfig\t-d mlx5_0 -y set CNP_DSCP_P1=40"}) {
        CAPTURE(command);
        CHECK_FALSE(is_of_host(command));
    }
    for (const std::string_view command : {"/usr/bin/mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40",
             "echo begins; mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40",
             "echo y | mstconfig -d mlx5_0 set CNP_DSCP_P1=40",
             "out=$(mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40)"}) {
        CAPTURE(command);
        CHECK(is_of_host(command));
    }
}

TEST_CASE("a setting of the firmware is not read where its card or value is not known")
{
    const ReadFiles host = with_script("#!/bin/bash\nfor bus in $(lspci | awk '{print $1}'); do\n"
                                       "  mlxconfig -d $bus -y set CNP_DSCP_P1=40\n"
                                       "  mlxconfig -d $bus -y set MAX_ACC_OUT_READ=44\ndone\n"
                                       "mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=$DSCP\n"
                                       "mlxconfig -d mlx5_0 -y reset\n"
                                       "[ -e /x ] && mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40\n");
    CHECK(host.gaps(1)
        == "3 unsupported   mlxconfig -d $bus -y set CNP_DSCP_P1=40\n"
           "6 unsupported mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=$DSCP\n"
           "7 unsupported mlxconfig -d mlx5_0 -y reset\n"
           "8 unsupported [ -e /x ] && mlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40\n");
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_dscp.known());
    const ReadFiles other = with_script("#!/bin/bash\nmlxconfig -d c1:00.0 -y set CNP_DSCP_P1=40\n");
    CHECK(warns(other, "no capture shows which interface the NIC c1:00.0 is"));
    const ReadFiles wrong = with_script("#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_DSCP_P1=64\n");
    CHECK(warns(wrong, "CNP_DSCP_P1 cannot be read: '64'"));
}

TEST_CASE("a script that stores another value than the capture shows did not run")
{
    const std::string shown
        = std::string(card_of_two) + "$ mlxconfig -d mlx5_0 q\n        CNP_DSCP_P1    48\n";
    const ReadFiles host("linux-host",
        {{"h1/capture.txt", shown},
            {"h1/setup.sh", "#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40\n"}});
    CHECK(host.nic("mlx5_0")->stored_cnp_dscp.is(40));
    CHECK(warns(host, "the capture shows another CNP_DSCP_P1 of mlx5_0"));
}

TEST_CASE("the stored priority of CNPs does not count where they have that of the packets that they answer")
{
    const ReadFiles host = with_script(
        "#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_RES_PRIO_MODE_P1=1 CNP_802P_PRIO_P1=6 CNP_802P_PRIO_P2=6\n");
    CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_priority.known());
    CHECK(host.nic("mlx5_0")->stored_cnp_priority.origin != OriginId{});
    CHECK(host.nic("mlx5_1")->stored_cnp_priority.is(6));
}

TEST_CASE("firmware that follows no request any more sends CNPs in their stored priority")
{
    const ReadFiles script
        = with_script("#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_RES_PRIO_MODE_P1=1\n"
                      "mlxconfig -d mlx5_0 -y set CNP_RES_PRIO_MODE_P1=0 CNP_802P_PRIO_P1=6\n");
    CHECK(script.nic("mlx5_0")->stored_cnp_priority.is(6));
    const ReadFiles other
        = captured_and_set("        CNP_RES_PRIO_MODE_P1    True(1)\n        CNP_802P_PRIO_P1    6\n",
            "CNP_RES_PRIO_MODE_P1=False");
    CHECK(other.nic("mlx5_0")->stored_cnp_priority.is(6));
}

TEST_CASE("firmware that turns RoCE off leaves the NIC without GIDs of RoCE v2")
{
    const std::string off = "#!/bin/bash\nmlxconfig -d mlx5_0 -y set ROCE_CONTROL=1\n";
    CHECK(with_script(off).nic("mlx5_0")->has_v2_gid.is(false));
    CHECK_FALSE(
        with_script(off + "mlxconfig -d mlx5_0 -y set ROCE_CONTROL=2\n").nic("mlx5_0")->has_v2_gid.known());
    const std::string_view disabled = "        ROCE_CONTROL    ROCE_DISABLE(1)\n";
    CHECK(captured_and_set(disabled, "BOOT_VLAN=1").nic("mlx5_0")->has_v2_gid.is(false));
    CHECK_FALSE(captured_and_set(disabled, "ROCE_CONTROL=ROCE_ENABLE").nic("mlx5_0")->has_v2_gid.known());
    CHECK_FALSE(captured_and_set(disabled, "ROCE_CONTROL=0").nic("mlx5_0")->has_v2_gid.known());
}

TEST_CASE("firmware that turns RoCE on again at its next start has it off now")
{
    const std::string capture
        = capture_of("*       ROCE_CONTROL    DEVICE_DEFAULT(0)    ROCE_DISABLE(1)    ROCE_ENABLE(2)\n");
    const ReadFiles host("linux-host", {{"h1/capture.txt", capture}});
    CHECK(warns(host, "the firmware has ROCE_CONTROL ROCE_DISABLE(1) now and ROCE_ENABLE(2) after"));
    CHECK_FALSE(host.nic("mlx5_0")->has_v2_gid.known());
    const Source source(0, "h1/capture.txt", capture);
    std::vector<Tree> trees;
    trees.push_back(find_driver("linux-host")->parse(source));
    const Device now = linux_host::read_in_force(trees, "h1");
    REQUIRE(!now.nics.empty());
    CHECK(now.nics.front().has_v2_gid.is(false));
}

TEST_CASE("each setting of the firmware is compared with what the capture shows")
{
    struct Row {
        std::string_view name;
        std::string_view shown;
        std::string_view same;
        std::string_view other;
    };
    constexpr Row rows[] = {
        {"ROCE_CONTROL", "ROCE_ENABLE(2)", "2", "0"},
        {"CNP_RES_PRIO_MODE_P1", "True(1)", "True", "0"},
        {"CNP_802P_PRIO_P1", "6", "6", "5"},
        {"LLDP_NB_DCBX_P1", "False(0)", "False", "1"},
        {"LLDP_NB_TX_MODE_P1", "ALL(2)", "ALL", "MANDATORY"},
        {"LLDP_NB_RX_MODE_P1", "OFF(0)", "OFF", "2"},
        {"RPG_AI_RATE_P1", "5", "0x5", "6"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const std::string name(row.name);
        const std::string shown = "        " + name + "    " + std::string(row.shown) + '\n';
        const std::string message = "the capture shows another " + name + " of mlx5_0 than";
        CHECK_FALSE(warns(captured_and_set(shown, name + '=' + std::string(row.same)), message));
        const ReadFiles host = captured_and_set(shown, name + '=' + std::string(row.other));
        CHECK(warns(host, message));
        CHECK(host.gaps(1) == "");
    }
}

TEST_CASE("a query with all columns shows the default of the firmware, which a script does not change")
{
    const auto interval = [](const ReadFiles& host) {
        const auto& all = host.nic("mlx5_0")->dcqcn;
        REQUIRE(all.size() == 1);
        return all.front();
    };
    const std::string columns = "        MIN_TIME_BETWEEN_CNPS_P1    2    4    4\n";
    CHECK(interval(captured_and_set(columns, "BOOT_VLAN=1")).usual == 2);
    const DcqcnParameter set = interval(captured_and_set(columns, "MIN_TIME_BETWEEN_CNPS_P1=8"));
    CHECK(set.value == 8);
    CHECK(set.usual == 2);
    CHECK_FALSE(interval(captured_and_set("        MIN_TIME_BETWEEN_CNPS_P1    4\n", "BOOT_VLAN=1")).usual);
}

TEST_CASE("a script and a capture together say whether the firmware speaks DCBX")
{
    const std::string on = "        LLDP_NB_DCBX_P1    True(1)\n";
    const std::string deaf = "        LLDP_NB_RX_MODE_P1    OFF(0)\n";
    const std::string mute = "        LLDP_NB_TX_MODE_P1    OFF(0)\n";
    const auto speaks = [](const ReadFiles& host) { return host.nic("mlx5_0")->firmware_dcbx; };
    CHECK(speaks(captured_and_set(on + mute + deaf, "BOOT_VLAN=1")).is(false));
    CHECK(speaks(captured_and_set(on + mute + deaf, "LLDP_NB_TX_MODE_P1=ALL")).is(true));
    CHECK(speaks(captured_and_set(on + deaf, "LLDP_NB_TX_MODE_P1=OFF")).is(false));
    const std::string twice = capture_of(on + deaf) + "$ mlxconfig -d mlx5_0 q\n" + mute;
    CHECK(speaks(ReadFiles("linux-host", {{"h1/capture.txt", twice}})).is(false));
}

TEST_CASE("a word that mlxconfig does not accept is an error, and nothing of its command is stored")
{
    for (const std::string_view broken :
        {"CNP_802P_PRIO_P1=six", "ROCE_CONTROL=roce_on", "RPG_AI_RATE_P1=5Mbps"}) {
        CAPTURE(broken);
        const ReadFiles host = with_script(
            "#!/bin/bash\nmlxconfig -d mlx5_0 -y set CNP_DSCP_P1=40 " + std::string(broken) + '\n');
        CHECK(warns(host,
            "mlxconfig does not accept " + std::string(broken)
                + ": it refuses the whole command, and nothing is set"));
        CHECK_FALSE(host.nic("mlx5_0")->stored_cnp_dscp.known());
    }
}

TEST_CASE("a command behind a variable that holds sudo or nothing is read")
{
    constexpr std::string_view rows[] = {
        "SUDO=sudo\n$SUDO mlnx_qos -i eth0 --trust dscp\n",
        "SUDO=\n$SUDO mlnx_qos -i eth0 --trust dscp\n",
        "SUDO=\"\"\n[ \"$(id -u)\" = 0 ] || SUDO=sudo\n$SUDO mlnx_qos -i eth0 --trust dscp\n",
        "if [ \"$(id -u)\" != 0 ]; then SUDO=\"sudo -n\"; fi\n$SUDO mlnx_qos -i eth0 --trust dscp\n",
        "if [ \"$(id -u)\" = 0 ]; then SUDO=; else SUDO=sudo; fi\n$SUDO mlnx_qos -i eth0 --trust dscp\n",
        "${SUDO:-sudo} mlnx_qos -i eth0 --trust dscp\n",
        "run=()\n(( EUID != 0 )) && run=(sudo)\n\"${run[@]}\" mlnx_qos -i eth0 --trust dscp\n",
    };
    for (const std::string_view row : rows) {
        CAPTURE(row);
        const std::string script = "#!/bin/bash\n" + std::string(row);
        const ReadFiles host("linux-host", {{"h1/setup.sh", script}});
        CHECK(host.gaps() == "");
        CHECK(port_of(host, "eth0").trust.is(Trust::dscp));
    }
    const ReadFiles open(
        "linux-host", {{"h1/setup.sh", "#!/bin/bash\n$RUN mlnx_qos -i eth0 --trust dscp\n"}});
    CHECK(open.device().ports.empty());
    CHECK(open.gaps() == "2 unsupported $RUN mlnx_qos -i eth0 --trust dscp\n");
    CHECK(warns(open, "only the running script knows whether $RUN is sudo"));
}

}
