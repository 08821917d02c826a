// SPDX-License-Identifier: Apache-2.0
// Every line that uses a name: if nothing defines the name, that is an error on the line, and every setting that depends on the
// name is unread for this reason.
#include "tests/contract/driver_case.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace rocelint::contract {
namespace {

/// A line that uses `name`, from the base example or added to it.
struct Use {
    std::string_view platform;
    std::string_view line; ///< contains the name
    std::string_view name;
    std::string_view
        added{}; ///< appended to the example before the line; if empty, the line is the example's own
    bool settings = true; ///< a setting depends on it, and not only a class of a policy
    bool in_definition = false; ///< the line is part of a definition, which does nothing until it is bound
};

constexpr std::string_view lost = "NOWHERE";

constexpr Use uses[]{
    {"nxos", "  service-policy type network-qos FABRIC-NQ", "FABRIC-NQ"},
    {"nxos", "  service-policy type queuing output FABRIC-OUT", "FABRIC-OUT"},
    {"nxos", "  service-policy type qos input FABRIC-IN", "FABRIC-IN"},
    {"nxos", "  class RDMA", "RDMA", {}, false, true},
    {"os10", " random-detect RDMA-WRED", "RDMA-WRED"},
    {"os10", " trust-map dscp FABRIC-DSCP", "FABRIC-DSCP"},
    {"os10", "\n qos-map traffic-class FABRIC-QUEUES", "FABRIC-QUEUES"},
    {"os10", " service-policy input type network-qos FABRIC-PFC", "FABRIC-PFC"},
    {"os10", " service-policy output type queuing FABRIC-OUT", "FABRIC-OUT"},
    {"os10", " class RDMA-GROUP", "RDMA-GROUP", {}, true, true},
    {"os10", " class QUEUE-3", "QUEUE-3", {}, true, true},
    {"eos", "   service-profile LATER\n", "LATER", "interface Ethernet1/1\n"},
    {"eos", "   service-policy type qos input LATER\n", "LATER", "interface Ethernet1/1\n"},
    {"sonic-cli", " queue 3 wred-policy ROCE", "ROCE"},
    {"sonic-cli", "\n scheduler-policy ROCE", "ROCE"},
    {"sonic-cli", " qos-map dscp-tc ROCE", "ROCE"},
    {"sonic-cli", " qos-map tc-queue ROCE", "ROCE"},
    {"vrp", " qos queue 3 wred RDMA-100G", "RDMA-100G"},
    {"vrp", " trust upstream ROCE", "ROCE"},
    {"vrp", " dcb pfc enable LATER\n", "LATER", "interface 100GE1/0/9\n"},
    {"aoscx", "apply qos queue-profile FABRIC-QUEUES", "FABRIC-QUEUES"},
    {"aoscx", " schedule-profile FABRIC-SHARES\napply", "FABRIC-SHARES"},
    {"aoscx", "apply qos threshold-profile RDMA-ECN", "RDMA-ECN"},
    {"iosxr", " service-policy input FABRIC-IN", "FABRIC-IN"},
    {"iosxr", " service-policy output FABRIC-OUT", "FABRIC-OUT"},
    {"iosxr", " class RDMA", "RDMA", {}, false, true},
    {"srlinux", "pfc-mapping-profile RDMA\n                pfc-enable", "RDMA"},
    {"srlinux", "queue-management-profile RDMA-ECN\n                    }", "RDMA-ECN"},
    {"srlinux", "scheduler-policy SHARES\n                }", "SHARES"},
    {"srlinux", "                    dscp-policy RDMA\n", "RDMA"},
    {"comware", " qos wred apply LATER\n", "LATER", "interface HundredGigE1/0/9\n"},
    {"sonic", R"("dscp_to_tc_map": "AZURE")", "AZURE"},
    {"sonic", R"("wred_profile": "AZURE_LOSSLESS")", "AZURE_LOSSLESS"},
    {"sonic", R"("scheduler": "scheduler.1")", "scheduler.1"},
    {"sonic", R"("profile": "pg_lossless_100000_5m_profile")", "pg_lossless_100000_5m_profile"},
    {"junos", "congestion-notification-profile lossless;", "lossless"},
    {"junos", "scheduler-map rdma;", "rdma"},
    {"junos", "dscp rdma;", "rdma"},
    {"junos", "forwarding-class NO-LOSS scheduler rdma;", "rdma", {}, true, true},
    {"nvue", "nv set interface swp1 qos pfc profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos link-pause profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos congestion-control profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos mapping profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos remark profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos egress-scheduler profile LATER\n", "LATER", "\n"},
    {"nvue", "nv set interface swp1 qos egress-shaper profile LATER\n", "LATER", "\n"},
};

std::string with_lost_name(const Driver& driver, const Use& use)
{
    std::string text = named(driver.base_example);
    std::string line(use.line);
    line.replace(line.rfind(use.name), use.name.size(), lost);
    if (!use.added.empty())
        return text + std::string(use.added) + line;
    const std::size_t at = text.find(use.line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, use.line.size(), line);
}

}

TEST_SUITE_BEGIN("driver contract");

