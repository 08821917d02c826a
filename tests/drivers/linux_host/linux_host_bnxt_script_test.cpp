// SPDX-License-Identifier: Apache-2.0
// Scripts that set up Broadcom NICs.
#include "models/fabric/classify.h"
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

constexpr std::string_view capture = "root@h1:~# niccli --list_devices\n"
                                     "1) Broadcom BCM57608 1x400G QSFP-DD PCIe Ethernet NIC (Adp#1 Port#1)\n"
                                     "    Device Interface                          : ens1\n"
                                     "    PCI Address                               : 0000:06:00.0\n"
                                     "root@h1:~# rdma link\n"
                                     "link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n";

void check_port(const ReadFiles& host)
{
    REQUIRE(host.port("ens1") != nullptr);
    const Port& port = *host.port("ens1");
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.trust.is(Trust::dscp));
    const Treatment rdma = classify_dscp(host.device(), port, 26);
    CHECK(rdma.tc.is(3));
    CHECK(rdma.queue.is(1));
    CHECK(classify_dscp(host.device(), port, 48).tc.is(7));
    const Queue* queue = host.device().queue(port, 1);
    REQUIRE(queue != nullptr);
    const Scheduler& scheduler = host.device().schedulers[queue->scheduler.value.index];
    CHECK(scheduler.kind.is(SchedulerKind::weighted));
    CHECK(scheduler.bandwidth.is(Percent::whole(60)));
    REQUIRE(port.nic < host.device().nics.size());
    CHECK(host.device().nics[port.nic].roce_priority.is(3));
    CHECK(host.device().nics[port.nic].driver.is("bnxt_en"));
}

TEST_SUITE_BEGIN("linux-host: scripts for Broadcom NICs");

TEST_CASE("one call of bnxt_setupcc.sh sets up classes, PFC and congestion control")
{
    const ReadFiles host("linux-host",
        {{"h1/rdma.sh",
            "#!/bin/bash\n./bnxt_setupcc.sh -d bnxt_re0 -i ens1 -m 3 -r 3 -s 26 -c 7 -p 0x30 -b 60 -C 1\n"}});
    CHECK(host.all_recognised());
    CHECK(host.gaps().empty());
    CHECK(host.problems().empty());
    check_port(host);
    const Port& port = *host.port("ens1");
    CHECK(port.pause_rx.is(false));
    CHECK(port.pause_tx.is(false));
    CHECK(classify_dscp(host.device(), port, 48).queue.is(2));
}

TEST_CASE("mode 2 of bnxt_setupcc.sh turns PFC off, and gives RoCE no entry of its own")
{
    const ReadFiles host("linux-host",
        {{"h1/capture.txt", capture},
            {"h1/rdma.sh", "#!/bin/bash\nbnxt_setupcc.sh -d bnxt_re0 -i ens1 -m 2 -r 3 -s 26 -c 7 -p 48\n"}});
    CHECK(host.problems().empty());
    CHECK(host.port("ens1")->pfc_tx.is(PrioritySet{}));
    const Nic& nic = *host.nic("bnxt_re0");
    CHECK_FALSE(nic.roce_priority.known());
    CHECK(nic.ecn_reaction.is(PrioritySet::all()));
    CHECK(nic.cnp_dscp.is(48));
    CHECK(nic.cnp_priority.is(7));
    CHECK(nic.cm_tos.is(104));
    CHECK(nic.cm_version.is(RoceVersion::v2));
}

TEST_CASE("a call that bnxt_setupcc.sh does not accept sets nothing, and is an error")
{
    for (const std::string_view options : {"-i ens1 -m 4 -r 3",
             "-m 3 -r 3",
             "-i ens1",
             "-i ens1 -r 3 -q 1",
             "-i ens1 -r 9",
             "-i ens1 -r 3 -b 100"}) {
        CAPTURE(options);
        const ReadFiles host(
            "linux-host", {{"h1/rdma.sh", "#!/bin/bash\nbnxt_setupcc.sh " + std::string(options) + "\n"}});
        REQUIRE(host.problems().size() == 1);
        CHECK(host.problems()[0].severity == SyntaxProblem::Severity::error);
        CHECK(host.port("ens1") == nullptr);
    }
}

