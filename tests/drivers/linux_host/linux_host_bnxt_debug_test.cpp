// SPDX-License-Identifier: Apache-2.0
// What the firmware of a Broadcom NIC has: debugfs of the kernel's own driver, and options of the NVM.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::bnxt_debug_test {
namespace {

using tests::ReadFiles;

constexpr std::string_view device = "root@h1:~# ethtool -i ens1\n"
                                    "driver: bnxt_en\n"
                                    "bus-info: 0000:a6:00.0\n"
                                    "root@h1:~# rdma link\n"
                                    "link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n";
constexpr std::string_view in_debugfs
    = "root@h1:~# grep -rH '' /sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config\n"
      "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/alt_vlan_dscp:48\n"
      "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/alt_vlan_pcp:7\n"
      "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/enable_cc:1\n"
      "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/tos_dscp:26\n"
      "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/tos_ecn:1\n";

ReadFiles host_with(std::string_view text)
{
    const std::string whole = std::string(device) + std::string(text);
    return ReadFiles("linux-host", {{"h1/capture.txt", whole}});
}

bool warns_of_debugfs(const ReadFiles& host, std::string_view begin)
{
    for (const SyntaxProblem& problem : host.problems()) {
        if (problem.message.starts_with(begin))
            return true;
    }
    return false;
}

TEST_SUITE_BEGIN("linux-host: firmware of Broadcom NICs");

TEST_CASE("debugfs of bnxt_re shows the congestion control of the NIC at a PCI address, whatever comes first")
{
    for (const std::string& text :
        {std::string(device) + std::string(in_debugfs), std::string(in_debugfs) + std::string(device)}) {
        const ReadFiles host("linux-host", {{"h1/capture.txt", text}});
        CHECK(host.gaps() == "");
        CHECK(host.problems().empty());
        REQUIRE(host.nic("bnxt_re0") != nullptr);
        const Nic& nic = *host.nic("bnxt_re0");
        CHECK(nic.ecn_notification.is(PrioritySet::all()));
        CHECK(nic.ecn_reaction.is(PrioritySet::all()));
        CHECK(nic.cnp_dscp.is(48));
        CHECK(nic.cnp_priority.is(7));
        CHECK(nic.congestion_dscp.is(26));
        CHECK(nic.ecn_capable.is(true));
    }
}

TEST_CASE("congestion control that is off in debugfs is off, with its line")
{
    const ReadFiles host
        = host_with("root@h1:~# cat /sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/enable_cc\n"
                    "0\n");
    CHECK(host.gaps() == "");
    const Nic& nic = *host.nic("bnxt_re0");
    CHECK(nic.ecn_reaction.is(PrioritySet{}));
    CHECK(host.device().origins.span(nic.ecn_reaction.origin).length == 1);
}

TEST_CASE("numbers of the algorithm are listed as not read, and a value that is none is reported")
{
    const ReadFiles host
        = host_with("root@h1:~# grep -rH '' /sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config\n"
                    "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/cc_mode:1\n"
                    "/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/alt_vlan_dscp:64\n");
    CHECK(host.gaps().find("unsupported /sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/cc_mode:1")
        != std::string::npos);
    CHECK(warns_of_debugfs(host, "the DSCP of CNPs cannot be read: '64'"));
    CHECK_FALSE(host.nic("bnxt_re0")->cnp_dscp.known());
}

TEST_CASE("debugfs of a NIC that nothing maps to an interface is reported once")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
            std::string(in_debugfs)
                + "root@h1:~# rdma link\n"
                  "link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with(
        "nothing shows which interface the NIC at 0000:a6:00.0 is, so this is not read"));
}

TEST_CASE("what debugfs prints about a device is passed over")
{
    const ReadFiles host = host_with("root@h1:~# cat /sys/kernel/debug/bnxt_re/bnxt_re0/info\n"
                                     "bnxt_re debug info:\n"
                                     "=====[ IBDEV bnxt_re0 ]=============================\n"
                                     "\tlink state: UP\n"
                                     "\tfw_service_prof_type_sup : 1\n");
    CHECK(host.gaps() == "");
    CHECK_FALSE(host.nic("bnxt_re0")->ecn_reaction.known());
}

TEST_CASE("a NIC whose NVM turns RDMA off has no GIDs after the next boot")
{
    const auto asked = [](std::string_view command, std::string_view value) {
        return host_with(
            "root@h1:~# niccli " + std::string(command) + "\nsupport_rdma = " + std::string(value) + "\n");
    };
    for (const std::string_view command : {"-dev 0000:a6:00.0 nvm -getoption support_rdma -scope 0",
             "--dev 0000:a6:00.0 nvm --getoption support_rdma"}) {
        CAPTURE(command);
        const ReadFiles off = asked(command, "False");
        CHECK(off.gaps() == "");
        CHECK(off.nic("bnxt_re0")->has_v2_gid.is(false));
        const ReadFiles on = asked(command, "True");
        CHECK(on.gaps() == "");
        CHECK_FALSE(on.nic("bnxt_re0")->has_v2_gid.known());
    }
    const ReadFiles other = asked("-dev 0000:a6:00.0 nvm -getoption support_rdma -scope 1", "False");
    CHECK_FALSE(other.nic("bnxt_re0")->has_v2_gid.known());
    CHECK(warns_of_debugfs(other, "nothing shows which interface this function of the adapter is"));
    CHECK(warns_of_debugfs(asked("-dev 0000:a6:00.0 nvm -getoption support_rdma", "perhaps"),
        "whether the NIC starts with RDMA cannot be read: 'perhaps'"));
}

TEST_CASE("an option of the NVM is read from a file that is named after its interface")
{
    const ReadFiles host(
        "linux-host", {{"h1/capture.txt", device}, {"h1/niccli-nvm.ens1.txt", "support_rdma = False\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps(1) == "");
    CHECK(host.nic("bnxt_re0")->has_v2_gid.is(false));
}

TEST_CASE("other options of the NVM are passed over")
{
    const ReadFiles host
        = host_with("root@h1:~# niccli -dev 0000:a6:00.0 nvm -getoption performance_profile\n"
                    "performance_profile = RoCE\n");
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
}

TEST_SUITE_END();

}
}
