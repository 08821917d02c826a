// SPDX-License-Identifier: Apache-2.0
// Congestion notification profiles: PFC, the watchdog, queues, cable length.
#include "tests/drivers/junos/junos_edit_case.h"
#include "tests/drivers/junos/junos_shared_text.h"

namespace rocelint {
namespace {

using junos_case::Case;
using junos_case::change_of;
using junos_case::corrected;
using junos_case::holds;
using junos_case::no_pause;
using junos_case::pause;
using junos_case::replaced;
using junos_case::told;
using junos_case::two_bindings;
using junos_case::two_ports;
using junos_case::wildcard_binding;
using junos_case::with_profile;

}

TEST_SUITE_BEGIN("junos");

TEST_CASE("a profile is edited if all its ports want it, otherwise those that do get a copy")
{
    const Case from(with_profile(two_ports, two_bindings));
    const Change one = change_of(from, "et-0/0/0", Property::pfc, pause(4));
    const Change other = change_of(from, "et-0/0/1", Property::pfc, pause(4));
    const std::string both = corrected(from, {one, other});
    CHECK(holds(both,
        "                    code-point 011010 {\n                        pfc;\n                    }\n"
        "                    code-point 100010 {\n                        pfc;\n"
        "                        mru 9000;\n                    }\n"));
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
           "set class-of-service congestion-notification-profile cnp-2 input dscp code-point 100010 mru 9000\n"
           "set class-of-service congestion-notification-profile cnp-2 output ieee-802.1 code-point 011 "
           "flow-control-queue 3\n"
           "set class-of-service congestion-notification-profile cnp-2 output ieee-802.1 code-point 100 "
           "flow-control-queue 4\n"
           "set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp-2\n");
}

TEST_CASE("a port that leaves a wildcard keeps what the wildcard gave it")
{
    const Case from(with_profile(two_ports, wildcard_binding));
    const Change one = change_of(from, "et-0/0/1", Property::pfc, pause(4));
    const std::string split = corrected(from, {one});
    CHECK(holds(split,
        "        et-0/0/1 {\n            congestion-notification-profile cnp-2;\n            unit * {\n"
        "                classifiers {\n                    dscp rdma;\n"));
    CHECK(holds(split, "        et-* {\n            congestion-notification-profile cnp;\n"));
}

TEST_CASE("a port without a profile gets the others' profile")
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

TEST_CASE("of profiles with the same priorities a port gets the one for its cable length, and no copy")
{
    std::string text = with_profile(two_ports, two_bindings);
    const std::size_t begin = text.find("        cnp {\n");
    REQUIRE(begin != std::string::npos);
    const std::size_t end = text.find("\n        }\n", begin) + 11;
    const std::string longer
        = replaced(replaced(text.substr(begin, end - begin), "        cnp {", "        cnp-40m {"),
            "            input {\n",
            "            input {\n                cable-length 40;\n");
    text.insert(end, longer);
    const std::string unbound = replaced(text, "            congestion-notification-profile cnp;\n", "");
    const Case alone(unbound);
    const std::string bound = corrected(alone,
        {change_of(alone, "et-0/0/0", Property::pfc, pause(3)),
            change_of(alone, "et-0/0/0", Property::cable_length, Metres{40})});
    CHECK(holds(bound, "        et-0/0/0 {\n            congestion-notification-profile cnp-40m;\n"));
    CHECK_FALSE(holds(bound, "cnp-40m-2"));
    const Case from(text);
    const std::string moved
        = corrected(from, {change_of(from, "et-0/0/0", Property::cable_length, Metres{40})});
    CHECK(holds(moved, "        et-0/0/0 {\n            congestion-notification-profile cnp-40m;\n"));
    CHECK(holds(moved, "        et-0/0/1 {\n            congestion-notification-profile cnp;\n"));
    CHECK_FALSE(holds(moved, "cnp-2"));
}

