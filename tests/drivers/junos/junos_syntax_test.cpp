// SPDX-License-Identifier: Apache-2.0
// The three notations, groups, ranges, and everything that deactivates statements.
#include "tests/drivers/junos/junos_case.h"

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos syntax");

constexpr std::string_view in_braces = R"(system {
    host-name leaf1;
}
interfaces {
    et-0/0/0 {
        description "to host 1";
        mtu 9216;
        unit 0 {
            family inet {
                address 10.0.0.1/31;
            }
        }
    }
}
class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class NO-LOSS {
                loss-priority low code-points [ 011010 af21 ];
            }
        }
    }
    forwarding-classes {
        class NO-LOSS queue-num 4 no-loss pfc-priority 3;
    }
    interfaces {
        et-* {
            unit * {
                classifiers {
                    dscp rdma;
                }
            }
        }
    }
}
)";

constexpr std::string_view as_commands = R"(set system host-name leaf1
set interfaces et-0/0/0 description "to host 1"
set interfaces et-0/0/0 mtu 9216
set interfaces et-0/0/0 unit 0 family inet address 10.0.0.1/31
set class-of-service classifiers dscp rdma forwarding-class NO-LOSS loss-priority low code-points 011010
set class-of-service classifiers dscp rdma forwarding-class NO-LOSS loss-priority low code-points af21
set class-of-service forwarding-classes class NO-LOSS queue-num 4
set class-of-service forwarding-classes class NO-LOSS no-loss
set class-of-service forwarding-classes class NO-LOSS pfc-priority 3
set class-of-service interfaces et-* unit * classifiers dscp rdma
)";

constexpr std::string_view as_xml = R"(<rpc-reply xmlns:junos="http://xml.juniper.net/junos/23.4R2/junos">
  <configuration junos:commit-seconds="1710000000">
    <system><host-name>leaf1</host-name></system>
    <interfaces>
      <interface>
        <name>et-0/0/0</name>
        <description>to host 1</description>
        <mtu>9216</mtu>
        <unit><name>0</name><family><inet><address><name>10.0.0.1/31</name></address></inet></family></unit>
      </interface>
    </interfaces>
    <class-of-service>
      <classifiers>
        <dscp>
          <name>rdma</name>
          <forwarding-class>
            <name>NO-LOSS</name>
            <loss-priority><name>low</name><code-points>011010</code-points><code-points>af21</code-points></loss-priority>
          </forwarding-class>
        </dscp>
      </classifiers>
      <forwarding-classes>
        <class><name>NO-LOSS</name><queue-num>4</queue-num><no-loss/><pfc-priority>3</pfc-priority></class>
      </forwarding-classes>
      <interfaces>
        <interface><name>et-*</name><unit><name>*</name><classifiers><dscp><classifier-name>rdma</classifier-name></dscp></classifiers></unit></interface>
      </interfaces>
    </class-of-service>
  </configuration>
</rpc-reply>
)";

void check_leaf(const Case& read)
{
    CHECK(read.first_problem().empty());
    CHECK(read.device().name == "leaf1");
    CHECK(junos::driver.identity(read.tree) == "leaf1");
    const Port& port = read.port("et-0/0/0");
    CHECK(port.description == "to host 1");
    CHECK(port.max_frame.is(Bytes{9216}));
    CHECK(port.ip_mtu.is(Bytes{9202}));
    CHECK(port.routed.is(true));
    CHECK(port.trust.is(Trust::dscp));
    const Treatment rdma = classify_dscp(read.device(), port, 26);
    CHECK(rdma.tc.is(4));
    CHECK(rdma.queue.is(4));
    CHECK(rdma.tx_priority.is(3));
    CHECK(classify_dscp(read.device(), port, 18).tc.is(4));
    REQUIRE(read.device().forwarding.addresses.size() == 1);
    CHECK(to_string(read.device().forwarding.addresses[0].prefix) == "10.0.0.1/31");
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(read.coverage.count(CoverageState::unsupported) == 0);
}

