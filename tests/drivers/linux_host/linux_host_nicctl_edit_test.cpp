// SPDX-License-Identifier: Apache-2.0
// Scripts and corrections that set up AMD Pensando NICs with nicctl.
#include "models/fabric/classify.h"
#include "tests/drivers/host_edit.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint::tests {
namespace {

// All DSCPs have priority 0, and nothing is paused.
constexpr std::string_view fresh_pollara
    = "root@host1:~# rdma link\n"
      "link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1\n"
      "root@host1:~# ethtool -i benic1p1\ndriver: ionic\nbus-info: 0000:06:00.0\n"
      "root@host1:~# nicctl show qos\n"
      "NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)\n"
      "Port : 0490814a-6c40-4242-4242-000011010000\n"
      "  Classification type         : DSCP\n"
      "  DSCP-to-priority :\n"
      "    DSCP bitmap               : 0xffffffffffffffff ==> priority : 0\n"
      "    DSCP                      : 0-63 ==> priority : 0\n"
      "  PFC :\n"
      "    PFC priority bitmap       : 0x0\n"
      "    PFC no-drop priorities    :\n"
      "  Scheduling :\n"
      "    0         DWRR        100       N/A\n";

constexpr std::string_view with_link_pause = "root@host1:~# nicctl show port\n"
                                             "NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)\n"
                                             "Port : 0490814a-6c40-4242-4242-000011010000 (eth1/1)\n"
                                             "  Spec:\n"
                                             "    Pause type                               : LLFC\n"
                                             "    TX pause                                 : enabled\n"
                                             "    RX pause                                 : enabled\n";

}

TEST_SUITE_BEGIN("linux-host: nicctl in scripts");

TEST_CASE("a script of nicctl commands sets up all NICs of the host, or those that it names")
{
    const ReadFiles host("linux-host",
        {{"host1/capture.txt", fresh_pollara},
            {"host1/qos.sh",
                "#!/bin/bash\n"
                "data_prio=3\n"
                "nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable\n"
                "sudo nicctl update qos --classification-type pcp\n"
                "sudo nicctl update qos --classification-type dscp\n"
                "sudo nicctl update qos dscp-to-priority --dscp 0-63 --priority 0\n"
                "sudo nicctl update qos dscp-to-priority --dscp 24,26 --priority $data_prio\n"
                "nicctl update qos dscp-to-priority -b 0000:06:00.0 --dscp 46 --priority 6\n"
                "nicctl update qos pfc -p 0490814a-6c40-4242-4242-000011010000 --priority 3 --no-drop enable\n"
                "nicctl update qos pfc --priority 5 --no-drop enable -b 0000:07:00.0\n"
                "nicctl update qos scheduling --priority $data_prio,0,6 --dwrr 99,1,0 --rate-limit 0,0,10\n"
                "nicctl update dcqcn -r ionic_0 -i 1 --ai-rate 160 --cnp-dscp 46\n"}});
    CHECK(host.gaps(1) == "");
    const Port& port = *host.port("benic1p1");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.pause_rx.is(false));
    CHECK(classify_dscp(host.device(), port, 24).tc.is(3));
    CHECK(classify_dscp(host.device(), port, 26).queue.is(3));
    CHECK(classify_dscp(host.device(), port, 46).tc.is(6));
    CHECK(classify_dscp(host.device(), port, 0).tc.is(0));
    const Nic& nic = *host.nic("ionic_0");
    CHECK(nic.no_drop.is(PrioritySet::of(3)));
    CHECK(nic.pauses_priorities.is(true));
    CHECK(nic.cnp_dscp.is(46));
    REQUIRE(host.device().queue(port, 6) != nullptr);
    const Queue& strict = *host.device().queue(port, 6);
    CHECK(host.device().schedulers[strict.scheduler.value.index].kind.is(SchedulerKind::strict));
    const Queue& data = *host.device().queue(port, 3);
    CHECK(host.device().schedulers[data.scheduler.value.index].bandwidth.is(Percent::whole(99)));
}

