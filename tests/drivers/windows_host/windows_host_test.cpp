// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view willing = "PS C:\\> Get-NetQosDcbxSetting -InterfaceAlias \"SMB1\"\n\n"
                                     "Willing PolicySet IfIndex IfAlias\n"
                                     "------- --------- ------- -------\n"
                                     "True    Adapter   12      SMB1\n";

std::string adapter_qos(std::string_view enabled, std::string_view flow)
{
    return std::string("PS C:\\> Get-NetAdapterQos -Name SMB1\n\n"
                       "Name                       : SMB1\n"
                       "Enabled                    : ")
        .append(enabled)
        .append("\nCapabilities               :                       Hardware     Current\n"
                "                                                   --------     -------\n"
                "                             DcbxSupport         : IEEE         IEEE\n\n"
                "OperationalTrafficClasses  : TC TSA    Bandwidth Priorities\n"
                "                             -- ---    --------- ----------\n"
                "                              0 ETS    50%       0-2,4-7\n"
                "                              1 ETS    50%       3\n\n"
                "OperationalFlowControl     : ")
        .append(flow)
        .append("\nOperationalClassifications : Protocol  Port/Type Priority\n"
                "                             --------  --------- --------\n"
                "                             Default             0\n"
                "                             NetDirect 445       3\n");
}

constexpr std::string_view script
    = "# storage\n"
      "New-NetQosPolicy \"SMB\" -NetDirectPortMatchCondition 445 `\n"
      "    -PriorityValue8021Action 3\n"
      "Enable-NetQosFlowControl -Priority 3\n"
      "Disable-NetQosFlowControl -Priority 0, 1,2,4,5,6,7\n"
      "Set-NetQosDcbxSetting -InterfaceAlias 'SMB1' -Willing $false -Confirm:$false\n"
      "enable-netadapterqos -Name \"SMB1\"\n"
      "Set-NetAdapterAdvancedProperty -Name SMB1 -RegistryKeyword \"*JumboPacket\" "
      "-RegistryValue 9014\n";

TEST_SUITE_BEGIN("windows-host");

TEST_CASE("what is in force on an adapter is read, and not what was asked of it")
{
    const std::string text = adapter_qos("True", "All Priorities Disabled");
    const ReadFiles host("windows-host", {{"AZL-N1/capture.txt", text}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
    REQUIRE(host.port("SMB1") != nullptr);
    const Port& port = *host.port("SMB1");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.trust.is(Trust::pcp));
    CHECK(port.queue_count == 2);
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK(host.nic("SMB1")->rdma_priority.is(3));
}

TEST_CASE("the host's policy is not for an adapter on which QoS is off while others have it")
{
    const std::string policy = "PS C:\\> Get-NetQosPolicy\n\n"
                               "Name           : SMB Direct\n"
                               "Owner          : PowerShell / WMI\n"
                               "NetworkProfile : All\n"
                               "Precedence     : 127\n"
                               "JobObject      :\n"
                               "NetDirectPort  : 445\n"
                               "PriorityValue  : 3\n\n";
    const std::string technology
        = "PS C:\\> Get-NetAdapterAdvancedProperty -Name Mgmt1\n\n"
          "Name   DisplayName               DisplayValue  RegistryKeyword           RegistryValue\n"
          "----   -----------               ------------  ---------------           -------------\n"
          "Mgmt1  NetworkDirect Technology  RoCEv2        *NetworkDirectTechnology  {4}\n\n";
    const std::string off = "PS C:\\> Get-NetAdapterQos -Name Mgmt1\n\n"
                            "Name                       : Mgmt1\n"
                            "Enabled                    : False\n"
                            "Capabilities               :                       Hardware     Current\n"
                            "                                                   --------     -------\n"
                            "                             DcbxSupport         : IEEE         None\n\n";
    const ReadFiles host("windows-host",
        {{"AZL-N1/capture.txt", policy + adapter_qos("True", "Priority 3 Enabled") + technology + off}});
    REQUIRE(host.nic("Mgmt1") != nullptr);
    CHECK_FALSE(host.nic("Mgmt1")->rdma_priority.known());
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK(host.nic("SMB1")->rdma_priority.is(3));
    // If QoS is off on all, it was forgotten.
    const ReadFiles alone("windows-host", {{"AZL-N1/capture.txt", policy + technology + off}});
    REQUIRE(alone.nic("Mgmt1") != nullptr);
    CHECK(alone.nic("Mgmt1")->rdma_priority.is(3));
}

TEST_CASE("the words of the flow control in force")
{
    struct Row {
        const char* words;
        PrioritySet paused;
    };
    constexpr Row rows[]{{"All Priorities Disabled", {}},
        {"All Priorities Enabled", PrioritySet::all()},
        {"Priority 3 Enabled", PrioritySet::of(3)},
        {"Priority 3-4 Enabled", {0x18}}};
    for (const Row& row : rows) {
        CAPTURE(row.words);
        const std::string text = adapter_qos("True", row.words);
        const ReadFiles host("windows-host", {{"a/capture.txt", text}});
        REQUIRE(host.port("SMB1") != nullptr);
        CHECK(host.port("SMB1")->pfc_rx.is(row.paused));
    }
}

TEST_CASE("words of another language are reported and leave the value unread")
{
    const std::string text = adapter_qos("True", "Prioritaet 3 Aktiviert");
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with("\"Prioritaet 3 Aktiviert\""));
    CHECK_FALSE(host.port("SMB1")->pfc_tx.known());
}