TEST_CASE("braces, set lines and XML of one configuration are read alike")
{
    check_leaf(Case(in_braces));
    check_leaf(Case(as_commands));
    check_leaf(Case(as_xml));
}

TEST_CASE("each notation is recognised, also after a prompt")
{
    const auto confidence
        = [](std::string_view text) { return detect(junos::driver, Source(0, "x", text)).confidence; };
    CHECK(confidence(in_braces) > 50);
    CHECK(confidence(as_commands) > 50);
    CHECK(confidence(as_xml) == 100);
    CHECK(confidence("set interfaces ethernet eth0 address 10.0.0.1/24\nset system host-name vyos\n") == 0);
    CHECK(confidence("{\"interfaces\": {}}") == 0);
    CHECK(confidence("<html><body>configuration</body></html>") == 0);
    check_leaf(Case("admin@leaf1> show configuration | no-more\n" + std::string(in_braces)
        + "\n{master:0}\nadmin@leaf1> \n"));
    check_leaf(Case("admin@leaf1> show configuration | display set\n" + std::string(as_commands)));
}

TEST_CASE("commands typed at a prompt are read, and other input is left out")
{
    std::string typed = "root@leaf1> configure\nEntering configuration mode\n\n[edit]\n";
    std::string_view rest = as_commands;
    while (!rest.empty()) {
        const std::size_t feed = rest.find('\n');
        typed += "root@leaf1# " + std::string(rest.substr(0, feed)) + "\n\n[edit]\n";
        rest = feed == std::string_view::npos ? std::string_view{} : rest.substr(feed + 1);
    }
    typed += "root@leaf1# show | compare\n";
    CHECK(detect(junos::driver, Source(0, "x", typed)).confidence > 50);
    check_leaf(Case(typed));
    check_leaf(Case(std::string(as_commands).replace(0, 0, "root@leaf1# show\n")));
    check_leaf(Case("root@leaf1# edit class-of-service\n[edit class-of-service]\nroot@leaf1# top\n"
        + std::string(as_commands)));
}

TEST_CASE("a value points at its bytes in every notation")
{
    for (const std::string_view text : {in_braces, as_commands, as_xml}) {
        const Case read(text);
        const std::string_view mtu = read.written(read.port("et-0/0/0").max_frame);
        CHECK(mtu.find("9216") != std::string_view::npos);
        CHECK(mtu.find("mtu") == 0);
    }
}

TEST_CASE("inactive statements have no effect, and their lines are irrelevant")
{
    const Case braces(R"(system { host-name a; }
interfaces {
    et-0/0/0 {
        inactive: mtu 9216;
    }
    inactive: et-0/0/1 {
        mtu 9216;
    }
}
)");
    CHECK_FALSE(braces.port("et-0/0/0").max_frame.configured());
    CHECK(braces.device().ports.size() == 1);
    CHECK(braces.state_of_line(4) == CoverageState::irrelevant);
    CHECK(braces.state_of_line(7) == CoverageState::irrelevant);
    const Case commands("set system host-name a\n"
                        "set interfaces et-0/0/0 mtu 9216\n"
                        "set interfaces et-0/0/1 mtu 9216\n"
                        "set interfaces et-0/0/2 mtu 9216\n"
                        "deactivate interfaces et-0/0/0 mtu\n"
                        "deactivate interfaces et-0/0/1\n"
                        "deactivate interfaces et-0/0/2\n"
                        "activate interfaces et-0/0/2\n");
    CHECK_FALSE(commands.port("et-0/0/0").max_frame.configured());
    CHECK(commands.device().find_port("et-0/0/1") == Port::no_index);
    CHECK(commands.port("et-0/0/2").max_frame.is(Bytes{9216}));
    CHECK(commands.state_of_line(3) == CoverageState::irrelevant);
    const Case xml(R"(<configuration><system><host-name>a</host-name></system><interfaces>
<interface inactive="inactive"><name>et-0/0/0</name><mtu>9216</mtu></interface>
<interface><name>et-0/0/1</name><mtu inactive="inactive">9216</mtu></interface>
</interfaces></configuration>)");
    CHECK(xml.device().ports.size() == 1);
    CHECK_FALSE(xml.port("et-0/0/1").max_frame.configured());
}

