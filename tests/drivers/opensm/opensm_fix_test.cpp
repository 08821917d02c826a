// SPDX-License-Identifier: Apache-2.0
// Corrections of a subnet manager's files: what is edited, what stays, and what is refused.
#include "drivers/amend/amend.h"
#include "models/fabric/subnet/subnet_manager.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

struct Corrected {
    Amended amended;
    /// The text of a file after the changes; empty if it did not change.
    [[nodiscard]] std::string file(std::string_view name) const
    {
        for (const AmendedFile& file : amended.files) {
            if (file.name.ends_with(name))
                return file.text;
        }
        return {};
    }
};

struct Manager {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Device device;

    explicit Manager(const std::vector<std::pair<std::string, std::string>>& files)
    {
        const Driver& driver = *find_driver("opensm");
        for (const auto& [name, text] : files) {
            sources.push_back(
                std::make_unique<Source>(static_cast<SourceId>(sources.size()), "sm1/" + name, text));
            trees.push_back(driver.parse(*sources.back()));
        }
        device = driver.read(trees, "sm1").device;
    }

    [[nodiscard]] Corrected change(const std::vector<Change>& changes) const
    {
        return {amend({*find_driver("opensm"), trees, device, "sm1/"}, changes)};
    }

    /// The correction of every fault that the reader itself found.
    [[nodiscard]] std::vector<Change> mends(Property property) const
    {
        std::vector<Change> changes;
        for (const SmFault& fault : device.manager->faults) {
            if (!fault.right.empty())
                changes.push_back({.property = property,
                    .value = ManagerText{std::string(fault.wrong), std::string(fault.right)}});
        }
        for (Change& change : changes)
            change.port = {0, Port::no_index};
        return changes;
    }
};

Change option(std::string name, std::string text)
{
    return {.port = {0, Port::no_index},
        .property = Property::manager,
        .value = ManagerText{std::move(name), std::move(text)}};
}

std::string mended_partitions(const std::string& text)
{
    const Manager manager({{"opensm.conf", "lmc 0\nsm_priority 1\n"}, {"partitions.conf", text}});
    return manager.change(manager.mends(Property::partitions)).file("partitions.conf");
}

std::string mended_policy(const std::string& text)
{
    const Manager manager({{"opensm.conf", "qos TRUE\nsm_priority 1\n"}, {"qos-policy.conf", text}});
    return manager.change(manager.mends(Property::virtual_lanes)).file("qos-policy.conf");
}

}

TEST_CASE("opensm: an option is edited in its line, and everything around it stays")
{
    const Manager manager(
        {{"opensm.conf", "# ours\nsweep_interval   0 # none\npacket_life_time 0x14\n\nlmc 0\n"}});
    const Corrected corrected
        = manager.change({option("sweep_interval", "10"), option("packet_life_time", "18")});
    CHECK(corrected.amended.refused.empty());
    CHECK(corrected.file("opensm.conf")
        == "# ours\nsweep_interval   10 # none\npacket_life_time 0x12\n\nlmc 0\n");
}

TEST_CASE(
    "opensm: a new option is added after the one that precedes it in opensm's own files, otherwise at the end")
{
    const Manager manager({{"opensm.conf", "guid 0x1\nlmc 0 # ids\n# QoS\nqos TRUE\nqos_max_vls 4"}});
    const Corrected corrected = manager.change({option("reassign_lids", "FALSE"),
        option("qos_sl2vl", "0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0"),
        option("max_op_vls", "3"),
        option("honor_guid2lid_file", "TRUE")});
    CHECK(corrected.amended.refused.empty());
    CHECK(corrected.file("opensm.conf")
        == "guid 0x1\nlmc 0 # ids\nmax_op_vls 3\nreassign_lids FALSE\n# QoS\nqos TRUE\nhonor_guid2lid_file TRUE\n"
           "qos_max_vls 4\nqos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0\n");
    const Manager empty({{"opensm.conf", "qos_max_vls 4\n"}});
    CHECK(empty.change({option("lmc", "1")}).file("opensm.conf") == "qos_max_vls 4\nlmc 1\n");
}

