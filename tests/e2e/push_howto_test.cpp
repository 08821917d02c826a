// SPDX-License-Identifier: Apache-2.0
// Follows docs/howto/push-safely.md as a reader would: every block of commands, in order, against emulated devices. What the
// page shows below a block must be in what the commands print; "…" stands for what was cut.
#include "push/inventory.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/fleet.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <spawn.h>
#include <sys/wait.h>

namespace rocelint::e2e {
namespace {

const std::string page_path = ROCELINT_SOURCE_DIR "/docs/howto/push-safely.md";

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), lines.back().size() + 1));
    }
    return lines;
}

/// A fenced block of the page.
struct Block {
    std::string language;
    std::string text;
    int code = 0; ///< that its commands end with: "<!-- exit 4 -->" above it
};

std::vector<Block> blocks_of(std::string_view page)
{
    std::vector<Block> blocks;
    bool inside = false;
    int code = 0;
    for (const std::string_view line : lines_of(page)) {
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside)
                blocks.push_back({std::string(line.substr(3)), {}, std::exchange(code, 0)});
        } else if (inside) {
            blocks.back().text += std::string(line) + '\n';
        } else if (line.starts_with("<!-- exit ")) {
            code = line[10] - '0';
        }
    }
    REQUIRE(!inside);
    return blocks;
}

std::string replaced(std::string text, std::string_view what, std::string_view by)
{
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

/// The fabric of the page: one device of each platform, each with something to correct.
class Reader {
public:
    Reader()
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
        fleet_.work().write(
            "bin/rocelint", fmt::format("#!/bin/sh\nexec {} \"$@\"\n", ROCELINT_BINARY), 0700);
        forget_host_key("eos-leaf1");
    }

    // Runs commands as a shell does, and gives all that they print.
    [[nodiscard]] Run shell(const std::string& commands) const
    {
        const std::string& work = fleet_.work().path();
        std::vector<std::string> words{"/bin/sh", "-c", fmt::format("exec > block.out 2>&1\n{}", commands)};
        std::vector<std::string> variables = fleet_.environment();
        variables.push_back(fmt::format("PATH={}/bin:/usr/bin:/bin", work));
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addchdir_np(&actions, work.c_str());
        std::vector<char*> argv;
        std::vector<char*> environment;
        for (std::string& word : words)
            argv.push_back(word.data());
        for (std::string& variable : variables)
            environment.push_back(variable.data());
        argv.push_back(nullptr);
        environment.push_back(nullptr);
        pid_t child = 0;
        REQUIRE(::posix_spawn(&child, "/bin/sh", &actions, nullptr, argv.data(), environment.data()) == 0);
        posix_spawn_file_actions_destroy(&actions);
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_text(work + "/block.out"), {}};
    }

    // What the machine's end would have left: the journal up to the moment before the last device kept its change.
    void cut_journal() const
    {
        const std::string path = fleet_.work().path("plan.json.journal");
        const std::string text = file_text(path);
        const std::size_t at = text.rfind("\"event\": \"confirming\"");
        REQUIRE(at != std::string::npos);
        fleet_.work().write("plan.json.journal", text.substr(0, text.find('\n', at) + 1));
    }

    [[nodiscard]] const Fleet& fleet() const { return fleet_; }

private:
    // The lines of a topology that speak of our devices alone.
    [[nodiscard]] std::string of_these(std::string_view text) const
    {
        const std::vector<std::string> names = fleet_.names();
        std::string out;
        for (const std::string_view line : lines_of(text)) {
            const auto count = std::ranges::count_if(names, [&](const std::string& name) {
                return holds(line, fmt::format("\"{}\"", name)) || holds(line, fmt::format("\"{}:", name));
            });
            const bool link = holds(line, "- {a:");
            if (!holds(line, "{") || count == (link ? 2 : 1))
                out += std::string(line) + '\n';
        }
        return out;
    }

    // The page's address of the switch stands for the emulated one.
    void forget_host_key(const std::string& name)
    {
        const std::uint16_t port = fleet_.device(name).endpoint().port;
        const std::string known = fleet_.environment().front().substr(5) + "/.ssh/known_hosts";
        std::string kept;
        const std::string all = file_text(known);
        for (const std::string_view line : lines_of(all)) {
            if (!holds(line, fmt::format(":{} ", port)))
                kept += std::string(line) + '\n';
        }
        REQUIRE(kept.size() < all.size());
        fleet_.work().write("known_hosts", kept);
        std::filesystem::copy_file(
            fleet_.work().path("known_hosts"), known, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::remove(fleet_.work().path("known_hosts"));
        fleet_.work().write("bin/ssh-keyscan",
            fmt::format(
                "#!/bin/sh\nexec /usr/bin/ssh-keyscan -t ed25519 -p {} 127.0.0.1 2>/dev/null\n", port),
            0700);
    }

    mutable Fleet fleet_;
};

// Whether each line that the page shows is a line of the output, in order. Gives the first that is not.
std::string missing_line(std::string_view shown, std::string_view output)
{
    const auto matches = [](std::string_view line, std::string_view pattern) {
        constexpr std::string_view cut = "…";
        for (bool first = true; !pattern.empty(); first = false) {
            const std::string_view part = pattern.substr(0, pattern.find(cut));
            const std::size_t at = line.find(part);
            if (at == std::string_view::npos || (first && at != 0))
                return false;
            line.remove_prefix(at + part.size());
            pattern.remove_prefix(part.size());
            if (pattern.empty())
                return line.find_first_not_of(' ') == std::string_view::npos;
            pattern.remove_prefix(cut.size());
        }
        return true;
    };
    const std::vector<std::string_view> lines = lines_of(output);
    auto place = lines.begin();
    for (const std::string_view wanted : lines_of(shown)) {
        if (wanted.empty() || wanted == "…")
            continue;
        place
            = std::find_if(place, lines.end(), [&](std::string_view line) { return matches(line, wanted); });
        if (place == lines.end())
            return std::string(wanted);
        ++place;
    }
    return {};
}

TEST_CASE("every command of docs/howto/push-safely.md does what the page says")
{
    const std::vector<Block> blocks = blocks_of(file_text(page_path));
    const Reader reader;
    Run last;
    std::size_t commands = 0;
    for (const Block& block : blocks) {
        INFO(block.text);
        if (block.language == "sh") {
            if (holds(block.text, "--resume"))
                reader.cut_journal();
            last = reader.shell(block.text);
            INFO(last.out);
            CHECK(last.code == block.code);
            ++commands;
        } else if (block.language == "text") {
            INFO(last.out);
            CHECK(missing_line(block.text, last.out) == "");
        }
    }
    CHECK(commands >= 10);
}

TEST_CASE("the inventory of the page can be read and names the devices that the page speaks of")
{
    for (const Block& block : blocks_of(file_text(page_path))) {
        if (block.language != "yaml")
            continue;
        const Source source(SourceId{0}, "inventory.yaml", block.text);
        const auto inventory = push::read_inventory(source);
        REQUIRE_MESSAGE(inventory.has_value(), inventory.error().message);
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
