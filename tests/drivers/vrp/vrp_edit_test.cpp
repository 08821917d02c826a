// SPDX-License-Identifier: Apache-2.0
#include "drivers/vrp/vrp.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rocelint::vrp_test {
namespace {

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(vrp::driver, "leaf1.cfg", text) { }

    [[nodiscard]] Change change(
        std::string_view name, Property property, ChangeValue value, std::uint8_t number = 0xff) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return {.port = {0, index}, .property = property, .number = number, .value = value};
    }
    // The same change on both ports.
    [[nodiscard]] std::vector<Change> both(
        Property property, const ChangeValue& value, std::uint8_t number = 0xff) const
    {
        return {change("100GE1/0/1", property, value, number), change("100GE1/0/2", property, value, number)};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = vrp::driver.edit({&tree, 1}, device(), changes);
        if (!editing.refused.empty())
            return "refused: " + editing.refused[0].reason;
        const auto text = apply_edits(*sources.find(0), editing.edits);
        REQUIRE(text.has_value());
        const Edited then(*text);
        CHECK(then.first_problem() == "");
        for (const Change& each : changes)
            CHECK_MESSAGE(is_made(then.device(), each), *text);
        CHECK(unexplained(differences(device(), then.device()), device(), changes).empty());
        return *text;
    }
    [[nodiscard]] std::string commands(const std::vector<Change>& changes) const
    {
        return vrp::driver.commands({&tree, 1}, device(), changes).text;
    }
    // The commands that undo the changes once they are in force.
    [[nodiscard]] std::string back(const std::vector<Change>& changes) const
    {
        const Edited then(after(changes));
        return vrp::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
    }
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr std::string_view two_ports = R"(!Software Version V300R023C00SPC500
#
sysname leaf1
#
dcb pfc deadlock-detect interval 100
dcb pfc dscp-mapping enable slot 1
#
dcb pfc
 priority 3
 priority 3 deadlock-detect time 2
 priority 3 deadlock-recovery time 4
#
diffserv domain ROCE
 ip-dscp-inbound 48 phb cs6 green
#
drop-profile RDMA
 ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
#
interface 100GE1/0/1
 trust dscp
 trust upstream ROCE
 qos drr 0 to 5
 qos queue 3 wred RDMA
 qos queue 3 ecn
 dcb pfc enable mode manual
#
interface 100GE1/0/2
 trust dscp
 trust upstream ROCE
 qos drr 0 to 5
 qos queue 3 wred RDMA
 qos queue 3 ecn
 dcb pfc enable mode manual
#
return
)";

constexpr EcnTarget wide{{300'000}, {3'000'000}, {1000}};

TEST_SUITE_BEGIN("vrp");

TEST_CASE("a drop profile that another port must keep stays, and the copy is removed once nothing names it")
{
    const Edited from(two_ports);
    const std::vector<Change> one{from.change("100GE1/0/1", Property::ecn_thresholds, wide, 3)};
    CHECK(holds(from.after(one),
        "drop-profile ECN-300000-3000000-10\n"
        " ecn buffer-size low-limit 300000 high-limit 3000000 discard-percentage 10\n"));
    CHECK(holds(from.commands(one), " qos queue 3 wred ECN-300000-3000000-10\n"));
    CHECK(holds(from.back(one), " qos queue 3 wred RDMA\n"));
    CHECK(holds(from.back(one), "undo drop-profile ECN-300000-3000000-10\n"));
    const std::string shared = from.after(from.both(Property::ecn_thresholds, wide, 3));
    CHECK(holds(shared, " ecn buffer-size low-limit 300000 high-limit 3000000 discard-percentage 10\n"));
    CHECK_FALSE(holds(shared, "ECN-"));
}

TEST_CASE("thresholds in percent are replaced by thresholds in bytes")
{
    std::string text(two_ports);
    constexpr std::string_view bytes = "ecn buffer-size low-limit 150000 high-limit 1500000";
    text.replace(text.find(bytes), bytes.size(), "ecn low-limit 30 high-limit 50");
    const Edited from(text);
    const std::string then = from.after(from.both(Property::ecn_thresholds, wide, 3));
    CHECK(holds(then, " ecn buffer-size low-limit 300000 high-limit 3000000 discard-percentage 10\n"));
    CHECK_FALSE(holds(then, "low-limit 30 "));
}

TEST_CASE("a queue moves between the lists of a port")
{
    const Edited from(two_ports);
    const std::vector<Change> strict{from.change("100GE1/0/1",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}},
        4)};
    CHECK(holds(from.after(strict), " qos drr 0 to 3 5\n"));
    CHECK(holds(from.commands(strict), " undo qos drr 0 to 5\n"));
    CHECK(holds(from.commands(strict), " qos drr 0 to 3 5\n"));
    CHECK(holds(from.back(strict), " undo qos drr 0 to 3 5\n"));
    const std::vector<Change> weighted{from.change("100GE1/0/1",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = 50},
        6)};
    CHECK(holds(from.after(weighted), " qos drr 0 to 6\n"));
    CHECK(holds(from.after(weighted), " qos queue 6 drr weight 50\n"));
    CHECK(holds(from.back(weighted), " undo qos queue 6 drr weight\n"));
}