TEST_CASE("without DCB on the adapter, nothing that was asked is in force")
{
    const std::string text = adapter_qos("False", "Priority 3 Enabled");
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    CHECK(host.port("SMB1")->pfc_tx.is(PrioritySet{}));
    CHECK(host.port("SMB1")->queue_count == 0);
}

TEST_CASE("a host that is willing on one adapter")
{
    const std::string text = std::string(willing) + adapter_qos("True", "Priority 3 Enabled");
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    CHECK(host.gaps() == "");
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK(host.nic("SMB1")->host_willing.is(true));
}

TEST_CASE("a script alone says what is asked of the adapters that it sets up")
{
    const ReadFiles host("windows-host", {{"AZL-N1/deploy.ps1", script}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    REQUIRE(host.port("SMB1") != nullptr);
    CHECK(host.port("SMB1")->pfc_tx.is(PrioritySet::of(3)));
    CHECK(host.port("SMB1")->ip_mtu.is(Bytes{9000}));
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK(host.nic("SMB1")->rdma_priority.is(3));
    CHECK(host.nic("SMB1")->host_willing.is(false));
}

TEST_CASE("a capture has precedence over a script")
{
    const std::string text = adapter_qos("True", "All Priorities Disabled");
    const ReadFiles host("windows-host", {{"a/capture.txt", text}, {"a/deploy.ps1", script}});
    CHECK(host.port("SMB1")->pfc_tx.is(PrioritySet{}));
    CHECK(host.nic("SMB1")->host_willing.is(false));
}

TEST_CASE("a command that depends on a variable is not followed")
{
    const ReadFiles host("windows-host",
        {{"a/deploy.ps1", "Enable-NetQosFlowControl -Priority 3\nEnable-NetAdapterQos -Name $nic\n"}});
    CHECK(host.gaps() == "2 unsupported Enable-NetAdapterQos -Name $nic\n");
    CHECK(host.device().ports.empty());
}

TEST_CASE("a NIC that mlx5cmd set up may trust another field")
{
    const std::string text = adapter_qos("True", "Priority 3 Enabled")
        + "PS C:\\> Mlx5Cmd.exe -QosConfig -SetupRoceQosConfig -Name SMB1\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    CHECK_FALSE(host.port("SMB1")->trust.known());
}

TEST_CASE("what Mlx5Cmd shows is listed as not read, and only what it sets may change the trust")
{
    const std::string shown = adapter_qos("True", "Priority 3 Enabled")
        + "PS C:\\> Mlx5Cmd.exe -Stat\n"
          "adapter_num  : 1\n"
          "PS C:\\> Mlx5Cmd.exe -QosConfig -Name SMB1 -Show\n"
          "Trust state  : DSCP\n"
          "PS C:\\> hostname\n"
          "AZL-N1\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", shown}});
    CHECK(host.gaps().find("unsupported adapter_num  : 1") != std::string::npos);
    CHECK(host.gaps().find("unsupported Trust state  : DSCP") != std::string::npos);
    CHECK(host.gaps().find("unrecognised") == std::string::npos);
    CHECK(host.device().name == "AZL-N1");
    CHECK(host.port("SMB1")->trust.known());
}

