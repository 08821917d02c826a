// SPDX-License-Identifier: Apache-2.0
#include "drivers/windows_host/windows_host.h"
#include "tests/drivers/host_edit.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::EditedFiles;

std::string base_text(std::string_view from = {}, std::string_view to = {})
{
    std::string text(windows_host::driver.base_example);
    for (const auto& [old_text, new_text] :
        {std::pair<std::string_view, std::string_view>{"@NAME@", "AZL-N1"}, {from, to}}) {
        const std::size_t at = old_text.empty() ? std::string::npos : text.find(old_text);
        REQUIRE((at != std::string::npos || old_text.empty()));
        if (at != std::string::npos)
            text.replace(at, old_text.size(), new_text);
    }
    return text;
}

Commands undone(const std::string& text, const EditedFiles& host, const Change& change)
{
    const Source source(0, "host1/capture.txt", text);
    std::vector<Tree> trees;
    trees.push_back(windows_host::driver.parse(source));
    return windows_host::driver.undo(trees, trees, host.device(), {&change, 1});
}

TEST_SUITE_BEGIN("windows-host edit");

TEST_CASE("corrections are commands of PowerShell in a script of the host")
{
    const std::string text = base_text();
    EditedFiles host("windows-host", {{"host1/capture.txt", text}});
    CHECK(host.edit({host.change("SMB1", Property::link_pause, true),
              host.change("SMB1", Property::mtu, Bytes{4000}),
              host.change("SMB1",
                  Property::pfc,
                  PriorityDelta{.add = PrioritySet::of(4), .remove = PrioritySet::of(3)})})
        == "");
    REQUIRE(host.has("host1/rocelint-AZL-N1.ps1"));
    CHECK(host.text("host1/rocelint-AZL-N1.ps1")
        == "# rocelint Windows host: AZL-N1\n"
           "# Corrects the network settings of this host. Run it as an administrator; it may be run again.\n"
           "$ErrorActionPreference = 'Stop'\n"
           "Disable-NetQosFlowControl -Priority 3\n"
           "Enable-NetQosFlowControl -Priority 4\n"
           "Set-NetAdapterAdvancedProperty -Name 'SMB1' -RegistryKeyword '*FlowControl' -RegistryValue 3\n"
           "Set-NetAdapterAdvancedProperty -Name 'SMB1' -RegistryKeyword '*JumboPacket' -RegistryValue 4014\n");
    CHECK(host.commands().interruptions.size() == 2);
    CHECK_FALSE(host.commands().doubt.empty());
    // The captures are older than the script.
    CHECK(host.problems().size() == 4);
    for (const SyntaxProblem& problem : host.problems())
        CHECK(problem.outdated);
    // A further correction goes into the same script.
    CHECK(host.edit({host.change("SMB1", Property::link_pause, false)}) == "");
    CHECK(host.text("host1/rocelint-AZL-N1.ps1").ends_with("'*FlowControl' -RegistryValue 0\n"));
}

TEST_CASE("an undo gives the settings the values that were read")
{
    const std::string text = base_text();
    const EditedFiles host("windows-host", {{"host1/capture.txt", text}});
    const Commands pause = undone(text, host, host.change("SMB1", Property::link_pause, true));
    CHECK(pause.text
        == "$ErrorActionPreference = 'Stop'\n"
           "Set-NetAdapterAdvancedProperty -Name 'SMB1' -RegistryKeyword '*FlowControl' -RegistryValue 0\n");
    const Commands pfc = undone(text,
        host,
        host.change("SMB1", Property::pfc, PriorityDelta{.add = PrioritySet::of(4), .remove = {}}));
    CHECK(pfc.text == "$ErrorActionPreference = 'Stop'\nDisable-NetQosFlowControl -Priority 4\n");
    const std::string without = base_text(
        "SMB1                      Jumbo Packet                   9014                           *JumboPacket          {9014}\n",
        "");
    const EditedFiles other("windows-host", {{"host1/capture.txt", without}});
    const Commands mtu = undone(without, other, other.change("SMB1", Property::mtu, Bytes{9000}));
    REQUIRE(mtu.refused.size() == 1);
    CHECK(mtu.refused[0].reason == "*JumboPacket of SMB1 was not read, so it could not be restored");
}

