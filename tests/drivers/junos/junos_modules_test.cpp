// SPDX-License-Identifier: Apache-2.0
// Statements as in Juniper's modules: how they are read, and what they leave unread.
#include "tests/drivers/junos/junos_case.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos modules");

TEST_CASE("a scheduler that marks without a drop profile leaves marking unread, with the reason")
{
    constexpr std::string_view head
        = "set system host-name a\n"
          "set interfaces et-0/0/0 unit 0 family inet\n"
          "set class-of-service interfaces et-0/0/0 scheduler-map m\n"
          "set class-of-service forwarding-classes class rdma queue-num 3\n"
          "set class-of-service scheduler-maps m forwarding-class rdma scheduler s\n"
          "set class-of-service drop-profiles p interpolate fill-level [ 50 90 ] drop-probability [ 0 10 ]\n"
          "set class-of-service schedulers s explicit-congestion-notification\n"
          "set class-of-service schedulers s drop-profile-map loss-priority any protocol any drop-profile p\n";
    const auto marking = [](const Case& read) { return read.device().queue(read.port("et-0/0/0"), 3)->ecn; };
    CHECK(marking(Case(head)).known());
    for (const std::string_view more : {"latency-ecn threshold 5000",
             "ecn-enhanced head-marking",
             "drop-profile-map-set profile-name q profile-type mark"}) {
        CAPTURE(more);
        const Case read(std::string(head) + "set class-of-service schedulers s " + std::string(more) + "\n");
        CHECK(read.first_problem() == "");
        CHECK_FALSE(marking(read).known());
        CHECK(read.state_of_line(9) == CoverageState::unsupported);
        const Origin why = read.device().origins.look_up(marking(read).origin);
        CHECK(std::string(why.note).find(more.substr(0, more.find(' '))) != std::string::npos);
    }
}

TEST_CASE("statements of the modules that have no meaning for us are known, and those of no module are not")
{
    const auto state = [](std::string_view line) {
        const Case text("set system host-name a\n" + std::string(line) + "\n");
        return text.state_of_line(2);
    };
    using enum CoverageState;
    constexpr std::string_view cos = "set class-of-service ";
    const auto of_class
        = [&](std::string_view words) { return state(std::string(cos) + std::string(words)); };
    CHECK(of_class("congestion-notification-profile c input dscp code-point 011010 xon 40") == unsupported);
    CHECK(of_class("congestion-notification-profile c input ieee-802.1 code-point 011 pfc-account-name a")
        == unsupported);
    CHECK(of_class("congestion-notification-profile c output class fcoe remove-cntag") == read);
    CHECK(of_class("schedulers s shared-buffer maximum percent 40") == unsupported);
    CHECK(of_class("schedulers s queue-monitoring") == read);
    CHECK(of_class("interfaces et-0/0/0 decn-profile d") == unsupported);
    CHECK(of_class("decn-profile d") == unsupported);
    CHECK(state("set forwarding-options hash-key family inet6 layer-4 source-port") == unsupported);
    CHECK(state("set forwarding-options enhanced-hash-key lag-dlb ether-type ipv4") == unsupported);
    CHECK(state("set protocols bgp global-load-balancing") == read);
    CHECK(state("set protocols bgp global-load-balancing helper-only") == read);
    CHECK(of_class("congestion-notification-profile c input dscp code-point 011010 xoff 40") == unrecognised);
    CHECK(
        of_class("congestion-notification-profile c pfc-watchdog pfc-watchdog-action drop") == unrecognised);
    CHECK(of_class("schedulers s shaping-rate 5g exact") == unrecognised);
}

TEST_CASE("the packet size next to pfc, as in Juniper's modules, equals the one inside it, as in the manual")
{
    constexpr std::string_view head
        = "set system host-name a\n"
          "set interfaces et-0/0/0 unit 0 family inet\n"
          "set class-of-service interfaces et-0/0/0 congestion-notification-profile cnp\n";
    const std::string point
        = "set class-of-service congestion-notification-profile cnp input ieee-802.1 code-point 011 ";
    const auto braces = [](std::string_view inside) {
        return fmt::format(
            "system {{\n    host-name a;\n}}\ninterfaces {{\n    et-0/0/0 {{\n        unit 0;\n    }}\n}}\n"
            "class-of-service {{\n    congestion-notification-profile {{\n        cnp {{\n"
            "            input {{\n                ieee-802.1 {{\n                    code-point 011 {}\n"
            "                }}\n            }}\n        }}\n    }}\n    interfaces {{\n"
            "        et-0/0/0 {{\n            congestion-notification-profile cnp;\n        }}\n    }}\n}}\n",
            inside);
    };
    const auto elements = [](std::string_view inside) {
        return fmt::format(
            "<configuration><system><host-name>a</host-name></system><interfaces><interface><name>et-0/0/0</name>"
            "<unit><name>0</name></unit></interface></interfaces><class-of-service><congestion-notification-profile>"
            "<name>cnp</name><input><ieee-802.1><code-point><name>011</name>{}</code-point></ieee-802.1></input>"
            "</congestion-notification-profile><interfaces><interface><name>et-0/0/0</name>"
            "<congestion-notification-profile>cnp</congestion-notification-profile></interface></interfaces>"
            "</class-of-service></configuration>",
            inside);
    };
    for (const std::string& text : {std::string(head) + point + "pfc\n" + point + "mru 9216\n",
             std::string(head) + point + "pfc mru 9216\n",
             braces("{ pfc; mru 9216; }"),
             braces("{ pfc { mru 9216; } }"),
             elements("<pfc/><mru>9216</mru>"),
             elements("<pfc><mru>9216</mru></pfc>")}) {
        CAPTURE(text);
        const Case read(text);
        CHECK(read.first_problem() == "");
        CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
        CHECK(read.port("et-0/0/0").pfc_tx.is(PrioritySet::of(3)));
        CHECK(read.port("et-0/0/0").headroom_packet.is(Bytes{9216}));
    }
}

TEST_SUITE_END();

}
}
