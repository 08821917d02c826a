// SPDX-License-Identifier: Apache-2.0
// Corrections of EOS: queues, marking, and maps of DSCPs.
#include "tests/drivers/eos/eos_edit_case.h"

#include <string>
#include <vector>

namespace rocelint::eos_case {

TEST_CASE("a queue is made strict with commands that EOS is known to have")
{
    const Case from(
        "hostname leaf1\n!\ninterface Ethernet1\n   no switchport\n   !\n   uc-tx-queue 6\n      no priority\n"
        "      bandwidth percent 5\n!\nend\n");
    Change change
        = change_of(from, "Ethernet1", Property::scheduler, SchedulerTarget{SchedulerKind::strict, {}, {}});
    change.number = 6;
    const std::string after = corrected(from, {change});
    CHECK(contains(after, "      priority strict\n"));
    CHECK_FALSE(contains(after, "no priority"));
    CHECK(contains(commands_for(from, {change}), "      priority strict\n"));
    CHECK_FALSE(contains(commands_for(from, {change}), "default priority"));
}

TEST_CASE("marking keeps the unit of its line, and a shared profile changes for all its ports")
{
    const Case from(with_profile);
    Change change = change_of(from,
        "Ethernet1",
        Property::ecn_thresholds,
        EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)});
    change.number = 3;
    CHECK(contains(corrected(from, {change}),
        "interface Ethernet1\n   no switchport\n   service-profile RDMA\n   !\n   tx-queue 3\n"
        "      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes "
        "max-mark-probability 5\n!\n"));
    change.shared = true;
    CHECK(contains(corrected(from, {change}),
        "   tx-queue 3\n      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes "
        "max-mark-probability 5\n!\ninterface Ethernet1\n   no switchport\n   service-profile RDMA\n!\n"));
    change.value = EcnTarget{Bytes{150'001}, Bytes{1'500'000}, Percent::whole(5)};
    CHECK(
        contains(corrected(from, {change}), "minimum-threshold 150001 bytes maximum-threshold 1500 kbytes"));
    change.value = EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent{250}};
    CHECK(corrected(from, {change}) == "refused: EOS takes a marking probability in whole percent");
}

TEST_CASE("marking in time stays in time")
{
    const Case from("hostname leaf1\n!\ninterface Ethernet1\n   speed 100g-4\n   no switchport\n   !\n"
                    "   uc-tx-queue 1\n      bandwidth percent 5\n   !\n   uc-tx-queue 3\n"
                    "      random-detect ecn minimum-threshold 10 microseconds maximum-threshold 100 "
                    "microseconds max-mark-probability 10 weight 0\n!\nend\n");
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)};
    Change change = change_of(from, "Ethernet1", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(contains(corrected(from, {change}),
        "minimum-threshold 12 microseconds maximum-threshold 120 microseconds max-mark-probability 10 "
        "weight 0\n"));
    change.property = Property::ecn;
    change.number = 2;
    CHECK(contains(corrected(from, {change}),
        "   !\n   uc-tx-queue 2\n      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 "
        "kbytes max-mark-probability 10 weight 0\n   !\n   uc-tx-queue 3\n"));
    change.number = 1;
    CHECK(contains(corrected(from, {change}),
        "      bandwidth percent 5\n      random-detect ecn minimum-threshold 150"));
    CHECK(commands_for(from, {change})
        == "interface Ethernet1\n   uc-tx-queue 1\n      random-detect ecn minimum-threshold 150 kbytes "
           "maximum-threshold 1500 kbytes max-mark-probability 10 weight 0\n      exit\n   exit\n");
}

TEST_CASE("a setting that all ports of a profile lack is written into the profile's queue")
{
    const Case from("hostname leaf1\n!\nqos profile RDMA\n   qos trust dscp\n   !\n   uc-tx-queue 3\n"
                    "      bandwidth percent 50\n!\n"
                    "interface Ethernet1\n   no switchport\n   service-profile RDMA\n!\n"
                    "interface Ethernet2\n   no switchport\n   service-profile RDMA\n!\nend\n");
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)};
    std::vector<Change> changes{change_of(from, "Ethernet1", Property::ecn, target),
        change_of(from, "Ethernet2", Property::ecn, target)};
    changes[0].number = changes[1].number = 3;
    const std::string after = corrected(from, changes);
    CHECK(contains(after,
        "   uc-tx-queue 3\n      bandwidth percent 50\n      random-detect ecn minimum-threshold 150 kbytes"));
    CHECK(contains(after, "   service-profile RDMA\n!\ninterface Ethernet2\n"));
    CHECK(contains(after, "   service-profile RDMA\n!\nend\n"));
    // If only one port wants it, that port gets it in its own queue.
    CHECK(contains(corrected(from, {changes[0]}),
        "   service-profile RDMA\n   !\n   uc-tx-queue 3\n      random-detect ecn "));
}

