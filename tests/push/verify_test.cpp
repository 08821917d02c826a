// SPDX-License-Identifier: Apache-2.0
#include "drivers/driver.h"
#include "drivers/line_cli/live/running_diff.h"
#include "push/reach/reading.h"
#include "push/run/unread_text.h"
#include "push/run/verify.h"

#include <doctest/doctest.h>

namespace rocelint::push {
namespace {

using std::chrono::seconds;

HealthSample health_at(int second, std::vector<PortCounter> counters)
{
    return {{{}, std::move(counters), {}}, std::chrono::steady_clock::time_point(seconds(second))};
}

PortCounter drops(std::uint64_t value, std::string port = "Ethernet1/1")
{
    return {std::move(port), "in_discards", PortCounter::Kind::drop, value};
}

TEST_CASE("a link that was up and no longer is counts as lost, one that was down before does not")
{
    const Health before{{{"Ethernet1/1", true, true}, {"Ethernet2/1", false, true}}, {}, {}};
    CHECK(!lost_link(before, before));
    CHECK(lost_link(before, {{{"Ethernet1/1", false, true}, {"Ethernet2/1", false, true}}, {}, {}})
        == "the link of Ethernet1/1 was up before and is down now");
    // A port the device no longer lists has no link.
    CHECK(lost_link(before, {{{"Ethernet2/1", true, true}}, {}, {}})->starts_with("the link of Ethernet1/1"));
    CHECK(!lost_link(before, {{{"Ethernet1/1", true, true}}, {}, {}}));
    CHECK(!lost_link({}, before));
}

TEST_CASE("a link that went down and came back is reported if the device counts flaps")
{
    const auto flaps = [](std::uint64_t count) {
        return Health{
            {{"Ethernet0", true, true}}, {{"Ethernet0", "flap_count", PortCounter::Kind::flap, count}}, {}};
    };
    CHECK(!flapped_link(flaps(7), flaps(7)));
    CHECK(flapped_link(flaps(7), flaps(8)) == "the link of Ethernet0 went down on the way");
    CHECK(!flapped_link({{{"Ethernet0", true, true}}, {}, {}}, flaps(8)));
    CHECK(!flapped_link(flaps(7), flaps(0))); // the counter was cleared
}

TEST_CASE("a port whose flaps nothing counts is reported")
{
    const Health counted{
        {{"Ethernet0", true, true}}, {{"Ethernet0", "flap_count", PortCounter::Kind::flap, 7}}, {}};
    const Health uncounted{{{"Ethernet0", true, true}}, {{"Ethernet0", "x", PortCounter::Kind::drop, 7}}, {}};
    CHECK(!unjudged_flaps(counted, counted, {"Ethernet0"}));
    CHECK(!unjudged_flaps({}, {}, {}));
    constexpr const char* told = "flaps were not judged on Ethernet0: the device does not count them";
    CHECK(unjudged_flaps(uncounted, uncounted, {"Ethernet0"}) == told);
    // One reading is not enough: nobody knows how many flaps there were before.
    CHECK(unjudged_flaps(uncounted, counted, {"Ethernet0"}) == told);
    CHECK(unjudged_flaps(counted, uncounted, {"Ethernet0"}) == told);
    CHECK(unjudged_flaps(counted, counted, {"Ethernet0", "Ethernet8"})
              ->starts_with("flaps were not judged on Ethernet8"));
    CHECK(unjudged_flaps({}, {}, {"Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12", "Ethernet16"})
        == "flaps were not judged on Ethernet0, Ethernet4, Ethernet8 and 2 more: the device does not count them");
}

TEST_CASE("a port without data is not judged good")
{
    const Health seen{{{"Ethernet1/1", true, true}}, {drops(0)}, {}};
    CHECK(!blind_port(seen, {"Ethernet1/1"}));
    CHECK(!blind_port({}, {}));
    CHECK(blind_port(seen, {"Ethernet1/1", "Ethernet2/1"})
        == "the device does not show the state of the link of Ethernet2/1");
    CHECK(blind_port({{{"Ethernet1/1", true, true}}, {}, {"drops: no such command"}}, {"Ethernet1/1"})
        == "the device does not show the dropped packets of Ethernet1/1 (drops: no such command)");
}

TEST_CASE("an RDMA port that was ACTIVE and no longer is counts as lost, although its link is up")
{
    const Health before{{{"ens1f0np0", true, true}, {"ens2f0np0", true, false}}, {}, {}};
    CHECK(lost_link(before, {{{"ens1f0np0", true, false}, {"ens2f0np0", true, false}}, {}, {}})
        == "the RDMA port of ens1f0np0 is no longer ACTIVE");
    CHECK(!lost_link(before, {{{"ens1f0np0", true, true}, {"ens2f0np0", true, false}}, {}, {}}));
}

TEST_CASE("drops are new if they exceed the permitted number and twice the usual rate")
{
    // 10 a second before the change.
    const HealthSample first = health_at(0, {drops(1000)});
    const HealthSample second = health_at(10, {drops(1100)});
    const HealthSample third = health_at(20, {drops(1200)});
    const auto after = [&](std::uint64_t value, std::uint64_t most) {
        return new_drops(first, second, third, health_at(30, {drops(value)}), most);
    };
    CHECK(!after(1300, 0));
    CHECK(!after(1400, 0));
    CHECK(after(1401, 0) == "Ethernet1/1 dropped 201 packets (in_discards) since the change");
    CHECK(!after(1401, 201));
    CHECK(after(1402, 201).has_value());
}

TEST_CASE("a port without drops before may drop nothing, or what is permitted")
{
    const HealthSample quiet = health_at(0, {drops(5)});
    const HealthSample late = health_at(1, {drops(5)});
    CHECK(!new_drops(quiet, late, late, health_at(2, {drops(5)}), 0));
    CHECK(new_drops(quiet, late, late, health_at(2, {drops(6)}), 0).has_value());
    CHECK(!new_drops(quiet, late, late, health_at(2, {drops(6)}), 1));
}

TEST_CASE("a counter that was cleared, is new, or counts pauses shows nothing")
{
    const HealthSample first = health_at(0, {drops(5)});
    CHECK(!new_drops(first, first, first, health_at(2, {drops(1)}), 0));
    CHECK(!new_drops(first, first, first, health_at(2, {drops(5), drops(9, "Ethernet2/1")}), 0));
    PortCounter pause = drops(100);
    pause.kind = PortCounter::Kind::pause;
    CHECK(!new_drops(health_at(0, {}), health_at(1, {}), health_at(1, {}), health_at(2, {pause}), 0));
    pause.value = 0;
    const HealthSample no_pause = health_at(1, {pause});
    pause.value = 900;
    CHECK(!new_drops(no_pause, no_pause, no_pause, health_at(2, {pause}), 0));
    // Samples taken at the same time do not divide by zero.
    CHECK(new_drops(first, first, first, health_at(0, {drops(50)}), 0).has_value());
}

constexpr const char* as_it_was = R"(system {
    host-name leaf1;
}
interfaces {
    et-0/0/1 {
        mtu 9114;
    }
    et-0/0/2 {
        mtu 9114;
    }
}
)";

