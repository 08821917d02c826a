// SPDX-License-Identifier: Apache-2.0
// Statements that several ports share: classifiers, classes, groups, ranges, bundles.
#include "drivers/amend/amend.h"
#include "tests/drivers/junos/junos_edit_case.h"
#include "tests/drivers/junos/junos_shared_text.h"

namespace rocelint {
namespace {

using junos_case::Case;
using junos_case::change_of;
using junos_case::corrected;
using junos_case::holds;
using junos_case::pause;
using junos_case::replaced;
using junos_case::system_line;
using junos_case::told;
using junos_case::two_bindings;
using junos_case::two_ports;
using junos_case::with_profile;

}

TEST_SUITE_BEGIN("junos");

TEST_CASE("a DSCP is removed from its class, under whatever alias it is listed there")
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
    // The profile pauses the code points of its classes.
    CHECK(holds(after, "code-point 101110 {\n                        pfc;\n"));
    change.value = MapEntry{MapKind::dscp_to_tc, 34, 0};
    CHECK_FALSE(holds(corrected(from, {change}), "forwarding-class STORAGE {"));
    change.value = MapEntry{MapKind::dscp_to_tc, 26, 0};
    CHECK(corrected(from, {change}) == "refused: DSCP 26 is the only one that cnp pauses for its class");
}

TEST_CASE("a DSCP that a profile pauses stays in its class if only some of the profile's ports would move it")
{
    const Case from(with_profile(two_ports, two_bindings));
    CHECK(corrected(
              from, {change_of(from, "et-0/0/1", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 4})})
        == "refused: cnp pauses DSCP 26 by the class that it is in, which would become another on et-0/0/1 alone");
}

TEST_CASE("trust in both fields takes a classifier of each kind")
{
    const std::string text = with_profile(two_ports, two_bindings);
    const Case without(text);
    CHECK(corrected(without, {change_of(without, "et-0/0/1", Property::trust, Trust::dscp_else_pcp)})
        == "refused: the device has no ieee-802.1 classifier to bind");
    const Case from(replaced(text,
        "    classifiers {\n",
        "    classifiers {\n        ieee-802.1 tagged {\n            forwarding-class NO-LOSS {\n"
        "                loss-priority low code-points 011;\n            }\n        }\n"));
    const std::string both
        = corrected(from, {change_of(from, "et-0/0/1", Property::trust, Trust::dscp_else_pcp)});
    CHECK(holds(both, "ieee-802.1 tagged;\n"));
    const Case trusting(both);
    const std::string back
        = corrected(trusting, {change_of(trusting, "et-0/0/1", Property::trust, Trust::dscp)});
    CHECK_FALSE(holds(back, "ieee-802.1 tagged;\n"));
}

TEST_CASE("a classifier that other ports keep is copied")
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

TEST_CASE("a lossless class applies to all ports")
{
    const std::string text = replaced(with_profile(two_ports, two_bindings), " 3 no-loss pfc", " 3 pfc");
    const Case from(text);
    const Change one = change_of(from, "et-0/0/0", Property::headroom, pause(3));
    CHECK(corrected(from, {one})
        == "refused: the class NO-LOSS is that of et-0/0/1 too, which must not change");
    CHECK(corrected(from, {one, change_of(from, "et-0/0/1", Property::headroom, pause(3))})
        == replaced(text, "pfc-priority 3;", "pfc-priority 3 no-loss;"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::headroom, Bytes{100'000})})
        == "refused: Junos works out the headroom of a port itself, from its cable-length and its largest packet");
}

TEST_CASE("a group's statement is edited if all its heirs want it, otherwise a port overrides it")
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
    "an interface range is edited if all its members want it, otherwise a member gets its own statement")
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

TEST_CASE("a member of a bundle has the bundle's MTU and classification")
{
    const Case from(std::string(system_line)
        + "interfaces {\n    et-0/0/0 {\n        ether-options {\n            802.3ad ae0;\n        }\n    }\n"
          "    ae0 {\n        mtu 9000;\n        unit 0 {\n            family inet;\n        }\n    }\n}\n");
    const Change member = change_of(from, "et-0/0/0", Property::mtu, Bytes{9216});
    CHECK(corrected(from, {member}) == "refused: et-0/0/0 gets its MTU from ae0, which must not change");
    CHECK(holds(corrected(from, {member, change_of(from, "ae0", Property::mtu, Bytes{9216})}),
        "    ae0 {\n        mtu 9216;\n"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::trust, Trust::dscp)})
        == "refused: et-0/0/0 is classified as its bundle ae0 is, which must not change");
}

