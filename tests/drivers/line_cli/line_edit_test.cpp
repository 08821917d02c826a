// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/write/list_lines.h"
#include "drivers/line_cli/write/set_lines.h"
#include "tests/drivers/line_cli/line_rows.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {

TEST_CASE("a line is edited if all its ports want it, otherwise overridden after it")
{
    const std::string text = "interface Ethernet1-2\n   mtu 1500\n!\nend\n";
    Config config(with_blocks, text, {"Ethernet1", "Ethernet2"});
    CHECK(config.put(block_ports, {0, 1}, number(mtu, 9000))
        == "interface Ethernet1-2\n   mtu 9000\n!\nend\n----\ninterface Ethernet1-2\n   mtu 9000\n   exit\n");
    CHECK(config.put(block_ports, {1}, number(mtu, 9000))
        == "interface Ethernet1-2\n   mtu 1500\n!\ninterface Ethernet2\n   mtu 9000\n!\nend\n----\ninterface Ethernet2\n   mtu "
           "9000\n   exit\n");
    CHECK(config.put(block_ports, {0}, number(mtu, 9300)) == "refused: mtu 9300: out of range, 68 to 9214");
    Fact mark = number(marking, 7);
    mark.number = 3;
    CHECK(config.put(block_ports, {0, 1}, mark)
        == "interface Ethernet1-2\n   mtu 1500\n   !\n   tx-queue 3\n      mark from 7\n!\nend\n----\ninterface Ethernet1-2\n   "
           "tx-queue 3\n      mark from 7\n      exit\n   exit\n");
}

TEST_CASE("removing a flat line names its queue, and removing a line in a block names nothing more")
{
    const auto taken
        = [](const Grammar& rows, const PortBlocks& of_ports, std::string_view text, std::string_view port) {
              const Config config(rows, text, {port});
              const std::vector<Change> changes{{.port = {0, 0}}};
              const StanzaIndex index(config.lines, of_ports, config.device);
              LineWriter writer(rows);
              LineEditor editor(rows, index, config.device, changes, writer);
              CHECK(editor
                        .take_away(
                            changes[0], {marking, 3}, {.kind = marking, .number = 3, .sense = Sense::clear})
                        .empty());
              const std::string made = config.written(writer);
              return made.substr(made.find("----\n") + 5);
          };
    CHECK(
        taken(
            with_blocks, block_ports, "interface Ethernet1\n   tx-queue 3\n      mark from 5\n", "Ethernet1")
        == "interface Ethernet1\n   tx-queue 3\n      default mark from\n      exit\n   exit\n");
    CHECK(taken(flat, flat_ports, "interface ethernet 1/1 traffic-class 3 mark from 7\n", "Eth1/1")
        == "no interface ethernet 1/1 traffic-class 3 mark from\n");
}

TEST_CASE("a profile is edited if all its ports want it")
{
    Config config(with_blocks,
        "qos profile P\n   trust 1\ninterface Ethernet1\n   service-profile P\ninterface Ethernet2\n   service-profile P\n",
        {"Ethernet1", "Ethernet2"});
    CHECK(config.put(block_ports, {0, 1}, number(trust, 2)).starts_with("qos profile P\n   trust 2\n"));
    CHECK(config.put(block_ports, {1}, number(trust, 2)).find("   service-profile P\n   trust 2\n----")
        != std::string::npos);
}

TEST_CASE("on a flat platform every line has its header")
{
    const std::string text
        = "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\ninterface ethernet 1/1 trust 1\nntp\n";
    Config config(flat, text, {"Eth1/1", "Eth1/2"});
    CHECK(config.put(flat_ports, {0, 1}, number(mtu, 9216))
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 9216 force\ninterface ethernet 1/1 trust 1\nntp\n----\ninterface ethernet "
           "1/1-1/2 mtu 9216 force\n");
    CHECK(config.put(flat_ports, {1}, number(mtu, 9216))
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\ninterface ethernet 1/2 mtu 9216 force\ninterface ethernet 1/1 "
           "trust 1\nntp\n----\ninterface ethernet 1/2 mtu 9216 force\n");
    CHECK(config.put(flat_ports, {0}, {.kind = trust, .sense = Sense::off})
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\nno interface ethernet 1/1 trust\nntp\n----\nno interface "
           "ethernet 1/1 trust\n");
    Fact mark{.kind = marking, .number = 3, .values = {Value{}, Value::of(7)}};
    CHECK(config.put(flat_ports, {0}, mark)
              .find("interface ethernet 1/1 trust 1\ninterface ethernet 1/1 traffic-class 3 mark from 7\n")
        != std::string::npos);
}