std::string with(std::string text, std::string_view what, std::string_view instead, std::size_t from = 0)
{
    return text.replace(text.find(what, from), what.size(), instead);
}

struct Readings {
    explicit Readings(const std::string& after) : before(read(as_it_was)), now(read(after)) { }
    static ReadDevice read(const std::string& text)
    {
        return read_collected(*find_driver("junos"), "leaf1", {{"leaf1.conf", text}});
    }
    [[nodiscard]] std::string difference(const std::vector<NamedChange>& changes) const
    {
        PlanStep step;
        for (const NamedChange& change : changes)
            step.changes.push_back({change, describe(change.change), {}});
        return difference_from_step(step, before.device, now.device).value_or("none");
    }
    ReadDevice before;
    ReadDevice now;
};

NamedChange mtu(std::string port, std::uint64_t size)
{
    return {std::move(port), {.property = Property::mtu, .value = Bytes{size}}};
}

TEST_CASE("exactly the step's changes give no difference")
{
    REQUIRE(Readings(as_it_was).difference({}) == "none");
    const Readings one(with(as_it_was, "mtu 9114", "mtu 9000"));
    CHECK(one.difference({mtu("et-0/0/1", 9000)}) == "none");
}
TEST_CASE("a missing change, an unrequested one, and a port that vanished are reported")
{
    CHECK(Readings(as_it_was).difference({mtu("et-0/0/1", 9000)}).find("read back, et-0/0/1 lacks: ") == 0);
    const Readings one(with(as_it_was, "mtu 9114", "mtu 9000"));
    CHECK(one.difference({mtu("et-0/0/2", 9000)}).find("read back, et-0/0/2 lacks: ") == 0);
    CHECK(one.difference({}) == "read back, something else changed too: mtu of et-0/0/1");
    const Readings more(with(with(as_it_was, "mtu 9114", "mtu 9000"), "mtu 9114", "mtu 1500"));
    CHECK(
        more.difference({mtu("et-0/0/1", 9000)}) == "read back, something else changed too: mtu of et-0/0/2");
    CHECK(one.difference({mtu("et-0/0/7", 9000)}) == "port et-0/0/7 no longer exists");
    const Readings gone(with(as_it_was, "    et-0/0/2 {\n        mtu 9114;\n    }\n", ""));
    CHECK(gone.difference({mtu("et-0/0/2", 9000)}) == "port et-0/0/2 no longer exists");
    CHECK(gone.difference({}).find("read back, something else changed too: ") == 0);
}

