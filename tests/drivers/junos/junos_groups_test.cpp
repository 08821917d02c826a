// SPDX-License-Identifier: Apache-2.0
// Statements inherited from groups, from groups of groups, and from interface ranges.
#include "tests/drivers/junos/junos_case.h"

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos groups");

TEST_CASE(
    "groups are inherited by wildcard, nearest and first-named first, and never override explicit statements")
{
    const Case read(R"(system { host-name a; }
groups {
    BIG {
        interfaces {
            <et-*> { mtu 9216; }
            <*> { unit <*> { family inet { mtu 9000; } } }
        }
    }
    SMALL {
        interfaces { <*> { mtu 4000; description small; } }
    }
    UNUSED {
        interfaces { <*> { mtu 1; } }
    }
}
apply-groups [ BIG SMALL ];
interfaces {
    et-0/0/0 {
        unit 0 { family inet { address 10.0.0.1/31; } }
    }
    et-0/0/1 { mtu 5000; }
    et-0/0/2 { apply-groups SMALL; }
    et-0/0/3 { apply-groups-except BIG; }
    xe-0/0/4 { description own; }
}
)");
    CHECK(read.first_problem().empty());
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/0").max_frame.origin.kind() == OriginKind::inherited);
    CHECK(read.port("et-0/0/0").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("et-0/0/0").description == "small");
    CHECK(read.port("et-0/0/1").max_frame.is(Bytes{5000}));
    CHECK(read.port("et-0/0/2").max_frame.is(Bytes{4000}));
    CHECK(read.port("et-0/0/3").max_frame.is(Bytes{4000}));
    CHECK(read.port("xe-0/0/4").max_frame.is(Bytes{4000}));
    CHECK(read.port("xe-0/0/4").description == "own");
    CHECK(read.state_of_line(13) == CoverageState::irrelevant);
}

TEST_CASE("wildcards have classes and complements, and an undefined group is reported")
{
    const Case read(R"(system { host-name a; }
groups { G { interfaces { "<[egx][te]-0/0/[!0-2]>" { mtu 9216; } } } }
apply-groups [ G NONE re0 ];
interfaces { et-0/0/1 { disable; } et-0/0/3 { disable; } ge-0/0/4 { disable; } }
)");
    CHECK_FALSE(read.port("et-0/0/1").max_frame.configured());
    CHECK(read.port("et-0/0/3").max_frame.is(Bytes{9216}));
    CHECK(read.port("ge-0/0/4").max_frame.is(Bytes{9216}));
    CHECK(read.first_problem() == "group NONE is not defined");
    CHECK(read.reading.problems.size() == 1);
}

TEST_CASE("groups apply groups, on every level, and cycles terminate")
{
    const Case read(R"(system { host-name a; }
groups {
    A { apply-groups B; interfaces { <et-*> { apply-groups C; description a; } } }
    B { interfaces { <et-*> { description b; mtu 9000; } } apply-groups A; }
    C { interfaces { <et-*> { mtu 9216; ether-options { flow-control; } } } }
}
apply-groups A;
interfaces { et-0/0/0 { unit 0 { family inet; } } }
)");
    CHECK(read.first_problem().empty());
    CHECK(read.port("et-0/0/0").description == "a");
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/0").pause_rx.is(true));
}

TEST_CASE("a port of a range is ordered by its number, even if it has statements of its own")
{
    const Case read(R"(system { host-name a; }
interfaces {
    interface-range HOSTS { member-range et-0/0/9 to et-0/0/11; mtu 9216; }
    et-0/0/10 { description own; }
    ae0 { mtu 9000; }
}
)");
    std::string names;
    for (const Port& port : read.device().ports)
        names += std::string(port.name) + " ";
    CHECK(names == "ae0 et-0/0/9 et-0/0/10 et-0/0/11 ");
}

TEST_CASE("a port's own flow control overrides what it inherits")
{
    const Case read(R"(system { host-name a; }
groups { G { interfaces { <et-*> { ether-options { flow-control; } } } } }
apply-groups G;
interfaces { et-0/0/0 { ether-options { no-flow-control; } } et-0/0/1 { ether-options { fec fec91; } } }
)");
    CHECK(read.port("et-0/0/0").pause_rx.is(false));
    CHECK(read.port("et-0/0/1").pause_rx.is(true));
}

TEST_CASE("an interface range gives its statements to its members")
{
    const Case read(R"(system { host-name a; }
interfaces {
    interface-range HOSTS {
        member et-0/0/9;
        member "et-0/0/2[0-9]";
        member-range et-0/0/0 to et-0/0/2;
        mtu 9216;
        unit 0 { family ethernet-switching; }
    }
    et-0/0/1 { mtu 5000; }
    et-0/0/25 { description in; }
    et-0/0/35 { description out; }
}
)");
    CHECK(read.first_problem().empty());
    CHECK(read.device().ports.size() == 6);
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/0").routed.is(false));
    CHECK(read.port("et-0/0/1").max_frame.is(Bytes{5000}));
    CHECK(read.port("et-0/0/9").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/25").max_frame.is(Bytes{9216}));
    CHECK_FALSE(read.port("et-0/0/35").max_frame.configured());
}

TEST_CASE("groups that multiply endlessly are cut off")
{
    std::string text = "system { host-name a; }\ngroups { G { interfaces {\n";
    for (int number = 0; number < 3300; ++number)
        text += "<et-" + std::to_string(number) + "*> { mtu 9000; }\n";
    text += "} } }\napply-groups G;\ninterfaces {\n";
    for (int number = 0; number < 3300; ++number)
        text += "et-0/0/" + std::to_string(number) + " { mtu 9000; }\n";
    CHECK(Case(text + "}\n").first_problem().find("multiply") != std::string::npos);
}

TEST_SUITE_END();

}
}
