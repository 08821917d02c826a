// SPDX-License-Identifier: Apache-2.0
// Every line that a platform knows and that touches RDMA, but is not modelled: what it may change is unread instead of at its
// default, and no name in it is reported as undefined.
#include "drivers/aoscx/grammar.h"
#include "drivers/comware/grammar.h"
#include "drivers/eos/grammar.h"
#include "drivers/iosxr/grammar.h"
#include "drivers/nxos/grammar.h"
#include "drivers/onyx/grammar.h"
#include "drivers/os10/grammar.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/vrp/grammar.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/contract/line_facts.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::contract {
namespace {

/// Where lines of these scopes are inserted into the base example: after `behind`, with a prefix.
struct Place {
    line_cli::Scopes scopes;
    std::string_view behind; ///< empty: append
    std::string_view front;
};

struct Platform {
    std::string_view name;
    const line_cli::Grammar& (*grammar)();
    std::vector<Place> places;
};

const std::vector<Platform>& platforms()
{
    static const std::vector<Platform> all{
        {"eos",
            eos::grammar,
            {{eos::scope::top, "qos map dscp 48 to traffic-class 6\n", ""},
                {eos::scope::port, "interface Ethernet1/1\n", "   "},
                {eos::scope::queue, "   tx-queue 3\n", "      "}}},
        {"onyx",
            onyx::grammar,
            {{onyx::scope::top, "", "   "}, {onyx::scope::port, "", "   interface ethernet 1/1 "}}},
        {"nxos",
            nxos::grammar,
            {{nxos::scope::top, "feature lldp\n", ""},
                {nxos::scope::port, "interface Ethernet1/1\n", "  "},
                {nxos::scope::system, "system qos\n", "  "},
                {nxos::scope::action, "  class RDMA\n", "    "},
                {nxos::scope::network_class, "  class type network-qos c-8q-nq3\n", "    "},
                {nxos::scope::queue_class, "  class type queuing c-out-8q-q3\n", "    "}}},
        {"os10",
            os10::grammar,
            {{os10::scope::port, "interface ethernet1/1/1\n", " "},
                {os10::scope::system, "system qos\n", " "},
                {os10::scope::network_class, " class RDMA-GROUP\n", "  "},
                {os10::scope::queue_class, " class QUEUE-3\n", "  "},
                {os10::scope::wred, "wred RDMA-WRED\n", " "}}},
        {"sonic-cli",
            sonic_cli::grammar,
            {{sonic_cli::scope::top, "interface-naming standard\n", ""},
                {sonic_cli::scope::port, "interface Eth1/1\n", " "}}},
        {"vrp",
            vrp::grammar,
            {{vrp::scope::top, "lldp enable\n", ""},
                {vrp::scope::shared, "lldp enable\n", "vlan 100\n "},
                {vrp::scope::port, "interface 100GE1/0/1\n", " "}}},
        {"aoscx",
            aoscx::grammar,
            {{aoscx::scope::top, "qos trust dscp\n", ""},
                {aoscx::scope::port, "interface 1/1/1\n", "    "},
                {aoscx::scope::schedule, "qos schedule-profile FABRIC-SHARES\n", "    "}}},
        {"iosxr",
            iosxr::grammar,
            {{iosxr::scope::top, "lldp\n", ""},
                {iosxr::scope::port, "interface HundredGigE0/0/0/0\n", " "},
                {iosxr::scope::profile, "location 0/RP0/CPU0\n", " "},
                {iosxr::scope::action, " class TC6\n", "  "}}},
        {"comware",
            comware::grammar,
            {{comware::scope::top, " lldp global enable\n", " "},
                {comware::scope::port, "interface HundredGigE1/0/1\n", " "},
                {comware::scope::map, "qos map-table dscp-dot1p\n", " "}}},
    };
    return all;
}

// The values of a dump without their positions, which an added line shifts.
std::multiset<std::string> values_of(const std::string& dumped)
{
    std::multiset<std::string> values;
    std::string_view rest = dumped;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        values.emplace(line.substr(0, line.find(" (")));
    }
    return values;
}

std::size_t unread_in(const std::string& dumped)
{
    std::size_t count = 0;
    for (std::size_t at = dumped.find(": unread"); at != std::string::npos;
         at = dumped.find(": unread", at + 1))
        ++count;
    return count;
}