TEST_CASE("pause frames are compared with the rate that holds the port all the time, or with a given number")
{
    Device device;
    device.ports.emplace_back();
    device.ports[0].name = "Ethernet0";
    device.ports[0].speed = {BitsPerSecond{100'000'000'000}, device.origins.default_of("this test")};
    const auto pauses = [](int second, std::uint64_t value) {
        return health_at(second, {{"Ethernet0", "rx", PortCounter::Kind::pause, value}});
    };
    // 100e9 / (65535 * 512) is 2980.
    const auto judged = [&](std::uint64_t before, std::uint64_t after, std::optional<std::uint64_t> most) {
        return new_pauses(
            pauses(0, 0), pauses(1, before), pauses(2, before), pauses(3, before + after), device, most);
    };
    CHECK(!judged(0, 2980, {}));
    REQUIRE(judged(0, 2981, {}));
    CHECK(*judged(0, 2981, {})
        == "Ethernet0 counts 2981 pause frames a second (rx) since the change; 2980 hold it all the time");
    CHECK(!judged(1500, 3000, {})); // no more than twice the usual rate
    CHECK(!judged(0, 10, 10));
    CHECK(judged(0, 11, 10)->ends_with("--max-pauses permits 10"));
    CHECK(!unjudged_pauses(pauses(0, 0).health, {"Ethernet0"}, device, {}));
    CHECK(unjudged_pauses({}, {"Ethernet0"}, device, {})->ends_with("the device does not count them"));
    device.ports[0].speed = {};
    CHECK(!judged(0, 1'000'000, {}));
    CHECK(judged(0, 11, 10));
    CHECK(unjudged_pauses(pauses(0, 0).health, {"Ethernet0"}, device, {})
              ->ends_with("--max-pauses is not given"));
    CHECK(!unjudged_pauses(pauses(0, 0).health, {"Ethernet0"}, device, 10));
    CHECK(unjudged_pauses(pauses(0, 0).health, {"Ethernet0", "Ethernet4", "Ethernet8"}, device, 10)
        == "pause frames of Ethernet4, Ethernet8 were not judged: the device does not count them");
}

ReadDevice eos_switch(const std::string& text)
{
    return read_collected(*find_driver("eos"),
        "leaf1",
        {{"leaf1.cfg", "! device: leaf1 (DCS-7060X6-64PE, EOS-4.32.1F)\n" + text}});
}

TEST_CASE("a line that is not read must stay word for word, one that is read may be reworded")
{
    const Driver& eos = *find_driver("eos");
    const std::string text
        = "hostname leaf1\n!\ninterface Ethernet1\n   mtu 9214\n   sflow enable\n!\nsnmp-server contact us\n";
    const auto difference = [&](const std::string& now) {
        return unread_difference(eos, eos_switch(text), eos_switch(now)).value_or("none");
    };
    CHECK(difference(text) == "none");
    CHECK(
        difference("! comment\nsnmp-server contact us\nhostname leaf1\ninterface Ethernet1\n   sflow enable\n"
                   "   mtu 1500\n")
        == "none");
    CHECK(difference(text + "username somebody secret sha512 <redacted>\n")
        == "`username somebody secret sha512 <redacted>` is there");
    CHECK(difference("hostname leaf1\ninterface Ethernet1\n   mtu 9214\nsnmp-server contact us\n")
        == "`interface Ethernet1 sflow enable` is not there");
}

TEST_CASE("a change of a switch outside its own diff is reported by its line, but a secret is not")
{
    using line_cli::line_beside_diff;
    const std::string before = "hostname leaf1\n!\ninterface Ethernet1\n   mtu 1500\n";
    const std::string now = "hostname leaf1\n!\ninterface Ethernet1\n   mtu 9214\n";
    const std::string diff = "--- system:/running-config\n+++ session:/rl-1-session-config\n@@ -1,4 +1,4 @@\n"
                             " hostname leaf1\n interface Ethernet1\n-   mtu 1500\n+   mtu 9214\n";
    CHECK(!line_beside_diff(before, now, diff));
    CHECK(line_beside_diff(before, before, diff) == "`mtu 1500` is there");
    CHECK(line_beside_diff(before, now, "") == "`mtu 1500` is not there");
    const auto told = line_beside_diff(before, now + "username somebody secret sha512 $6$salt$hash\n", diff);
    REQUIRE(told);
    CHECK_MESSAGE(told->starts_with("`username <redacted"), *told);
    CHECK(told->find("$6$") == std::string::npos);
    CHECK(told->ends_with("is there"));
}

}
}
