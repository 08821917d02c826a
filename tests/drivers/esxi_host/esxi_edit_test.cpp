// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_edit.h"

#include <string>

namespace rocelint::esxi_edit_test {
namespace {

using tests::EditedFiles;

std::string base_host()
{
    std::string text(find_driver("esxi-host")->base_example);
    constexpr std::string_view place = "@NAME@";
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place))
        text.replace(at, place.size(), "esx1");
    return text;
}

std::string replaced(std::string text, std::string_view old, std::string_view with)
{
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), with);
}

constexpr PriorityDelta four{.add = PrioritySet::of(4), .remove = PrioritySet::of(3)};

TEST_SUITE_BEGIN("esxi-host");

TEST_CASE("PFC is corrected by all parameters of the driver, and counts from the next boot")
{
    EditedFiles host("esxi-host", {{"host1/capture.txt", base_host()}});
    CHECK(host.edit({host.change("vmnic4", Property::pfc, four)}) == "");
    REQUIRE(host.has("host1/rocelint-esx1.sh"));
    CHECK(host.text("host1/rocelint-esx1.sh").starts_with("# rocelint ESXi host: esx1\n"));
    CHECK(
        host.text("host1/rocelint-esx1.sh")
            .ends_with(
                "set -e\nesxcli system module parameters set -m nmlx5_core -p \"dcbx=3 pfcrx=0x10 pfctx=0x10 "
                "trust_state=2\"\n"));
    CHECK(host.problems().size() == 2);
    CHECK(host.commands().text.starts_with("set -e\nesxcli system module parameters set "));
}

TEST_CASE("two corrections of one module are one command")
{
    EditedFiles host("esxi-host", {{"host1/capture.txt", base_host()}});
    CHECK(host.edit({host.change("vmnic4", Property::pfc, four),
              host.change("vmnic4", Property::trust, Trust::pcp)})
        == "");
    CHECK(
        host.text("host1/rocelint-esx1.sh").ends_with("-p \"dcbx=3 pfcrx=0x10 pfctx=0x10 trust_state=1\"\n"));
}

TEST_CASE("a module whose parameters were not captured is not set, because the command would clear them")
{
    const std::string text
        = replaced(base_host(), "parameters list -m nmlx5_rdma", "parameters list -m other");
    EditedFiles host("esxi-host", {{"host1/capture.txt", text}});
    CHECK(host.edit({host.change("vmnic4", Property::rdma_marking, std::uint8_t{138})})
        == "a command sets all parameters of nmlx5_rdma at once, and those that it has were not captured: `esxcli system "
           "module parameters list -m nmlx5_rdma`\n");
}

TEST_CASE("a correction that would change another NIC of the driver is refused")
{
    const std::string row
        = "vmnic4  0000:3b:00.0  nmlx5_core  Up            Up           100000  Full    02:00:00:00:01:10  9000  Mellanox "
          "Technologies ConnectX-6 Dx\n";
    const std::string text
        = replaced(base_host(), row, row + replaced(replaced(row, "vmnic4", "vmnic5"), "3b:00.0", "3b:00.1"));
    EditedFiles host("esxi-host", {{"host1/capture.txt", text}});
    CHECK(host.edit({host.change("vmnic4", Property::pfc, four)})
        == "vmnic4 shares the parameters of its driver with vmnic5, which must not change\n");
}

TEST_CASE("parameters that are right already are left to DCBX")
{
    const std::string text
        = replaced(base_host(), "PFC Configuration: 0 0 0 1", "PFC Configuration: 0 0 0 0");
    EditedFiles host("esxi-host", {{"host1/capture.txt", text}});
    const std::string refused = host.edit(
        {host.change("vmnic4", Property::pfc, PriorityDelta{.add = PrioritySet::of(3), .remove = {}})});
    CHECK(refused.starts_with("pfctx and pfcrx of nmlx5_core say this already"));
}

TEST_CASE("an MTU is raised where it is too small, on the interface or on its switch")
{
    EditedFiles host("esxi-host",
        {{"host1/capture.txt",
            replaced(base_host(), "defaultTcpipStack\n   MTU: 9000", "defaultTcpipStack\n   MTU: 1500")}});
    CHECK(host.edit({host.change("vmnic4", Property::mtu, Bytes{4200})}) == "");
    CHECK(host.text("host1/rocelint-esx1.sh")
              .ends_with("set -e\nesxcli network ip interface set -i vmk1 -m 4200\n"));
    const std::string without = replaced(base_host(), "vmrdma0  vmk1    defaultTcpipStack\n", "");
    EditedFiles alone("esxi-host", {{"host1/capture.txt", without}});
    CHECK(alone.edit({alone.change("vmnic4", Property::mtu, Bytes{4200})}) == "");
    CHECK(alone.text("host1/rocelint-esx1.sh")
              .ends_with("set -e\nesxcli network vswitch standard set -v vSwitch1 -m 4200\n"));
}

TEST_CASE("link pause is turned off by its own command")
{
    const std::string text = replaced(base_host(),
        "vmnic4                    true     false     false",
        "vmnic4                    true      true      true");
    EditedFiles host("esxi-host", {{"host1/capture.txt", text}});
    CHECK(host.edit({host.change("vmnic4", Property::link_pause, false)}) == "");
    CHECK(host.text("host1/rocelint-esx1.sh")
              .ends_with("esxcli network nic pauseParams set -n vmnic4 -r false -t false\n"));
}

TEST_SUITE_END();

}
}