TEST_CASE("a bound port that wants more than the other ports of its profile gets a copy at once")
{
    const Case from(replaced(
        with_profile(two_ports, two_bindings), "            congestion-notification-profile cnp;\n", ""));
    const std::string after = corrected(from,
        {change_of(from, "et-0/0/0", Property::pfc, pause(3)),
            change_of(from, "et-0/0/0", Property::cable_length, Metres{30})});
    CHECK(holds(after, "        et-0/0/0 {\n            congestion-notification-profile cnp-2;\n"));
    CHECK(holds(after, "        et-0/0/1 {\n            congestion-notification-profile cnp;\n"));
    CHECK(holds(after, "cable-length 30;"));
}

TEST_CASE("if no profile fits, a new one is made from the classes, for packets of the port's maximum size")
{
    std::string text = with_profile(two_ports, two_bindings);
    text = replaced(text, "            congestion-notification-profile cnp;\n", "");
    const Case from(text);
    const std::string after = corrected(from, {change_of(from, "et-0/0/0", Property::pfc, pause(4))});
    CHECK(holds(after,
        "        pfc-4 {\n            input {\n                dscp {\n                    code-point 100010 {\n"
        "                        pfc;\n                        mru 9000;\n"
        "                    }\n                }\n            }\n        }\n"));
    CHECK(holds(after, "        et-0/0/0 {\n            congestion-notification-profile pfc-4;\n"));
}

TEST_CASE("ports that want different new profiles get two")
{
    std::string text = with_profile(two_ports, two_bindings);
    for (int port = 0; port < 2; ++port)
        text = replaced(text, "            congestion-notification-profile cnp;\n", "");
    const Case from(text);
    const std::string after = corrected(from,
        {change_of(from, "et-0/0/0", Property::pfc, pause(4)),
            change_of(from, "et-0/0/1", Property::pfc, pause(4)),
            change_of(from, "et-0/0/1", Property::cable_length, Metres{30})});
    CHECK(holds(after, "        et-0/0/0 {\n            congestion-notification-profile pfc-4;\n"));
    CHECK(holds(after, "        et-0/0/1 {\n            congestion-notification-profile pfc-4-2;\n"));
}

TEST_CASE(
    "PFC of a priority is removed from both halves of the profile, and the whole profile with the last one")
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
        == "refused: Junos writes the detection time as a number of polling intervals, and 250 ms is not a "
           "multiple of 100 ms");
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

TEST_CASE("the queue that pause stops and the cable length belong to the profile")
{
    const Case from(with_profile(two_ports, two_bindings));
    Change queue
        = change_of(from, "et-0/0/0", Property::queue_map, MapEntry{MapKind::priority_to_queue, 3, 4});
    queue.shared = true;
    CHECK(corrected(from, {queue})
        == replaced(with_profile(two_ports, two_bindings), "flow-control-queue 3;", "flow-control-queue 4;"));
    Change same
        = change_of(from, "et-0/0/1", Property::queue_map, MapEntry{MapKind::priority_to_queue, 3, 4});
    same.shared = true;
    CHECK(corrected(from, {queue, same}) == corrected(from, {queue}));
    Change cable = change_of(from, "et-0/0/0", Property::cable_length, Metres{50});
    cable.shared = true;
    CHECK(holds(corrected(from, {cable}),
        "            input {\n                cable-length 50;\n                dscp {\n"));
}

TEST_CASE("a DSCP that joins a paused class is paused for packets as large as the class's other DSCPs")
{
    const Case from(replaced(
        with_profile(two_ports, two_bindings), "pfc;\n", "pfc;\n                        mru 9000;\n"));
    std::vector<Change> moves;
    for (const char* port : {"et-0/0/0", "et-0/0/1"})
        moves.push_back(change_of(from, port, Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 10, 3}));
    const std::string after = corrected(from, moves);
    CHECK(holds(after,
        "                    code-point 001010 {\n                        pfc;\n                        mru 9000;\n"
        "                    }\n"));
}

TEST_SUITE_END();

}
