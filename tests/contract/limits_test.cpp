// SPDX-License-Identifier: Apache-2.0
// One row, three directions: a number that a device rejects is reported when it is read, refused when it is to be written, and
// clamped to the range with a message when a design is rendered, always with the same limit and source.
#include "drivers/driver.h"
#include "tests/contract/limits.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::limit_contract {
namespace {

std::string with(std::string_view example, std::string_view from, std::string_view to)
{
    std::string text(example);
    for (const auto& [old_text, new_text] :
        {std::pair<std::string_view, std::string_view>("@NAME@", "leaf1"), {from, to}}) {
        std::size_t at = old_text.empty() ? std::string::npos : text.find(old_text);
        REQUIRE((at != std::string::npos || old_text.empty() || old_text == "@NAME@"));
        for (; at != std::string::npos; at = text.find(old_text, at + new_text.size()))
            text.replace(at, old_text.size(), new_text);
    }
    return text;
}

struct Read {
    SourceSet sources;
    std::vector<Tree> trees;
    Reading reading;

    Read(const Driver& driver, std::initializer_list<std::pair<std::string_view, std::string>> files)
        : sources(files.size())
    {
        SourceId id = 0;
        for (const auto& [name, text] : files) {
            sources.put(std::make_unique<Source>(id, std::string(name), text));
            trees.push_back(driver.parse(*sources.find(id++)));
        }
        reading = driver.read(trees, "leaf1");
    }
    [[nodiscard]] bool tells(std::string_view sentence) const
    {
        const auto says = [&](const SyntaxProblem& problem) {
            return problem.message.find(sentence) != std::string::npos;
        };
        return std::ranges::any_of(reading.problems, says)
            || std::ranges::any_of(
                trees, [&](const Tree& tree) { return std::ranges::any_of(tree.problems, says); });
    }
};

}

TEST_SUITE_BEGIN("limit contract");

TEST_CASE("a number beyond a limit is reported when it is read")
{
    REQUIRE_FALSE(all_limits().empty());
    for (const Limits& limits : all_limits()) {
        CAPTURE(limits.platform);
        const Driver& driver = *find_driver(limits.platform);
        const std::string_view file = limits.file.empty() ? driver.base_file_name : limits.file;
        const std::string_view text = limits.file.empty() ? driver.base_example : limits.text;
        for (const Beyond& row : limits.beyond) {
            if (row.from.empty())
                continue;
            CAPTURE(row.to);
            const Read read(driver, {{file, with(text, row.from, row.to)}});
            CHECK(read.tells(row.sentence));
            for (const SyntaxProblem& problem : read.reading.problems)
                CHECK(problem.at.somewhere());
        }
    }
}

void check_refused(const Driver& driver, const Beyond& row)
{
    CAPTURE(row.sentence);
    const Read read(driver, {{driver.base_file_name, with(driver.base_example, {}, {})}});
    const Device& device = read.reading.device;
    std::uint32_t port = 0;
    while (port + 1 < device.ports.size() && device.ports[port].kind != PortKind::physical)
        ++port;
    Change change;
    change.port = {0, port};
    change.property = *row.property;
    change.number = row.number;
    change.value = row.value;
    change.shared = true;
    const std::vector<Change> changes{change};
    const Editing editing = driver.edit(read.trees, device, changes);
    REQUIRE(editing.refused.size() == 1);
    CHECK(editing.refused.front().reason.find(row.sentence) != std::string::npos);
    CHECK(editing.edits.empty());
    if (driver.commands != nullptr)
        CHECK(driver.commands(read.trees, device, changes).refused.size() == 1);
}

TEST_CASE("a change beyond a limit is refused with the message that reading it gives")
{
    for (const Limits& limits : all_limits()) {
        CAPTURE(limits.platform);
        for (const Beyond& row : limits.beyond) {
            if (row.property)
                check_refused(*find_driver(limits.platform), row);
        }
    }
}

DeviceDesign design_beyond(std::string_view platform)
{
    DeviceDesign design = render_design::switch_design(platform, "leaf1", Role::leaf);
    design.nic = "mlx5";
    design.memory.ingress_lossless = Bytes{20'000'000};
    PortDesign& port = render_design::add_port(design, {"port1"});
    port.ip_mtu = Bytes{70'000};
    port.max_frame = Bytes{70'014};
    port.cable = Metres{70'000};
    port.lossless.front().dynamic_threshold = 8;
    design.watchdog.detection = Milliseconds(70'000);
    design.watchdog.restoration = Milliseconds(70'000);
    design.watchdog.poll = Milliseconds(1001);
    return design;
}

TEST_CASE("a design beyond the limits is rendered within them, and each clamp is reported")
{
    for (const Limits& limits : all_limits()) {
        CAPTURE(limits.platform);
        if (limits.rendered.empty())
            continue;
        const Driver& driver = *find_driver(limits.platform);
        const Rendering rendering = driver.render(design_beyond(limits.platform));
        for (const std::string_view sentence : limits.rendered) {
            CAPTURE(sentence);
            CHECK(std::ranges::any_of(rendering.left_out,
                [&](const std::string& said) { return said.find(sentence) != std::string::npos; }));
        }
        for (const RenderedFile& file : rendering.files) {
            const Read read(driver, {{file.name, file.text}});
            CHECK_FALSE(read.tells("out of range"));
        }
    }
}

TEST_SUITE_END();

}