TEST_CASE("lines written for a refused change are undone, and earlier ones stay")
{
    Config config(with_blocks,
        "map dscp 24 to 1\ninterface Ethernet1\n   mtu 9000\n   tx-queue 3\n      mark from 5\n"
        "interface Ethernet2\n   mtu 9000\n",
        {"Ethernet1", "Ethernet2"});
    const Tree& tree = config.tree;
    const Node& port = *tree.root->first->next;
    const Node& queue_block = *port.first->next;
    LineWriter writer(with_blocks);
    writer.begin();
    REQUIRE(writer.remove(tree, *queue_block.first));
    writer.insert_stanza(tree, port, "interface Ethernet9", "mtu 1500");
    const auto written = [&] { return config.written(writer); };
    const std::string before = written();
    CHECK(before.find("      mark from") == std::string::npos);
    writer.begin();
    writer.remove_block(tree, queue_block);
    REQUIRE(writer.replace(tree, *port.first, "mtu 1500"));
    writer.insert_stanza(tree, port, "interface Ethernet9", "trust 1");
    writer.insert_stanza(tree, port, "interface Ethernet8", "trust 1");
    CHECK(written() != before);
    writer.roll_back();
    CHECK(written() == before);
    writer.roll_back();
    CHECK(written() == before);
}

TEST_CASE("entries of a list are removed from the lines that had them")
{
    Config config(
        with_blocks, "map dscp 24 25 26 to 1\nmap dscp 48 to 6\ninterface Ethernet1\n", {"Ethernet1"});
    const StanzaIndex index(config.lines, block_ports, config.device);
    LineWriter writer(with_blocks);
    LineEditor editor(with_blocks, index, config.device, {}, writer);
    ListLines lists(editor);
    const auto entry = [](std::uint64_t from, std::uint64_t to) {
        return Fact{.kind = map, .values = {Value::of(std::uint64_t{1} << from), Value::of(to)}};
    };
    CHECK(lists.set(entry(26, 3)).empty());
    CHECK(lists.set(entry(25, 3)).empty());
    CHECK(lists.set(entry(48, 5)).empty());
    CHECK(lists.set(entry(1, 9)) == "to 9: out of range, 0 to 7");
    lists.finish();
    CHECK(config.written(writer)
        == "map dscp 24 to 1\nmap dscp 25 26 to 3\nmap dscp 48 to 5\ninterface Ethernet1\n----\n"
           "map dscp 25 26 to 3\nmap dscp 48 to 5\n");
}

TEST_CASE(
    "a set spread over several lines changes member by member, in the profile only if all its ports want it")
{
    const auto changed = [](std::uint64_t in, std::uint64_t out) {
        Config config(with_blocks,
            "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 5\n   no "
            "pause priority 4\ninterface Ethernet2\n   service-profile P\n",
            {"Ethernet1", "Ethernet2"});
        const StanzaIndex index(config.lines, block_ports, config.device);
        const Change change{.port = {0, 0}, .property = Property::pfc};
        LineWriter writer(with_blocks);
        LineEditor editor(with_blocks, index, config.device, {&change, 1}, writer);
        SetLines set(editor, pfc);
        CHECK(set.members(0) == 0x28);
        CHECK(set.members(1) == 0x18);
        CHECK(set.add(change, in) == "");
        CHECK(set.take_out(change, out) == "");
        return config.written(writer);
    };
    CHECK(changed(0x10, 0x20)
        == "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 4\ninterface "
           "Ethernet2\n   service-profile P\n----\ninterface Ethernet1\n   no pause priority 5\n   pause priority 4\n   exit\n");
    CHECK(changed(0x40, 0x08)
        == "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 5\n   no pause "
           "priority 4\n   pause priority 6\n   no pause priority 3\ninterface Ethernet2\n   service-profile P\n----\ninterface "
           "Ethernet1\n   pause priority 6\n   no pause priority 3\n   exit\n");
}

}