TEST_CASE("opensm: a misspelt name and an equals sign are corrected in their line")
{
    const Manager manager({{"opensm.conf", "sweep_intervall 7\nlmc=2 # paths\nsm_priority 1\n"}});
    const Corrected corrected = manager.change({option("sweep_interval", "7"), option("lmc", "2")});
    CHECK(corrected.amended.refused.empty());
    CHECK(corrected.file("opensm.conf") == "sweep_interval 7\nlmc 2 # paths\nsm_priority 1\n");
}

TEST_CASE("opensm: keys, unknown options and values that an option rejects are refused")
{
    const Manager manager({{"opensm.conf", "sm_key 0x17\nlmc 0\n"}});
    for (const auto& [name, value] : {std::pair{"sm_key", "0x18"},
             {"ar_sl_mask", "0xffff"},
             {"no_such_option", "1"},
             {"qos", "yes"},
             {"lmc", "9"},
             {"log_prefix", "a\nqos TRUE"}}) {
        CAPTURE(name);
        const Corrected corrected = manager.change({option(name, value)});
        CHECK(corrected.amended.refused.size() == 1);
        CHECK(corrected.amended.files.empty());
    }
    const Manager none({{"partitions.conf", "Default=0x7fff: ALL=full;\n"}});
    CHECK(none.change({option("qos", "TRUE")}).amended.refused.size() == 1);
}

TEST_CASE("opensm: words of partitions.conf are written in full, and its comments and order stay")
{
    CHECK(
        mended_partitions(
            "# all\nDefault=0x7fff, ipoib: A=Full; # everybody\nai=0x8001, defmember=f:\n  0x2=full,\n  SE=lim;\n")
        == "# all\nDefault=0x7fff, ipoib: ALL=full; # everybody\nai=0x8001, defmember=full:\n  0x2=full,\n  SELF=limited;\n");
}

TEST_CASE("opensm: codes replace bytes and rates, and flags get their exact spelling")
{
    CHECK(mended_partitions("Default=0x7fff, ipob, mtu=4096, rate=200: ALL=full;\n")
        == "Default=0x7fff, ipoib, mtu=5, rate=17: ALL=full;\n");
    // No valid rate is similar to it.
    CHECK(mended_partitions("Default=0x7fff, ipoib, rate=1: ALL=full;\n").empty());
}

TEST_CASE("opensm: a semicolon is added if the next partition would become a member")
{
    CHECK(mended_partitions("Default=0x7fff, ipoib: ALL=full # everybody\nai=0x8001: ALL=full;\n")
        == "Default=0x7fff, ipoib: ALL=full; # everybody\nai=0x8001: ALL=full;\n");
    CHECK(mended_partitions("Default=0x7fff, ipoib:\n  ALL=full,\nai=0x8001: ALL=full;\n")
        == "Default=0x7fff, ipoib:\n  ALL=full;\nai=0x8001: ALL=full;\n");
    CHECK(mended_partitions("Default=0x7fff, ipoib: all=full;\n") == "Default=0x7fff, ipoib: ALL=full;\n");
}

TEST_CASE("opensm: keys, names and ends of sections of qos-policy.conf are corrected")
{
    const std::string levels
        = "qos-levels\n    qos-level\n        name: DEFAULT\n        sl: 0\n    end-qos-level\nend-qos-levels\n";
    CHECK(
        mended_policy(
            "qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\n    mtu_limit: 4 # 2K\n  end-qos-level\nend-qos-levels\n")
        == "qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\n    mtu-limit: 4 # 2K\n  end-qos-level\nend-qos-levels\n");
    CHECK(mended_policy("qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\nend-qos-levels\n")
        == "qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\nend-qos-level\nend-qos-levels\n");
    CHECK(mended_policy("qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\n")
        == "qos-levels\n  qos-level\n    name: DEFAULT\n    sl: 0\nend-qos-level\nend-qos-levels\n");
    CHECK(
        mended_policy(levels
            + "qos-match-rules\n  qos-match-rule\n    pkey: 1\n    qos-level-name: DEFALT\n  end-qos-match-rule\nend-qos-match-rules\n")
        == levels
            + "qos-match-rules\n  qos-match-rule\n    pkey: 1\n    qos-level-name: DEFAULT\n  end-qos-match-rule\nend-qos-match-rules\n");
}

}
