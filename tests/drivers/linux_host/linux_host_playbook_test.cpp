// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::tests {
namespace {

bool says(const ReadFiles& host, std::string_view part)
{
    return std::ranges::any_of(host.problems(),
        [part](const SyntaxProblem& problem) { return problem.message.find(part) != std::string::npos; });
}

bool pauses(const ReadFiles& host, std::string_view name, std::uint8_t priority)
{
    const Port* port = host.port(name);
    return port != nullptr && port->pfc_tx.is(PrioritySet::of(priority));
}

}

TEST_CASE("what a command of a task gets wrong is reported once, where it stands in the playbook")
{
    const std::string tasks = "- shell: mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
                              "- shell: |\n    set -e\n    mlnx_qos -i eth1 --trust dcsp\n"
                              "    ip link set eth1 mtu 99999999\n"
                              "- command:\n    argv: [mlnx_qos, -i, eth2, --trust, pdcp]\n"
                              "- shell: mlnx_qos -i {{ item }} --trust pcdp\n  loop: [eth3, eth4]\n";
    const ReadFiles host("linux-host", {{"roles/nics/tasks/main.yml", tasks}});
    std::string wrong;
    for (const SyntaxProblem& problem : host.problems())
        wrong += tasks.substr(problem.at.offset, problem.at.length) + ' ';
    CHECK(wrong == "dcsp 99999999 pdcp pcdp ");
    CHECK(host.gaps()
        == "4 unrecognised     mlnx_qos -i eth1 --trust dcsp\n"
           "5 unsupported     ip link set eth1 mtu 99999999\n"
           "8 unrecognised - shell: mlnx_qos -i {{ item }} --trust pcdp\n");
    CHECK(pauses(host, "eth0", 3));
}

TEST_CASE("commands in tasks of Ansible are read, with their loops and variables")
{
    for (const std::string_view tasks :
        {"- name: Pause\n"
         "  ansible.builtin.command: mlnx_qos -i {{ item }} --pfc {{ pfc }}\n"
         "  loop: [eth0, eth1]\n"
         "  vars: {pfc: \"0,0,0,1,0,0,0,0\"}\n",
            "- hosts: gpus\n  vars:\n    pfc: 0,0,0,1,0,0,0,0\n    nics: [{name: eth0}, {name: eth1}]\n  tasks:\n"
            "    - block:\n        - shell: |\n            set -e\n            # the class of RDMA\n"
            "            mlnx_qos -i {{ nic.name }} --pfc {{ pfc }}\n"
            "          loop: \"{{ nics }}\"\n          loop_control: {loop_var: nic}\n",
            "- hosts: all\n  tasks:\n  - command:\n      argv: [mlnx_qos, -i, eth0, --pfc, \"0,0,0,1,0,0,0,0\"]\n"
            "  - shell: >-\n      mlnx_qos -i eth1\n      --pfc 0,0,0,1,0,0,0,0\n",
            "- copy:\n    dest: /usr/local/sbin/rdma.sh\n    content: |\n      #!/bin/sh\n"
            "      for i in eth0 eth1; do mlnx_qos -i $i --pfc 0,0,0,1,0,0,0,0; done\n"}) {
        CAPTURE(tasks);
        const ReadFiles host("linux-host", {{"roles/nics/tasks/main.yml", tasks}});
        CHECK(host.all_recognised());
        CHECK(host.gaps() == "");
        CHECK(host.problems().empty());
        CHECK(pauses(host, "eth0", 3));
        CHECK(pauses(host, "eth1", 3));
    }
}

TEST_CASE("an alias among the words of a command is not its name")
{
    const ReadFiles host("linux-host",
        {{"nics.yml",
            "- hosts: all\n  vars: {nic: &nic eth0}\n  tasks:\n"
            "    - command: {argv: [mlnx_qos, -i, *nic , --pfc, \"0,0,0,1,0,0,0,0\"]}\n"}});
    CHECK(host.device().ports.empty());
    CHECK(host.gaps() != "");
    const ReadFiles marked("linux-host",
        {{"nics.yml",
            "- hosts: all\n  tasks:\n"
            "    - command: {argv: [mlnx_qos, -i, \"{{ nic }}\", --pfc, \"0,0,0,1,0,0,0,0\"]}\n"}});
    CHECK(marked.gaps() != "");
    CHECK(says(marked, "{{ nic }} has no value in this file"));
}

TEST_CASE("what a task finds out is known to no later task or play")
{
    const ReadFiles host("linux-host",
        {{"nics.yml",
            "- hosts: all\n  vars: {nic: eth0, other: eth1}\n  tasks:\n"
            "    - block:\n        - shell: ls\n          register: nic\n"
            "    - shell: mlnx_qos -i {{ other }} --pfc 0,0,0,1,0,0,0,0\n"
            "    - shell: mlnx_qos -i {{ nic }} --pfc 0,0,0,1,0,0,0,0\n"
            "- hosts: all\n  vars: {nic: eth2}\n  tasks:\n"
            "    - shell: mlnx_qos -i {{ nic }} --pfc 0,0,0,1,0,0,0,0\n"}});
    CHECK(pauses(host, "eth1", 3));
    CHECK(host.port("eth0") == nullptr);
    CHECK(host.port("eth2") == nullptr);
    CHECK(says(host, "{{ nic }} has no value in this file"));
}

