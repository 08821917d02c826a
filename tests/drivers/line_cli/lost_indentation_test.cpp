// SPDX-License-Identifier: Apache-2.0
// A configuration that was pasted into a chat, a ticket or a web page has lost its indentation. A device interprets such lines by
// their words, and so does each driver of an indented platform.
#include "models/syntax/coverage.h"
#include "tests/contract/driver_case.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace rocelint::lost_indentation_test {
namespace {

using contract::named;
using contract::Read;

constexpr std::string_view lost = "the indentation was lost here";

const Driver& driver_of(std::string_view name)
{
    const Driver* driver = find_driver(name);
    REQUIRE(driver != nullptr);
    return *driver;
}

// Each line without its leading blanks.
std::string without_indentation(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t feed = std::min(text.find('\n'), text.size() - 1);
        std::string_view line = text.substr(0, feed + 1);
        text.remove_prefix(feed + 1);
        while (line.size() > 1 && line.front() == ' ')
            line.remove_prefix(1);
        out += line;
    }
    return out;
}

// The dump of a reading without the columns of its positions.
std::string without_columns(std::string dumped)
{
    std::string out;
    for (std::size_t at = 0; at < dumped.size(); ++at) {
        out += dumped[at];
        const bool behind_line
            = dumped[at] == ':' && at > 0 && dumped[at - 1] >= '0' && dumped[at - 1] <= '9';
        while (behind_line && at + 1 < dumped.size() && dumped[at + 1] >= '0' && dumped[at + 1] <= '9')
            ++at;
    }
    return out;
}

std::size_t warnings_of_loss(const Read& read)
{
    std::size_t count = 0;
    for (const Tree& tree : read.trees) {
        count += static_cast<std::size_t>(std::ranges::count_if(
            tree.problems, [](const SyntaxProblem& problem) { return problem.message.starts_with(lost); }));
    }
    return count;
}

}

TEST_CASE("a device whose text has lost all indentation is the same device, and one warning says so")
{
    for (const std::string_view name : {"eos", "nxos", "os10", "sonic-cli"}) {
        CAPTURE(name);
        const Driver& driver = driver_of(name);
        const std::string text = named(driver.base_example);
        const Read whole(driver, text);
        const Read flat(driver, without_indentation(text));
        CHECK(warnings_of_loss(whole) == 0);
        CHECK(warnings_of_loss(flat) == 1);
        CHECK(measure_coverage(flat.trees.front()).count(CoverageState::unrecognised) == 0);
        CHECK(without_columns(flat.dumped()) == without_columns(whole.dumped()));
    }
}

TEST_CASE("classes of a policy map that lost its indentation keep their own lines")
{
    struct Case {
        std::string_view platform;
        std::string_view policy;
    };
    for (const Case& one :
        {Case{"eos",
             "class-map type qos match-any TRAINING\n   match ip dscp 26\n!\n"
             "class-map type qos match-any FEEDBACK\n   match ip dscp 48\n!\n"
             "policy-map type quality-of-service SORT\n   class TRAINING\n      set traffic-class 1\n   !\n"
             "   class FEEDBACK\n      set traffic-class 6\n   !\n!\n"},
            Case{"os10",
                "class-map type qos TRAINING\n match ip dscp 26\n!\nclass-map type qos FEEDBACK\n match ip dscp 48\n!\n"
                "policy-map type qos SORT\n class TRAINING\n  set qos-group 1\n class FEEDBACK\n  set qos-group 6\n!\n"}}) {
        CAPTURE(one.platform);
        const Driver& driver = driver_of(one.platform);
        const std::string text = named(driver.base_example) + "\n" + std::string(one.policy);
        const Read whole(driver, text);
        const Read flat(driver, without_indentation(text));
        CHECK(warnings_of_loss(flat) == 1);
        CHECK(measure_coverage(flat.trees.front()).count(CoverageState::unsupported)
            == measure_coverage(whole.trees.front()).count(CoverageState::unsupported));
        CHECK(without_columns(flat.dumped()) == without_columns(whole.dumped()));
    }
}

TEST_CASE("one block pasted without indentation is reassembled, and all others are left alone")
{
    struct Case {
        std::string_view platform;
        std::string_view before;
        std::string_view block;
    };
    for (const Case& one :
        {Case{"eos",
             "hostname leaf1\ninterface Ethernet1\n   mtu 9214\ninterface Ethernet2\n   mtu 9214\n",
             "interface Ethernet3\npriority-flow-control on\npriority-flow-control priority 3 no-drop\n"},
            Case{"nxos",
                "hostname leaf1\ninterface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n  mtu 9216\n",
                "interface Ethernet1/3\npriority-flow-control mode on\n"},
            Case{"os10",
                "hostname leaf1\ninterface ethernet1/1/1\n mtu 9216\ninterface ethernet1/1/2\n mtu 9216\n",
                "interface ethernet1/1/3\npriority-flow-control mode on\n"}}) {
        CAPTURE(one.platform);
        const Driver& driver = driver_of(one.platform);
        const Read read(driver, std::string(one.before) + std::string(one.block));
        CHECK(warnings_of_loss(read) == 1);
        REQUIRE(read.device().ports.size() == 3);
        CHECK(read.device().ports[2].pfc_tx.known());
        CHECK(measure_coverage(read.trees.front()).count(CoverageState::unrecognised) == 0);
    }
}

TEST_CASE("a line that belongs to no block does not mean lost indentation")
{
    for (const std::string_view name : {"eos", "nxos", "os10", "sonic-cli"}) {
        CAPTURE(name);
        const Driver& driver = driver_of(name);
        std::string text = named(driver.base_example);
        text += "\nfrobnicate everything\nflux-capacitor on\n";
        CHECK(warnings_of_loss(Read(driver, text)) == 0);
    }
}

}
