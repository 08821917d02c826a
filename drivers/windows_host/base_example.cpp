// SPDX-License-Identifier: Apache-2.0
// The clean host that rule examples modify; every rule must stay silent on it.
#include "drivers/windows_host/base_example.h"

namespace rocelint::windows_host {

const std::string_view base_example = R"(PS C:\> hostname
@NAME@
PS C:\> Get-NetAdapter -Name SMB1

Name                      InterfaceDescription                    ifIndex Status       MacAddress             LinkSpeed
----                      --------------------                    ------- ------       ----------             ---------
SMB1                      Mellanox ConnectX-6 Dx Adapter               12 Up           02-00-00-00-01-10       100 Gbps

PS C:\> Get-NetAdapterRdma -Name SMB1

Name                      InterfaceDescription                     Enabled     Operational     PFC        ETS
----                      --------------------                     -------     -----------     ---        ---
SMB1                      Mellanox ConnectX-6 Dx Adapter           True        True            True       True

PS C:\> Get-NetQosFlowControl

Priority   Enabled    PolicySet        IfIndex IfAlias
--------   -------    ---------        ------- -------
0          False      Global
1          False      Global
2          False      Global
3          True       Global
4          False      Global
5          False      Global
6          False      Global
7          False      Global

PS C:\> Get-NetQosTrafficClass

Name                      Algorithm Bandwidth(%) Priority                  PolicySet        IfIndex IfAlias
----                      --------- ------------ --------                  ---------        ------- -------
[Default]                 ETS       48           0-2,4-6                   Global
Storage                   ETS       50           3                         Global
Cluster                   ETS       2            7                         Global

PS C:\> Get-NetQosPolicy

Name           : SMB Direct
Owner          : PowerShell / WMI
NetworkProfile : All
Precedence     : 127
JobObject      :
NetDirectPort  : 445
PriorityValue  : 3

PS C:\> Get-NetQosDcbxSetting

Willing PolicySet IfIndex IfAlias
------- --------- ------- -------
False   Global

PS C:\> Get-NetAdapterQos -Name SMB1

Name                       : SMB1
Enabled                    : True
Capabilities               :                       Hardware     Current
                                                   --------     -------
                             MacSecBypass        : NotSupported NotSupported
                             DcbxSupport         : IEEE         IEEE
                             NumTCs(Max/ETS/PFC) : 8/8/8        8/8/8

OperationalTrafficClasses  : TC TSA    Bandwidth Priorities
                             -- ---    --------- ----------
                              0 ETS    48%       0-2,4-6
                              1 ETS    50%       3
                              2 ETS    2%        7

OperationalFlowControl     : Priority 3 Enabled
OperationalClassifications : Protocol  Port/Type Priority
                             --------  --------- --------
                             Default             0
                             NetDirect 445       3

PS C:\> Get-NetAdapterAdvancedProperty -Name SMB1

Name                      DisplayName                    DisplayValue                   RegistryKeyword       RegistryValue
----                      -----------                    ------------                   ---------------       -------------
SMB1                      Flow Control                   Disabled                       *FlowControl          {0}
SMB1                      Jumbo Packet                   9014                           *JumboPacket          {9014}
SMB1                      NetworkDirect Technology       RoCEv2                         *NetworkDirectTech... {4}
SMB1                      Packet Priority & VLAN         Packet Priority & VLAN Enabled *PriorityVLANTag      {3}
)";

const std::string_view base_policy = "version: 1\nprofile: azure-local\n";

}