TEST_CASE("an undefined name is one error on the line that uses it")
{
    for (const Use& use : uses) {
        CAPTURE(use.platform);
        CAPTURE(use.line);
        const Driver& driver = *find_driver(use.platform);
        const Read read(driver, with_lost_name(driver, use));
        const auto& problems = read.reading.problems;
        const auto found = std::ranges::find(problems, lost, &SyntaxProblem::lost_name);
        REQUIRE(found != problems.end());
        CHECK(std::ranges::count(problems, lost, &SyntaxProblem::lost_name) == 1);
        CHECK(found->severity == SyntaxProblem::Severity::error);
        CHECK(read.sources.text_at(found->at).find(lost) != std::string_view::npos);
        const auto hangs_on_it = [&](const Origin& origin) {
            return origin.kind == OriginKind::unread && origin.via == found->at;
        };
        CHECK((!use.settings || std::ranges::any_of(read.device().origins.longer(), hangs_on_it)));
    }
}

// Whether the file stays well-formed without this line: not so for JSON, nor for a line that others are nested under.
bool can_go(std::string_view platform, std::string_view line, std::string_view following)
{
    const auto indentation
        = [](std::string_view text) { return std::min(text.find_first_not_of(' '), text.size()); };
    return platform != "sonic" && line.find(lost) == std::string_view::npos
        && line.find_first_of("{}") == std::string_view::npos && indentation(following) <= indentation(line);
}

TEST_CASE("an undefined name is an error on its line, whichever other line is missing too")
{
    for (const Use& use : uses) {
        if (use.in_definition)
            continue;
        const Driver& driver = *find_driver(use.platform);
        const std::string text = with_lost_name(driver, use);
        for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
            end = std::min(text.find('\n', at), text.size());
            const std::string_view line = std::string_view(text).substr(at, end - at);
            const std::size_t next = std::min(end + 1, text.size());
            if (!can_go(
                    use.platform, line, std::string_view(text).substr(next, text.find('\n', next) - next)))
                continue;
            CAPTURE(use.platform);
            CAPTURE(use.line);
            CAPTURE(line);
            const Read read(driver, text.substr(0, at) + text.substr(next));
            CHECK(std::ranges::find(read.reading.problems, lost, &SyntaxProblem::lost_name)
                != read.reading.problems.end());
        }
    }
}

TEST_CASE("a base example uses every name that it defines, and defines every name that it uses")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const Read read(driver, text);
        CHECK(read.device().unbound.empty());
        for (const SyntaxProblem& problem : read.reading.problems)
            CHECK(problem.lost_name.empty());
    });
}

TEST_CASE("a policy becomes unbound once its binding line is removed")
{
    struct Binding {
        std::string_view platform;
        std::string_view line; ///< every occurrence is removed
        std::string_view name;
    };
    constexpr Binding bindings[]{
        {"nxos", "  service-policy type network-qos FABRIC-NQ\n", "FABRIC-NQ"},
        {"nxos", "  service-policy type queuing output FABRIC-OUT\n", "FABRIC-OUT"},
        {"nxos", "  service-policy type qos input FABRIC-IN\n", "FABRIC-IN"},
        {"os10", " service-policy input type network-qos FABRIC-PFC\n", "FABRIC-PFC"},
        {"os10", " service-policy output type queuing FABRIC-OUT\n", "FABRIC-OUT"},
        {"os10", " trust-map dscp FABRIC-DSCP\n", "FABRIC-DSCP"},
        {"sonic-cli", " queue 3 wred-policy ROCE\n", "ROCE"},
        {"sonic-cli", " qos-map dscp-tc ROCE\n", "ROCE"},
        {"vrp", " trust upstream ROCE\n", "ROCE"},
        {"vrp", " qos queue 3 wred RDMA-100G\n", "RDMA-100G"},
        {"aoscx", "apply qos threshold-profile RDMA-ECN\n", "RDMA-ECN"},
        {"iosxr", " service-policy input FABRIC-IN\n", "FABRIC-IN"},
        {"iosxr", " service-policy output FABRIC-OUT\n", "FABRIC-OUT"},
        {"srlinux", "                queue-management-profile RDMA-ECN\n", "RDMA-ECN"},
        {"srlinux", "                    scheduler-policy SHARES\n", "SHARES"},
        {"junos", "congestion-notification-profile lossless;\n", "lossless"},
        {"junos", "scheduler-map rdma;\n", "rdma"},
        {"junos", "dscp rdma;\n", "rdma"},
    };
    for (const Binding& binding : bindings) {
        CAPTURE(binding.platform);
        CAPTURE(binding.line);
        const Driver& driver = *find_driver(binding.platform);
        std::string text = named(driver.base_example);
        for (std::size_t at = text.find(binding.line); at != std::string::npos; at = text.find(binding.line))
            text.erase(at, binding.line.size());
        const Read read(driver, text);
        const std::vector<Definition>& unbound = read.device().unbound;
        REQUIRE(std::ranges::find(unbound, binding.name, &Definition::name) != unbound.end());
        CHECK_FALSE(std::ranges::find(unbound, binding.name, &Definition::name)->duties.empty());
    }
}

TEST_SUITE_END();

}
