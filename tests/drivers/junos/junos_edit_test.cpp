// SPDX-License-Identifier: Apache-2.0
// Edits of a whole device in each of the three notations, and what depends on the notation.
#include "tests/drivers/junos/junos_edit_case.h"
#include "tests/drivers/junos/junos_edit_texts.h"

namespace rocelint {
namespace {

using junos_case::Case;
using junos_case::change_of;
using junos_case::corrected;
using junos_case::no_pause;
using junos_case::notations;
using junos_case::pause;
using junos_case::replaced;
using junos_case::told;

struct Step {
    std::string_view port;
    Property property;
    ChangeValue value;
    bool shared;
    // By notation: the text that is removed, and the one that replaces it.
    std::string_view before[3];
    std::string_view after[3];
};

const WatchdogTarget watchdog{
    .priorities = {}, .detection = Milliseconds(400), .restoration = Milliseconds(200), .poll = {}};

const Step steps[] = {
    {"et-0/0/0",
        Property::mtu,
        Bytes{9216},
        false,
        {"mtu 9000;", "mtu 9000\n", "<mtu>9000"},
        {"mtu 9216;", "mtu 9216\n", "<mtu>9216"}},
    {"et-0/0/1",
        Property::mtu,
        Bytes{9216},
        false,
        {"    et-0/0/1 {\n        unit 0 {\n            family inet;\n        }\n",
            "et-0/0/1 unit 0 family inet\n",
            "<name>et-0/0/1</name>\n            <unit><name>0</name><family><inet/></family></unit>\n"},
        {"    et-0/0/1 {\n        mtu 9216;\n        unit 0 {\n            family inet;\n        }\n",
            "et-0/0/1 unit 0 family inet\nset interfaces et-0/0/1 mtu 9216\n",
            "<name>et-0/0/1</name>\n            <unit><name>0</name><family><inet/></family></unit>\n"
            "            <mtu>9216</mtu>\n"}},
    {"et-0/0/0",
        Property::link_pause,
        false,
        false,
        {"        ether-options {\n            flow-control;\n        }\n",
            "set interfaces et-0/0/0 ether-options flow-control\n",
            "            <ether-options>\n                <flow-control/>\n            </ether-options>\n"},
        {"", "", ""}},
    {"et-0/0/1",
        Property::link_pause,
        true,
        false,
        {"        unit 0 {\n            family inet;\n        }\n    }\n}\n",
            "et-0/0/1 unit 0 family inet\n",
            "</unit>\n        </interface>\n    </interfaces>"},
        {"        unit 0 {\n            family inet;\n        }\n        ether-options {\n            flow-control;\n"
         "        }\n    }\n}\n",
            "et-0/0/1 unit 0 family inet\nset interfaces et-0/0/1 ether-options flow-control\n",
            "</unit>\n            <ether-options>\n                <flow-control/>\n            </ether-options>\n"
            "        </interface>\n    </interfaces>"}},
    {"et-0/0/0",
        Property::pfc,
        no_pause(3),
        false,
        {"            congestion-notification-profile cnp;\n            unit 0",
            "set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp\n",
            "                <congestion-notification-profile>cnp</congestion-notification-profile>\n"},
        {"            unit 0", "", ""}},
    {"et-0/0/0",
        Property::watchdog,
        watchdog,
        false,
        {"        cnp {\n            input {\n                dscp {\n                    code-point 011010 {\n"
         "                        pfc;\n                    }\n                }\n            }\n"
         "            output {\n                ieee-802.1 {\n                    code-point 011 {\n"
         "                        flow-control-queue 3;\n                    }\n                }\n            }\n",
            "code-point 011 flow-control-queue 3\n",
            "            </output>\n"},
        {"        cnp {\n            input {\n                dscp {\n                    code-point 011010 {\n"
         "                        pfc;\n                    }\n                }\n            }\n"
         "            output {\n                ieee-802.1 {\n                    code-point 011 {\n"
         "                        flow-control-queue 3;\n                    }\n                }\n            }\n"
         "            pfc-watchdog {\n                detection 4;\n            }\n",
            "code-point 011 flow-control-queue 3\nset class-of-service congestion-notification-profile cnp "
            "pfc-watchdog detection 4\n",
            "            </output>\n            <pfc-watchdog>\n                <detection>4</detection>\n"
            "            </pfc-watchdog>\n"}},
    {"et-0/0/0",
        Property::dscp_map,
        MapEntry{MapKind::dscp_to_tc, 10, 3},
        true,
        {"code-points [ 000000 001010 ];\n            }\n            forwarding-class NO-LOSS {\n"
         "                loss-priority low code-points 011010;",
            "best-effort loss-priority low code-points 001010\nset class-of-service classifiers dscp rdma "
            "forwarding-class NO-LOSS loss-priority low code-points 011010\n",
            "                        <code-points>001010</code-points>\n"},
        {"code-points 000000;\n            }\n            forwarding-class NO-LOSS {\n"
         "                loss-priority low code-points [ 011010 001010 ];",
            "NO-LOSS loss-priority low code-points 011010\nset class-of-service classifiers dscp rdma "
            "forwarding-class NO-LOSS loss-priority low code-points 001010\n",
            ""}},
};

}

TEST_SUITE_BEGIN("junos");

TEST_CASE("the three notations mean the same device")
{
    const Case braces(notations[0]);
    CHECK(braces.first_problem() == "");
    for (const std::string_view text : notations)
        CHECK(differences(braces.device(), Case(text).device()).empty());
}

TEST_CASE("a change is the smallest edit in each notation, and nothing else moves")
{
    for (const Step& step : steps) {
        for (std::size_t notation = 0; notation < 3; ++notation) {
            CAPTURE(name_of(step.property));
            CAPTURE(notation);
            const Case from(notations[notation]);
            Change change = change_of(from, step.port, step.property, step.value);
            change.shared = step.shared;
            const std::string text = corrected(from, {change});
            std::string expected = replaced(notations[notation], step.before[notation], step.after[notation]);
            // The additional edits for a moved DSCP have their own tests.
            if (step.property != Property::dscp_map)
                CHECK(text == expected);
            else
                CHECK(text.size() > expected.size());
        }
    }
}

TEST_CASE("PFC of the last port is removed with the profile's binding, and added by binding the profile")
{
    for (const std::string_view notation : notations) {
        const Case from(notation);
        const Change change = change_of(from, "et-0/0/1", Property::pfc, pause(3));
        const std::string refusal = corrected(from, {change});
        // Its trust is unknown, since no classifier is bound to it.
        CHECK(refusal.find("refused: ") == 0);
        CHECK(told(from, {change_of(from, "et-0/0/0", Property::pfc, no_pause(3))})
            == "delete class-of-service interfaces et-0/0/0 congestion-notification-profile\n");
    }
}

TEST_CASE("line endings and a last line without one are kept")
{
    for (const std::string_view notation : notations) {
        std::string text;
        for (const char c : notation) {
            if (c == '\n')
                text += '\r';
            text += c;
        }
        text.resize(text.size() - 2);
        const Case from(text);
        const std::string after = corrected(from,
            {change_of(from, "et-0/0/1", Property::mtu, Bytes{9216}),
                change_of(from, "et-0/0/0", Property::watchdog, watchdog)});
        for (std::size_t at = 0; at < after.size(); ++at) {
            if (after[at] == '\n')
                CHECK((at > 0 && after[at - 1] == '\r'));
        }
        CHECK_FALSE(after.ends_with('\n'));
    }
}

TEST_CASE("comments stay where they are")
{
    const Case from("system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        mtu 9000; ## the usual\n"
                    "        /* why */\n        ether-options {\n            # and what\n"
                    "            flow-control; /* for storage */\n        }\n    }\n}\n");
    CHECK(corrected(from,
              {change_of(from, "et-0/0/0", Property::mtu, Bytes{9216}),
                  change_of(from, "et-0/0/0", Property::fec, Fec::rs)})
        == "system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        mtu 9216; ## the usual\n"
           "        /* why */\n        ether-options {\n            # and what\n"
           "            flow-control; /* for storage */\n            fec fec91;\n        }\n    }\n}\n");
}

TEST_CASE("a text on one line stays on one line")
{
    const Case from("system { host-name a; } interfaces { et-0/0/0 { mtu 9000; unit 0 { family inet; } } }");
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::link_pause, true)})
        == "system { host-name a; } interfaces { et-0/0/0 { mtu 9000; unit 0 { family inet; } ether-options { "
           "flow-control; } } }");
}

