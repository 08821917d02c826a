// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace rocelint {
namespace {

// "HDR001 error leaf1/config_db.json:12" for each finding.
std::string findings_of(const workspace::Outcome& outcome)
{
    std::string out;
    for (const Finding& finding : outcome.report.findings) {
        const Source* source = outcome.fabric.sources.find(finding.at.source);
        REQUIRE(source != nullptr);
        const LineTable lines(source->text());
        std::string_view line = lines.line(lines.position(finding.at.offset).line);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        out += fmt::format("{} {}: {}\n", finding.rule->code, name_of(finding.severity), line);
    }
    return out;
}

std::string findings_of(const Example& example) { return findings_of(*check_example(example)); }

std::string findings_on(std::string_view platform, std::string_view patch, std::string_view policy = "")
{
    return findings_of(Example{.title = "", .files = {{{platform, "leaf1", patch}}}, .policy = policy});
}

std::string reasons_of(const workspace::Outcome& outcome, std::string_view code)
{
    std::string out;
    for (const NotChecked& row : outcome.report.not_checked) {
        if (row.rule->code == code)
            out += fmt::format("{}: {}\n", row.ports, row.reason);
    }
    return out;
}

std::string reasons_on(
    std::string_view platform, std::string_view code, std::string_view patch, std::string_view policy = "")
{
    const Example example{.title = "", .files = {{{platform, "leaf1", patch}}}, .policy = policy};
    return reasons_of(*check_example(example), code);
}

// Findings of a switch whose folder contains its configuration and its headroom table.
std::string findings_with_table(std::string_view patch, std::string_view table)
{
    std::vector<std::shared_ptr<const Source>> sources;
    sources.push_back(
        std::make_unique<Source>(0, "leaf1/config_db.json", example_text({"sonic", "leaf1", patch})));
    sources.push_back(std::make_unique<Source>(1, "leaf1/pg_profile_lookup.ini", std::string(table)));
    auto topology_source = std::make_unique<Source>(2, "topology.yaml", "devices: {leaf1: {file: leaf1/}}\n");
    auto policy_source = std::make_unique<Source>(3, "rocelint.yaml", "version: 1\nprofile: lossless\n");
    auto topology = read_topology(*topology_source);
    auto policy = read_policy(*policy_source, known_rules());
    REQUIRE(topology.has_value());
    REQUIRE(policy.has_value());
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {.topology = &*topology});
    loaded.sources.put(std::move(topology_source));
    loaded.sources.put(std::move(policy_source));
    return findings_of(*workspace::check_loaded(
        std::move(loaded), std::move(*topology), std::move(*policy), {}, "2026-01-01"));
}

constexpr std::string_view no_group_row
    = R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "77m"}}, "BUFFER_PG": {"Ethernet4|3": null}})";

TEST_CASE("a collected headroom table that lacks a row is an error")
{
    CHECK(findings_with_table(no_group_row, "100000 40m 64512 19456 45056 0\n")
        == "HDR004 error: \"Ethernet4\": \"77m\"\n");
    CHECK(
        findings_with_table(no_group_row, "100000 40m 64512 19456 45056 0\n100000 77m 79872 19456 60416 0\n")
        == "");
}

TEST_CASE("a headroom table on its own is judged by its shape")
{
    std::vector<std::shared_ptr<const Source>> sources;
    sources.push_back(std::make_unique<Source>(
        0, "pg_profile_lookup.ini", "10000 40m 19456 19456 20480 0\n10000 250m 19456 19456 14336 0\n"));
    auto policy_source = std::make_unique<Source>(1, "rocelint.yaml", "version: 1\nprofile: lossless\n");
    auto policy = read_policy(*policy_source, known_rules());
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {});
    loaded.sources.put(std::move(policy_source));
    CHECK(findings_of(*workspace::check_loaded(std::move(loaded), {}, std::move(*policy), {}, "2026-01-01"))
        == "HDR005 warning: 10000 250m 19456 19456 14336 0\n");
}

