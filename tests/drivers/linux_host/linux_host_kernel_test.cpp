// SPDX-License-Identifier: Apache-2.0
// Kernel settings that decide which interface answers for an address, wherever a host's files set them.
#include "tests/drivers/linux_host/script_reading.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::tests {
namespace {

const std::string two_nics = "$ rdma link\n" + std::string(two_devices);

/// A host with two NICs and one more file.
ReadFiles with_file(std::string_view path, std::string_view text)
{
    return ReadFiles("linux-host", {{"h1/rdma-link.txt", two_nics}, {path, text}});
}

}

TEST_CASE("files of sysctl.d set which interface answers for an address")
{
    const ReadFiles host = with_file("h1/etc/sysctl.d/90-rdma.conf",
        "# RDMA\n"
        "net.ipv4.conf.all.arp_ignore = 1\n"
        "-net.ipv4.conf.ens1f0np0.arp_announce=2\n"
        "net/ipv4/conf/ens2f0np0/arp_announce = 1\n"
        "net.ipv4.conf.*.arp_filter = 1\n"
        "vm.swappiness = 10\n");
    CHECK(host.all_recognised());
    CHECK(host.nic("mlx5_0")->arp_ignore.is(1));
    CHECK(host.nic("mlx5_3")->arp_ignore.is(1));
    CHECK(host.nic("mlx5_0")->arp_announce.is(2));
    CHECK(host.nic("mlx5_3")->arp_announce.is(1));
    CHECK(host.gaps(1) == "5 unsupported net.ipv4.conf.*.arp_filter = 1\n");
}

TEST_CASE(
    "files of sysctl.d count in the order of their names whatever their folder, and sysctl.conf comes last")
{
    const std::string set = "net.ipv4.conf.all.arp_announce = ";
    const auto announced = [](const ReadFiles& host) { return host.nic("mlx5_0")->arp_announce.value; };
    CHECK(announced(ReadFiles("linux-host",
              {{"h1/rdma-link.txt", two_nics},
                  {"h1/etc/sysctl.d/99-rdma.conf", set + "2\n"},
                  {"h1/usr/lib/sysctl.d/50-default.conf", set + "0\n"}}))
        == 2);
    CHECK(announced(ReadFiles("linux-host",
              {{"h1/rdma-link.txt", two_nics},
                  {"h1/etc/sysctl.conf", set + "0\n"},
                  {"h1/etc/sysctl.d/99-rdma.conf", set + "2\n"}}))
        == 0);
}

TEST_CASE("a file of sysctl.d below /etc hides that of the same name below /usr/lib")
{
    const ReadFiles host("linux-host",
        {{"h1/rdma-link.txt", two_nics},
            {"h1/etc/sysctl.d/50-rdma.conf", "net.ipv4.conf.all.arp_announce = 2\n"},
            {"h1/usr/lib/sysctl.d/50-rdma.conf",
                "net.ipv4.conf.all.arp_announce = 0\nnet.ipv4.conf.all.arp_ignore = 1\n"}});
    CHECK(host.nic("mlx5_0")->arp_announce.is(2));
    CHECK_FALSE(host.nic("mlx5_0")->arp_ignore.is(1));
}

TEST_CASE("a kernel setting of an interface that no capture shows is not used, and a warning says so")
{
    const ReadFiles host = with_file("h1/etc/sysctl.d/90-rdma.conf", "net.ipv4.conf.ens9.arp_ignore = 1\n");
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.find("interface ens9") != std::string::npos);
    // Between dots, a slash stands for the dot of a VLAN's name.
    CHECK(with_file("h1/etc/sysctl.d/90-rdma.conf", "net.ipv4.conf.ens1f0np0/100.arp_ignore = 1\n").gaps(1)
        == "1 unsupported net.ipv4.conf.ens1f0np0/100.arp_ignore = 1\n");
}

TEST_CASE("sysctl, files below /proc, TuneD and Ansible set the same kernel settings")
{
    const auto ignores = [](std::string_view path, std::string_view text) {
        const ReadFiles host = with_file(path, text);
        CAPTURE(path);
        CHECK(host.all_recognised());
        return host.nic("mlx5_0")->arp_ignore.is(2);
    };
    const std::string script = "#!/bin/sh\nmlnx_qos -i ens1f0np0 --trust dscp\n";
    CHECK(ignores("h1/rdma.sh", script + "sysctl -q -w net.ipv4.conf.all.arp_ignore=2\n"));
    CHECK(ignores("h1/rdma.sh", script + "echo 2 > /proc/sys/net/ipv4/conf/all/arp_ignore\n"));
    CHECK(ignores("h1/rdma.sh",
        script + "cat > /etc/sysctl.d/90.conf <<'EOF'\nnet.ipv4.conf.all.arp_ignore = 2\nEOF\n"));
    CHECK(ignores("h1/etc/tuned/rdma/tuned.conf", "[main]\n[sysctl]\nnet.ipv4.conf.all.arp_ignore=2\n"));
    CHECK(ignores("site.yml",
        "- name: kernel\n  ansible.posix.sysctl:\n    name: net.ipv4.conf.{{ item }}.arp_ignore\n"
        "    value: \"2\"\n  loop: [ens1f0np0, ens2f0np0]\n"));
    CHECK(ignores("site.yml",
        "- name: kernel\n  ansible.builtin.copy:\n    dest: /etc/sysctl.d/90.conf\n    content: |\n"
        "      net.ipv4.conf.all.arp_ignore = 2\n"));
    // A command that may not run sets nothing.
    CHECK_FALSE(
        ignores("h1/rdma.sh", script + "if [ -e /x ]; then sysctl -w net.ipv4.conf.all.arp_ignore=2; fi\n"));
}

TEST_CASE("a kernel setting that a capture shows with another value is a warning")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt",
             two_nics + "$ sysctl net.ipv4.conf.all.arp_ignore\nnet.ipv4.conf.all.arp_ignore = 1\n"},
            {"h1/etc/sysctl.d/90-rdma.conf", "net.ipv4.conf.all.arp_ignore = 0\n"}});
    CHECK(warns(host, "the capture shows net.ipv4.conf.all.arp_ignore = 1, but 90-rdma.conf:1 sets 0"));
}

TEST_CASE("a playbook that copies the file of a link is one that sets up NICs")
{
    const ReadFiles host = with_file("site.yml",
        "- name: link\n  ansible.builtin.copy:\n    dest: /etc/systemd/network/10-rdma.link\n    content: |\n"
        "      [Match]\n      OriginalName=ens1f0np0\n      [Link]\n      MTUBytes=1500\n");
    CHECK(host.all_recognised());
    CHECK(port_of(host, "ens1f0np0").ip_mtu.is(Bytes{1500}));
}

TEST_CASE("the output of lspci is known by a name with its options")
{
    const ReadFiles host = with_file("h1/lspci-vv.txt",
        "0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n"
        "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
        "\t\tLnkSta:\tSpeed 32GT/s, Width x8 (downgraded)\n");
    CHECK(host.all_recognised());
}

}