TEST_CASE("a block is removed with its last statement, but a port keeps an empty one")
{
    const Case from("system {\n    host-name a;\n}\ninterfaces {\n    et-0/0/0 {\n        ether-options {\n"
                    "            flow-control;\n        }\n    }\n}\n");
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::link_pause, false)})
        == "system {\n    host-name a;\n}\ninterfaces {\n    et-0/0/0;\n}\n");
}

TEST_CASE("a statement without a block gets one")
{
    const Case from("system {\n  host-name a;\n}\ninterfaces {\n  et-0/0/0;\n}\n");
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::mtu, Bytes{9216})})
        == "system {\n  host-name a;\n}\ninterfaces {\n  et-0/0/0 {\n    mtu 9216;\n  }\n}\n");
}

TEST_CASE("an inactive statement is activated and gets its new value")
{
    const Case braces("system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        inactive: mtu 9000;\n"
                      "        unit 0 {\n            family inet;\n        }\n    }\n}\n");
    const Change change = change_of(braces, "et-0/0/0", Property::mtu, Bytes{9216});
    CHECK(corrected(braces, {change})
        == "system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        mtu 9216;\n        unit 0 {\n"
           "            family inet;\n        }\n    }\n}\n");
    CHECK(told(braces, {change}) == "set interfaces et-0/0/0 mtu 9216\nactivate interfaces et-0/0/0 mtu\n");
    const Case lines(
        "set system host-name a\nset interfaces et-0/0/0 mtu 9000\ndeactivate interfaces et-0/0/0 mtu\n");
    CHECK(corrected(lines, {change}) == "set system host-name a\nset interfaces et-0/0/0 mtu 9216\n");
    const Case elements("<configuration><system><host-name>a</host-name></system><interfaces><interface>"
                        "<name>et-0/0/0</name><mtu inactive=\"inactive\">9000</mtu></interface></interfaces>"
                        "</configuration>");
    CHECK(corrected(elements, {change})
        == "<configuration><system><host-name>a</host-name></system><interfaces><interface>"
           "<name>et-0/0/0</name><mtu>9216</mtu></interface></interfaces></configuration>");
    const Case block(
        "system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        inactive: ether-options {\n"
        "            flow-control;\n        }\n    }\n}\n");
    CHECK(corrected(block, {change_of(block, "et-0/0/0", Property::fec, Fec::rs)})
        == "refused: \"interfaces et-0/0/0 ether-options\" is inactive, and activating it would bring back everything "
           "in it: activate or remove it by hand");
}

TEST_CASE("lines are inserted at the level that `edit` has set")
{
    const Case from(
        "set system host-name a\nedit interfaces et-0/0/0\nset mtu 9000\nset unit 0 family inet\ntop\n"
        "edit interfaces\nset et-0/0/1 unit 0 family inet\n");
    CHECK(corrected(from,
              {change_of(from, "et-0/0/0", Property::link_pause, true),
                  change_of(from, "et-0/0/1", Property::mtu, Bytes{9216})})
        == "set system host-name a\nedit interfaces et-0/0/0\nset mtu 9000\nset unit 0 family inet\n"
           "set ether-options flow-control\ntop\nedit interfaces\nset et-0/0/1 unit 0 family inet\n"
           "set et-0/0/1 mtu 9216\n");
}

TEST_CASE("a damaged file is not edited")
{
    const Case from("system { host-name a; }\ninterfaces {\n    et-0/0/0 {\n        mtu 9000;\n");
    CHECK(corrected(from, {change_of(from, "et-0/0/0", Property::mtu, Bytes{9216})})
        == "refused: the file is damaged: correct its syntax first");
}

TEST_SUITE_END();

}