TEST_CASE("an ECN threshold that is odd for the slow port is not reported on the fast ones")
{
    const auto outcome = check_example(Example{
        .title = "", .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"speed": "10000"}}})"}}}});
    std::size_t found = 0;
    for (const Finding& finding : outcome->report.findings) {
        if (finding.rule->code != "ECN004")
            continue;
        ++found;
        CHECK(finding.severity == Severity::info);
        CHECK(finding.message.find("Ethernet0 marks all packets") != std::string::npos);
        CHECK(finding.also_on.empty());
    }
    CHECK(found == 1);
}

TEST_CASE("headroom below the vendor's value is a warning, below a share of it an error")
{
    const auto with = [](std::string_view xoff) {
        return findings_on("sonic",
            fmt::format(
                R"({{"BUFFER_PROFILE": {{"pg_lossless_100000_5m_profile": {{"xoff": "{}"}}}}}})", xoff));
    };
    CHECK(with("32768") == "");
    CHECK(with("32767") == "HDR001 warning: \"xoff\": \"32767\",\n");
    CHECK(with("16000") == "HDR001 error: \"xoff\": \"16000\",\n");
    // No headroom at all is reported by another rule.
    CHECK(with("0").starts_with("PFC011"));
}

TEST_CASE("headroom that no model of the switch covers is not checked")
{
    constexpr std::string_view modest
        = R"(-lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 0}
+lossless_buffer: {reserved: 19456, xon: 19456, xoff: 36864, alpha: 0}
)";
    CHECK(findings_on("sample-nos", modest) == "");
    CHECK(reasons_on("sample-nos", "HDR001", modest)
              .starts_with("1: not proven: 36864 bytes are more than the 1649 that arrive in any case"));
    CHECK(reasons_on("sample-nos", "HDR001", modest, "headroom: {model: table}\nprofile: lossless\n")
        == "2: no headroom model that the policy allows is known for this switch at 100G\n");
    // A site can choose the component model as its measure.
    CHECK(findings_on("sample-nos", modest, "headroom: {model: 8021qbb}\nprofile: lossless\n")
        == "HDR001 warning: lossless_buffer: {reserved: 19456, xon: 19456, xoff: 36864, alpha: 0}\n");
}

TEST_CASE("headroom that the switch calculates itself is not judged")
{
    CHECK(findings_on("sonic",
              R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}, "Ethernet4|3": {"profile": "NULL"}}})")
        == "");
}

TEST_CASE("a cable reports its length, an optic only its reach")
{
    CHECK(findings_on("sample-nos", "@ p2:\n+    media: {length: 100m}\n") == "HDR002 error: cable: 40m\n");
    CHECK(findings_on("sample-nos", "@ p2:\n+    media: {reach: 100m}\n") == "");
    CHECK(reasons_on("sample-nos", "HDR002", "@ p2:\n+    media: {reach: 100m}\n")
        == "2: neither the topology (cable_m) nor the cable itself says how long the cable is\n");
}

TEST_CASE("a shared headroom pool may be oversubscribed up to the policy's ratio")
{
    constexpr std::string_view shared = R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "61440"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"},
  "pg_lossless_100000_40m_profile": {"size": "19456"}}})";
    CHECK(findings_on("sonic", shared) == "");
    CHECK(findings_on("sonic", shared, "profile: lossless\nrules: {HDR009: {parameters: {max_ratio: 1}}}\n")
        == "HDR009 warning: \"xoff\": \"61440\"\n");
    CHECK(findings_on("sonic",
              R"({"DEFAULT_LOSSLESS_BUFFER_PARAMETER": {"AZURE": {"default_dynamic_th": "0",
 "over_subscribe_ratio": "8"}}})")
        == "HDR009 warning: \"over_subscribe_ratio\": \"8\"\n");
}

TEST_CASE("a port can use only a limited part of a shared headroom pool")
{
    CHECK(findings_on("sonic", R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "2097152"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"},
  "pg_lossless_100000_40m_profile": {"size": "19456", "xoff": "1310720"}}})")
              .find("HDR008 error: \"size\": \"19456\"")
        != std::string::npos);
}

TEST_CASE("headroom for a higher speed is reported but is not a fault")
{
    CHECK(findings_on("sonic", R"({"PORT": {"Ethernet0": {"speed": "40000"}}})")
        == "LNK005 info: \"profile\": \"pg_lossless_100000_5m_profile\"\n");
}

}
}
