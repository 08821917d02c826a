// SPDX-License-Identifier: Apache-2.0
// Places of secrets, from the vendors' manuals: each platform's own ways to store one.
#include "tests/e2e/planted_secrets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace rocelint::e2e {
namespace {

constexpr PlantedSecret all[]{
    {"eos", "EosUserSec01", "username admin privilege 15 role network-admin secret sha512 $6$EosUserSec01\n"},
    {"eos", "EosEnable02x", "enable password sha512 $6$EosEnable02x\n"},
    {"eos", "EosCommun03x", "snmp-server community EosCommun03x ro\n"},
    {"eos", "EosSnmpAut04", "snmp-server user ops group v3 auth sha EosSnmpAut04 priv aes EosSnmpPri05\n"},
    {"eos", "EosSnmpPri05", ""},
    {"eos", "EosTrapHos06", "snmp-server host 192.0.2.7 version 2c EosTrapHos06\n"},
    {"eos", "EosTacacs07x", "tacacs-server host 192.0.2.4 key 7 EosTacacs07x\n"},
    {"eos", "EosRadius08x", "radius-server host 192.0.2.5 key 7 EosRadius08x\n"},
    {"eos",
        "EosIngest09x",
        "daemon TerminAttr\n   exec /usr/bin/TerminAttr -ingestauth=key,EosIngest09x -smashexcludes=ale\n"},
    {"eos", "EosToken010x", "daemon other\n   exec /usr/bin/TerminAttr -cvauth=token,EosToken010x,/tmp/a\n"},
    {"eos", "EosUrlWord11", "ip name-server source https://backup:EosUrlWord11@192.0.2.9/save\n"},
    {"eos", "EosVrrpWor12", "interface Vlan1\n   vrrp 1 peer authentication EosVrrpWor12\n"},
    {"eos", "EosOspfWor13", "interface Vlan2\n   ip ospf message-digest-key 1 md5 7 EosOspfWor13\n"},
    {"eos", "EosIsisWor14", "router isis one\n   authentication key 7 EosIsisWor14\n"},
    {"eos", "EosBgpWord15", "router bgp 65001\n   neighbor 192.0.2.1 password 7 EosBgpWord15\n"},
    {"eos", "EosMacsec16x", "mac security\n   profile p\n      key 0abc1234 7 EosMacsec16x\n"},
    {"eos",
        "EosSession17",
        "management security\n   session shared-secret profile s\n      secret 0 7 EosSession17 receive-lifetime infinite\n"},
    {"eos", "EosAlias018x", "alias save copy running-config scp:backup:EosAlias018x@192.0.2.9/a\n"},
    {"eos", "EosNtpKey19x", "ntp authentication-key 1 sha1 7 EosNtpKey19x\n"},
    {"eos", "EosIpsec020x", "ip security\n   connection c\n      shared-key 7 EosIpsec020x\n"},
    {"eos",
        "EosCurlUs061",
        "event-handler up\n   trigger on-boot\n   action bash curl -u bob:EosCurlUs061 https://192.0.2.9/up\n"},
    {"eos",
        "EosBearer062",
        "event-handler down\n   action bash curl -H \"Authorization: Bearer EosBearer062\" https://192.0.2.9/down\n"},
    {"eos", "EosHeader063", "alias up bash curl --header \"X-Api: EosHeader063\" https://192.0.2.9/up\n"},
    {"eos", "EosLicens064", "license import EosLicens064\n"},
    {"eos", "EosHwLice065", "hardware license EosHwLice065\n"},
    {"eos", "EosPapWor066", "dot1x\n   supplicant pap EosPapWor066 chap EosChapWo067\n"},
    {"eos", "EosChapWo067", ""},
    {"eos", "EosShared068", "tacacs-server shared EosShared068\n"},
    {"onyx", "OnyxCurlU069", "   job 7 command 1 \"curl -u bob:OnyxCurlU069 https://192.0.2.9/up\"\n"},
    {"onyx", "OnyxLicen070", "   license install OnyxLicen070\n"},
    {"linux-host",
        "HostCurlU071",
        "$ cat /etc/cron.d/up\n0 * * * * root curl -u bob:HostCurlU071 https://192.0.2.9\n"},
    {"linux-host",
        "HostBeare072",
        "$ cat /etc/cron.d/down\n0 * * * * root curl -H \"Authorization: Bearer HostBeare072\" https://192.0.2.9\n"},
    {"os10", "Os10UserA081", "username admin password Os10UserA081 role sysadmin\n"},
    {"os10", "Os10SysUs082", "system-user linuxadmin password Os10SysUs082\n"},
    {"os10", "Os10Snmp083x", "snmp-server community Os10Snmp083x ro\n"},
    {"os10", "Os10Tacac084", "tacacs-server host 192.0.2.4 key Os10Tacac084\n"},
    {"os10", "Os10Radiu085", "radius-server host 192.0.2.5 key Os10Radiu085\n"},
    {"os10", "Os10BgpPa086", "router bgp 65001\n neighbor 192.0.2.1\n  password Os10BgpPa086\n"},
    {"os10", "Os10Ospf087x", "interface vlan9\n ip ospf message-digest-key 1 md5 Os10Ospf087x\n"},
    {"nxos", "NxosUserS073", "username ops password 5 $5$NxosUserS073 role network-admin\n"},
    {"nxos",
        "NxosSnmpU074",
        "snmp-server user ops network-operator auth sha NxosSnmpU074 priv aes-128 NxosSnmpP075 localizedkey\n"},
    {"nxos", "NxosSnmpP075", ""},
    {"nxos", "NxosCommu076", "snmp-server community NxosCommu076 group network-operator\n"},
    {"nxos", "NxosTacac077", "tacacs-server host 192.0.2.4 key 7 \"NxosTacac077\"\n"},
    {"nxos",
        "NxosRadiu078",
        "radius-server host 192.0.2.5 key 7 \"NxosRadiu078\" authentication accounting\n"},
    {"nxos", "NxosNtpKe079", "ntp authentication-key 1 md5 NxosNtpKe079 7\n"},
    {"nxos", "NxosBgpPa080", "router bgp 65001\n  neighbor 192.0.2.9\n    password 3 NxosBgpPa080\n"},
    {"nxos", "NxosSched081", "scheduler aaa-authentication username ops password 7 NxosSched081\n"},
    {"nxos", "NxosKeyCh082", "key chain k\n  key 1\n    key-string 7 NxosKeyCh082\n"},
    {"nxos", "NxosOspfK083", "interface Vlan10\n  ip ospf message-digest-key 1 md5 3 NxosOspfK083\n"},
    {"nxos", "NxosAlias084", "cli alias name up copy running-config scp://ops:NxosAlias084@192.0.2.9/a\n"},
    {"onyx", "OnyxUser021x", "   username admin password 7 $6$OnyxUser021x\n"},
    {"onyx", "OnyxCommu22x", "   snmp-server community OnyxCommu22x ro\n"},
    {"onyx", "OnyxTacac23x", "   tacacs-server host 192.0.2.4 key OnyxTacac23x\n"},
    {"onyx", "OnyxRadiu24x", "   radius-server host 192.0.2.5 key OnyxRadiu24x\n"},
    {"onyx", "OnyxLdap025x", "   ldap bind-password OnyxLdap025x\n"},
    {"onyx", "OnyxNtp0026x", "   ntp authentication-key 1 md5 OnyxNtp0026x\n"},
    {"onyx", "OnyxSnmpU27x", "   snmp-server user ops v3 auth sha OnyxSnmpU27x priv aes-128 OnyxSnmpP28x\n"},
    {"onyx", "OnyxSnmpP28x", ""},
    {"sonic",
        "SonicTacpl29",
        "\"TACPLUS\": {\"global\": {\"passkey\": \"SonicTacpl29\", \"timeout\": \"5\"}}"},
    {"sonic", "SonicTacac30", "\"TACPLUS_SERVER\": {\"192.0.2.4\": {\"passkey\": \"SonicTacac30\"}}"},
    {"sonic", "SonicRadiu31", "\"RADIUS\": {\"global\": {\"passkey\": \"SonicRadiu31\"}}"},
    {"sonic",
        "SonicMacse32",
        "\"MACSEC_PROFILE\": {\"p\": {\"primary_cak\": \"SonicMacse32\", \"primary_ckn\": \"SonicMacCk33\"}}"},
    {"sonic", "SonicMacCk33", ""},
    {"sonic", "SonicSnmpC34", "\"SNMP_COMMUNITY\": {\"SonicSnmpC34\": {\"TYPE\": \"RO\"}}"},
    {"sonic", "SonicSnmpU35", "\"SNMP_USER\": {\"ops\": {\"SNMP_USER_AUTH_PASSWORD\": \"SonicSnmpU35\"}}"},
    {"sonic",
        "SonicBgpPa36",
        "\"BGP_NEIGHBOR\": {\"192.0.2.1\": {\"asn\": \"65001\", \"auth_password\": \"SonicBgpPa36\"}}"},
    {"sonic", "SonicRestA37", "\"RESTAPI\": {\"certs\": {\"server_key\": \"/etc/SonicRestA37.key\"}}"},
    {"sonic", "SonicTelem38", "\"TELEMETRY\": {\"certs\": {\"server_key\": \"/etc/SonicTelem38.key\"}}"},
    {"sonic", "SonicWpaPs39", "\"WPA_SUPPLICANT\": {\"eth0\": {\"psk\": \"SonicWpaPs39\"}}"},
    {"sonic", "SonicUserH40", "\"USER_TABLE\": {\"admin\": {\"hash\": \"SonicUserH40\"}}"},
    {"sonic", "SonicUnhea41", "\"OF_A_LATER_RELEASE\": {\"SonicUnhea41\": {\"word\": \"SonicUnhea41\"}}"},
    {"junos",
        "JunosRoot42x",
        "system {\n    root-authentication {\n        encrypted-password \"$6$JunosRoot42x\";\n    }\n}\n"},
    {"junos",
        "JunosLogin43",
        "system {\n    login {\n        user a {\n            authentication {\n                encrypted-password \"$6$JunosLogin43\";\n            }\n        }\n    }\n}\n"},
    {"junos",
        "JunosTacac44",
        "system {\n    tacplus-server {\n        192.0.2.4 secret \"$9$JunosTacac44\";\n    }\n}\n"},
    {"junos",
        "JunosRadiu45",
        "system {\n    radius-server {\n        192.0.2.5 secret \"$9$JunosRadiu45\";\n    }\n}\n"},
    {"junos",
        "JunosCommu46",
        "snmp {\n    community JunosCommu46 {\n        authorization read-only;\n    }\n}\n"},
    {"junos",
        "JunosBgpKe47",
        "protocols {\n    bgp {\n        group up {\n            authentication-key \"$9$JunosBgpKe47\";\n        }\n    }\n}\n"},
    {"junos",
        "JunosOspfK48",
        "protocols {\n    ospf {\n        area 0.0.0.0 {\n            interface et-0/0/1.0 {\n                authentication {\n                    md5 1 key \"$9$JunosOspfK48\";\n                }\n            }\n        }\n    }\n}\n"},
    {"junos",
        "JunosPreSh49",
        "security {\n    ike {\n        policy p {\n            pre-shared-key ascii-text \"$9$JunosPreSh49\";\n        }\n    }\n}\n"},
    {"junos",
        "JunosMacse50",
        "security {\n    macsec {\n        connectivity-association c {\n            pre-shared-key {\n                cak \"$9$JunosMacse50\";\n            }\n        }\n    }\n}\n"},
    {"junos",
        "JunosChain51",
        "security {\n    authentication-key-chains {\n        key-chain c {\n            key 1 {\n                secret \"$9$JunosChain51\";\n            }\n        }\n    }\n}\n"},
    {"linux-host", "HostNcclTo52", "$ env\nAPI_TOKEN=HostNcclTo52\nWANDB_API_KEY=HostWandbK53\n"},
    {"linux-host", "HostWandbK53", ""},
    {"linux-host",
        "HostKubeTo54",
        "$ cat /root/.kube/config\n    token: HostKubeTo54\n    client-key-data: HostKubeKe55\n"},
    {"linux-host", "HostKubeKe55", ""},
    {"linux-host",
        "HostMkey0056",
        "$ cat /etc/opensm/opensm.conf\nm_key HostMkey0056\nsa_key HostSaKey057\n"},
    {"linux-host", "HostSaKey057", ""},
    {"linux-host", "HostWgPriv58", "$ cat /etc/wireguard/wg0.conf\nPrivateKey = HostWgPriv58\n"},
    {"app-env", "AppEnvToke59", "export HF_TOKEN=AppEnvToke59\n"},
    {"app-env", "AppEnvSecr60", "AWS_SECRET_ACCESS_KEY=AppEnvSecr60\n"},
    // Arista EOS 4.3x User Manual: user security, NTP, LDAP, MACsec.
    {"eos",
        "EosLdapBi101",
        "ldap server host 192.0.2.6\n   search username cn=ops password 7 EosLdapBi101\n"},
    {"eos",
        "EosGnmiTo102",
        "management api gnmi\n   transport grpc def\n      metadata username ops password EosGnmiTo102\n"},
    // Cisco NX-OS 10.x Security and System Management Configuration Guides.
    {"nxos",
        "NxosLdapP103",
        "ldap-server host 192.0.2.6 rootDN \"cn=ops\" password 7 NxosLdapP103 port 389\n"},
    {"nxos",
        "NxosMacse104",
        "key chain m macsec\n  key 1000\n    key-octet-string 7 NxosMacse104 cryptographic-algorithm AES_256_CMAC\n"},
    {"nxos", "NxosEnabl105", "enable secret 5 NxosEnabl105\n"},
    {"nxos", "NxosTunne106", "tunnel-encryption ikev2-preshared NxosTunne106\n"},
    // Dell SmartFabric OS10 10.5 User Guide: security, SNMP, NTP, VRRP.
    {"os10", "Os10LdapP107", "ldap-server bindpw 0 Os10LdapP107\n"},
    {"os10", "Os10LdapQ108", "ldap-server bindpw Os10LdapQ108\n"},
    {"os10", "Os10NtpKe109", "ntp authentication-key 345 md5 0 Os10NtpKe109\n"},
    {"os10", "Os10SnmpU110", "snmp-server user ops group 3 auth sha Os10SnmpU110 priv aes Os10SnmpP111\n"},
    {"os10", "Os10SnmpP111", ""},
    {"os10", "Os10Enabl112", "enable password Os10Enabl112 priv-lvl 2\n"},
    {"os10", "Os10UserK113", "username ops sshkey ssh-rsa Os10UserK113\n"},
    // Enterprise SONiC Distribution by Dell Technologies 4.x User Guide, management framework.
    {"sonic-cli", "EsonUserP115", "username admin password EsonUserP115 role admin\n"},
    {"sonic-cli", "EsonLdapP116", "ldap-server bindpw EsonLdapP116 encrypted\n"},
    {"sonic-cli", "EsonTacac117", "tacacs-server host 192.0.2.4 port 49 key EsonTacac117 encrypted\n"},
    {"sonic-cli", "EsonRadiu118", "radius-server key EsonRadiu118 encrypted\n"},
    {"sonic-cli", "EsonNtpKe119", "ntp authentication-key 1 md5 EsonNtpKe119 encrypted\n"},
    {"sonic-cli", "EsonCommu120", "snmp-server community EsonCommu120 group g\n"},
    {"sonic-cli",
        "EsonSnmpA121",
        "snmp-server user ops group g encrypted auth sha auth-password EsonSnmpA121 priv aes-128 priv-password EsonSnmpP122\n"},
    {"sonic-cli", "EsonSnmpP122", ""},
    {"sonic-cli",
        "EsonBgpPa123",
        "router bgp 65001\n !\n neighbor 192.0.2.1\n  password EsonBgpPa123 encrypted\n"},
    {"sonic-cli",
        "EsonOspfK124",
        "interface Vlan9\n ip ospf message-digest-key 1 md5 EsonOspfK124 encrypted\n"},
    // Cumulus Linux 5.x User Guide: NVUE commands of AAA, SNMP, NTP, BGP, OSPF.
    {"nvue", "NvueUserH126", "nv set system aaa user cumulus hashed-password NvueUserH126\n"},
    {"nvue", "NvueTacac127", "nv set system aaa tacacs server 5 secret NvueTacac127\n"},
    {"nvue", "NvueRadiu128", "nv set system aaa radius server 192.0.2.5 secret NvueRadiu128\n"},
    {"nvue", "NvueLdapS129", "nv set system aaa ldap secret NvueLdapS129\n"},
    {"nvue", "NvueCommu130", "nv set system snmp-server readonly-community NvueCommu130 access any\n"},
    {"nvue",
        "NvueSnmpA131",
        "nv set system snmp-server username ops auth-md5 NvueSnmpA131 encrypt-aes NvueSnmpE132\n"},
    {"nvue", "NvueSnmpE132", ""},
    {"nvue",
        "NvueTrapC133",
        "nv set system snmp-server trap-destination 192.0.2.7 community-password NvueTrapC133 version 2c\n"},
    {"nvue", "NvueNtpKe134", "nv set service ntp default key 1 value NvueNtpKe134\n"},
    {"nvue", "NvueBgpPa135", "nv set vrf default router bgp neighbor swp51 password NvueBgpPa135\n"},
    {"nvue", "NvueOspfK136", "nv set interface swp51 router ospf authentication md5-key NvueOspfK136\n"},
    // The same in startup.yaml, where a secret may be a key of the document or below the key that names it.
    {"nvue-yaml",
        "NyamUserH137",
        "    system:\n      aaa:\n        user:\n          ops:\n            hashed-password: NyamUserH137\n"},
    {"nvue-yaml",
        "NyamCommu138",
        "    system:\n      snmp-server:\n        readonly-community:\n          NyamCommu138:\n            access:\n              any: {}\n"},
    {"nvue-yaml",
        "NyamTrapC139",
        "    system:\n      snmp-server:\n        trap-destination:\n          192.0.2.7:\n            community-password:\n              NyamTrapC139:\n                version: 2c\n"},
    {"nvue-yaml",
        "NyamSnmpE140",
        "    system:\n      snmp-server:\n        username:\n          ops:\n            auth-sha: word\n            encrypt-aes: NyamSnmpE140\n"},
    {"nvue-yaml",
        "NyamNtpKe141",
        "    service:\n      ntp:\n        default:\n          key:\n            '1':\n              value: NyamNtpKe141\n"},
    {"nvue-yaml",
        "NyamTacac142",
        "    system:\n      aaa:\n        tacacs:\n          server:\n            '5':\n              secret: NyamTacac142\n"},
    {"nvue-yaml",
        "NyamSshKe143",
        "    system:\n      aaa:\n        user:\n          ops:\n            ssh:\n              authorized-key:\n                n:\n                  key: NyamSshKe143\n"},
    // NVIDIA Onyx 3.10 User Manual: cryptography.
    {"onyx",
        "OnyxIpsec144",
        "   crypto ipsec peer 192.0.2.1 local 192.0.2.2 keying ike auth preshared-key OnyxIpsec144\n"},
    // SONiC: sonic-ntp.yang, sonic-system-ldap.yang.
    {"sonic", "SonicNtpKe145", "\"NTP_KEY\": {\"1\": {\"type\": \"md5\", \"value\": \"SonicNtpKe145\"}}"},
    {"sonic", "SonicLdapB146", "\"LDAP\": {\"global\": {\"bind_password\": \"SonicLdapB146\"}}"},
    // Junos CLI Reference: ntp, snmp v3.
    {"junos",
        "JunosNtpKe147",
        "system {\n    ntp {\n        authentication-key 1 type md5 value \"$9$JunosNtpKe147\";\n    }\n}\n"},
    {"junos",
        "JunosSnmpV148",
        "snmp {\n    v3 {\n        usm {\n            local-engine {\n                user ops {\n                    authentication-md5 {\n                        authentication-key \"JunosSnmpV148\";\n                    }\n                }\n            }\n        }\n    }\n}\n"},
    // ipsec.secrets(5), chrony.conf(5), netplan's reference, wpa_supplicant.conf(5).
    {"linux-host", "HostIpsec149", "$ cat /etc/ipsec.secrets\n192.0.2.1 : PSK \"HostIpsec149\"\n"},
    {"linux-host", "HostChron150", "$ cat /etc/chrony.keys\n1 SHA1 HostChron150\n"},
    {"linux-host",
        "HostNetpl151",
        "$ cat /etc/netplan/9.yaml\nnetwork:\n  ethernets:\n    eth9:\n      auth:\n        key-management: 802.1x\n        password: HostNetpl151\n"},
    {"linux-host",
        "HostPriva152",
        "$ cat /root/.ssh/id\n-----BEGIN OPENSSH PRIVATE KEY-----\nHostPriva152\n-----END OPENSSH PRIVATE KEY-----\n"},
    {"app-env", "AppEnvWand153", "export WANDB_API_KEY=AppEnvWand153\n"},
    {"windows-host",
        "WinSecure162",
        "PS C:\\> $c = New-Object PSCredential(\"admin\", (ConvertTo-SecureString \"WinSecure162\" -AsPlainText -Force))\n"},
    {"windows-host",
        "WinPiped166",
        "PS C:\\> $c = 'WinPiped166' | ConvertTo-SecureString -AsPlainText -Force\n"},
    {"windows-host", "WinDocker163", "PS C:\\> docker login -u bob -p WinDocker163 registry.example\n"},
    {"windows-host", "WinSshpas164", "PS C:\\> sshpass -p WinSshpas164 ssh admin@leaf1\n"},
    {"esxi-host", "EsxSshpas167", "[root@leaf1:~] sshpass -p EsxSshpas167 ssh admin@leaf2\n"},
    {"windows-host", "WinNgcTok165", "PS C:\\> Write-Output nvapi-WinNgcTok165abcDEF\n"},
    // AOS-CX 10.15: Security Guide, SNMP/MIB Guide, IP Routing Guide.
    {"aoscx", "AcxUser0171x", "user ops group administrators password ciphertext AQBapAcxUser0171x\n"},
    {"aoscx", "AcxPlain172x", "user night group administrators password plaintext AcxPlain172x\n"},
    {"aoscx", "AcxSnmpC173x", "snmp-server community AcxSnmpC173x\n"},
    {"aoscx",
        "AcxSnmpA174x",
        "snmpv3 user ops auth sha auth-pass ciphertext AcxSnmpA174x priv aes priv-pass ciphertext AcxSnmpP175x\n"},
    {"aoscx", "AcxSnmpP175x", ""},
    {"aoscx", "AcxTrapC176x", "snmp-server host 192.0.2.7 trap version v2c community AcxTrapC176x\n"},
    {"aoscx", "AcxTacac177x", "tacacs-server host 192.0.2.4 key ciphertext AcxTacac177x\n"},
    {"aoscx", "AcxRadiu178x", "radius-server host 192.0.2.5 key plaintext AcxRadiu178x\n"},
    {"aoscx", "AcxNtpKe179x", "ntp authentication-key 1 sha1 ciphertext AcxNtpKe179x\n"},
    {"aoscx", "AcxBgpPa180x", "router bgp 65001\n    neighbor 192.0.2.1 password ciphertext AcxBgpPa180x\n"},
    {"aoscx", "AcxOspfK181x", "interface vlan 9\n    ip ospf authentication-key ciphertext AcxOspfK181x\n"},
    {"aoscx",
        "AcxOspfM182x",
        "interface vlan 8\n    ip ospf message-digest-key 1 md5 ciphertext AcxOspfM182x\n"},
    {"aoscx", "AcxKeych183x", "keychain k1\n    key 1\n        key-string ciphertext AcxKeych183x\n"},
    {"aoscx",
        "AcxVrrpA184x",
        "interface vlan 7\n    vrrp 1 address-family ipv4\n        authentication text plaintext AcxVrrpA184x\n"},
    {"aoscx", "AcxMkaCa185x", "mka policy p\n    pre-shared-key ckn 01 cak ciphertext AcxMkaCa185x\n"},
    // Huawei CloudEngine V300R023C00 Command Reference: aaa, snmp-agent, hwtacacs, bgp, ospf, isis, keychain, mpls ldp.
    {"vrp", "VrpUserI186x", "aaa\n local-user ops password irreversible-cipher $1c$VrpUserI186x$\n#\n"},
    {"vrp", "VrpUserC187x", "aaa\n local-user night password cipher VrpUserC187x\n#\n"},
    {"vrp", "VrpSnmpC188x", "snmp-agent community read cipher VrpSnmpC188x\n#\n"},
    {"vrp", "VrpUsmAu189x", "snmp-agent usm-user v3 ops authentication-mode sha cipher VrpUsmAu189x\n#\n"},
    {"vrp", "VrpUsmPr190x", "snmp-agent usm-user v3 ops privacy-mode aes128 cipher VrpUsmPr190x\n#\n"},
    {"vrp",
        "VrpTrapC191x",
        "snmp-agent target-host trap address udp-domain 192.0.2.7 params securityname cipher VrpTrapC191x v2c\n#\n"},
    {"vrp",
        "VrpTacac192x",
        "hwtacacs server template t\n hwtacacs server shared-key cipher VrpTacac192x\n#\n"},
    {"vrp", "VrpRadiu193x", "radius server group r\n radius server shared-key-cipher VrpRadiu193x\n#\n"},
    {"vrp",
        "VrpNtpKe194x",
        "ntp authentication-keyid 1 authentication-mode hmac-sha256 cipher VrpNtpKe194x\n#\n"},
    {"vrp", "VrpBgpPa195x", "bgp 65001\n peer 192.0.2.1 password cipher VrpBgpPa195x\n#\n"},
    {"vrp", "VrpOspfK196x", "ospf 1\n area 0.0.0.0\n  authentication-mode md5 1 cipher VrpOspfK196x\n#\n"},
    {"vrp", "VrpIsisK197x", "isis 1\n area-authentication-mode md5 cipher VrpIsisK197x\n#\n"},
    {"vrp", "VrpSuper198x", "super password level 3 cipher VrpSuper198x\n#\n"},
    {"vrp", "VrpVtyPa199x", "user-interface vty 0 4\n set authentication password cipher VrpVtyPa199x\n#\n"},
    {"vrp", "VrpKeych200x", "keychain k mode absolute\n key-id 1\n  key-string cipher VrpKeych200x\n#\n"},
    {"vrp", "VrpLdpMd201x", "mpls ldp\n md5-password cipher 192.0.2.1 VrpLdpMd201x\n#\n"},
    // H3C S9850 Command References: AAA, SNMP, NTP, BGP.
    {"comware", "CmwUserH202x", "local-user ops class manage\n password hash $h$6$CmwUserH202x\n#\n"},
    {"comware", "CmwUserS203x", "local-user night class manage\n password simple CmwUserS203x\n#\n"},
    {"comware", "CmwSnmpC204x", "snmp-agent community write cipher $c$3$CmwSnmpC204x\n"},
    {"comware",
        "CmwUsmAu205x",
        "snmp-agent usm-user v3 ops admin cipher authentication-mode sha CmwUsmAu205x privacy-mode aes128 CmwUsmPr206x\n"},
    {"comware", "CmwUsmPr206x", ""},
    {"comware", "CmwTacac207x", "hwtacacs scheme t\n key authentication cipher $c$3$CmwTacac207x\n#\n"},
    {"comware",
        "CmwRadiu208x",
        "radius scheme r\n primary authentication 192.0.2.5 key cipher $c$3$CmwRadiu208x\n#\n"},
    {"comware",
        "CmwNtpKe209x",
        "ntp-service authentication-keyid 1 authentication-mode md5 cipher CmwNtpKe209x\n"},
    {"comware", "CmwSuper210x", "super password role network-admin hash CmwSuper210x\n"},
    {"comware", "CmwBgpPa211x", "bgp 65001\n peer 192.0.2.1 password cipher CmwBgpPa211x\n#\n"},
    // Cisco IOS XR System Security and Routing Command References.
    {"iosxr", "XrUserSe212x", "username ops\n secret 10 $6$XrUserSe212x\n!\n"},
    {"iosxr", "XrUserPa213x", "username night\n password 7 XrUserPa213x\n!\n"},
    {"iosxr", "XrSnmpCo214x", "snmp-server community XrSnmpCo214x RO\n"},
    {"iosxr", "XrTacacs215x", "tacacs-server host 192.0.2.4 port 49\n key 7 XrTacacs215x\n!\n"},
    {"iosxr",
        "XrRadius216x",
        "radius-server host 192.0.2.5 auth-port 1812 acct-port 1813\n key 7 XrRadius216x\n!\n"},
    {"iosxr",
        "XrBgpPas217x",
        "router bgp 65001\n neighbor 192.0.2.1\n  password encrypted XrBgpPas217x\n !\n!\n"},
    {"iosxr", "XrKeyCha218x", "key chain k\n key 1\n  key-string password XrKeyCha218x\n !\n!\n"},
    {"iosxr", "XrNtpKey219x", "ntp\n authentication-key 1 md5 encrypted XrNtpKey219x\n!\n"},
    {"iosxr",
        "XrOspfKe220x",
        "router ospf 1\n area 0\n  message-digest-key 1 md5 encrypted XrOspfKe220x\n !\n!\n"},
    {"iosxr", "XrIsisHe221x", "router isis one\n lsp-password hmac-md5 encrypted XrIsisHe221x\n!\n"},
    // opensm(8) and opensm.conf.
    {"opensm", "0xa1b2c3d4e5f60154", "m_key 0xa1b2c3d4e5f60154\n"},
    {"opensm", "0xa1b2c3d4e5f60155", "sm_key 0xa1b2c3d4e5f60155\n"},
    {"opensm", "0xa1b2c3d4e5f60156", "sa_key 0xa1b2c3d4e5f60156\n"},
    {"opensm", "0xa1b2c3d4e5f60157", "cc_key 0xa1b2c3d4e5f60157\n"},
    {"opensm", "0xa1b2c3d4e5f60158", "key_mgr_seed 0xa1b2c3d4e5f60158\n"},
    // smpquery(8), saquery(8), and db_csv of ibdiagnet.
    {"ib-fabric",
        "0xa1b2c3d4e5f60159",
        "# Port info: Lid 1 port 1\nMkey:............................0xa1b2c3d4e5f60159\n"},
    {"ib-fabric",
        "0xa1b2c3d4e5f60160",
        "PortInfoRecord dump:\n\t\tm_key...................0xa1b2c3d4e5f60160\n"},
    {"ib-fabric",
        "0xa1b2c3d4e5f60161",
        "START_PORTS\nNodeGuid,PortGuid,PortNum,MKey,GIDPrfx\n0x1,0x2,1,0xa1b2c3d4e5f60161,0xfe80000000000000\nEND_PORTS\n"},
};

std::string in_base64(std::string_view text)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    // Only whole groups of three bytes: the encoding of the rest depends on what follows.
    for (; text.size() >= 3; text.remove_prefix(3)) {
        const auto byte
            = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(text[at])); };
        const unsigned group = byte(0) << 16U | byte(1) << 8U | byte(2);
        for (const unsigned shift : {18U, 12U, 6U, 0U})
            out += letters[group >> shift & 63U];
    }
    return out;
}