TEST_CASE("niccli and bnxtqos set classes, PFC and the application table")
{
    const ReadFiles niccli("linux-host",
        {{"h1/capture.txt", capture},
            {"h1/rdma.sh",
                "#!/bin/bash\n"
                "niccli --dev 1 qos --ets --tsa 0:ets,1:ets,2:strict --up2tc 0:0,1:0,2:0,3:1,4:0,5:0,6:0,7:2 --tcbw 40,60\n"
                "niccli --dev 1 qos --pfc --enable 3\n"
                "niccli --dev 1 qos --apptlv --add --app 3,3,4791\n"
                "niccli --dev 1 qos --apptlv --add --app 3,5,26\n"
                "niccli --dev 1 qos --apptlv --add --app 7,5,48\n"}});
    CHECK(niccli.gaps(1).empty());
    CHECK(niccli.problems().empty());
    check_port(niccli);
    const ReadFiles bnxtqos("linux-host",
        {{"h1/rdma.sh",
            "#!/bin/bash\n"
            "bnxtqos -dev=ens1 set_ets tsa=0:ets,1:ets,2:strict priority2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:0,7:2 tcbw=40,60\n"
            "bnxtqos -dev=ens1 set_pfc enabled=3\n"
            "bnxtqos -dev=ens1 set_apptlv app=3,3,4791\n"
            "bnxtqos -dev=ens1 set_apptlv app=3,5,26\n"
            "bnxtqos -dev=ens1 set_apptlv app=7,5,48\n"}});
    CHECK(bnxtqos.gaps().empty());
    CHECK(bnxtqos.problems().empty());
    check_port(bnxtqos);
}

TEST_CASE("niccli's 0xFF and bnxtqos' none turn PFC off")
{
    for (const std::string_view command :
        {"niccli --dev 1 qos --pfc --enable 0xFF", "bnxtqos -dev=ens1 set_pfc enabled=none"}) {
        CAPTURE(command);
        const ReadFiles host("linux-host",
            {{"h1/capture.txt", capture}, {"h1/rdma.sh", "#!/bin/bash\n" + std::string(command) + "\n"}});
        CHECK(host.port("ens1")->pfc_tx.is(PrioritySet{}));
    }
}

TEST_CASE("an interface without a name is set up by nothing")
{
    const ReadFiles empty("linux-host", {{"h1/rdma.sh", "#!/bin/bash\nbnxt_setupcc.sh -i '' -r 3\n"}});
    REQUIRE(empty.problems().size() == 1);
    CHECK(empty.problems()[0].message.find("needs an interface (-i)") != std::string::npos);
    for (const std::string_view command : {"bnxt_setupcc.sh -i @x -r 3",
             "echo 106 > /sys/class/net/@x/device/infiniband/*/tc/1/traffic_class"}) {
        CAPTURE(command);
        const ReadFiles host("linux-host", {{"h1/rdma.sh", "#!/bin/bash\n" + std::string(command) + "\n"}});
        CHECK(host.device().ports.empty());
        CHECK(host.device().nics.empty());
    }
}

TEST_CASE("an adapter that no capture names is reported, and what is set for it does not count")
{
    const ReadFiles host(
        "linux-host", {{"h1/rdma.sh", "#!/bin/bash\nniccli --dev 1 qos --pfc --enable 3\n"}});
    REQUIRE(host.problems().size() == 1);
    CHECK(host.problems()[0].message.starts_with("the interface of adapter 1 of niccli is not known"));
    CHECK(host.device().ports.empty());
}