TEST_CASE("commands of nicctl that only a running shell completes are not read")
{
    const ReadFiles host("linux-host",
        {{"host1/capture.txt", fresh_pollara},
            {"host1/qos.sh",
                "#!/bin/bash\n"
                "nicctl update qos pfc --priority $1 --no-drop enable\n"
                "nicctl update qos pfc --priority 9 --no-drop enable\n"
                "nicctl update qos dscp-to-purpose --dscp 46 --purpose rdma-ack\n"
                "nicctl update port --all --pause-type pfc\n"
                "nicctl reset card --all\n"}});
    CHECK(host.port("benic1p1")->pfc_tx.is(PrioritySet{}));
    CHECK(host.gaps(1)
        == "2 unsupported nicctl update qos pfc --priority $1 --no-drop enable\n"
           "3 unsupported nicctl update qos pfc --priority 9 --no-drop enable\n"
           "4 unsupported nicctl update qos dscp-to-purpose --dscp 46 --purpose rdma-ack\n"
           "5 unsupported nicctl update port --all --pause-type pfc\n");
}

TEST_CASE("a Pensando NIC is set up with nicctl, one priority at a time, before traffic is mapped to it")
{
    EditedFiles host("linux-host", {{"host1/capture.txt", fresh_pollara}});
    const PriorityDelta add{.add = PrioritySet::of(3) | PrioritySet::of(4), .remove = {}};
    CHECK(host.edit({host.change("benic1p1", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 3}),
              host.change("benic1p1", Property::cnp_marking, std::uint8_t{48}),
              host.change("benic1p1", Property::pfc, add)})
        == "");
    CHECK(
        host.text("host1/rocelint-host1.sh")
            .ends_with(
                "set -eu\n"
                "nicctl update qos pfc -p 0490814a-6c40-4242-4242-000011010000 --priority 3 --no-drop enable\n"
                "nicctl update qos pfc -p 0490814a-6c40-4242-4242-000011010000 --priority 4 --no-drop enable\n"
                "nicctl update qos dscp-to-priority -p 0490814a-6c40-4242-4242-000011010000 --dscp 26 "
                "--priority 3\n"
                "nicctl update dcqcn -r ionic_0 -i 1 --cnp-dscp 48\n"));
}

TEST_CASE("link pause of a Pensando NIC is replaced by PFC, never switched with ethtool")
{
    EditedFiles host(
        "linux-host", {{"host1/capture.txt", std::string(fresh_pollara) + std::string(with_link_pause)}});
    CHECK(host.device().ports[0].pause_rx.is(true));
    CHECK(host.edit({host.change("benic1p1", Property::link_pause, false)}) == "");
    CHECK(host.text("host1/rocelint-host1.sh")
              .ends_with(
                  "nicctl update port -p 0490814a-6c40-4242-4242-000011010000 --pause-type pfc --rx-pause "
                  "enable --tx-pause enable\n"));
    CHECK(host.edit({host.change("benic1p1", Property::link_pause, true)})
        == "link pause of a Pensando NIC would turn its PFC off\n");
}

TEST_CASE("what nicctl cannot set for one port is refused")
{
    EditedFiles host("linux-host", {{"host1/capture.txt", fresh_pollara}});
    CHECK(host.edit({host.change("benic1p1", Property::trust, Trust::dscp_else_pcp)})
        == "a Pensando NIC trusts either DSCP or PCP\n");
    EditedFiles unnamed("linux-host",
        {{"host1/capture.txt", fresh_pollara.substr(0, fresh_pollara.find("root@host1:~# nicctl"))}});
    CHECK(unnamed.edit({unnamed.change(
              "benic1p1", Property::pfc, PriorityDelta{.add = PrioritySet::of(3), .remove = {}})})
        == "nicctl names the port of benic1p1 by its UUID: add the output of nicctl show qos\n");
}

TEST_SUITE_END();

}