TEST_CASE("refused changes leave nothing behind, and the others are made")
{
    const Case from(with_profile(two_ports, two_bindings));
    const std::vector<Change> changes{change_of(from, "et-0/0/0", Property::pfc, pause(5)),
        change_of(from, "et-0/0/0", Property::mtu, Bytes{9216})};
    const Amended amended = amend({junos::driver, {&from.tree, 1}, from.device(), {}}, changes);
    REQUIRE(amended.refused.size() == 1);
    CHECK(amended.refused[0].change == 0);
    CHECK(amended.refused[0].reason
        == "no forwarding class has the pfc-priority 5: give the lossless class one first");
    CHECK(amended.made == std::vector{1U});
    REQUIRE(amended.files.size() == 1);
    CHECK(amended.files[0].edits.size() == 1);
}

TEST_CASE("a profile with a value that is not understood is not copied for the port that shall differ")
{
    const Case from(replaced(with_profile(two_ports, two_bindings),
        "        cnp {\n            input {",
        "        cnp {\n            pfc-watchdog {\n                watchdog-action dropx;\n            }\n            input {"));
    CHECK(holds(corrected(from, {change_of(from, "et-0/0/0", Property::cable_length, Metres{3})}),
        "\"class-of-service congestion-notification-profile cnp pfc-watchdog watchdog-action dropx\" is not understood"));
}

TEST_CASE("a queue changes its marking to another drop profile of the device, which its scheduler then names")
{
    const auto text = [](std::string_view rdma) {
        return replaced(with_profile(two_ports, two_bindings),
            "    congestion-notification-profile {\n",
            "    drop-profiles {\n        late { interpolate { fill-level [ 90 55 ]; drop-probability [ 0 10 ]; } }\n"
            "        early { interpolate { fill-level [ 55 90 ]; drop-probability [ 0 10 ]; } }\n    }\n"
            "    schedulers {\n        rdma {\n            priority low;\n"
                + std::string(rdma)
                + "        }\n    }\n    scheduler-maps {\n        all {\n"
                  "            forwarding-class NO-LOSS scheduler rdma;\n        }\n    }\n"
                  "    congestion-notification-profile {\n");
    };
    const auto bound = [&](std::string_view rdma) {
        return replaced(text(rdma),
            "        et-0/0/0 {\n            cong",
            "        et-0/0/0 {\n            scheduler-map all;\n            cong");
    };
    const EcnShares early{Percent::whole(55), Percent::whole(90), Percent::whole(10)};
    const auto marked = [&](const Case& from, Property property, const EcnShares& shares) {
        Change change = change_of(from, "et-0/0/0", property, shares);
        change.number = 3;
        return corrected(from, {change});
    };
    constexpr std::string_view map
        = "            drop-profile-map loss-priority any protocol any drop-profile early;\n";
    const Case late(bound("            drop-profile-map loss-priority any protocol any drop-profile late;\n"
                          "            explicit-congestion-notification;\n"));
    CHECK(holds(marked(late, Property::ecn_thresholds, early), map));
    const Case none(bound(""));
    const std::string after = marked(none, Property::ecn, early);
    CHECK(holds(after, map));
    CHECK(holds(after, "explicit-congestion-notification;\n"));
    CHECK(marked(none, Property::ecn, EcnShares{Percent::whole(20), Percent::whole(90), Percent::whole(10)})
        == "refused: no drop profile has the fill levels 20 and 90: define one by hand");
}

TEST_CASE("settings for which Junos has no statement are refused with a reason")
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
        == "refused: mtu 100000: out of range, 256 to 9216 (of EX and QFX Series switches; Junos OS CLI Reference, mtu "
           "(interfaces))");
    CHECK(
        holds(corrected(from, {change_of(from, "et-0/0/0", Property::speed, BitsPerSecond{100'000'000'000})}),
            "where the speed of a port is set depends on the model"));
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::power_saving, false)})
        == "refused: Junos has no statement for power-saving");
}

TEST_SUITE_END();

}
