// SPDX-License-Identifier: Apache-2.0
// Follows docs/howto/push-safely.md as a reader would: every block of commands, in order, against emulated devices.
#include "push/inventory/inventory.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/server/fleet.h"
#include "tests/pages/reader.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace rocelint::e2e {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view by)
{
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

/// The fabric of the page: one device per platform, each with something to correct.
class PageFabric {
public:
    PageFabric()
    {
        const TemporaryFolder rendered;
        const Run run = rocelint({"render",
            ROCELINT_SOURCE_DIR "/fixtures/fabrics/clos-four/fabric.yaml",
            "-o",
            rendered.path("fabric")});
        REQUIRE(run.code == 0);
        const auto file = [&](const std::string& name) { return rendered.read("fabric/" + name); };
        fleet_.add("eos-leaf1",
            Device::Kind::eos,
            replaced(file("eos-leaf1.cfg"), "qos trust dscp", "qos trust cos"));
        fleet_.add("sonic-leaf1",
            Device::Kind::sonic,
            replaced(file("sonic-leaf1.json"), R"("26": "3")", R"("26": "0")"));
        fleet_.add(
            "junos-spine1", Device::Kind::junos, replaced(file("junos-spine1.conf"), "mtu 9114", "mtu 2000"));
        fleet_.add("host5", Device::Kind::linux_host).set_control(R"({"link_seconds": 0})");
        fleet_.device("host5").folder().write(
            "interfaces.json", R"({"ens1f0np0": {"rdma": "mlx5_0", "speed": 25000}, "eth0": ""})");
        fleet_.work().write("rocelint.yaml", file("rocelint.yaml"));
        fleet_.work().write("topology.yaml", of_these(file("topology.yaml")));
        (void)fleet_.inventory();
        forget_host_key("eos-leaf1");
    }

    // Cuts the journal as a machine crash would: it ends just before the last device kept its change.
    void cut_journal() const
    {
        const std::string path = fleet_.work().path("plan.json.journal");
        const std::string text = file_text(path);
        const std::size_t at = text.rfind("\"event\": \"confirming\"");
        REQUIRE(at != std::string::npos);
        fleet_.work().write("plan.json.journal", text.substr(0, text.find('\n', at) + 1));
    }

    // Makes ssh-keyscan reach the emulated switch at the address on the page.
    void answer_for_page_address(const pages::Reader& reader) const
    {
        reader.replace_tool("ssh-keyscan",
            fmt::format("exec /usr/bin/ssh-keyscan -t ed25519 -p {} 127.0.0.1 2>/dev/null",
                fleet_.device("eos-leaf1").endpoint().port));
    }

    [[nodiscard]] const Fleet& fleet() const { return fleet_; }

private:
    // The lines of a topology that name only our devices.
    [[nodiscard]] std::string of_these(std::string_view text) const
    {
        const std::vector<std::string> names = fleet_.names();
        std::string out;
        for (const std::string_view line : pages::lines_of(text)) {
            const auto count = std::ranges::count_if(names, [&](const std::string& name) {
                return holds(line, fmt::format("\"{}\"", name)) || holds(line, fmt::format("\"{}:", name));
            });
            const bool link = holds(line, "- {a:");
            if (!holds(line, "{") || count == (link ? 2 : 1))
                out += std::string(line) + '\n';
        }
        return out;
    }

    void forget_host_key(const std::string& name)
    {
        const std::uint16_t port = fleet_.device(name).endpoint().port;
        const std::string known = fleet_.environment().front().substr(5) + "/.ssh/known_hosts";
        std::string kept;
        const std::string all = file_text(known);
        for (const std::string_view line : pages::lines_of(all)) {
            if (!holds(line, fmt::format(":{} ", port)))
                kept += std::string(line) + '\n';
        }
        REQUIRE(kept.size() < all.size());
        fleet_.work().write("known_hosts", kept);
        std::filesystem::copy_file(
            fleet_.work().path("known_hosts"), known, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::remove(fleet_.work().path("known_hosts"));
    }

    mutable Fleet fleet_;
};

TEST_CASE("every command of docs/howto/push-safely.md does what the page says")
{
    const PageFabric fabric;
    pages::Reader reader(fabric.fleet().work().path(), fabric.fleet().environment());
    fabric.answer_for_page_address(reader);
    reader.lines_may_lack = true;
    reader.before = [&](const pages::Block& block) {
        if (holds(block.text, "--resume"))
            fabric.cut_journal();
    };
    CHECK(reader.follow(pages::read_page("docs/howto/push-safely.md")) >= 16);
}

TEST_CASE("the inventory on the page can be read and names the devices that the page mentions")
{
    for (const pages::Block& block : pages::read_page("docs/howto/push-safely.md")) {
        if (block.language != "yaml")
            continue;
        const Source source(SourceId{0}, "inventory.yaml", block.text);
        const auto inventory = push::read_inventory(source);
        REQUIRE_MESSAGE(inventory.has_value(), testing::reason(inventory));
        std::set<std::string> names;
        for (const push::InventoryDevice& device : inventory->devices)
            names.insert(device.name);
        CHECK(names == std::set<std::string>{"eos-leaf1", "host5", "junos-spine1", "sonic-leaf1"});
        return;
    }
    FAIL("the page shows no inventory");
}

}
}