std::string in_hexadecimal(std::string_view text)
{
    std::string out;
    for (const char c : text)
        out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return out;
}

using Forms = std::vector<std::string>;

// The forms of each secret: as it is, in hexadecimal, and in base64, which has three forms, depending on the number of bytes
// before the secret; the shifted ones lack up to two bytes of it.
std::vector<Forms> forms_of_all()
{
    std::vector<Forms> made;
    for (const PlantedSecret& one : all) {
        Forms forms{std::string(one.secret), in_hexadecimal(one.secret)};
        for (std::size_t skipped = 0; skipped < 3; ++skipped)
            forms.push_back(in_base64(one.secret.substr(skipped)));
        made.push_back(std::move(forms));
    }
    return made;
}

}

std::span<const PlantedSecret> planted_secrets() { return all; }

std::string planted_text(std::string_view platform, std::string_view between)
{
    std::string text;
    for (const PlantedSecret& one : all) {
        if (one.platform != platform || one.text.empty())
            continue;
        if (!text.empty())
            text += between;
        text += one.text;
    }
    return text;
}

std::string secrets_in(std::string_view text)
{
    // The outputs are long, and all secrets are searched in each: the forms are made once, and the C library searches.
    static const std::vector<Forms> forms = forms_of_all();
    const auto holds = [&](const std::string& form) {
        return memmem(text.data(), text.size(), form.data(), form.size()) != nullptr;
    };
    std::string found;
    for (std::size_t at = 0; at < forms.size(); ++at) {
        if (std::ranges::any_of(forms[at], holds))
            found += fmt::format("{} ", all[at].secret);
    }
    return found;
}

}