TEST_CASE("values of bnxt_re count once they are applied, whether by their whole paths or in their folder")
{
    const auto set_up = [](std::string_view body) {
        return ReadFiles(
            "linux-host", {{"h1/capture.txt", capture}, {"h1/rdma.sh", "#!/bin/bash\n" + std::string(body)}});
    };
    constexpr std::string_view folder = "/sys/kernel/config/bnxt_re/bnxt_re0/ports/1/cc";
    const std::string in_folder = "mkdir -p /sys/kernel/config/bnxt_re/bnxt_re0\ncd " + std::string(folder)
        + "/\necho -n 0x1 > ecn_enable\necho -n 0x30 > cnp_dscp\necho -n 0x7 > cnp_prio\n";
    const ReadFiles applied = set_up(in_folder + "echo -n 0x1 > apply\n");
    CHECK(applied.gaps(1).empty());
    CHECK(applied.problems().empty());
    const Nic& nic = *applied.nic("bnxt_re0");
    CHECK(nic.ecn_notification.is(PrioritySet::all()));
    CHECK(nic.cnp_dscp.is(48));
    CHECK(nic.cnp_priority.is(7));
    const ReadFiles forgotten = set_up(in_folder);
    REQUIRE(forgotten.problems().size() == 1);
    CHECK(forgotten.problems()[0].message.find("cc/apply of bnxt_re0") != std::string::npos);
    CHECK_FALSE(forgotten.nic("bnxt_re0")->cnp_dscp.known());
    const ReadFiles zero = set_up(in_folder + "echo -n 0 > apply\n");
    CHECK(zero.problems().size() == 1);
    CHECK_FALSE(zero.nic("bnxt_re0")->cnp_dscp.known());
    const ReadFiles decimal = set_up(
        "echo -n 48 > " + std::string(folder) + "/cnp_dscp\necho 1 > " + std::string(folder) + "/apply\n");
    REQUIRE(decimal.problems().size() == 1);
    CHECK(decimal.problems()[0].message
        == "earlier versions of bnxt_re read 48 as the hexadecimal 0x48: write 0x30");
}

TEST_CASE("dcb's entry for UDP port 4791 sets the priority of RoCE")
{
    const ReadFiles host("linux-host",
        {{"h1/ethtool-i.ens1.txt", "driver: bnxt_en\nbus-info: 0000:06:00.0\n"},
            {"h1/rdma.sh",
                "#!/bin/bash\ndcb app add dev ens1 dgram-port-prio 4791:5\ndcb app add dev ens1 dscp-prio 26:3\n"}});
    CHECK(host.gaps(1).empty());
    const Port& port = *host.port("ens1");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(host.device().nics[port.nic].roce_priority.is(5));
}

TEST_CASE("a correction of PFC on bnxt_en follows that of the classes, and trust is not a setting there")
{
    tests::EditedFiles host("linux-host",
        {{"host1/capture.txt",
            "root@h1:~# ethtool -i ens1\ndriver: bnxt_en\nbus-info: 0000:06:00.0\n"
            "root@h1:~# rdma link\nlink bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1\n"
            "root@h1:~# dcb ets show dev ens1\n"
            "tc-bw 0:50 1:50 2:0\ntc-tsa 0:ets 1:ets 2:strict\nprio-tc 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:2\n"
            "root@h1:~# dcb pfc show dev ens1\nprio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off\n"}});
    CHECK(host.edit({host.change("ens1", Property::trust, Trust::dscp)})
              .starts_with("bnxt_en classifies by the DSCPs of its application table"));
    CHECK(host.edit({host.change("ens1", Property::pfc, PriorityDelta{PrioritySet::of(3), {}}),
              host.change("ens1", Property::queue_map, MapEntry{MapKind::tc_to_queue, 4, 1})})
        == "");
    CHECK(host.text("host1/rocelint-h1.sh")
              .ends_with("set -eu\ndcb ets set dev ens1 prio-tc all:0 3:1 4:1 7:2\n"
                         "dcb pfc set dev ens1 prio-pfc all:off 3:on\n"));
}

TEST_SUITE_END();

}
}
