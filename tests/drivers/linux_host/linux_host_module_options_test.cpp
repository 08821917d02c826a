// SPDX-License-Identifier: Apache-2.0
// Options of kernel modules: in modprobe.d, in force below /sys/module, and in a file of another place.
#include "tests/drivers/linux_host/intel_capture.h"

#include <string>
#include <string_view>

namespace rocelint::module_options_test {
namespace {

using intel_capture::nic_of;
using intel_capture::read_with;
using tests::ReadFiles;

ReadFiles with_options(std::string_view options)
{
    return read_with("root@io1:~# cat /etc/modprobe.d/irdma.conf\n" + std::string(options) + "\n");
}

bool warns_of_option(const ReadFiles& host, std::string_view begin)
{
    for (const SyntaxProblem& problem : host.problems()) {
        if (problem.message.starts_with(begin))
            return true;
    }
    return false;
}

TEST_SUITE_BEGIN("linux-host: options of kernel modules");

TEST_CASE("irdma's option for DCQCN decides whether an ice NIC slows down on CNPs")
{
    const ReadFiles on = with_options("options irdma roce_ena=1 dcqcn_enable=1");
    CHECK(on.gaps() == "");
    CHECK(nic_of(on).ecn_reaction.is(PrioritySet::all()));
    CHECK(nic_of(on).iwarp.is(false));
    CHECK_FALSE(nic_of(on).ecn_notification.peek_known());
    CHECK(nic_of(with_options("options irdma dcqcn_enable=N")).ecn_reaction.is(PrioritySet{}));
    const ReadFiles wrong = with_options("options irdma dcqcn_enable=maybe");
    CHECK(warns_of_option(wrong, "whether irdma slows down on CNPs cannot be read: 'maybe'"));
    CHECK_FALSE(nic_of(wrong).ecn_reaction.peek_known());
}

TEST_CASE("the switch of one port in configfs has precedence over the option of the module")
{
    const ReadFiles host
        = read_with("root@io1:~# grep -H '' /sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable\n"
                    "/sys/kernel/config/irdma/rocep49s0f0/roce_dcqcn_enable:0\n"
                    "root@io1:~# cat /etc/modprobe.d/irdma.conf\n"
                    "options irdma dcqcn_enable=1\n");
    CHECK(nic_of(host).ecn_reaction.is(PrioritySet{}));
}

TEST_CASE(
    "files below /sys/module show the options in force, and a different file for the next load is reported")
{
    const std::string loaded = "root@io1:~# grep -H '' /sys/module/irdma/parameters/roce_ena "
                               "/sys/module/irdma/parameters/dcqcn_enable\n"
                               "/sys/module/irdma/parameters/roce_ena:0\n"
                               "/sys/module/irdma/parameters/dcqcn_enable:N\n";
    const ReadFiles in_force = read_with(loaded);
    CHECK(in_force.gaps() == "");
    CHECK(in_force.problems().empty());
    CHECK(nic_of(in_force).iwarp.is(true));
    CHECK(nic_of(in_force).ecn_reaction.is(PrioritySet{}));
    const ReadFiles both = read_with(
        loaded + "root@io1:~# cat /etc/modprobe.d/irdma.conf\noptions irdma roce_ena=1 dcqcn_enable=1\n");
    CHECK(warns_of_option(both, "irdma runs with roce_ena 0, and has 1 once it is loaded again"));
    CHECK(nic_of(both).iwarp.is(false));
    CHECK(nic_of(both).ecn_reaction.is(PrioritySet::all()));
}

TEST_CASE("roce_port_cfg gives RoCE to the functions of a card whose bit is set, unless all have it")
{
    CHECK(nic_of(with_options("options irdma roce_port_cfg=1")).iwarp.is(false));
    CHECK(nic_of(with_options("options irdma roce_port_cfg=0x2")).iwarp.is(true));
    CHECK(nic_of(with_options("options irdma roce_ena=1 roce_port_cfg=2")).iwarp.is(false));
    const ReadFiles without_address("linux-host",
        {{"io1/capture.txt",
            "root@io1:~# ethtool -i ens2f0\n"
            "driver: ice\n"
            "root@io1:~# rdma link\n"
            "link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0\n"
            "root@io1:~# cat /etc/modprobe.d/irdma.conf\n"
            "options irdma roce_port_cfg=1\n"}});
    CHECK(intel_capture::reason_of(without_address, nic_of(without_address).iwarp.origin)
              .starts_with("roce_port_cfg of irdma gives RoCE to some functions of a card"));
}

TEST_CASE("a file with options of irdma is known by its content, wherever it is")
{
    for (const std::string_view path :
        {"io1/rdma.conf", "io1/files/rdma.conf", "io1/etc/modprobe.d/rdma.conf"}) {
        CAPTURE(path);
        const ReadFiles host("linux-host",
            {{"io1/capture.txt", intel_capture::driver},
                {path, "# RoCE on all ports\noptions irdma roce_ena=1\noptions ib_core netns_mode=0\n"}});
        CHECK(host.all_recognised());
        CHECK(host.gaps(1) == "");
        CHECK(nic_of(host).iwarp.is(false));
    }
    const ReadFiles alone("linux-host", {{"io1/rdma.conf", "options irdma roce_ena=1\n"}});
    CHECK(alone.all_recognised());
    CHECK(warns_of_option(
        alone, "no capture shows which NICs this option of irdma is for, so it is not judged"));
}

TEST_CASE("options of Lustre's LND are passed over, apart from the mark of its connections")
{
    const ReadFiles host("linux-host",
        {{"io1/etc/modprobe.d/lustre.conf",
            "options ko2iblnd peer_credits=32 concurrent_sends=64 conns_per_peer=4\n"
            "options ko2iblnd tos=106\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps() == "2 unsupported options ko2iblnd tos=106\n");
}

TEST_CASE("an RDMA device that i40iw or rdma-core names for iWARP runs iWARP")
{
    const auto named = [](std::string_view device) {
        return ReadFiles("linux-host",
            {{"h/capture.txt",
                "root@h:~# rdma link\nlink " + std::string(device)
                    + "/1 state ACTIVE physical_state LINK_UP netdev eth0\n"}});
    };
    for (const std::string_view device : {"i40iw0", "iwp24s0f0", "iwo1"}) {
        CAPTURE(device);
        const ReadFiles host = named(device);
        REQUIRE(host.nic(device) != nullptr);
        CHECK(host.nic(device)->iwarp.is(true));
    }
    for (const std::string_view device : {"rocep24s0f0", "iwaki0", "mlx5_0"}) {
        CAPTURE(device);
        const ReadFiles host = named(device);
        CHECK_FALSE(host.nic(device)->iwarp.peek_known());
    }
}

TEST_CASE("a profile of TuneD that only tunes the kernel or a NIC is read, and said to be not judged")
{
    for (const std::string_view text : {"[sysctl]\nnet.core.rmem_max=16777216\n",
             "[main]\nsummary=low latency\n\n[net]\ndevices=ens1f0np0\nchannels=combined 8\n"}) {
        CAPTURE(text);
        const ReadFiles host("linux-host", {{"host1/tuned.conf", text}});
        CHECK(host.all_recognised());
        CHECK(host.gaps() == "");
        CHECK(warns_of_option(host, "nothing in this profile of TuneD sets up an interface by its name"));
    }
}

TEST_SUITE_END();

}
}