TEST_CASE("a priority is added to a profile with the times of the others, if all of its ports want it")
{
    const Edited from(two_ports);
    const PriorityDelta fourth{.add = PrioritySet::of(4), .remove = {}};
    CHECK(from.after({from.change("100GE1/0/1", Property::pfc, fourth)})
              .starts_with("refused: PFC profile default "));
    const std::string then = from.after(from.both(Property::pfc, fourth));
    CHECK(holds(then, " priority 4\n"));
    CHECK(holds(then, " priority 4 deadlock-detect time 2\n"));
    CHECK(holds(then, " priority 4 deadlock-recovery time 4\n"));
    CHECK(holds(from.back(from.both(Property::pfc, fourth)), " undo priority 4\n"));
    const PriorityDelta none{.add = {}, .remove = PrioritySet::of(3)};
    const std::vector<Change> off{from.change("100GE1/0/1", Property::pfc, none)};
    CHECK(from.commands(off) == "interface 100GE1/0/1\n undo dcb pfc enable\n quit\n");
    const PriorityDelta other{.add = PrioritySet::of(4), .remove = PrioritySet::of(3)};
    CHECK(holds(from.after({from.change("100GE1/0/1", Property::pfc, other)}), "pauses priority 3"));
}

// Port 1 has the profile WIDE, which pauses 3 and 4; port 2 has the usual one. `wide` and `usual` are further lines of the profiles.
std::string two_profiles(std::string_view wide, std::string_view usual, std::string_view mode)
{
    return fmt::format("sysname leaf1\n#\ndcb pfc\n priority 3\n{}#\ndcb pfc WIDE\n priority 4\n{}#\n"
                       "interface 100GE1/0/1\n dcb pfc enable WIDE mode {}\n#\n"
                       "interface 100GE1/0/2\n dcb pfc enable mode {}\n#\nreturn\n",
        usual,
        wide,
        mode,
        mode);
}

TEST_CASE("a port moves from a named PFC profile to the usual one and back, with its mode")
{
    const PriorityDelta less{.add = {}, .remove = PrioritySet::of(4)};
    const PriorityDelta more{.add = PrioritySet::of(4), .remove = {}};
    for (const std::string_view mode : {"manual", "auto"}) {
        const Edited from(two_profiles("", "", mode));
        CHECK(holds(from.after({from.change("100GE1/0/1", Property::pfc, less)}),
            fmt::format("interface 100GE1/0/1\n dcb pfc enable mode {}\n", mode)));
        CHECK(holds(from.after({from.change("100GE1/0/2", Property::pfc, more)}),
            fmt::format("interface 100GE1/0/2\n dcb pfc enable WIDE mode {}\n", mode)));
    }
}

