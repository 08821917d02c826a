// SPDX-License-Identifier: Apache-2.0
// The loop that verifies edits, on a platform with a single port whose only setting is its MTU, and with an editor that can lie.
#include "drivers/amend/amend.h"

#include <doctest/doctest.h>

#include <charconv>

using namespace rocelint;

namespace {

// "port A mtu 9000" and "fec rs544" are two lines of a file; everything else is ignored.
Tree parse(const Source& source)
{
    Tree tree;
    tree.source = &source;
    return tree;
}

Reading read(std::span<const Tree> trees, std::string_view)
{
    Reading reading;
    reading.device.name = "box";
    Port port;
    port.name = "A";
    for (const Tree& tree : trees) {
        std::string_view text = tree.source->text();
        if (const std::size_t at = text.find("mtu "); at != std::string_view::npos) {
            std::uint64_t mtu = 0;
            std::from_chars(text.data() + at + 4, text.data() + text.size(), mtu);
            port.max_frame = {Bytes{mtu}, reading.device.origins.explicit_at(tree.source->whole())};
        }
        if (text.find("pause") != std::string_view::npos)
            port.pause_rx = {true, reading.device.origins.explicit_at(tree.source->whole())};
    }
    reading.device.ports.push_back(port);
    return reading;
}

int edits_asked = 0;

// MTU 1 is refused, 2 is written wrongly, 3 is written with an extra setting, others are written as requested.
Editing edit(std::span<const Tree> trees, const Device&, std::span<const Change> changes)
{
    ++edits_asked;
    Editing editing;
    const Source& source = *trees.front().source;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const std::uint64_t mtu = std::get<Bytes>(changes[index].value).count;
        if (mtu == 1) {
            editing.refused.push_back({index, "1 is refused"});
            editing.refused.push_back({index, "twice"});
        } else if (mtu == 4) {
            editing.created.push_back({"more", "mtu 4"});
        } else if (mtu == 5) {
            editing.edits.push_back({{source.id(), 0, 2}, "mtu 5"});
            editing.edits.push_back({{source.id(), 1, 2}, "mtu 5"});
        } else {
            editing.edits.push_back({source.whole(),
                mtu == 2       ? "mtu 7"
                    : mtu == 3 ? "mtu 3 pause"
                               : "mtu " + std::to_string(mtu)});
        }
    }
    return editing;
}

Commands commands(std::span<const Tree>, const Device&, std::span<const Change> changes)
{
    Commands made;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (const std::uint64_t mtu = std::get<Bytes>(changes[index].value).count; mtu == 1)
            made.refused.push_back({index, "1 is refused"});
        else
            made.text += std::to_string(mtu) + ' ';
    }
    return made;
}

const Driver liar{
    .name = "liar", .title = "Liar", .parse = parse, .read = read, .edit = edit, .commands = commands};

struct Box {
    Source source{0, "box/box.cfg", "mtu 1500"};
    Tree tree = parse(source);
    Device device = std::move(read({&tree, 1}, {}).device);
    DeviceFiles files{liar, {&tree, 1}, device, "box/"};
};

Change mtu(std::uint64_t bytes)
{
    Change change;
    change.port = {0, 0};
    change.property = Property::mtu;
    change.value = Bytes{bytes};
    return change;
}

}

TEST_CASE("refused changes are dropped, each reported once, and the rest is tried again")
{
    const Box box;
    const Amended amended = amend(box.files, std::vector{mtu(1), mtu(9000), mtu(1)});
    CHECK(amended.made == std::vector{1U});
    REQUIRE(amended.refused.size() == 2);
    CHECK(amended.refused[0].change == 0);
    CHECK(amended.refused[0].reason == "1 is refused");
    CHECK(amended.refused[1].change == 2);
    REQUIRE(amended.files.size() == 1);
    CHECK(amended.files[0].text == "mtu 9000");
    CHECK(amended.after.device.ports[0].max_frame.is(Bytes{9000}));
}

