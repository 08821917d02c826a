// SPDX-License-Identifier: Apache-2.0
// Places that several ports share: profiles, classifiers, groups, ranges, wildcards, bundles.
#include "tests/drivers/junos_edit_case.h"

namespace rocelint {
namespace {

using junos_case::Case;
using junos_case::change_of;
using junos_case::corrected;
using junos_case::no_pause;
using junos_case::pause;
using junos_case::replaced;
using junos_case::told;

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// The first two lines of every text here.
constexpr std::string_view system_line = "system { host-name a; }\n";

// Classes, a classifier and a profile, and `interfaces` of class-of-service as given.
std::string with_profile(std::string_view ports, std::string_view bindings)
{
    return std::string(system_line) + "interfaces {\n" + std::string(ports)
        + "}\n"
          "class-of-service {\n"
          "    forwarding-classes {\n"
          "        class NO-LOSS queue-num 3 no-loss pfc-priority 3;\n"
          "        class STORAGE queue-num 4 no-loss pfc-priority 4;\n"
          "        class best-effort queue-num 0;\n"
          "    }\n"
          "    classifiers {\n"
          "        dscp rdma {\n"
          "            forwarding-class NO-LOSS {\n"
          "                loss-priority low code-points [ 011010 011011 ];\n"
          "            }\n"
          "            forwarding-class STORAGE {\n"
          "                loss-priority low code-points 100010;\n"
          "            }\n"
          "        }\n"
          "    }\n"
          "    congestion-notification-profile {\n"
          "        cnp {\n"
          "            input {\n"
          "                dscp {\n"
          "                    code-point 011010 {\n"
          "                        pfc;\n"
          "                    }\n"
          "                }\n"
          "            }\n"
          "            output {\n"
          "                ieee-802.1 {\n"
          "                    code-point 011 {\n"
          "                        flow-control-queue 3;\n"
          "                    }\n"
          "                }\n"
          "            }\n"
          "        }\n"
          "    }\n"
          "    interfaces {\n"
        + std::string(bindings) + "    }\n}\n";
}

constexpr std::string_view two_ports
    = "    et-0/0/0 {\n        mtu 9000;\n    }\n    et-0/0/1 {\n        mtu 9000;\n    }\n";
constexpr std::string_view two_bindings = "        et-0/0/0 {\n"
                                          "            congestion-notification-profile cnp;\n"
                                          "            unit 0 {\n"
                                          "                classifiers {\n"
                                          "                    dscp rdma;\n"
                                          "                }\n"
                                          "            }\n"
                                          "        }\n"
                                          "        et-0/0/1 {\n"
                                          "            congestion-notification-profile cnp;\n"
                                          "            unit 0 {\n"
                                          "                classifiers {\n"
                                          "                    dscp rdma;\n"
                                          "                }\n"
                                          "            }\n"
                                          "        }\n";
constexpr std::string_view wildcard_binding = "        et-* {\n"
                                              "            congestion-notification-profile cnp;\n"
                                              "            unit * {\n"
                                              "                classifiers {\n"
                                              "                    dscp rdma;\n"
                                              "                }\n"
                                              "            }\n"
                                              "        }\n";

}

TEST_SUITE_BEGIN("junos");

TEST_CASE("a profile is edited where all its ports want it, else those that do get a copy")
{
    const Case from(with_profile(two_ports, two_bindings));
    const Change one = change_of(from, "et-0/0/0", Property::pfc, pause(4));
    const Change other = change_of(from, "et-0/0/1", Property::pfc, pause(4));
    const std::string both = corrected(from, {one, other});
    CHECK(holds(both,
        "                    code-point 011010 {\n                        pfc;\n                    }\n"
        "                    code-point 100010 {\n                        pfc;\n                    }\n"));
    CHECK(holds(both,
        "                    code-point 100 {\n                        flow-control-queue 4;\n"
        "                    }\n"));
    CHECK_FALSE(holds(both, "cnp-2"));
    const std::string split = corrected(from, {one});
    CHECK(holds(split,
        "        cnp-2 {\n            input {\n                dscp {\n                    code-point 011010 {\n"));
    CHECK(holds(split, "        et-0/0/0 {\n            congestion-notification-profile cnp-2;\n"));
    CHECK(holds(split, "        et-0/0/1 {\n            congestion-notification-profile cnp;\n"));
    CHECK(told(from, {one})
        == "set class-of-service congestion-notification-profile cnp-2 input dscp code-point 011010 pfc\n"
           "set class-of-service congestion-notification-profile cnp-2 input dscp code-point 100010 pfc\n"
           "set class-of-service congestion-notification-profile cnp-2 output ieee-802.1 code-point 011 "
           "flow-control-queue 3\n"
           "set class-of-service congestion-notification-profile cnp-2 output ieee-802.1 code-point 100 "
           "flow-control-queue 4\n"
           "set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp-2\n");
}

TEST_CASE("a port that leaves a wildcard takes along what the wildcard gave it")
{
    const Case from(with_profile(two_ports, wildcard_binding));
    const Change one = change_of(from, "et-0/0/1", Property::pfc, pause(4));
    const std::string split = corrected(from, {one});
    CHECK(holds(split,
        "        et-0/0/1 {\n            congestion-notification-profile cnp-2;\n            unit * {\n"
        "                classifiers {\n                    dscp rdma;\n"));
    CHECK(holds(split, "        et-* {\n            congestion-notification-profile cnp;\n"));
}

TEST_CASE("a port without a profile gets the one that others have")
{
    std::string text = with_profile(two_ports, two_bindings);
    text = replaced(text, "            congestion-notification-profile cnp;\n", "");
    const Case from(text);
    const Change change = change_of(from, "et-0/0/0", Property::pfc, pause(3));
    CHECK(corrected(from, {change})
        == replaced(text,
            "        et-0/0/0 {\n            unit 0 {\n",
            "        et-0/0/0 {\n            congestion-notification-profile cnp;\n            unit 0 {\n"));
}

TEST_CASE("where no profile fits a new one is made of the classes")
{
    std::string text = with_profile(two_ports, two_bindings);
    text = replaced(text, "            congestion-notification-profile cnp;\n", "");
    const Case from(text);
    const std::string after = corrected(from, {change_of(from, "et-0/0/0", Property::pfc, pause(4))});
    CHECK(holds(after,
        "        pfc-4 {\n            input {\n                dscp {\n                    code-point 100010 {\n"
        "                        pfc;\n                    }\n                }\n            }\n        }\n"));
    CHECK(holds(after, "        et-0/0/0 {\n            congestion-notification-profile pfc-4;\n"));
}

TEST_CASE("PFC of a priority leaves both halves of the profile, and the whole of it with the last one")
{
    const Case from(with_profile(two_ports, two_bindings));
    const Change one = change_of(from, "et-0/0/0", Property::pfc, no_pause(3));
    const Change other = change_of(from, "et-0/0/1", Property::pfc, no_pause(3));
    const std::string none = corrected(from, {one, other});
    CHECK_FALSE(holds(none, "congestion-notification-profile cnp;"));
    CHECK(holds(none, "        cnp {\n"));
    const Case two(corrected(from,
        {change_of(from, "et-0/0/0", Property::pfc, pause(4)),
            change_of(from, "et-0/0/1", Property::pfc, pause(4))}));
    CHECK(corrected(two,
              {change_of(two, "et-0/0/0", Property::pfc, no_pause(4)),
                  change_of(two, "et-0/0/1", Property::pfc, no_pause(4))})
        == with_profile(two_ports, two_bindings));
}

TEST_CASE("a watchdog counts in polling intervals")
{
    const Case from(with_profile(two_ports, two_bindings));
    WatchdogTarget target{
        .priorities = {}, .detection = Milliseconds(200), .restoration = Milliseconds(500), .poll = {}};
    const auto both = [&](Property property) {
        return std::vector<Change>{
            change_of(from, "et-0/0/0", property, target), change_of(from, "et-0/0/1", property, target)};
    };
    CHECK(holds(corrected(from, both(Property::watchdog)),
        "            pfc-watchdog {\n                recovery 500;\n            }\n"));
    target.restoration.reset();
    CHECK(holds(corrected(from, both(Property::watchdog)), "            pfc-watchdog;\n"));
    target.detection = Milliseconds(250);
    CHECK(corrected(from, both(Property::watchdog))
        == "refused: Junos writes the detection time as a number of polling intervals, and 250 ms are no multiple of "
           "100 ms");
    const Case running(replaced(with_profile(two_ports, two_bindings),
        "        cnp {\n",
        "        cnp {\n            pfc-watchdog {\n                poll-interval 500;\n                detection 1;\n"
        "            }\n"));
    target = {.priorities = {}, .detection = {}, .restoration = {}, .poll = Milliseconds(100)};
    CHECK(holds(corrected(running,
                    {change_of(running, "et-0/0/0", Property::watchdog_timers, target),
                        change_of(running, "et-0/0/1", Property::watchdog_timers, target)}),
        "poll-interval 100;\n                detection 5;\n"));
    const Case bare("system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        mtu 9000;\n    }\n}\n");
    CHECK(corrected(bare, {change_of(bare, "et-0/0/0", Property::watchdog, WatchdogTarget{})})
        == "refused: et-0/0/0 has no congestion notification profile, in which Junos keeps this");
}

TEST_CASE("the queue that pause stops, and a cable's length, are the profile's")
{
    const Case from(with_profile(two_ports, two_bindings));
    Change queue
        = change_of(from, "et-0/0/0", Property::queue_map, MapEntry{MapKind::priority_to_queue, 3, 4});
    queue.shared = true;
    CHECK(corrected(from, {queue})
        == replaced(with_profile(two_ports, two_bindings), "flow-control-queue 3;", "flow-control-queue 4;"));
    Change cable = change_of(from, "et-0/0/0", Property::cable_length, Metres{50});
    cable.shared = true;
    CHECK(holds(corrected(from, {cable}),
        "            input {\n                cable-length 50;\n                dscp {\n"));
}

TEST_CASE("a DSCP leaves the class that has it, whatever it is called there")
{
    std::string text = replaced(with_profile(two_ports, two_bindings),
        "            forwarding-class STORAGE {\n                loss-priority low code-points 100010;\n            }\n",
        "            forwarding-class STORAGE {\n                loss-priority low code-points 100010;\n            }\n"
        "            forwarding-class best-effort {\n                loss-priority high code-points [ be ef ];\n"
        "            }\n");
    const Case from(text);
    Change change = change_of(from, "et-0/0/0", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 46, 3});
    change.shared = true;
    const std::string after = corrected(from, {change});
    CHECK(holds(after, "loss-priority high code-points be;\n"));
    CHECK(holds(after, "code-points [ 011010 011011 101110 ];\n"));
    // The profile pauses what its classes hold.
    CHECK(holds(after, "code-point 101110 {\n                        pfc;\n"));
    change.value = MapEntry{MapKind::dscp_to_tc, 34, 0};
    CHECK_FALSE(holds(corrected(from, {change}), "forwarding-class STORAGE {"));
    change.value = MapEntry{MapKind::dscp_to_tc, 26, 0};
    CHECK(corrected(from, {change}) == "refused: DSCP 26 is the only one that cnp pauses for its class");
}