TEST_CASE("a port keeps the times of its watchdog when its PFC changes")
{
    constexpr std::string_view never
        = " priority 3 deadlock-recovery time 0\n priority 4 deadlock-recovery time 0\n";
    const PriorityDelta more{.add = PrioritySet::of(4), .remove = {}};
    const Edited from(two_profiles(never, "", "manual"));
    const std::string then = from.after({from.change("100GE1/0/2", Property::pfc, more)});
    CHECK(holds(then, "dcb pfc\n priority 3\n priority 4\n"));
    CHECK(holds(then, "interface 100GE1/0/2\n dcb pfc enable mode manual\n"));
    const Edited both(two_profiles(never, " priority 3 deadlock-recovery time 0\n", "manual"));
    CHECK(holds(both.after({both.change("100GE1/0/2", Property::pfc, more)}),
        "interface 100GE1/0/2\n dcb pfc enable WIDE mode manual\n"));
}

TEST_CASE("PFC of a port is not changed where dcb pfc global disable switches all of it off")
{
    std::string text(two_ports);
    text.insert(text.find("dcb pfc deadlock"), "dcb pfc global disable\n#\n");
    const Edited from(text);
    const PriorityDelta third{.add = PrioritySet::of(3), .remove = {}};
    CHECK(holds(
        from.after(from.both(Property::pfc, third)), "refused: `dcb pfc global disable` switches PFC off"));
}

TEST_CASE("the times of the watchdog are whole numbers of intervals, or milliseconds")
{
    const WatchdogTarget slower{
        .priorities = {}, .detection = Milliseconds(500), .restoration = Milliseconds(1000), .poll = {}};
    const Edited from(two_ports);
    const std::string then = from.after(from.both(Property::watchdog_timers, slower));
    CHECK(holds(then, " priority 3 deadlock-detect time 5\n"));
    CHECK(holds(then, " priority 3 deadlock-recovery time 10\n"));
    const WatchdogTarget odd{
        .priorities = {}, .detection = Milliseconds(123), .restoration = Milliseconds(400), .poll = {}};
    CHECK(holds(from.after(from.both(Property::watchdog_timers, odd)), "refused: VRP has no interval"));
    const Edited simulated("sysname leaf1\n#\ndcb pfc deadlock-detect timer 100\n#\n"
                           "interface 100GE1/0/1\n dcb pfc enable mode manual\n#\n"
                           "interface 100GE1/0/2\n dcb pfc enable mode manual\n#\nreturn\n");
    const std::string timed = simulated.after(simulated.both(Property::watchdog_timers, slower));
    CHECK(holds(timed, "dcb pfc deadlock-detect timer 500\n"));
    CHECK(holds(timed, "dcb pfc deadlock-recovery timer 1000\n"));
}

TEST_CASE("an entry of a domain is changed if all ports with the domain want it")
{
    const Edited from(two_ports);
    const MapEntry entry{MapKind::dscp_to_tc, 26, 4};
    CHECK(holds(
        from.after({from.change("100GE1/0/1", Property::dscp_map, entry)}), "refused: DiffServ domain ROCE"));
    CHECK(holds(from.after(from.both(Property::dscp_map, entry)), " ip-dscp-inbound 26 phb af4 green\n"));
    CHECK(holds(from.back(from.both(Property::dscp_map, entry)), " undo ip-dscp-inbound 26\n"));
}

TEST_CASE("a switched port trusts the 802.1p priority without its line, and a routed port takes none")
{
    const Edited from(two_ports);
    const std::vector<Change> pcp{from.change("100GE1/0/1", Property::trust, Trust::pcp)};
    CHECK_FALSE(holds(from.after(pcp), "refused"));
    CHECK(from.commands(pcp) == "interface 100GE1/0/1\n undo trust\n quit\n");
    const Edited routed("sysname leaf1\n#\ninterface 100GE1/0/1\n undo portswitch\n#\nreturn\n");
    CHECK(holds(
        routed.after({routed.change("100GE1/0/1", Property::trust, Trust::pcp)}), "refused: a routed port"));
}

TEST_SUITE_END();

}
}
