// SPDX-License-Identifier: Apache-2.0
// Files of each platform, of similar platforms, and of things that are not configurations. They were written independently of the
// recognition signs, so that the tests were not made to fit.
#include "tests/drivers/recognition_case.h"

namespace rocelint::recognition_test {
namespace {

TEST_CASE("a configuration is recognised as its own platform and not as a similar one")
{
    check_all({
        {"EOS with class maps that NX-OS would write the same way",
            "a.cfg",
            "hostname pod3-leaf2\n!\nclass-map type qos match-any STORAGE\n   match dscp 26\n!\n"
            "policy-map type quality-of-service IN\n   class STORAGE\n      set traffic-class 3\n!\n"
            "interface Ethernet7/1\n   service-policy type qos input IN\n",
            "eos"},
        {"EOS fragment of class maps alone",
            "a.cfg",
            "interface Management1\n   vrf MGMT\n!\nclass-map type pbr match-any P\n   match ip access-group A\n!\n"
            "class-map type qos match-any V\n   match vlan 7\n",
            "eos"},
        {"EOS fragment of two ports with PFC",
            "a.cfg",
            "interface Ethernet1\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n",
            "eos"},
        {"NX-OS with a class map of type qos",
            "a.cfg",
            "feature lldp\nvrf context management\nclass-map type qos match-any STORAGE\n  match dscp 26\n"
            "policy-map type qos IN\n  class STORAGE\n    set qos-group 3\n"
            "interface Ethernet1/7\n  priority-flow-control mode on\n  service-policy type qos input IN\n",
            "nxos"},
        {"NX-OS fragment of a network-qos policy",
            "a.cfg",
            "policy-map type network-qos lossless\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
            "system qos\n  service-policy type network-qos lossless\n",
            "nxos"},
        {"OS10 without its version line",
            "a.cfg",
            "class-map type network-qos C\n match qos-group 3\n!\npolicy-map type network-qos P\n class C\n  pause\n"
            "  pfc-cos 3\n!\ntrust dscp-map D\n qos-group 3 dscp 26\n!\ninterface ethernet1/1/4\n no switchport\n",
            "os10"},
        {"SONiC's tables",
            "a.json",
            R"({"PORT": {"Ethernet8": {"speed": "400000"}}, "DSCP_TO_TC_MAP": {}})",
            "sonic"},
        {"Enterprise SONiC's command line",
            "a.cfg",
            "sonic-cli\nqos map dscp-tc ROCE\n dscp 26 traffic-class 3\n!\ninterface Eth1/7\n qos-map dscp-tc ROCE\n",
            "sonic-cli"},
        {"Junos in braces",
            "a.conf",
            "system {\n    host-name leaf9;\n}\nclass-of-service {\n    classifiers {\n        dscp D;\n    }\n}\n"
            "interfaces {\n    et-0/0/7 {\n        mtu 9192;\n    }\n}\n",
            "junos"},
        {"Junos as set commands",
            "a.conf",
            "set system host-name leaf9\nset interfaces et-0/0/7 mtu 9192\n"
            "set class-of-service interfaces et-0/0/7 congestion-notification-profile CNP\n",
            "junos"},
        {"NVUE",
            "a.yaml",
            "- set:\n    qos:\n      roce:\n        enable: on\n    interface:\n      swp7: {}\n",
            "nvue"},
        {"Onyx",
            "a.cfg",
            "##\n## Running database \"initial\"\n##\nhostname sw9\ndcb priority-flow-control enable force\n"
            "interface ethernet 1/7 dcb priority-flow-control mode on force\n",
            "onyx"},
        {"AOS-CX",
            "a.cfg",
            "hostname leaf4\nvrf blue\nssh server vrf mgmt\nvlan 1,20\ninterface lag 7\n    no shutdown\n"
            "    no routing\n    vlan trunk native 1\n    vlan trunk allowed 20\n"
            "interface 1/1/7\n    no shutdown\n    lag 7\n",
            "aoscx"},
        {"AOS-CX fragment of QoS alone",
            "a.cfg",
            "qos pool 1 lossless size 30 percent headroom 2048 kbytes priorities 4\n"
            "interface 1/1/7\n    flow-control priority rxtx 4\n",
            "aoscx"},
        {"SR Linux in lines",
            "a.cfg",
            "set / qos classifiers dscp-policy d dscp 26 forwarding-class fc3\n",
            "srlinux"},
        {"SR Linux in lines with the slash at the first word",
            "a.cfg",
            "set /interface ethernet-1/1 mtu 9000\n",
            "srlinux"},
        {"SR Linux in blocks, with the prompt of the session",
            "a.cfg",
            "--{ running }--[  ]--\nA:leaf3# info qos\n    qos {\n        pfc-mapping-profile rocev2 {\n"
            "            received-pfc-pause-frames {\n            }\n        }\n    }\n",
            "srlinux"},
        {"SR Linux in JSON",
            "config.json",
            "{\"srl_nokia-interfaces:interface\": [{\"name\": \"ethernet-1/3\"}]}\n",
            "srlinux"},
        {"AOS-CX by its header alone",
            "a.cfg",
            "!\n!Version ArubaOS-CX FL.10.13.1010\nhostname sw\n",
            "aoscx"},
        {"IOS XR with policies that Cisco IOS would write the same way",
            "a.cfg",
            "!! IOS XR Configuration 7.11.2\n!! Last configuration change at Tue Jan 14 10:00:00 2025 by admin\n!\n"
            "hostname spine4\nclass-map match-any STORAGE\n match dscp 26 \n end-class-map\n! \n"
            "policy-map IN\n class STORAGE\n  set traffic-class 3\n ! \n class class-default\n ! \n end-policy-map\n! \n"
            "interface HundredGigE0/0/0/12\n service-policy input IN\n!\nend\n",
            "iosxr"},
        {"IOS XR fragment of lossless traffic classes",
            "a.cfg",
            "hw-module profile priority-flow-control location 0/1/CPU0\n buffer-extended traffic-class-default 3\n!\n"
            "interface FourHundredGigE0/1/0/7\n priority-flow-control mode on\n!\n",
            "iosxr"},
        {"IOS XR fragment of ports alone",
            "a.cfg",
            "interface Bundle-Ether12\n mtu 9216\n!\ninterface FourHundredGigE0/0/0/7\n bundle id 12 mode active\n!\n",
            "iosxr"},
        {"IOS XR fragment of policies alone",
            "a.cfg",
            "class-map match-any STORAGE\n match dscp 26 \n end-class-map\n! \npolicy-map OUT\n class STORAGE\n"
            "  bandwidth remaining ratio 40 \n ! \n class class-default\n ! \n end-policy-map\n! \n",
            "iosxr"},
        {"IOS XR in a transcript",
            "a.txt",
            "RP/0/RP0/CPU0:spine4#show running-config interface FourHundredGigE0/0/0/7\n"
            "Tue Jan 14 10:00:00.123 UTC\ninterface FourHundredGigE0/0/0/7\n priority-flow-control mode on\n!\n",
            "iosxr"},
        {"NX-OS with ratios and modes that IOS XR writes the same way",
            "a.cfg",
            "!Command: show running-config\nversion 10.3(4a)\nhostname pod1-leaf3\npolicy-map type queuing OUT\n"
            "  class type queuing c-out-8q-q3\n    bandwidth remaining ratio 40\n"
            "interface Ethernet1/7\n  priority-flow-control mode on\n  mtu 9216\n",
            "nxos"},
    });
}

TEST_CASE("a platform without a driver is not mistaken for a similar one")
{
    check_all({
        {"FastIron beside OS10",
            "a.cfg",
            "ver 08.0.95mT213\n!\nstack unit 1\n  module 1 icx7250-24-port-management-module\n!\n"
            "vlan 40 name LAB by port\n tagged ethe 1/1/4 to 1/1/6\n!\ninterface ethernet 1/1/4\n port-name lab\n!\n",
            "FastIron"},
        {"SR OS beside Junos",
            "a.cfg",
            "configure {\n    qos {\n        sap-ingress \"10\" {\n            fc be {\n            }\n        }\n    }\n"
            "    router \"Base\" {\n        interface \"to-leaf\" {\n            port 1/1/c7/1\n        }\n    }\n"
            "    system {\n        name \"pe7\"\n    }\n}\n",
            "SR OS"},
        {"Comware of the fastest ports alone",
            "a.cfg",
            "#\n sysname core\n#\ninterface FourHundredGigE1/0/1\n priority-flow-control enable\n"
            " priority-flow-control no-drop dot1p 3\n#\n",
            "comware"},
        {"VRP of 25GE ports",
            "a.cfg",
            "#\nsysname tor\n#\ninterface 25GE1/0/7\n dcb pfc enable mode manual\n#\n",
            "vrp"},
        {"VRP by its header alone",
            "a.cfg",
            "!Software Version V200R022C00SPC500\n#\nsysname tor\n#\n",
            "vrp"},
        {"VRP in a transcript that begins with the prompt of the user view",
            "a.txt",
            "<tor-1>display current-configuration\n#\nsysname tor-1\n#\ninterface 25GE1/0/7\n dcb pfc enable\n#\nreturn\n<tor-1>\n",
            "vrp"},
        {"VRP in a transcript that begins with an empty prompt",
            "a.txt",
            "<tor>\r\n<tor> display current-configuration\r\n#\r\nsysname tor\r\n#\r\ninterface 25GE1/0/7\r\n#\r\n",
            "vrp"},
        {"VRP in a transcript that begins with the prompt of the system view",
            "a.txt",
            "[tor]display current-configuration\n#\nsysname tor\n#\ninterface 25GE1/0/7\n#\n",
            "vrp"},
        {"VRP in a transcript of a view whose changes are committed",
            "a.txt",
            "[~tor-25GE1/0/7]display this\n#\ninterface 25GE1/0/7\n trust dscp\n#\nreturn\n",
            "vrp"},
        {"VRP in a transcript of a view with changes that are not committed",
            "a.txt",
            "[*tor]\n#\ninterface 25GE1/0/7\n trust dscp\n#\nreturn\n",
            "vrp"},
        {"VRP behind the output of display version",
            "a.txt",
            "Huawei Versatile Routing Platform Software\nVRP (R) software, Version 8.220 (CE6857EI V200R022C00SPC500)\n"
            "Copyright (C) 2012-2022 Huawei Technologies Co., Ltd.\nHUAWEI CE6857-48S6CQ-EI uptime is 2 days\n#\nsysname tor\n",
            "vrp"},
        {"VRP of a release that is named YunShan OS, behind the output of display version",
            "a.txt",
            "Huawei YunShan OS\nVersion 1.23.0.1 (CE8855 V300R023C00SPC500)\nHUAWEI CE8855-32CQ4BQ uptime is 2 days\n"
            "#\nsysname tor\n",
            "vrp"},
        {"commands typed in views of VRP",
            "a.txt",
            "[~tor]interface 25GE1/0/7\n[~tor-25GE1/0/7]dcb pfc enable\n[*tor-25GE1/0/7]commit\n",
            "commands that were typed in a configuration mode"},
        {"the same prompt of Comware",
            "a.txt",
            "<core>display current-configuration\n#\n version 7.1.070, Release 6635\n#\n sysname core\n#\n"
            "interface HundredGigE1/0/1\n priority-flow-control enable\n#\n",
            "comware"},
        {"Comware of 25GE ports without a header",
            "a.cfg",
            "#\n sysname core\n#\ninterface Twenty-FiveGigE1/0/7\n port link-mode bridge\n undo shutdown\n#\nreturn\n",
            "comware"},
        {"Comware whose comment names another vendor",
            "a.cfg",
            "# Huawei core switch\n#\n sysname core\n#\ninterface HundredGigE1/0/1\n priority-flow-control enable\n"
            " priority-flow-control no-drop dot1p 5\n#\n",
            "comware"},
        {"VRP that has words of Comware's",
            "a.cfg",
            "!Software Version V200R022C00SPC500\n#\nsysname tor\n#\nirf mac-address persistent\n#\n"
            "interface 25GE1/0/7\n dcb pfc enable mode manual\n undo portswitch\n#\nreturn\n",
            "vrp"},
        {"IOS XE with ports whose names Comware has",
            "a.cfg",
            "!\nhostname core\n!\ninterface HundredGigE1/0/25\n description uplink\n switchport mode trunk\n!\n"
            "interface HundredGigE1/0/26\n switchport mode trunk\n!\nend\n",
            "no platform recognises the content"},
        {"XML with an element in its first line",
            "a.xml",
            "<name>tor</name>\n<sysname>tor</sysname>\ninterface 25GE1/0/7\n",
            "it looks like XML or HTML"},
        {"Cisco IOS beside NX-OS",
            "a.cfg",
            "!RANCID-CONTENT-TYPE: cisco\nclass-map match-any A\n match dscp af31\ninterface GigabitEthernet1/0/7\n"
            " service-policy input B\n",
            "Cisco IOS"},
        {"Cisco IOS XE with a policy and a port of 100 gigabits",
            "a.cfg",
            "Building configuration...\n\nCurrent configuration : 9120 bytes\n!\nversion 17.9\n"
            "service timestamps debug datetime msec\nhostname core7\nboot-start-marker\nboot-end-marker\n"
            "class-map match-any A\n match dscp af31\npolicy-map B\n class A\n  bandwidth remaining ratio 40\n"
            "interface HundredGigE1/0/7\n ip address 10.0.0.1 255.255.255.254\n service-policy output B\n",
            "Cisco IOS"},
        {"JSON with a key that begins like a table of SONiC",
            "a.json",
            R"({"DHCPResult": {"seen": true}, "LLDPResult": {"PortName": "swp4"}})",
            "no platform recognises the content: it looks like JSON"},
        {"LLDP of VOSS beside NX-OS",
            "a.txt",
            "Port: 1/7   Index: 4                Protocol version: LLDP\n            ChassisId: MAC Address  00:00:5e:00:53:01\n"
            "            PortId:    MAC Address  00:00:5e:00:53:02\n            SysName:   core\n",
            "VOSS"},
        {"nvidia-smi's table beside captures of a host",
            "gpu.txt",
            "+-----------------------------------------+\n| NVIDIA-SMI 550.54   Driver Version: 550.54 |\n"
            "|=========================================|\n|   0  NVIDIA H100  On | 00000000:18:00.0 Off |\n",
            "no platform recognises the content"},
    });
}

TEST_CASE("a file that is not a configuration is described in one line")
{
    check_all({
        {"a design document with a fenced block",
            "docs/qos.md",
            "# QoS\n\nEvery leaf of the pod gets this profile and no other.\n\n```eos\nqos profile R\n   qos trust dscp\n"
            "   priority-flow-control priority 3 no-drop\n   uc-tx-queue 3\n```\n",
            "a document: not read (1 configuration block inside; --documents reads it)"},
        {"the same without its suffix",
            "notes",
            "# QoS\n\n## PFC\n\n| class | dscp |\n| ----- | ---- |\n| RDMA  | 26   |\n\nEvery leaf of the pod gets this "
            "profile and no other.\nThe spines get the same one without the watchdog lines.\n\n```\ninterface Ethernet1\n"
            "   priority-flow-control priority 3 no-drop\n```\n",
            "a document: not read"},
        {"a ticket in prose with commands in it",
            "ticket.txt",
            "Hello team,\nSince the upgrade of last night all jobs on the second pod are slow again.\n"
            "We see that the switches drop packets although flow control should be on.\n"
            "Somebody removed the lines below and we would like them back today.\n"
            "Please apply them to every leaf and tell us when this was done.\n"
            "priority-flow-control priority 3 no-drop\n",
            "a document: not read"},
        {"a page of reStructuredText",
            "page.rst",
            "PFC\n===\n\nWrite these lines::\n\n    policy-map type network-qos p\n      class type network-qos c-8q-nq3\n"
            "        pause pfc-cos 3\n\n.. note::\n\n   Not on spines.\n",
            "a document: not read (1 configuration block inside"},
        {"Terraform with a heredoc",
            "main.tf",
            "resource \"local_file\" \"leaf\" {\n  content = <<-EOT\n    interface Ethernet1\n"
            "       priority-flow-control priority 3 no-drop\n  EOT\n}\n",
            "source text of a program: not read (1 configuration block inside"},
        {"a list of cables",
            "cables.csv",
            "device,port,peer,peer_port,length\nleaf1,Ethernet1,host1,eth0,3\nleaf1,Ethernet2,host2,eth0,3\n"
            "leaf1,Ethernet3,host3,eth0,5\n",
            "it looks like a table of separated values (CSV)"},
        {"a switch's log",
            "leaf1.log",
            "2026-03-01T10:00:00Z leaf1 Pfc: watchdog on Ethernet1 queue 3\n"
            "2026-03-01T10:00:01Z leaf1 Pfc: watchdog off Ethernet1 queue 3\n"
            "2026-03-01T10:00:09Z leaf1 Lldp: neighbor on Ethernet1 gone\n",
            "it looks like a log"},
        {"a playbook of Ansible",
            "site.yml",
            "---\n- hosts: leafs\n  gather_facts: false\n  tasks:\n    - name: push\n      arista.eos.eos_config:\n"
            "        lines:\n          - priority-flow-control priority 3 no-drop\n",
            "it looks like a playbook of Ansible"},
        {"tasks of a role of Ansible",
            "main.yml",
            "---\n- include_tasks: el.yml\n  when: ansible_facts['os_family'] == 'RedHat'\n",
            "it looks like tasks of Ansible"},
        {"a manifest of Kubernetes",
            "job.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n",
            "it looks like a manifest of Kubernetes"},
        {"variables of a generator",
            "leafs.yml",
            "---\nfabric_name: pod7\nqos_profiles:\n  - name: R\n    trust: dscp\n",
            "it looks like YAML of another program"},
        {"prose without any command",
            "minutes.txt",
            "The meeting was about the racks in the second hall.\n"
            "Power will be there from the first week of the month on.\n",
            "it looks like prose"},
        {"lines of an unknown platform about PFC",
            "device.conf",
            "qos lossless enable 3\nport 7 pfc on\n",
            "no platform recognises the content, though lines of it are about PFC, ECN or RoCE"},
    });
}

TEST_CASE("a configuration with a long banner or many comments is not a document")
{
    check_all({{"banner",
                   "leaf1.cfg",
                   "! device: leaf1 (DCS-7060X6, EOS-4.32.2F)\nhostname leaf1\nbanner motd\n"
                   "This system is only for people who were given the right to use it.\n"
                   "Everything that is typed here is kept and looked at every day.\n"
                   "People who should not be here have to leave at once.\n"
                   "Questions are answered by the people who run this network.\n"
                   "Have a nice day and do not forget to lock your screen.\nEOF\n!\n"
                   "interface Ethernet1\n   priority-flow-control priority 3 no-drop\n",
                   "eos"},
        {"comments",
            "setup.sh",
            "#!/bin/bash\n# Sets the class of RDMA on every NIC of the host at each boot.\n"
            "# Priority 3 is the one that the switches pause, as the design says.\n"
            "mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n",
            "linux-host"}});
}

TEST_CASE("the body of a routing protocol is recognised as irrelevant")
{
    struct Body {
        const char* platform;
        const char* text;
    };
    for (const Body& body :
        {Body{"eos",
             "hostname leaf1\ninterface Ethernet1\n   channel-group recirculation 1\n"
             "   vrrp 10 ipv4 192.0.2.1\nrouter ospf 1\n   router-id 192.0.2.1\n   max-lsa 12000\n"},
            Body{"nxos",
                "hostname leaf1\ninterface Ethernet1/1\n  vrrp 10\n    address 192.0.2.1\nrouter ospf 1\n"
                "  router-id 192.0.2.1\n  area 0.0.0.1 stub\n  vrf X\n    router-id 192.0.2.2\n"},
            Body{"os10",
                "hostname leaf1\ninterface ethernet1/1/1\n vrrp-group 10\n  virtual-address 192.0.2.1\nrouter ospf 1\n"
                " router-id 192.0.2.1\n redistribute connected\n"},
            Body{"sonic-cli",
                "hostname leaf1\nrouter ospf\n ospf router-id 192.0.2.1\n network 192.0.2.0/24 area 0.0.0.0\n"}}) {
        CAPTURE(std::string(body.platform));
        const Driver* driver = find_driver(body.platform);
        REQUIRE(driver != nullptr);
        const contract::Read read(*driver, std::string_view(body.text));
        CHECK(read.problems() == 0);
        const Coverage coverage = measure_coverage(read.trees.front());
        for (const Coverage::Detail& detail : coverage.details)
            FAIL_CHECK(detail.text);
    }
}

}
}