TEST_CASE("a classifier that others keep is copied")
{
    const Case from(with_profile(two_ports, two_bindings));
    const Change change
        = change_of(from, "et-0/0/1", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 0, 0});
    const std::string after = corrected(from, {change});
    CHECK(holds(after,
        "        dscp rdma-2 {\n            forwarding-class NO-LOSS {\n                loss-priority low "
        "code-points [ 011010 011011 ];\n"));
    CHECK(holds(after, "                    dscp rdma-2;\n"));
    CHECK(holds(after, "                    dscp rdma;\n"));
    CHECK(holds(
        told(from, {change}), "delete class-of-service interfaces et-0/0/1 unit 0 classifiers dscp rdma\n"));
}

TEST_CASE("trust is the kind of the classifier")
{
    const std::string text = replaced(with_profile(two_ports, two_bindings),
        "                    dscp rdma;\n                }\n            }\n        }\n        et-0/0/1",
        "                    ieee-802.1 default;\n                }\n            }\n        }\n        et-0/0/1");
    const Case from(text);
    CHECK(holds(corrected(from, {change_of(from, "et-0/0/0", Property::trust, Trust::dscp)}),
        "            unit 0 {\n                classifiers {\n                    dscp rdma;\n                }\n"
        "            }\n        }\n        et-0/0/1"));
    CHECK(holds(corrected(from, {change_of(from, "et-0/0/0", Property::trust, Trust::dscp_else_pcp)}),
        "                    ieee-802.1 default;\n                    dscp rdma;\n"));
    CHECK(corrected(from, {change_of(from, "et-0/0/1", Property::trust, Trust::none)})
        == "refused: a port that trusts nothing gets a forwarding-class instead of a classifier: choose it by hand");
    const Case bare(replaced(text,
        "            unit 0 {\n                classifiers {\n                    "
        "ieee-802.1 default;\n                }\n            }\n",
        ""));
    CHECK(holds(corrected(bare, {change_of(bare, "et-0/0/0", Property::trust, Trust::dscp)}),
        "        et-0/0/0 {\n            congestion-notification-profile cnp;\n            unit 0 {\n"
        "                classifiers {\n                    dscp rdma;\n                }\n            }\n        }\n"));
}