TEST_CASE("a port's own queue uses the keyword of the switch's other queues")
{
    std::string text(with_profile);
    const std::size_t queue = text.find("   tx-queue 3");
    REQUIRE(queue != std::string::npos);
    text.replace(queue, 13, "   uc-tx-queue 0\n      no priority\n   !\n   uc-tx-queue 3");
    const Case from(text);
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)};
    Change change = change_of(from, "Ethernet1", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(contains(corrected(from, {change}), "   service-profile RDMA\n   !\n   uc-tx-queue 3\n"));
    change.property = Property::ecn;
    change.number = 0;
    CHECK(contains(corrected(from, {change}),
        "   service-profile RDMA\n   !\n   uc-tx-queue 0\n      random-detect ecn minimum-threshold 150 kbytes "
        "maximum-threshold 1500 kbytes max-mark-probability 5 weight 0\n"));
}

TEST_CASE("marking of a range or a port channel is overridden in a block of the port itself")
{
    const std::string queue = "   !\n   tx-queue 3\n      random-detect ecn minimum-threshold 1 mbytes "
                              "maximum-threshold 2 mbytes max-mark-probability 10\n";
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)};
    const Case range_of_two("hostname leaf1\ninterface Ethernet1-2\n   no switchport\n" + queue + "!\nend\n");
    Change change = change_of(range_of_two, "Ethernet2", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(contains(corrected(range_of_two, {change}),
        "!\ninterface Ethernet2\n   tx-queue 3\n      random-detect ecn minimum-threshold 150 kbytes "
        "maximum-threshold 1500 kbytes max-mark-probability 10\n!\nend\n"));
    const Case members("hostname leaf1\ninterface Ethernet1\n   channel-group 1 mode active\n"
                       "interface Ethernet2\n   channel-group 1 mode active\ninterface Port-Channel1\n"
                       "   no switchport\n"
        + queue);
    CHECK(contains(corrected(members, {change}),
        "   channel-group 1 mode active\n   !\n   tx-queue 3\n      random-detect ecn minimum-threshold 150"));
}

TEST_CASE("a DSCP leaves the line of its old class")
{
    const Case from("hostname leaf1\nqos map dscp 24 25 26 to traffic-class 1\nqos map dscp 48 to "
                    "traffic-class 6\ninterface Ethernet1\n   no switchport\ninterface Ethernet2\n"
                    "   no switchport\n");
    Change change = change_of(from, "Ethernet1", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 3});
    CHECK(
        corrected(from, {change}) == "refused: EOS has one map for all ports, and Ethernet2 must not change");
    change.shared = true;
    CHECK(contains(corrected(from, {change}),
        "qos map dscp 24 25 to traffic-class 1\nqos map dscp 48 to traffic-class 6\n"
        "qos map dscp 26 to traffic-class 3\ninterface Ethernet1\n"));
    CHECK(commands_for(from, {change}) == "qos map dscp 26 to traffic-class 3\n");
    const Case none("hostname leaf1\n!\ninterface Ethernet1\n   no switchport\n");
    CHECK(contains(
        corrected(none, {change}), "!\nqos map dscp 26 to traffic-class 3\n!\ninterface Ethernet1\n"));
}

TEST_CASE("the rewrite map changes where DSCPs are rewritten")
{
    const MapEntry entry{MapKind::tc_to_dscp, 3, 26};
    const Case off(two_ports);
    CHECK(corrected(off, {change_of(off, "Ethernet1", Property::dscp_rewrite, entry)})
        == "refused: no port rewrites DSCPs: qos rewrite dscp, which is off, would do so for every port and "
           "traffic class");
    const Case on("qos map traffic-class 3 to dscp 24\nqos rewrite dscp\n" + std::string(two_ports));
    Change change = change_of(on, "Ethernet1", Property::dscp_rewrite, entry);
    change.shared = true;
    CHECK(corrected(on, {change}).find("qos map traffic-class 3 to dscp 26\n") != std::string::npos);
}

}