TEST_CASE("files that tasks write are read by what they are called")
{
    const ReadFiles host("linux-host",
        {{"nics.yml",
            "- hosts: all\n  tasks:\n"
            "    - copy:\n        dest: /etc/udev/rules.d/70-rdma.rules\n        content: |\n"
            "          KERNEL==\"eth0\", RUN+=\"/usr/bin/mlnx_qos -i %k --pfc 0,0,0,1,0,0,0,0\"\n"
            "    - lineinfile:\n        path: /etc/sysconfig/network-scripts/ifcfg-eth0\n        line: MTU=9000\n"
            "    - community.general.nmcli: {conn_name: \"{{ item }}\", type: ethernet, mtu: 4200, state: present}\n"
            "      with_items: [eth1, eth2]\n"}});
    CHECK(host.gaps() == "");
    CHECK(pauses(host, "eth0", 3));
    REQUIRE(host.port("eth0") != nullptr);
    CHECK(host.port("eth0")->ip_mtu.is(Bytes{9000}));
    REQUIRE(host.port("eth2") != nullptr);
    CHECK(host.port("eth2")->ip_mtu.is(Bytes{4200}));
}

TEST_CASE("what a task sets is not known where its values, its condition or its template are not")
{
    const ReadFiles host("linux-host",
        {{"nics.yml",
            "- hosts: all\n  tasks:\n"
            "    - shell: mlnx_qos -i eth0 --pfc {{ site_pfc }}\n"
            "    - shell: mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n      when: is_gpu\n"
            "    - set_fact: {pfc: \"0,0,0,1,0,0,0,0\"}\n"
            "    - shell: mlnx_qos -i eth2 --pfc {{ pfc }}\n"
            "    - template: {src: roce.sh.j2, dest: /usr/local/sbin/roce.sh}\n"
            "    - command: echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n"}});
    for (const std::string_view name : {"eth0", "eth1", "eth2"})
        CHECK(!pauses(host, name, 3));
    CHECK(host.gaps()
        == "3 unsupported     - shell: mlnx_qos -i eth0 --pfc {{ site_pfc }}\n"
           "4 unsupported     - shell: mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0\n"
           "7 unsupported     - shell: mlnx_qos -i eth2 --pfc {{ pfc }}\n"
           "8 unsupported     - template: {src: roce.sh.j2, dest: /usr/local/sbin/roce.sh}\n"
           "9 unsupported     - command: echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n");
    CHECK(says(host, "{{ site_pfc }} has no value in this file"));
    CHECK(says(host, "Ansible makes /usr/local/sbin/roce.sh of this template"));
    CHECK(says(host, "the module `command` runs no shell"));
}

TEST_CASE("user data of cloud-init sets up the host with its files and commands")
{
    const ReadFiles host("linux-host",
        {{"h/user-data",
            "#cloud-config\nwrite_files:\n- path: /usr/local/sbin/rdma.sh\n  content: |\n"
            "    #!/bin/bash\n    mlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n"
            "- path: /etc/netplan/60-rdma.yaml\n  content: |\n"
            "    network:\n      ethernets:\n        eth0: {mtu: 4200}\n"
            // #!/bin/sh, ethtool -A eth0 rx off tx off
            "- path: /usr/local/sbin/pause.sh\n  encoding: b64\n"
            "  content: IyEvYmluL3NoCmV0aHRvb2wgLUEgZXRoMCByeCBvZmYgdHggb2ZmCg==\n"
            "runcmd:\n- [ethtool, --set-eee, eth0, eee, \"off\"]\n- mlnx_qos -i eth1 --pfc 0,0,0,0,1,0,0,0\n"
            "- [sh, -c, echo 48 > /sys/class/net/eth1/ecn/roce_np/cnp_dscp]\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "");
    CHECK(host.problems().empty());
    CHECK(pauses(host, "eth0", 3));
    CHECK(pauses(host, "eth1", 4));
    REQUIRE(host.port("eth0") != nullptr);
    CHECK(host.port("eth0")->ip_mtu.is(Bytes{4200}));
    CHECK(host.port("eth0")->pause_rx.is(false));
    const Port* marked = host.port("eth1");
    REQUIRE(marked->nic < host.device().nics.size());
    CHECK(host.device().nics[marked->nic].cnp_dscp.is(48));
}

TEST_CASE("a YAML list that is not a playbook does not belong to a host")
{
    for (const std::string_view text : {"- set:\n    interface:\n      swp1: {link: {mtu: 9216}}\n",
             "- name: mlnx_qos\n  description: a tool\n"}) {
        const ReadFiles host("linux-host", {{"list.yaml", text}});
        CHECK(!host.all_recognised());
    }
}

}
