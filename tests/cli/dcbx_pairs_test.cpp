// SPDX-License-Identifier: Apache-2.0
// Every observation that the state of DCBX can make has a pair of captures in fixtures/evidence/dcbx: one in which it is
// made, and one in which the two ends agree. DCBX is state and no counter: the captures lie beside the configuration.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

namespace rocelint::dcbx_pairs_test {
namespace {

using Json = nlohmann::json;

std::string state_in(std::string_view name)
{
    return std::string(ROCELINT_SOURCE_DIR) + "/fixtures/evidence/dcbx/" + std::string(name);
}

Json report_on(const TemporaryFolder& folder)
{
    const Run run = rocelint({"check", folder.path("site"), "--format", "json"});
    CAPTURE(run.err);
    CHECK(run.code <= 1);
    return Json::parse(run.out);
}

bool is_checked(const Json& report, std::string_view code, std::string_view device)
{
    return std::ranges::none_of(report["not_checked"],
        [&](const Json& row) { return row["code"] == code && row.value("device", "") == device; });
}

// PFC of a port that is left to DCBX, and what the switch shows of it.
struct NegotiatedPort {
    std::string_view folder; ///< below fixtures/evidence/dcbx
    std::string_view device;
    std::string_view forced; ///< lines of its configuration, for its port to a host
    std::string_view negotiated;
    std::string_view capture; ///< below the folder of the device
};

// The state is at the end of the file with the configuration, as in the log of one session.
constexpr NegotiatedPort negotiated_ports[] = {
    {"nxos-port-negotiates-pfc",
        "leaf-nxos",
        "interface Ethernet1/1\n  description host3:ens2f0np0\n  no switchport\n  mtu 9100\n  speed 100000\n"
        "  priority-flow-control mode on\n",
        "interface Ethernet1/1\n  description host3:ens2f0np0\n  no switchport\n  mtu 9100\n  speed 100000\n"
        "  priority-flow-control mode auto\n",
        "show_interface_priority-flow-control.txt"},
    {"onyx-port-negotiates-pfc",
        "leaf-onyx",
        "interface ethernet 1/1 dcb priority-flow-control mode on force\n",
        "interface ethernet 1/1 dcb priority-flow-control mode auto force\n",
        "show_dcb_priority-flow-control.txt"},
};

TEST_CASE(
    "PFC that a port leaves to DCBX is missing where the switch shows it off, and unknown without its state")
{
    for (const NegotiatedPort& port : negotiated_ports) {
        CAPTURE(port.folder);
        const TemporaryFolder folder;
        render_fabric("clos-eight", folder.path("site"));
        const std::string file = fmt::format("site/{}.cfg", port.device);
        replace(folder, file, port.forced, port.negotiated);
        const std::string configuration = folder.read(file);
        const Json unknown = report_on(folder);
        CHECK(unknown["findings"].empty());
        CHECK_FALSE(is_checked(unknown, "PFC010", port.device));
        const auto report_with = [&](std::string_view verdict) {
            std::ifstream state(
                state_in(fmt::format("{}/{}/{}/{}", port.folder, verdict, port.device, port.capture)));
            REQUIRE(state.good());
            folder.write(file,
                configuration
                    + std::string(std::istreambuf_iterator<char>(state), std::istreambuf_iterator<char>()));
            return report_on(folder);
        };
        // The host pauses, so that the finding about the link stands for that about the port.
        const Json found = report_with("confirmed")["findings"];
        CAPTURE(found.dump(1));
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == "PFC004");
        CHECK(found[0]["device"] == port.device);
        CHECK(std::ranges::any_of(found[0]["related"], [](const Json& row) {
            return row.value("code", "") == "PFC010"
                && row["message"].get<std::string>().find("DCBX, which has not turned it on for priority 3")
                != std::string::npos;
        }));
        const Json negotiated = report_with("contradicted");
        CHECK(negotiated["findings"].empty());
        CHECK(is_checked(negotiated, "PFC010", port.device));
    }
}

std::string text_of(const std::string& path)
{
    std::ifstream file(path);
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool has_code(const Json& report, std::string_view code)
{
    return std::ranges::any_of(report["findings"], [&](const Json& row) { return row["code"] == code; });
}

TEST_CASE("the state of a switch counts in a file of its own, beside the configuration and given as evidence")
{
    for (const NegotiatedPort& port : negotiated_ports) {
        CAPTURE(port.folder);
        for (const std::string_view verdict : {"confirmed", "contradicted"}) {
            CAPTURE(verdict);
            const std::string state = text_of(
                state_in(fmt::format("{}/{}/{}/{}", port.folder, verdict, port.device, port.capture)));
            const TemporaryFolder folder;
            render_fabric("clos-eight", folder.path("site"));
            replace(folder, fmt::format("site/{}.cfg", port.device), port.forced, port.negotiated);
            folder.write(fmt::format("night/{}/{}", port.device, port.capture), state);
            const Run run = rocelint(
                {"check", folder.path("site"), "--evidence", folder.path("night"), "--format", "json"});
            CAPTURE(run.err);
            const Json given = Json::parse(run.out);
            folder.write(fmt::format("site/captures/{}/{}", port.device, port.capture), state);
            const Json beside = report_on(folder);
            for (const Json* report : {&given, &beside}) {
                CAPTURE(report->at("findings").dump(1));
                CHECK(has_code(*report, "PFC004") == (verdict == "confirmed"));
                CHECK(report->at("findings").size() == (verdict == "confirmed" ? 1U : 0U));
                CHECK(is_checked(*report, "PFC010", port.device));
            }
        }
    }
}

TEST_CASE("the state of a switch that the checked files do not have is not used, and it is said")
{
    const NegotiatedPort& port = negotiated_ports[0];
    const TemporaryFolder folder;
    render_fabric("clos-eight", folder.path("site"));
    const std::string state
        = text_of(state_in(fmt::format("{}/confirmed/{}/{}", port.folder, port.device, port.capture)));
    folder.write(fmt::format("site/captures/leaf99/{}", port.capture), state);
    const Json report = report_on(folder);
    REQUIRE(report["findings"].size() == 1);
    CHECK(report["findings"][0]["code"] == "SYN001");
    CHECK(report["findings"][0]["message"].get<std::string>().find("which the checked files do not have")
        != std::string::npos);
}

// What DCBX shows at a host, laid beside its other captures.
struct HostState {
    std::string_view folder; ///< below fixtures/evidence/dcbx
    std::string_view fabric;
    std::string_view capture; ///< the folder of the host, and the file
    std::string_view code;
    std::string_view severity;
    std::string_view words; ///< of the message
};

// Of fabrics whose configuration has no fault.
constexpr HostState host_states[] = {
    {"peer-speaks-another-dcbx",
        "clos-mixed",
        "host1/dcbx.txt",
        "DCB002",
        "warning",
        "speaks DCBX of CEE and its peer DCBX of IEEE 802.1Qaz"},
    {"both-ends-willing",
        "clos-mixed",
        "host1/dcbx.txt",
        "DCB001",
        "warning",
        "both host1 ens1f0np0 and its peer are willing"},
    {"neither-end-willing",
        "clos-mixed",
        "host1/dcbx.txt",
        "DCB003",
        "error",
        "announces PFC by DCBX for priority 4, and not for the lossless priority 3"},
    {"peer-announces-no-pfc",
        "clos-mixed",
        "host1/lldptool-n.ens1f0np0.txt",
        "DCB003",
        "error",
        "announces PFC by DCBX for no priority"},
    {"windows-peer-announces-no-pfc",
        "hosts-mixed",
        "smb1/state.txt",
        "DCB003",
        "warning",
        "announces PFC by DCBX for priority 3, and not for the lossless priority 4"},
    {"peer-announces-another-roce-priority",
        "clos-mixed",
        "host1/lldptool-n.ens1f0np0.txt",
        "DCB004",
        "warning",
        "RoCE v2 (UDP port 4791) has priority 4, and the lossless priority is 3"},
    {"windows-peer-announces-another-roce-priority",
        "hosts-mixed",
        "smb1/state.txt",
        "DCB004",
        "info",
        "it has no effect while this end is not willing"},
    {"two-dcbx-agents",
        "hosts-mixed",
        "gpu3/state.txt",
        "DCB007",
        "warning",
        "two agents speak DCBX on gpu3 ens3f0np0"},
    {"firmware-speaks-dcbx-too",
        "clos-mixed",
        "host1/dcbx.txt",
        "DCB007",
        "warning",
        "two agents speak DCBX on host1 ens1f0np0"},
};

TEST_CASE("the state of DCBX at a host makes its finding, and none where it shows otherwise")
{
    for (const HostState& state : host_states) {
        CAPTURE(state.folder);
        const auto report_with = [&](std::string_view verdict) {
            const TemporaryFolder folder;
            copy_fabric(std::string(state.fabric), folder.path("site"));
            std::filesystem::copy(state_in(fmt::format("{}/{}", state.folder, verdict)),
                folder.path("site/hosts"),
                std::filesystem::copy_options::recursive);
            return report_on(folder);
        };
        const Json found = report_with("confirmed")["findings"];
        CAPTURE(found.dump(1));
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == state.code);
        CHECK(found[0]["severity"] == state.severity);
        CHECK(found[0]["file"].get<std::string>().ends_with(state.capture));
        CHECK(found[0]["message"].get<std::string>().find(state.words) != std::string::npos);
        const Json agreed = report_with("contradicted");
        CHECK(agreed["findings"].empty());
        CHECK(is_checked(agreed, state.code, state.capture.substr(0, state.capture.find('/'))));
    }
}

// What DCBX shows at a switch of clos-world, in a file of its own.
struct SwitchState {
    std::string_view folder; ///< below fixtures/evidence/dcbx
    std::string_view device;
    std::string_view capture;
    std::string_view code;
    std::string_view severity;
    std::string_view words; ///< of the message, or of one that is listed under it
    std::string_view forced = {}; ///< a line of its configuration, and what stands there instead
    std::string_view negotiated = {};
};

constexpr SwitchState switch_states[] = {
    {"aoscx-peer-announces-no-pfc",
        "leaf-aoscx",
        "show_dcbx_interface.txt",
        "DCB003",
        "error",
        "announces PFC by DCBX for no priority"},
    {"aoscx-peer-announces-another-roce-priority",
        "leaf-aoscx",
        "show_dcbx_interface.txt",
        "DCB004",
        "warning",
        "RoCE v2 (UDP port 4791) has priority 5"},
    {"aoscx-several-dcbx-peers",
        "leaf-aoscx",
        "show_dcbx_interface.txt",
        "DCB010",
        "warning",
        "hears several DCBX agents"},
    {"aoscx-pfc-out-of-force",
        "leaf-aoscx",
        "show_dcbx_interface.txt",
        "PFC004",
        "error",
        "hears several DCBX agents"},
    {"vrp-port-negotiates-pfc",
        "leaf-vrp",
        "display_dcb.txt",
        "PFC004",
        "error",
        "DCBX, which has not turned it on for priority 3",
        " dcb pfc enable RDMA mode manual\n",
        " dcb pfc enable RDMA mode auto\n"},
};

TEST_CASE("the state of DCBX at a switch makes its finding, given as evidence and beside the configuration")
{
    for (const SwitchState& state : switch_states) {
        CAPTURE(state.folder);
        for (const std::string_view verdict : {"confirmed", "contradicted"}) {
            const std::string text = text_of(
                state_in(fmt::format("{}/{}/{}/{}", state.folder, verdict, state.device, state.capture)));
            const TemporaryFolder folder;
            copy_fabric("clos-world", folder.path("site"));
            if (!state.forced.empty())
                replace(folder, fmt::format("site/{}.cfg", state.device), state.forced, state.negotiated);
            const std::size_t sound = report_on(folder)["findings"].size();
            folder.write(fmt::format("night/{}/{}", state.device, state.capture), text);
            const Run run = rocelint(
                {"check", folder.path("site"), "--evidence", folder.path("night"), "--format", "json"});
            CAPTURE(run.err);
            const Json given = Json::parse(run.out);
            folder.write(fmt::format("site/captures/{}/{}", state.device, state.capture), text);
            const Json beside = report_on(folder);
            for (const Json* report : {&given, &beside}) {
                const Json& found = report->at("findings");
                CAPTURE(found.dump(1));
                CHECK(has_code(*report, state.code) == (verdict == "confirmed"));
                CHECK(found.size() == sound + (verdict == "confirmed" ? 1 : 0));
                for (const Json& row : found) {
                    if (row["code"] != state.code)
                        continue;
                    CHECK(row["severity"] == state.severity);
                    CHECK(row["device"] == state.device);
                    CHECK(row.dump().find(state.words) != std::string::npos);
                }
            }
        }
    }
}

TEST_CASE("every folder of DCBX state is used by a test")
{
    std::set<std::string> known;
    for (const SwitchState& state : switch_states)
        known.emplace(state.folder);
    for (const NegotiatedPort& port : negotiated_ports)
        known.emplace(port.folder);
    for (const HostState& state : host_states)
        known.emplace(state.folder);
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(state_in("")))
        found.insert(entry.path().filename().string());
    CHECK(found == known);
}

}
}