TEST_CASE("a host that is no longer willing has its own flow control")
{
    const std::string text = base_text("False   Global\n", "True    Global\n");
    EditedFiles host("windows-host", {{"host1/capture.txt", text}});
    CHECK(host.edit({host.change("SMB1", Property::dcbx, false)}) == "");
    CHECK(host.text("host1/rocelint-AZL-N1.ps1")
              .ends_with("Set-NetQosDcbxSetting -InterfaceAlias 'SMB1' -Willing $false -Confirm:$false\n"));
    const Commands back = undone(text,
        EditedFiles("windows-host", {{"host1/capture.txt", text}}),
        host.change("SMB1", Property::dcbx, false));
    CHECK(back.text.ends_with("-Willing $true -Confirm:$false\n"));
}

TEST_CASE("the bandwidth of a class that has a name is changed, and the default class has the rest")
{
    const std::string text = base_text();
    EditedFiles host("windows-host", {{"host1/capture.txt", text}});
    Change change = host.change("SMB1",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = Percent::whole(60), .weight = {}});
    change.number = 1;
    CHECK(host.edit({change}) == "");
    CHECK(host.text("host1/rocelint-AZL-N1.ps1")
              .ends_with("Set-NetQosTrafficClass -Name 'Storage' -Algorithm ETS -BandwidthPercentage 60\n"));
    change.number = 0;
    CHECK(host.edit({change}) == "the default class has what the others leave: correct those\n");
}

TEST_CASE("captures count until the script with corrections has run")
{
    const Source capture(0, "host1/capture.txt", base_text());
    const Source script(1,
        "host1/rocelint-AZL-N1.ps1",
        "# rocelint Windows host: AZL-N1\n"
        "Set-NetAdapterAdvancedProperty -Name 'SMB1' -RegistryKeyword '*FlowControl' -RegistryValue 3\n");
    std::vector<Tree> trees;
    for (const Source* source : {&capture, &script})
        trees.push_back(windows_host::driver.parse(*source));
    const Reading corrected = windows_host::driver.read(trees, "host1");
    CHECK(corrected.problems.size() == 1);
    REQUIRE(corrected.device.ports.size() == 1);
    CHECK(corrected.device.ports[0].pause_rx.is(true));
    const Device now = windows_host::read_in_force(trees, "host1");
    REQUIRE(now.ports.size() == 1);
    CHECK(now.ports[0].pause_rx.is(false));
    const Change change{.port = {0, 0}, .property = Property::link_pause, .value = true};
    const Editing again = windows_host::driver.edit(trees, corrected.device, {&change, 1});
    REQUIRE(again.refused.size() == 1);
    CHECK(again.refused[0].reason.starts_with("the boot files of the host set this already"));
}

TEST_CASE("what a command would not make is refused with a reason")
{
    EditedFiles off("windows-host",
        {{"host1/capture.txt",
            base_text("Enabled                    : True", "Enabled                    : False")}});
    const PriorityDelta three{.add = PrioritySet::of(3), .remove = {}};
    CHECK(off.edit({off.change("SMB1", Property::pfc, three)}).starts_with("QoS is off on SMB1"));
    EditedFiles willing(
        "windows-host", {{"host1/capture.txt", base_text("False   Global\n", "True    Global\n")}});
    const PriorityDelta four{.add = PrioritySet::of(4), .remove = {}};
    CHECK(willing.edit({willing.change("SMB1", Property::pfc, four)})
              .starts_with("SMB1 takes over the settings of its switch"));
    EditedFiles ignored("windows-host",
        {{"host1/capture.txt",
            base_text("OperationalFlowControl     : Priority 3 Enabled",
                "OperationalFlowControl     : All Priorities Disabled")}});
    CHECK(ignored.edit({ignored.change("SMB1", Property::pfc, three)})
              .starts_with("the host asks for this already (Get-NetQosFlowControl)"));
    EditedFiles nameless(
        "windows-host", {{"host1/capture.txt", base_text("PS C:\\> hostname\nAZL-N1\n", "")}});
    CHECK(nameless.edit({nameless.change("SMB1", Property::link_pause, true)})
              .starts_with("none of these files says which host it is"));
}

TEST_SUITE_END();

}
}
