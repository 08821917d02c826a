// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view all_but_three = "Disable-NetQosFlowControl -Priority 0,1,2,4,5,6,7\n";

std::string with_all_priorities(std::string_view text)
{
    return std::string(all_but_three) + std::string(text)
        + "Set-NetQosDcbxSetting -Willing $false\nEnable-NetAdapterQos -Name SMB1\n";
}

bool is_paused(const ReadFiles& host, PrioritySet wanted)
{
    return host.port("SMB1") != nullptr && host.port("SMB1")->pfc_tx.is(wanted);
}

TEST_SUITE_BEGIN("windows-host");

TEST_CASE("a list that is too long to be followed counts as not read")
{
    std::string names = "'SMB1'";
    for (int number = 2; number <= 70; ++number)
        names += ", 'SMB" + std::to_string(number) + "'";
    const ReadFiles host("windows-host",
        {{"a/deploy.ps1",
            with_all_priorities("Enable-NetQosFlowControl -Priority 3\n")
                + "Set-NetAdapterQos -Enabled $false -Name " + names + "\n"}});
    CHECK(host.gaps().find("Set-NetAdapterQos") != std::string::npos);
}

TEST_CASE("variables that contain themselves, and names without an end, take no time")
{
    std::string text = "$a = 1\n";
    for (int number = 0; number < 2000; ++number)
        text += "$a = 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,$a,$a\n";
    for (int number = 0; number < 100'000; ++number)
        text += "${";
    const ReadFiles host("windows-host",
        {{"a/deploy.ps1", with_all_priorities("Enable-NetQosFlowControl -Priority 3\n") + text}});
    CHECK(is_paused(host, PrioritySet::of(3)));
}

TEST_CASE("comments, several commands in a line, and marks of word processors")
{
    const ReadFiles host("windows-host",
        {{"a/deploy.ps1",
            "<#\n.SYNOPSIS\nEnable-NetQosFlowControl -Priority 5\n#>\n"
            "Enable-NetQosFlowControl \xe2\x80\x93Priority 3; Disable-NetQosFlowControl -Priority 0-2,4-7 # Disable all\n"
            "Set-NetQosDcbxSetting -InterfaceAlias \xe2\x80\x9cSMB1\xe2\x80\x9d -Willing:$false -Confirm:$false\n"
            "Enable-NetAdapterQos -Name SMB1 <# the only one #> | Out-Null\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    CHECK(is_paused(host, PrioritySet::of(3)));
    CHECK(host.problems().empty());
}

TEST_CASE("lists and loops over them are followed")
{
    for (const std::string_view text :
        {"$nics = 'SMB1', 'SMB2'\nEnable-NetAdapterQos -Name $nics\n",
            "foreach ($nic in 'SMB1', 'SMB2') {\n    Enable-NetAdapterQos -Name $nic\n}\n",
            "$nics = @(\n  'SMB1'\n  'SMB2'\n)\nforeach ($nic in $nics)\n{\n  Enable-NetAdapterQos -Name \"$nic\"\n}\n",
            "'SMB1', 'SMB2' | ForEach-Object { Enable-NetAdapterQos -Name $_ }\n",
            "Get-NetAdapter -Name 'SMB1', 'SMB2' | Enable-NetAdapterQos\n",
            "try { Get-NetAdapter SMB1,SMB2 | % { Enable-NetAdapterQos -Name $_.Name } } catch { Write-Host no }\n"}) {
        CAPTURE(text);
        const std::string whole = std::string(all_but_three)
            + "Enable-NetQosFlowControl 3\nSet-NetQosDcbxSetting -Willing $false\n" + std::string(text);
        const ReadFiles host("windows-host", {{"a/deploy.ps1", whole}});
        CHECK(host.gaps() == "");
        REQUIRE(host.port("SMB2") != nullptr);
        CHECK(is_paused(host, PrioritySet::of(3)));
        CHECK(host.port("SMB2")->pfc_tx.is(PrioritySet::of(3)));
    }
}

TEST_CASE("what a command sets is unread where it is not decided whether it runs")
{
    for (const std::string_view text : {"if ($roce) {\n    Enable-NetQosFlowControl -Priority 3\n}\n",
             "function Set-Pause {\n    Enable-NetQosFlowControl -Priority 3\n}\n",
             "Invoke-Command -ComputerName $servers -ScriptBlock { Enable-NetQosFlowControl -Priority 3 }\n",
             "Enable-NetQosFlowControl -Priority 3 -CimSession $servers\n",
             "foreach ($p in Get-Priorities) { Enable-NetQosFlowControl -Priority 3 }\n"}) {
        CAPTURE(text);
        const ReadFiles host("windows-host", {{"a/deploy.ps1", with_all_priorities(text)}});
        REQUIRE(host.port("SMB1") != nullptr);
        CHECK_FALSE(host.port("SMB1")->pfc_tx.peek_known());
        const Origin origin = host.device().origins.look_up(host.port("SMB1")->pfc_tx.origin);
        CHECK(origin.note.starts_with("deploy.ps1, line "));
        CHECK(host.gaps().find("unsupported") != std::string::npos);
    }
    // Both branches and the line before set the same.
    const ReadFiles same("windows-host",
        {{"a/deploy.ps1",
            with_all_priorities("Enable-NetQosFlowControl -Priority 3\n"
                                "if ($again) { Enable-NetQosFlowControl -Priority 3 }\n")}});
    CHECK(is_paused(same, PrioritySet::of(3)));
}

TEST_CASE("a pattern stands for the adapters that a capture shows")
{
    const std::string adapters = "PS C:\\> Get-NetAdapter\n\n"
                                 "Name     InterfaceDescription  Status  LinkSpeed\n"
                                 "----     --------------------  ------  ---------\n"
                                 "SLOT 2 1 Mellanox ConnectX-6   Up      100 Gbps\n"
                                 "Mgmt     Intel I350            Up      1 Gbps\n";
    const std::string text = std::string(all_but_three)
        + "Enable-NetQosFlowControl -Priority 3\nSet-NetQosDcbxSetting -Willing $false\n"
          "Enable-NetAdapterQos -InterfaceAlias \"SLOT 2*\"\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", adapters}, {"a/deploy.ps1", text}});
    CHECK(host.gaps(1) == "");
    REQUIRE(host.port("SLOT 2 1") != nullptr);
    CHECK(host.port("SLOT 2 1")->pfc_tx.is(PrioritySet::of(3)));
    REQUIRE(host.port("Mgmt") != nullptr);
    CHECK_FALSE(host.port("Mgmt")->pfc_tx.peek_known());
    const ReadFiles alone("windows-host", {{"a/deploy.ps1", text}});
    CHECK(alone.gaps() == "4 unsupported Enable-NetAdapterQos -InterfaceAlias \"SLOT 2*\"\n");
}

TEST_CASE("a policy is changed by its name, and classes are changed and removed")
{
    const ReadFiles host("windows-host",
        {{"a/deploy.ps1",
            "New-NetQosPolicy SMB -NetDirectPortMatchCondition 445 -PriorityValue8021Action 4\n"
            "Set-NetQosPolicy -Name SMB -PriorityValue8021Action 3\n"
            "New-NetQosTrafficClass Old -Priority 5 -BandwidthPercentage 10 -Algorithm ETS\n"
            "Get-NetQosTrafficClass | Remove-NetQosTrafficClass\n"
            "New-NetQosTrafficClass Rest -Priority 0-2,4-7 -BandwidthPercentage 40 -Algorithm ETS\n"
            "New-NetQosTrafficClass SMB -Priority 3 -BandwidthPercentage 50 -Algorithm ETS\n"
            "Set-NetQosTrafficClass -Name SMB -BandwidthPercentage 60\n"
            "Set-NetQosDcbxSetting -Willing $false\n"
            "Enable-NetAdapterRdma SMB1; Enable-NetAdapterQos SMB1\n"}});
    CHECK(host.gaps() == "");
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK(host.nic("SMB1")->rdma_priority.is(3));
    CHECK(host.port("SMB1")->queue_count == 2);
    CHECK(host.device().schedulers.back().bandwidth.is(Percent::whole(60)));
}

TEST_CASE("a table that cuts a name says so")
{
    const ReadFiles host("windows-host",
        {{"a/capture.txt",
            "PS C:\\> Get-NetQosDcbxSetting\n\nWilling PolicySet IfAlias\n------- --------- -------\n"
            "False   Adapter   Storage Ad...\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with("the table cuts the name \"Storage Ad...\""));
    CHECK(host.device().ports.empty());
}

TEST_CASE("exported lists keep all of their values")
{
    const std::string_view asked = "Set-NetQosDcbxSetting -Willing $false\nEnable-NetAdapterQos -Name SMB1\n";
    const ReadFiles host("windows-host",
        {{"a/classes.json",
             R"([{"Name": "[Default]", "Algorithm": 2, "BandwidthPercentage": 50, "Priority": [0, 1, 2, 4, 5, 6, 7], "PolicySet": 1},)"
             R"( {"Name": "SMB", "Algorithm": 2, "BandwidthPercentage": 50, "Priority": [3], "PolicySet": 1}])"},
            {"a/deploy.ps1", asked}});
    REQUIRE(host.port("SMB1") != nullptr);
    CHECK(host.port("SMB1")->queue_count == 2);
}

TEST_CASE("a command of a transcript may continue after its prompt")
{
    const ReadFiles host("windows-host",
        {{"a/capture.txt",
            "PS C:\\> Enable-NetAdapterQos -Name SMB1\nPS C:\\> Set-NetQosDcbxSetting `\n>> -Willing $false\n"
            "PS C:\\> Disable-NetQosFlowControl -Priority 0-7\n"}});
    CHECK(host.gaps() == "");
    CHECK(is_paused(host, PrioritySet{}));
}

TEST_CASE("nothing in a script makes its reader hang or recurse")
{
    for (const std::string_view piece : {"{",
             "(",
             "@{",
             "if(1){",
             "@(",
             "'",
             "\"",
             "@'\n",
             "<#",
             "`",
             "|",
             "}",
             ")",
             "Enable-NetAdapterQos -Name (",
             "foreach ($a in $b) {",
             "$a = $a, $a\n"}) {
        CAPTURE(piece);
        std::string text = "Enable-NetQosFlowControl -Priority 3\n";
        for (int count = 0; count < 20'000; ++count)
            text += piece;
        const ReadFiles host("windows-host", {{"a/deploy.ps1", text}});
        CHECK(host.device().platform == "windows-host");
    }
}

TEST_SUITE_END();

}
}