TEST_CASE("delete removes what was there, and later lines start afresh")
{
    const Case read("set system host-name a\n"
                    "set interfaces et-0/0/0 mtu 9216\n"
                    "set interfaces et-0/0/0 description old\n"
                    "delete interfaces et-0/0/0\n"
                    "set interfaces et-0/0/0 description new\n"
                    "edit interfaces et-0/0/1\n"
                    "set mtu 4000\n"
                    "top\n"
                    "set interfaces et-0/0/1 description \"two words\"\n");
    CHECK_FALSE(read.port("et-0/0/0").max_frame.configured());
    CHECK(read.port("et-0/0/0").description == "new");
    CHECK(read.port("et-0/0/1").max_frame.is(Bytes{4000}));
    CHECK(read.port("et-0/0/1").description == "two words");
}

TEST_CASE("repeated hierarchies merge, and comments do not count")
{
    const Case read(R"(/* a
   comment { */
system { host-name a; } ## Last changed
interfaces { et-0/0/0 { mtu 9216; } }
# interfaces { et-0/0/7 { mtu 1; } }
interfaces { et-0/0/0 { description "a \"quoted\" # name; {"; } }
)");
    CHECK(read.first_problem().empty());
    CHECK(read.device().ports.size() == 1);
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/0").description == "a \"quoted\" # name; {");
}

TEST_CASE("a minified configuration reads like a written one, and its leaves are counted")
{
    std::string text(in_braces);
    for (char& c : text) {
        if (c == '\n')
            c = ' ';
    }
    check_leaf(Case(text));
}

TEST_CASE("damage is reported at its place, and everything before it is read")
{
    CHECK(
        Case("system { host-name a; }\ninterfaces { et-0/0/0 { mtu 9216;").first_problem().find("not closed")
        != std::string::npos);
    CHECK(Case("system { host-name a; }\n}\n").first_problem() == "this brace closes nothing");
    CHECK(Case("system { host-name a }\n").first_problem() == "this statement does not end in a semicolon");
    CHECK(Case("system { host-name \"a; }\n").first_problem() == "this quotation mark is not closed");
    CHECK(Case("system { host-name a; }\n/* no end").first_problem() == "this comment has no end");
    CHECK(Case("<configuration><system>").first_problem().starts_with("not well-formed XML"));
    const Case read("system { host-name a; }\ninterfaces { et-0/0/0 { mtu many; } }\n");
    CHECK(read.first_problem() == "mtu \"many\" is not a number from 256 to 9216");
    CHECK_FALSE(read.port("et-0/0/0").max_frame.known());
    CHECK(read.state_of_line(2) == CoverageState::unrecognised);
}

TEST_CASE("absurdly deep nesting ends in a problem")
{
    std::string text = "system { host-name a; }\n";
    std::string xml = "<configuration>";
    for (int depth = 0; depth < 1000; ++depth) {
        text += "a {";
        xml += "<a>";
    }
    for (int depth = 0; depth < 1000; ++depth)
        xml += "</a>";
    CHECK(Case(text).first_problem() == "blocks are nested deeper than 256");
    CHECK(Case(xml + "</configuration>").first_problem() == "elements are nested deeper than 256");
}

TEST_CASE("a snippet without name and version is a fragment without defaults")
{
    const Case read("class-of-service { forwarding-classes { class A queue-num 1; } }\n");
    CHECK(read.device().fragment);
    const Case group("GR { interfaces { <*> { mtu 9000; } } }\n");
    CHECK(group.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_SUITE_END();

}
}
