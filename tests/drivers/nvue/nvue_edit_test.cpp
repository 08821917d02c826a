// SPDX-License-Identifier: Apache-2.0
#include "models/change/difference.h"
#include "tests/contract/changes.h"
#include "tests/drivers/nvue/nvue_case.h"

#include <map>

namespace rocelint::nvue_test {
namespace {

constexpr std::string_view base_yaml = R"(- header:
    model: MSN4700
    nvue-api-version: nvue_v1
    rev-id: 1.0
    version: Cumulus Linux 5.9.1
- set:
    interface:
      swp1:
        description: host
        ip:
          address:
            10.0.1.1/31: {}
      swp1-2:
        link:
          mtu: 9216
          speed: 100G
        qos:
          pfc-watchdog:
            state: enabled
      swp2:
        description: uplink
        ip:
          address:
            10.0.0.1/31: {}
    qos:
      mapping:
        default-global:
          dscp:
            24,25,27-31:
              switch-priority: 0
      pfc-watchdog:
        polling-interval: 100
        robustness: 3
      roce:
        cable-length: 40
        enable: on
        mode: lossless
      traffic-pool:
        default-lossy:
          memory-percent: 50
        roce-lossless:
          memory-percent: 50
    system:
      hostname: leaf1
)";

TEST_CASE("every change means the same in YAML as in lines, and nothing more")
{
    const Case base(base_yaml);
    REQUIRE(base.reading.problems.empty());
    std::size_t made = 0;
    for (const Change& change : contract::every_change(base.device())) {
        const std::string what = describe(change);
        CAPTURE(what);
        CAPTURE(change.shared);
        const std::vector<Change> changes{change};
        const Editing editing = nvue::driver.edit(base.trees, base.device(), changes);
        const Commands commands = nvue::driver.commands(base.trees, base.device(), changes);
        CHECK(editing.refused.size() == commands.refused.size());
        if (!editing.refused.empty())
            continue;
        ++made;
        const auto text = apply_edits(*base.sources.find(0), editing.edits);
        REQUIRE(text.has_value());
        CAPTURE(*text);
        const Case after(*text);
        CHECK(after.trees.front().problems.empty());
        CHECK(after.reading.problems.empty());
        CHECK(after.lines(CoverageState::unrecognised) == 0);
        CHECK(is_made(after.device(), change));
        std::string more;
        for (const Difference& each :
            unexplained(differences(base.device(), after.device()), base.device(), changes))
            more += std::string(name_of(each.property)) + ' ';
        CHECK(more == "");
        // The undo restores the first text, so it has commands unless the texts are equal.
        const Commands back = nvue::driver.undo(base.trees, after.trees, base.device(), changes);
        CHECK(back.refused.empty());
        CHECK((back.text.empty() == (*text == base_yaml)));
    }
    CHECK(made > 50);
}

std::string changed(std::string_view text, const std::vector<Change>& changes)
{
    const Case read(text);
    std::string edited = read.edited(changes);
    return edited;
}

TEST_CASE("a range is split for the port that differs, and keeps its line if all its ports want the same")
{
    constexpr std::string_view text
        = "- set:\n    interface:\n      swp1-3:\n        link:\n          mtu: 1500\n        type: swp\n    system:\n      hostname: leaf1\n";
    const Case read(text);
    const auto bytes = [](std::uint64_t count) { return ChangeValue{Bytes{count}}; };
    CHECK(changed(text,
              {change(0, Property::mtu, bytes(9014)),
                  change(1, Property::mtu, bytes(9014)),
                  change(2, Property::mtu, bytes(9014))})
              .find("swp1-3:\n        link:\n          mtu: 9000\n")
        != std::string::npos);
    const std::string one = changed(text, {change(1, Property::mtu, bytes(9014))});
    const Case after(one);
    CAPTURE(one);
    CHECK(after.port("swp1").ip_mtu.is(Bytes{1500}));
    CHECK(after.port("swp2").ip_mtu.is(Bytes{9000}));
    CHECK(after.port("swp3").ip_mtu.is(Bytes{1500}));
    CHECK(one.find("swp1-3:\n        type: swp\n") != std::string::npos);
    constexpr std::string_view lines
        = "nv set system hostname leaf1\nnv set interface swp1-3 link mtu 1500\nnv config apply\n";
    CHECK(changed(lines,
              {change(0, Property::mtu, bytes(9014)),
                  change(1, Property::mtu, bytes(9014)),
                  change(2, Property::mtu, bytes(9014))})
        == "nv set system hostname leaf1\nnv set interface swp1-3 link mtu 9000\nnv config apply\n");
    CHECK(changed(lines, {change(1, Property::mtu, bytes(9014))})
        == "nv set system hostname leaf1\nnv set interface swp1-3 link mtu 1500\nnv set interface swp2 link mtu 9000\nnv config apply\n");
}

TEST_CASE("an empty key grows, and a file without a last line feed gets one")
{
    const std::string grown
        = changed("- set:\n    interface:\n      swp1: {}\n    qos: {}\n    system:\n      hostname: leaf1",
            {change(0, Property::mtu, Bytes{1514}),
                change(0, Property::ecn, EcnTarget{Bytes{100'000}, Bytes{400'000}, Percent::whole(5)}, 3)});
    CAPTURE(grown);
    const Case after(grown);
    CHECK(after.trees.front().problems.empty());
    CHECK(after.port("swp1").ip_mtu.is(Bytes{1500}));
    REQUIRE(after.marking("swp1", 3) != nullptr);
    CHECK(after.marking("swp1", 3)->curves.front().max_threshold.is(Bytes{400'000}));
    CHECK(after.marking("swp1", 0) != nullptr);
}

TEST_CASE("JSON and switchd's own files are not edited, with a reason")
{
    const std::vector<Change> asked{change(0, Property::mtu, Bytes{1514})};
    CHECK(changed(R"([{"set": {"system": {"hostname": "leaf1"}, "interface": {"swp1": {}}}}])", asked)
              .starts_with("refused: only startup.yaml"));
    CHECK(changed("pfc.port_group_list = [g]\npfc.g.cos_list = [3]\npfc.g.port_set = swp1\n", asked)
              .starts_with("refused: only startup.yaml"));
}

TEST_CASE("a port that wants something else than the others of its profile gets its own profile")
{
    constexpr std::string_view text
        = "nv set system hostname leaf1\nnv set interface swp1-3 type swp\nnv set qos roce\n";
    const std::string edited
        = changed(text, {change(1, Property::pfc, PriorityDelta{PrioritySet::of(5), {}})});
    CAPTURE(edited);
    const Case after(edited);
    CHECK(after.port("swp2").pfc_tx.is(PrioritySet{0b101000}));
    CHECK(after.port("swp2").cable_length.is(Metres{100}));
    CHECK(after.port("swp1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(edited.find("nv set interface swp2 qos pfc profile pfc-swp2\n") != std::string::npos);
}

TEST_CASE("a priority is removed from a profile with several, in YAML")
{
    std::string yaml(base_yaml);
    const std::string own
        = "      pfc:\n        lossless-a:\n          switch-priority:\n            '3': {}\n            '5': {}\n          cable-length: 40\n";
    yaml.insert(yaml.find("      pfc-watchdog:\n        polling"), own);
    yaml.insert(
        yaml.find("      swp1-2:"), "        qos:\n          pfc:\n            profile: lossless-a\n");
    const Case base(yaml);
    REQUIRE(base.reading.problems.empty());
    const std::vector<Change> changes{{.port = {0, 0},
        .property = Property::pfc,
        .value = PriorityDelta{.add = {}, .remove = PrioritySet::of(5)}}};
    const Editing editing = nvue::driver.edit(base.trees, base.device(), changes);
    REQUIRE(editing.refused.empty());
    const auto text = apply_edits(*base.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    CAPTURE(*text);
    const Case after(*text);
    CHECK(is_made(after.device(), changes.front()));
    CHECK(after.port("swp1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(text->find("'5': {}") == std::string::npos);
    CHECK(text->find("'3': {}") != std::string::npos);
}

TEST_CASE("roce's own priority is removed from one port, not from all")
{
    constexpr std::string_view text
        = "nv set system hostname leaf1\nnv set interface swp1-2 type swp\nnv set qos roce\n";
    Change off = change(0, Property::pfc, PriorityDelta{{}, PrioritySet::of(3)});
    const Case one(changed(text, {off}));
    CHECK(one.port("swp1").pfc_tx.is(PrioritySet{}));
    CHECK(one.port("swp2").pfc_tx.is(PrioritySet::of(3)));
    off.shared = true;
    CHECK(
        changed(text, {off}) == "refused: `qos roce` pauses this priority: its mode would have to be lossy");
}

TEST_CASE("a setting that has its own key is switched off once")
{
    const Case before("nv set system hostname leaf1\nnv set interface swp1-2 type swp\nnv set qos roce\n");
    const std::vector<Change> changes{change(0,
        Property::watchdog,
        WatchdogTarget{.priorities = PrioritySet::of(3), .detection = {}, .restoration = {}, .poll = {}})};
    const Case after(before.edited(changes));
    CHECK(after.port("swp1").watchdog.enabled.is(true));
    CHECK(nvue::driver.undo(before.trees, after.trees, before.device(), changes).text
        == "nv unset interface swp1 qos pfc-watchdog\n");
}

TEST_CASE("an undo restores the old values, and removes a profile that was made for the change")
{
    constexpr std::string_view text
        = "nv set system hostname leaf1\nnv set interface swp1-2 link mtu 9000\nnv set qos roce\n";
    const Case before(text);
    const std::vector<Change> changes{change(0, Property::mtu, Bytes{1514}),
        change(0, Property::pfc, PriorityDelta{PrioritySet::of(5), {}})};
    const Case after(before.edited(changes));
    const Commands back = nvue::driver.undo(before.trees, after.trees, before.device(), changes);
    CHECK(back.text
        == "nv unset interface swp1 qos pfc profile\nnv set interface swp1 link mtu 9000\nnv unset qos pfc pfc-swp1\n");
}

}
}