TEST_CASE("an edit that writes another value is rejected")
{
    const Box box;
    const Amended amended = amend(box.files, std::vector{mtu(2)});
    CHECK(amended.made.empty());
    CHECK(amended.files.empty());
    REQUIRE(amended.refused.size() == 1);
    CHECK(amended.refused[0].reason == "the edited file would not have the intended meaning");
}

TEST_CASE("an edit that changes something else as well is rejected with what it changed")
{
    const Box box;
    const Amended amended = amend(box.files, std::vector{mtu(3)});
    CHECK(amended.made.empty());
    REQUIRE(amended.refused.size() == 1);
    CHECK(amended.refused[0].reason == "the edit would change more than intended: link-pause of A");
}

TEST_CASE("a new file is read together with those that were there")
{
    const Box box;
    const Amended amended = amend(box.files, std::vector{mtu(4)});
    REQUIRE(amended.files.size() == 1);
    CHECK(amended.files[0].source == no_source);
    CHECK(amended.files[0].name == "more");
    REQUIRE(amended.after.sources.size() == 2);
    CHECK(amended.after.sources[1]->path() == "box/more");
}

TEST_CASE("edits that overlap are refused as a whole")
{
    const Box box;
    const Amended amended = amend(box.files, std::vector{mtu(5)});
    CHECK(amended.made.empty());
    REQUIRE(amended.refused.size() == 1);
    CHECK_FALSE(amended.refused[0].reason.empty());
}

TEST_CASE("a refused change takes no other with it, whatever the order")
{
    const Box box;
    for (const std::uint64_t wrong : {3U, 5U}) {
        for (const auto& changes : {std::vector{mtu(wrong), mtu(9000)}, std::vector{mtu(9000), mtu(wrong)}}) {
            const std::uint32_t right = std::get<Bytes>(changes[0].value).count == 9000 ? 0 : 1;
            const Amended amended = amend(box.files, changes);
            CHECK(amended.made == std::vector{right});
            REQUIRE(amended.refused.size() == 1);
            CHECK(amended.refused[0].change == 1 - right);
            REQUIRE(amended.files.size() == 1);
            CHECK(amended.files[0].text == "mtu 9000");
        }
    }
}

TEST_CASE("a port whose name is a command is refused before any editor is asked")
{
    Box box;
    box.device.ports[0].name = "$(reboot)";
    edits_asked = 0;
    const Amended amended = amend(box.files, std::vector{mtu(8)});
    CHECK(amended.made.empty());
    REQUIRE(amended.refused.size() == 1);
    CHECK(amended.refused[0].reason.find("would take for more than a name") != std::string::npos);
    CHECK(edits_asked == 0);
}

TEST_CASE("a bar in the name of a port is accepted where the platform quotes names")
{
    Box box;
    box.device.ports[0].name = "card2|asic0|A";
    CHECK(amend(box.files, std::vector{mtu(8)}).refused.size() == 1);
    Driver quoting = liar;
    quoting.name_separator = '|';
    edits_asked = 0;
    (void)amend({quoting, {&box.tree, 1}, box.device, "box/"}, std::vector{mtu(8)});
    CHECK(edits_asked > 0);
    box.device.ports[0].name = "card2|$(reboot)";
    edits_asked = 0;
    (void)amend({quoting, {&box.tree, 1}, box.device, "box/"}, std::vector{mtu(8)});
    CHECK(edits_asked == 0);
}

TEST_CASE("without changes no editor is asked")
{
    const Box box;
    edits_asked = 0;
    CHECK(amend(box.files, {}).made.empty());
    CHECK(edits_asked == 0);
}

TEST_CASE("commands are those of the changes that were not refused")
{
    const Box box;
    const Commands made = commands_for(box.files, std::vector{mtu(8), mtu(1), mtu(9)});
    CHECK(made.text == "8 9 ");
    REQUIRE(made.refused.size() == 1);
    CHECK(made.refused[0].change == 1);
}
