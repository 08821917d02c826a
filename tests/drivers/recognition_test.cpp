// SPDX-License-Identifier: Apache-2.0
// Files of each platform, of similar platforms, and of things that are not configurations. They were written independently of the
// recognition signs, so that the tests were not made to fit.
#include "models/syntax/coverage.h"
#include "tests/contract/driver_case.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::recognition_test {
namespace {

struct Sample {
    const char* what;
    const char* path;
    const char* text;
    const char* expected; ///< the platform, or words of the reason why the file is not read
};

std::string answer(const Sample& sample)
{
    const Source source(0, sample.path, sample.text);
    const Recognition recognition = recognise(source);
    return recognition.driver == nullptr ? std::string(recognition.reason)
                                         : std::string(recognition.driver->name);
}

void check_all(const std::vector<Sample>& samples)
{
    for (const Sample& sample : samples) {
        CAPTURE(std::string(sample.what));
        const std::string found = answer(sample);
        CAPTURE(found);
        CHECK(found.find(sample.expected) != std::string::npos);
    }
}

}

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
            "Comware"},
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
            "Comware"},
        {"XML with an element in its first line",
            "a.xml",
            "<name>tor</name>\n<sysname>tor</sysname>\ninterface 25GE1/0/7\n",
            "it looks like XML or HTML"},
        {"Cisco IOS beside NX-OS",
            "a.cfg",
            "!RANCID-CONTENT-TYPE: cisco\nclass-map match-any A\n match dscp af31\ninterface GigabitEthernet1/0/7\n"
            " service-policy input B\n",
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

TEST_CASE("a transcript pasted into a Markdown fence is still a capture of its host")
{
    check_all({{"one fence",
        "host1/mlnx_qos.md",
        "```\nroot@host1:~# mlnx_qos -i eth0\nDCBX mode: OS controlled\nPriority trust state: dscp\n```\n",
        "linux-host"}});
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

TEST_CASE("a script that starts a job is not mistaken for one that sets up a host, nor the other way round")
{
    check_all({
        {"a batch script that looks at an MTU",
            "train.sbatch",
            "#!/bin/bash\n#SBATCH -N 2\nip link show | grep ' mtu '\nexport NCCL_IB_TC=106\nsrun ./train\n",
            "app-env"},
        {"a script without directives that calls mpirun",
            "run.sh",
            "#!/bin/bash\nmpirun -np 16 -x NCCL_IB_TC=106 ./all_reduce_perf\n",
            "app-env"},
        {"a script that only exports variables",
            "env.sh",
            "#!/bin/sh\nset -e\nexport NCCL_IB_TC=106\n",
            "app-env"},
        {"the Dockerfile of an image",
            "Dockerfile",
            "FROM nvcr.io/nvidia/pytorch:24.05-py3\nENV NCCL_IB_TC=106\nRUN pip install x\n",
            "app-env"},
        {"a prolog that sets up NICs and exports a variable",
            "prolog.sh",
            "#!/bin/bash\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\nexport NCCL_IB_TC=106\n",
            "linux-host"},
        {"a set-up script whose comment mentions a variable",
            "qos.sh",
            "#!/bin/bash\n# jobs run under srun with NCCL_IB_TC=106\nmlnx_qos -i eth0 --trust dscp\n",
            "linux-host"},
        {"a set-up script that installs programs which could start a job",
            "setup.sh",
            "#!/bin/bash\napt-get install -y \\\n  python3 docker mpirun\nsystemctl restart docker\n"
            "python3 check.py\nmlnx_qos -i eth0 --trust dscp\nexport NCCL_IB_TC=106\n",
            "linux-host"},
        {"a job that sets variables before its launcher",
            "run.sh",
            "#!/bin/bash\nip link show | grep ' mtu '\nNCCL_IB_TC=106 \\\n  sudo -E /opt/bin/mpirun ./train\n",
            "app-env"},
        {"a script that only mentions a variable",
            "notes.sh",
            "#!/bin/bash\n# NCCL_IB_TC=106 is set elsewhere\nls\n",
            "a script that sets nothing of a device"},
    });
}

TEST_CASE("a manifest that sets NICs is read, and so are jobs in a file that also sets NICs")
{
    check_all({
        {"a template of NIC settings alone",
            "nics.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\nspec:\n  template:\n"
            "    numVfs: 0\n",
            "kubernetes"},
        {"with the kind in quotes, and a comment",
            "quoted.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: 'NicConfigurationTemplate' # east\nspec:\n"
            "  template:\n    numVfs: 0\n",
            "kubernetes"},
        {"a chart's template of it",
            "chart.yaml",
            "{{- if .Values.nics }}\napiVersion: configuration.net.nvidia.com/v1alpha1\n"
            "kind: NicConfigurationTemplate\nspec:\n  template:\n    numVfs: {{ .Values.vfs }}\n{{- end }}\n",
            "kubernetes"},
        {"a policy of NVIDIA's network operator",
            "policy.yaml",
            "apiVersion: mellanox.com/v1alpha1\nkind: NicClusterPolicy\nspec:\n  ofedDriver: {}\n",
            "looks like network settings of Kubernetes (NicClusterPolicy): not read yet"},
        {"with a pod in another document",
            "all.yaml",
            "apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\nspec:\n  template:\n"
            "    numVfs: 0\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - env:\n    - name: NCCL_IB_TC\n"
            "      value: \"106\"\n",
            "app-env"},
    });
}

TEST_CASE("a file that only has words in common with one that sets up NICs is not read as a device")
{
    check_all({
        {"the definition of a kind",
            "crd.yaml",
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  names:\n"
            "    kind: SriovNetworkNodePolicy\n    plural: sriovnetworknodepolicies\n",
            "no platform recognises the content"},
        {"a patch that names an object",
            "kustomization.yaml",
            "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\npatches:\n- path: mtu.yaml\n"
            "  target:\n    kind: SriovNetworkNodePolicy\n    name: rdma\n",
            "no platform recognises the content"},
        {"an object of a list",
            "list.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: sriovnetwork.openshift.io/v1\n"
            "  kind: SriovNetworkNodePolicy\n  spec:\n    mtu: 9000\n",
            "kubernetes"},
        {"variables of a group of hosts",
            "group_vars/gpu.yaml",
            "network:\n  mtu: 9000\n  domain: example.net\n",
            "no platform recognises the content"},
        {"a file of netplan",
            "50-roce.yaml",
            "network:\n  ethernets:\n    ens1f0np0:\n      mtu: 9000\n",
            "linux-host"},
        {"a script that renames an adapter",
            "rename.ps1",
            "Get-NetAdapter | Where-Object Status -eq Up\nRename-NetAdapter -Name Ethernet -NewName mgmt\n",
            "no platform recognises the content"},
        {"a script that turns PFC on",
            "deploy.ps1",
            "Enable-NetQosFlowControl -Priority 3\n",
            "windows-host"},
        {"commands of the ESXi Shell, traced",
            "esx.txt",
            "+ esxcli network nic list\n+ esxcli rdma device list\n",
            "esxi-host"},
    });
}

}