// Whether a value that was known is no longer known, or became unread for a reason.
bool lost_a_value(const Read& before, const Read& after)
{
    if (unread_in(after.dumped()) > unread_in(before.dumped()))
        return true;
    const std::multiset<std::string> old = values_of(before.dumped());
    const std::multiset<std::string> now = values_of(after.dumped());
    return !std::ranges::includes(now, old);
}

std::string with_line(const std::string& example, const Place& place, std::string_view line)
{
    std::string text = example;
    std::size_t at = text.size();
    if (!place.behind.empty()) {
        REQUIRE(text.find(place.behind) != std::string::npos);
        at = text.find(place.behind) + place.behind.size();
    }
    return text.insert(at, std::string(place.front).append(line).append("\n"));
}

// Lines of the platform that make something unread, with the scopes they belong to.
std::vector<std::pair<line_cli::Scopes, std::string>> unmodelled_lines(const line_cli::Grammar& grammar)
{
    std::vector<std::pair<line_cli::Scopes, std::string>> lines;
    for (const line_cli::Statement& row : grammar.rows()) {
        if (row.coverage == CoverageState::unsupported && line_cli::makes_unread(row.unreads)) {
            line_cli::Fact fact = filled(row);
            fact.text = "otherwise than known";
            lines.emplace_back(row.scopes, write(grammar.dialect(), row, fact));
        }
    }
    for (const line_cli::Aside& aside : grammar.asides()) {
        if (aside.state != CoverageState::unsupported || !line_cli::makes_unread(aside.unreads))
            continue;
        for (std::string_view words = aside.words; !words.empty();) {
            const std::size_t end = words.find(' ');
            lines.emplace_back(
                aside.scopes, std::string(words.substr(0, end)).append(" otherwise than known"));
            words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
        }
    }
    return lines;
}

// The line belongs to a row that is read and refused here, or, on NX-OS and IOS XR, to policies of the opposite direction to
// the example's.
bool is_of_another_row(const Platform& platform, const Place& place, std::string_view line)
{
    const bool of_ingress
        = (platform.name == "nxos" && place.scopes == nxos::scope::queue_class && line.starts_with("pause"))
        || (platform.name == "iosxr" && place.scopes == iosxr::scope::action && line.starts_with("set"));
    const line_cli::Match match = platform.grammar().match(place.scopes, line);
    return of_ingress || (match.statement != nullptr && match.statement->coverage == CoverageState::read);
}

void check_unread(const Driver& driver, const std::string& example, const std::string& text)
{
    const Read before(driver, example);
    const Read after(driver, text);
    CHECK(lost_a_value(before, after));
    for (const SyntaxProblem& problem : after.reading.problems)
        CHECK(problem.lost_name.empty());
    // Ask for changes too on settings that such a line makes unread.
    for (const Change& change : every_change(after.device())) {
        const Editing editing = driver.edit(after.trees, after.device(), {&change, 1});
        CHECK((editing.refused.empty() || !editing.refused.front().reason.empty()));
    }
}

}

TEST_SUITE_BEGIN("driver contract");

TEST_CASE("a known but unmodelled line makes everything it may change unread")
{
    for (const Platform& platform : platforms()) {
        CAPTURE(platform.name);
        const Driver& driver = *find_driver(platform.name);
        const std::string example = named(driver.base_example);
        std::size_t tried = 0;
        for (const auto& [scopes, line] : unmodelled_lines(platform.grammar())) {
            CAPTURE(line);
            for (const Place& place : platform.places) {
                if ((place.scopes & scopes) == 0 || is_of_another_row(platform, place, line))
                    continue;
                ++tried;
                check_unread(driver, example, with_line(example, place, line));
            }
        }
        CHECK(tried > 2);
    }
}

TEST_CASE("a known but unmodelled SONiC table makes everything it may change unread")
{
    const Driver& driver = *find_driver("sonic");
    const auto with = [&](std::string_view tables) {
        std::string text = named(driver.base_example);
        text.insert(text.find('{') + 1, tables);
        return Read(driver, text).device().load_balancing.ecmp;
    };
    constexpr std::string_view hash
        = R"("SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["SRC_IP", "DST_IP", "L4_SRC_PORT"]}},)";
    CHECK(with(hash).known());
    CHECK_FALSE(with(std::string(hash) + R"("PBH_TABLE": {"pbh_table": {"interface_list": ["Ethernet0"]}},)")
                    .known());
    CHECK(with(std::string(hash) + R"("LLR_PORT": {"Ethernet0": {"llr_mode": "static"}},)").known());
}

TEST_SUITE_END();

}