TEST_CASE("Get-NetLldpAgent shows whether the LLDP agent of Windows runs, for the nearest bridge")
{
    const auto agents = [](std::string_view status) {
        const std::string text = adapter_qos("True", "Priority 3 Enabled")
            + "PS C:\\> Get-NetLldpAgent -NetAdapterName SMB1\n\n"
              "NetAdapterName : SMB1\n"
              "Scope          : NearestBridge\n"
              "Status         : "
            + std::string(status)
            + "\n\nNetAdapterName : SMB1\n"
              "Scope          : NearestCustomerBridge\n"
              "Status         : Disabled\n";
        return ReadFiles("windows-host", {{"a/capture.txt", text}});
    };
    const ReadFiles on = agents("Enabled");
    CHECK(on.gaps() == "");
    REQUIRE(on.nic("SMB1") != nullptr);
    CHECK(on.nic("SMB1")->host_lldp.is(true));
    CHECK(on.says("host-lldp: yes"));
    CHECK(agents("Disabled").nic("SMB1")->host_lldp.is(false));
    const ReadFiles foreign = agents("Aktiviert");
    REQUIRE(foreign.problems().size() == 1);
    CHECK(foreign.problems()[0].message.starts_with("\"Aktiviert\" is not how an English Windows says"));
    CHECK_FALSE(foreign.nic("SMB1")->host_lldp.known());
}

TEST_CASE("scripts turn the LLDP agent of Windows on and off")
{
    const auto set = [](std::string_view command) {
        const std::string text = adapter_qos("True", "Priority 3 Enabled");
        return ReadFiles(
            "windows-host", {{"a/capture.txt", text}, {"a/deploy.ps1", std::string(command) + "\n"}});
    };
    CHECK(set("Enable-NetLldpAgent -NetAdapterName SMB1").nic("SMB1")->host_lldp.is(true));
    CHECK(set("Disable-NetLldpAgent -NetAdapterName 'SMB*'").nic("SMB1")->host_lldp.is(false));
    CHECK_FALSE(set("Disable-NetLldpAgent -NetAdapterName SMB1 -AddressScope NearestCustomerBridge")
                    .nic("SMB1")
                    ->host_lldp.known());
}