TEST_CASE("a lossless class is one for all ports")
{
    const std::string text = replaced(with_profile(two_ports, two_bindings), " 3 no-loss pfc", " 3 pfc");
    const Case from(text);
    const Change one = change_of(from, "et-0/0/0", Property::headroom, pause(3));
    CHECK(corrected(from, {one})
        == "refused: the class NO-LOSS is that of et-0/0/1 too, which is not to be changed");
    CHECK(corrected(from, {one, change_of(from, "et-0/0/1", Property::headroom, pause(3))})
        == replaced(text, "pfc-priority 3;", "pfc-priority 3 no-loss;"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::headroom, Bytes{100'000})})
        == "refused: Junos works the headroom of a port out by itself, of its cable-length and its largest packet");
}

TEST_CASE("a group's statement is edited where all its heirs want it, else a port overrides it")
{
    const std::string text = std::string(system_line)
        + "groups {\n    G {\n        interfaces {\n            <et-*> {\n                mtu 9000;\n"
          "                ether-options {\n                    flow-control;\n                }\n            }\n"
          "        }\n    }\n}\napply-groups G;\ninterfaces {\n    et-0/0/0 {\n        description a;\n    }\n"
          "    et-0/0/1 {\n        description b;\n    }\n}\n";
    const Case from(text);
    const Change one = change_of(from, "et-0/0/0", Property::mtu, Bytes{9216});
    const Change other = change_of(from, "et-0/0/1", Property::mtu, Bytes{9216});
    CHECK(corrected(from, {one, other}) == replaced(text, "mtu 9000;", "mtu 9216;"));
    CHECK(told(from, {one, other}) == "set groups G interfaces <et-*> mtu 9216\n");
    CHECK(corrected(from, {other})
        == replaced(text, "        description b;\n", "        description b;\n        mtu 9216;\n"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::link_pause, false)})
        == replaced(text,
            "        description a;\n",
            "        description a;\n        ether-options {\n            no-flow-control;\n        }\n"));
    CHECK(corrected(from,
              {change_of(from, "et-0/0/0", Property::link_pause, false),
                  change_of(from, "et-0/0/1", Property::link_pause, false)})
        == replaced(text,
            "                ether-options {\n                    flow-control;\n                }\n",
            ""));
}

