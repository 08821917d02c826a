// SPDX-License-Identifier: Apache-2.0
// Corrections of a chassis of SONiC: names of ports there have bars, "card2|asic0|Ethernet0".
#include "rules/chassis_examples.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

std::string chassis_card(std::string_view name, std::initializer_list<std::string_view> patches)
{
    nlohmann::json config = nlohmann::json::parse(clean_sonic(name));
    for (const std::string_view patch : patches)
        config.merge_patch(nlohmann::json::parse(patch));
    return config.dump(1);
}

// A card of which no queue towards card2 marks.
std::string unmarked_card()
{
    return chassis_card("card1",
        {chassis_examples::card,
            chassis_examples::own_queues,
            chassis_examples::queues_to_card2,
            R"({"QUEUE": {"card2|asic0|Ethernet0|3": null, "card2|asic0|Ethernet4|3": null}})",
            R"({"QUEUE": {"card2|asic0|Ethernet0|3": {"scheduler": "scheduler.1"}, "card2|asic0|Ethernet4|3": {"scheduler": "scheduler.1"}}})"});
}

constexpr std::string_view lossless_site
    = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";

}

TEST_CASE("the queues towards the ports of another card are corrected, without taking a port down")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", lossless_site);
    folder.write("config_db.json", unmarked_card());
    const Run before = rocelint({"check", "--select", "ECN021", folder.path()});
    CHECK_MESSAGE(before.says("warning ECN021"), before.out);
    CHECK(before.says("1 can be corrected"));
    CHECK_FALSE(before.says("disruptive"));
    const Run commands = rocelint({"fix", "--hitless", "--commands", "--select", "ECN021", folder.path()});
    CHECK_MESSAGE(commands.says("/QUEUE/card2|asic0|Ethernet0|3"), commands.out);
    const Run fixed = rocelint({"fix", "--write", "--select", "ECN021", folder.path()});
    CHECK_MESSAGE(fixed.code == 0, fixed.err);
    CHECK_FALSE(fixed.says("left to do by hand"));
    CHECK_FALSE(rocelint({"check", "--select", "ECN021", folder.path()}).says("warning ECN021"));
}

TEST_CASE("a push to the queues towards another card watches the card's own ports")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", lossless_site);
    folder.write("inventory.yaml",
        "all:\n  children:\n    sonic:\n      vars: {ansible_network_os: sonic}\n      hosts: {card1: }\n");
    folder.write("configs/config_db.json", unmarked_card());
    const Run run = rocelint({"plan", "inventory.yaml", "--from", "configs"}, {.folder = folder.path()});
    CHECK_MESSAGE(run.code == 0, run.err);
    const nlohmann::json plan = nlohmann::json::parse(folder.read("plan.json"));
    const nlohmann::json& steps = plan.at("devices").at(0).at("steps");
    REQUIRE(!steps.empty());
    for (const nlohmann::json& step : steps) {
        CHECK(step.at("class") == "hitless");
        CHECK(step.at("transaction").at("ports").empty());
    }
}

TEST_CASE("a finding with several changes is left to do by hand once")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", lossless_site);
    std::string text = unmarked_card();
    for (std::size_t at = 0; (at = text.find("card2|", at)) != std::string::npos; at += 6)
        text.replace(at, 6, "c d 2|");
    folder.write("config_db.json", text);
    const Run run = rocelint({"fix", "--select", "ECN021", folder.path()});
    CHECK_MESSAGE(
        run.says("would take for more than a name (and 1 more place)\n1 finding is left to do by hand\n"),
        run.out);
}

TEST_CASE("no correction is promised for a chassis whose cards are read as one device")
{
    const TemporaryFolder folder;
    for (const std::string_view card : {"card1", "card2"}) {
        std::string text = chassis_card(card, {chassis_examples::card, chassis_examples::own_queues});
        const std::string line = R"("pfc_enable": "3")";
        const std::size_t at = text.find(line);
        REQUIRE(at != std::string::npos);
        text.replace(at, line.size(), R"("pfc_enable": "")");
        folder.write(std::string("spine1/") + std::string(card) + "/config_db.json", text);
    }
    folder.write("topology.yaml", "version: 1\ndevices:\n  spine1: {file: spine1/}\n");
    folder.write("rocelint.yaml",
        std::string(lossless_site) + "ports:\n  - {device: spine1, port: \"*Ethernet0\", rdma: true}\n");
    const Run run = rocelint({"check", "--select", "PFC001", folder.path()});
    CHECK_MESSAGE(run.says("error PFC001"), run.out);
    CHECK_FALSE(run.says("can be corrected"));
    CHECK(run.says("fix (manual): "));
    const Run fix = rocelint({"fix", "--select", "PFC001", folder.path()});
    CHECK(fix.out.empty());
    CHECK_MESSAGE(fix.says("left to do by hand"), fix.out);
}

}