TEST_CASE("exported objects name the same properties")
{
    const ReadFiles json("windows-host",
        {{"a/dcbx.json",
             R"([{"Willing": true, "PolicySet": 1, "IfAlias": "SMB1", "CimClass": {"CimSuperClassName": "MSFT"}}])"},
            {"a/rdma.txt",
                "Name                      InterfaceDescription                     Enabled\n"
                "----                      --------------------                     -------\n"
                "SMB1                      Mellanox ConnectX-6                      True\n"}});
    CHECK(json.gaps() == "");
    REQUIRE(json.nic("SMB1") != nullptr);
    CHECK(json.nic("SMB1")->host_willing.is(true));
    const ReadFiles xml("windows-host",
        {{"a/pfc.xml",
            "<Objs Version=\"1.1.0.1\" xmlns=\"http://schemas.microsoft.com/powershell/2004/04\">\n"
            "  <Obj RefId=\"0\">\n    <ToString>MSFT_NetAdapterQosSettingData</ToString>\n    <Props>\n"
            "      <S N=\"Name\">SMB1</S>\n      <B N=\"Enabled\">true</B>\n"
            "      <S N=\"OperationalFlowControl\">Priority 3 Enabled</S>\n    </Props>\n  </Obj>\n</Objs>\n"}});
    CHECK(xml.all_recognised());
    REQUIRE(xml.port("SMB1") != nullptr);
    CHECK(xml.port("SMB1")->pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("a remote session to another host is not read for this one")
{
    const std::string text = "[AZL-N1]: PS C:\\> hostname\nAZL-N1\n"
        + adapter_qos("True", "Priority 3 Enabled") + "[AZL-N2]: PS C:\\> Get-NetQosDcbxSetting\n"
        + "Willing PolicySet\n------- ---------\nTrue    Global\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    CHECK(host.device().name == "AZL-N1");
    CHECK(host.problems().size() == 1);
    CHECK_FALSE(host.nic("SMB1")->host_willing.known());
}

TEST_CASE("a NIC of iWARP has nothing to do with PFC")
{
    const ReadFiles host("windows-host",
        {{"a/capture.txt",
            "Name   DisplayName              DisplayValue RegistryKeyword           RegistryValue\n"
            "----   -----------              ------------ ---------------           -------------\n"
            "SMB1   NetworkDirect Technology iWARP        *NetworkDirectTechnology  {1}\n"
            "SMB1   Flow Control             Rx & Tx      *FlowControl              {3}\n"
            "SMB1   Speed & Duplex           Auto         *SpeedDuplex              {0}\n"}});
    CHECK(host.gaps() == "");
    CHECK(host.device().nics.empty());
    CHECK(host.port("SMB1")->pause_rx.is(true));
    CHECK(host.port("SMB1")->pause_tx.is(true));
}

TEST_CASE("tables of other offloads say nothing of RDMA")
{
    const ReadFiles host("windows-host",
        {{"a/rdma.txt",
             "Name                      InterfaceDescription                     Enabled\n"
             "----                      --------------------                     -------\n"
             "SMB1                      Mellanox ConnectX-6                      True\n"},
            {"a/rss.txt",
                "PS C:\\> Get-NetAdapterRss\n\n"
                "Name                  : Management\nInterfaceDescription  : Intel I350\n"
                "Enabled               : True\nNumberOfReceiveQueues : 8\nProfile               : Closest\n"},
            {"a/sriov.txt",
                "Name InterfaceDescription Enabled SriovSupport NumVFs\n"
                "---- -------------------- ------- ------------ ------\n"
                "SMB1 Mellanox ConnectX-6  False   Supported    0\n"},
            {"a/pick.txt",
                "PS C:\\> Get-NetAdapterVmq | Format-Table Name, InterfaceDescription, Enabled\n\n"
                "Name InterfaceDescription Enabled\n"
                "---- -------------------- -------\n"
                "SMB1 Mellanox ConnectX-6  False\n"}});
    CHECK(host.port("Management") == nullptr);
    CHECK(host.nic("Management") == nullptr);
    CHECK(host.nic("SMB1") != nullptr);
}

TEST_CASE("a prompt with the host's qualified name or address is of the same host")
{
    for (const std::string prompt : {"[azl-n1.lab.example]: PS C:\\> ", "[192.0.2.7]: PS C:\\> "}) {
        CAPTURE(prompt);
        const std::string text
            = prompt + "hostname\nAZL-N1\n" + prompt + adapter_qos("True", "Priority 3 Enabled").substr(8);
        const ReadFiles host("windows-host", {{"a/capture.txt", text}});
        CHECK(host.device().name == "AZL-N1");
        CHECK(host.problems().empty());
        REQUIRE(host.port("SMB1") != nullptr);
        CHECK(host.port("SMB1")->pfc_tx.is(PrioritySet::of(3)));
    }
    const std::string text
        = "[192.0.2.7]: PS C:\\> hostname\nAZL-N1\n[192.0.2.8]: PS C:\\> Get-NetQosDcbxSetting\n";
    const ReadFiles other("windows-host", {{"a/capture.txt", text}});
    CHECK(other.problems().size() == 1);
}

TEST_CASE("an underline of many columns is cut as one of a few")
{
    std::string heading;
    std::string underline;
    for (int column = 0; column < 5000; ++column) {
        heading += "a ";
        underline += "- ";
    }
    std::string text = std::string(willing) + "\n" + heading + "\n" + underline + "\n";
    for (int row = 0; row < 500; ++row)
        text += heading + "\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    CHECK(host.problems().empty());
    CHECK(host.device().ports.size() == 1);
}

TEST_CASE("the default of the NIC's driver does not state a technology")
{
    const ReadFiles host("windows-host",
        {{"a/rdma.txt",
             "Name                      InterfaceDescription                     Enabled\n"
             "----                      --------------------                     -------\n"
             "SMB1                      Mellanox ConnectX-6                      True\n"},
            {"a/advanced.txt",
                "Name   DisplayName              DisplayValue   RegistryKeyword           RegistryValue\n"
                "----   -----------              ------------   ---------------           -------------\n"
                "SMB1   NetworkDirect Technology Device Default *NetworkDirectTechnology  {0}\n"}});
    CHECK(host.gaps(1) == "");
    REQUIRE(host.nic("SMB1") != nullptr);
    CHECK_FALSE(host.nic("SMB1")->cm_version.known());
}

TEST_CASE("traffic classes that are shown twice count once")
{
    const std::string script_of_adapter
        = "Enable-NetAdapterQos -Name SMB1\nSet-NetQosDcbxSetting -Willing $false\n";
    const std::string heading = "Name      Algorithm Bandwidth(%) Priority PolicySet\n"
                                "----      --------- ------------ -------- ---------\n";
    const std::string text = "PS C:\\> Get-NetQosTrafficClass\n\n" + heading
        + "[Default] ETS       100          0-7      Global\n\nPS C:\\> Get-NetQosTrafficClass\n\n" + heading
        + "[Default] ETS       50           0-2,4-7  Global\n"
          "SMB       ETS       50           3        Global\n\nPS C:\\> Get-NetQosTrafficClass\n\n"
        + heading
        + "[Default] ETS       50           0-2,4-7  Global\n"
          "SMB       ETS       50           3        Global\n";
    const ReadFiles host("windows-host", {{"a/capture.txt", text}, {"a/deploy.ps1", script_of_adapter}});
    REQUIRE(host.port("SMB1") != nullptr);
    CHECK(host.port("SMB1")->queue_count == 2);
}

TEST_CASE("a long word that is not known is reported by its beginning")
{
    const std::string text = adapter_qos("True", std::string(5000, 'x'));
    const ReadFiles host("windows-host", {{"a/capture.txt", text}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.size() < 300);
}

TEST_CASE("what the switch announces by DCBX is read apart from what is in force")
{
    const auto with_remote = [](std::string_view remote) {
        const std::string text = adapter_qos("True", "Priority 3 Enabled").append(remote);
        return ReadFiles("windows-host", {{"AZL-N1/capture.txt", text}});
    };
    const ReadFiles announced = with_remote("RemoteTrafficClasses       : TC TSA    Bandwidth Priorities\n"
                                            "                             -- ---    --------- ----------\n"
                                            "                              0 ETS    100%      0-7\n\n"
                                            "RemoteFlowControl          : Priorities 3-4 Enabled\n"
                                            "RemoteClassifications      : Protocol  Port/Type Priority\n"
                                            "                             --------  --------- --------\n"
                                            "                             TCP       3260      4\n"
                                            "                             UDP       4791      3\n");
    REQUIRE(announced.port("SMB1") != nullptr);
    const Port& port = *announced.port("SMB1");
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.peer_pfc.is(PrioritySet{0x18}));
    CHECK(port.peer_roce_priority.is(3));
    CHECK(!port.peer_dcbx_version.peek_known());
    CHECK(announced.coverage().count(CoverageState::unsupported) > 0); // traffic classes, other applications
    CHECK(announced.coverage().count(CoverageState::unrecognised) == 0);
    const ReadFiles silent = with_remote("RemoteFlowControl          : Not Available\n");
    CHECK(silent.port("SMB1")->peer_dcbx_version.is(DcbxVersion::off));
    CHECK(!silent.port("SMB1")->peer_pfc.peek_known());
    const ReadFiles other = with_remote("RemoteFlowControl          : Nicht verf\xc3\xbcgbar\n");
    CHECK(!other.port("SMB1")->peer_pfc.peek_known());
    CHECK(other.coverage().count(CoverageState::unsupported) == 1);
    CHECK(other.problems().empty());
}

TEST_CASE("a table whose column names are in another language is reported, with these names")
{
    const auto problems = [](std::string_view command, std::string_view heading) {
        const std::string text
            = std::string("PS C:\\> ")
                  .append(command)
                  .append("\n\n")
                  .append(heading)
                  .append("\n---------  ---------  ---------------\n3          Wahr       Global\n\n");
        return ReadFiles("windows-host", {{"AZL-N1/capture.txt", text}}).problems();
    };
    const auto found = problems("Get-NetQosFlowControl", "Priorität  Aktiviert  Richtliniensatz");
    REQUIRE(found.size() == 1);
    CHECK(found[0].message.find("Priorität, Aktiviert, Richtliniensatz") != std::string::npos);
    CHECK(found[0].at.somewhere());
    CHECK(problems("Get-NetAdapterStatistics", "Priorität  Aktiviert  Richtliniensatz").empty());
    CHECK(problems("Get-NetQosFlowControl | Select A,B,C", "A          B          C").empty());
}

TEST_SUITE_END();

}
}