TEST_CASE(
    "an interface range is edited where all its members want it, else a member gets a statement of its own")
{
    const std::string text = std::string(system_line)
        + "interfaces {\n    interface-range HOSTS {\n        member-range et-0/0/0 to et-0/0/1;\n        mtu 9000;\n"
          "    }\n}\n";
    const Case from(text);
    const Change one = change_of(from, "et-0/0/0", Property::mtu, Bytes{9216});
    const Change other = change_of(from, "et-0/0/1", Property::mtu, Bytes{9216});
    CHECK(corrected(from, {one, other}) == replaced(text, "mtu 9000;", "mtu 9216;"));
    CHECK(corrected(from, {other})
        == replaced(text, "    }\n}\n", "    }\n    et-0/0/1 {\n        mtu 9216;\n    }\n}\n"));
}

TEST_CASE("a member of a bundle is sized and classified as its bundle is")
{
    const Case from(std::string(system_line)
        + "interfaces {\n    et-0/0/0 {\n        ether-options {\n            802.3ad ae0;\n        }\n    }\n"
          "    ae0 {\n        mtu 9000;\n        unit 0 {\n            family inet;\n        }\n    }\n}\n");
    const Change member = change_of(from, "et-0/0/0", Property::mtu, Bytes{9216});
    CHECK(corrected(from, {member}) == "refused: et-0/0/0 has its MTU from ae0, which is not to be changed");
    CHECK(holds(corrected(from, {member, change_of(from, "ae0", Property::mtu, Bytes{9216})}),
        "    ae0 {\n        mtu 9216;\n"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::trust, Trust::dscp)})
        == "refused: et-0/0/0 is classified as its bundle ae0 is, which is not to be changed");
}

TEST_CASE("what is refused leaves nothing behind, and what is not is made")
{
    const Case from(with_profile(two_ports, two_bindings));
    const std::vector<Change> changes{change_of(from, "et-0/0/0", Property::pfc, pause(5)),
        change_of(from, "et-0/0/0", Property::mtu, Bytes{9216})};
    const Editing editing = junos::driver.edit({&from.tree, 1}, from.device(), changes);
    REQUIRE(editing.refused.size() == 1);
    CHECK(editing.refused[0].change == 0);
    CHECK(editing.refused[0].reason
        == "no forwarding class has the pfc-priority 5: give the lossless class one first");
    CHECK(editing.edits.size() == 1);
}

TEST_CASE("what Junos has no words for is refused with a reason")
{
    const Case from(with_profile(two_ports, two_bindings));
    Change ecn = change_of(from,
        "et-0/0/0",
        Property::ecn_thresholds,
        EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)});
    ecn.number = 3;
    CHECK(holds(corrected(from, {ecn}), "only the device knows: edit the drop profile by hand"));
    CHECK(holds(corrected(from,
                    {change_of(from, "et-0/0/0", Property::queue_map, MapEntry{MapKind::tc_to_queue, 3, 4})}),
        "a Junos traffic class is its queue"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::mtu, Bytes{100'000})})
        == "refused: the wanted MTU is none that an interface of Junos takes");
    CHECK(
        holds(corrected(from, {change_of(from, "et-0/0/0", Property::speed, BitsPerSecond{100'000'000'000})}),
            "where the speed of a port is set depends on the model"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::power_saving, false)})
        == "refused: Junos has no statement for power-saving");
}

TEST_SUITE_END();

}
