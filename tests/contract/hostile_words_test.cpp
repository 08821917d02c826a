// SPDX-License-Identifier: Apache-2.0
// Names in a configuration are untrusted. In commands for the device they stay names, or the change is refused.
#include "drivers/amend/amend.h"
#include "models/change/difference.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/replay/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace rocelint {
namespace {

using contract::for_each_example;
using contract::Read;

// Names in each base example: of ports, maps, classes, profiles, pools, and the device itself.
const std::map<std::string_view, std::vector<std::string_view>>& names()
{
    static const std::map<std::string_view, std::vector<std::string_view>> table{
        {"sonic",
            {"AZURE",
                "AZURE_LOSSLESS",
                "ingress_lossless_pool",
                "ingress_lossless_profile",
                "pg_lossless_100000_5m_profile",
                "scheduler.0",
                "Ethernet0",
                "device1"}},
        {"eos", {"Ethernet1/1", "SHARED", "device1"}},
        {"onyx", {"1/1", "iPool1", "device1"}},
        {"nxos", {"RDMA", "FABRIC-IN", "Ethernet1/1", "device1"}},
        {"os10", {"RDMA-GROUP", "FABRIC-DSCP", "RDMA-WRED", "ethernet1/1/1", "device1"}},
        {"sonic-cli", {"ROCE", "Eth1/1", "device1"}},
        {"vrp", {"ROCE", "RDMA-100G", "100GE1/0/1", "device1"}},
        {"aoscx", {"FABRIC-QUEUES", "FABRIC-SHARES", "RDMA-ECN", "1/1/1", "device1"}},
        {"iosxr", {"RDMA", "FABRIC-IN", "HundredGigE0/0/0/0", "0/RP0/CPU0", "device1"}},
        {"comware", {"HundredGigE1/0/1", "S9820-64H", "device1"}},
        {"srlinux", {"RDMA", "RDMA-ECN", "SHARES", "unicast-3", "ethernet-1/1", "device1"}},
        {"nvue", {"swp1", "default-global", "default-lossy", "device1"}},
        {"junos", {"rdma", "dcqcn", "NO-LOSS", "et-0/0/0", "device1"}},
        {"sample-cli", {"p1", "device1"}},
        {"linux-host", {"ens1f0np0", "mlx5_0", "device1"}}};
    return table;
}

std::vector<std::string> hostile_words()
{
    using namespace std::string_literals;
    return {"$(evil)",
        "`evil`",
        "a;evil",
        "a|evil",
        "a&evil",
        "a\nevil",
        "a\r\nevil\r\n",
        "a\"\nevil \"b",
        "a'\nevil 'b",
        "a\\\" evil",
        "a b",
        "a}evil{",
        "</name><evil/>",
        "&evil;",
        "a/~1evil",
        "../../evil",
        "\x1b[2Jevil\x9b",
        "a\0evil"s,
        "a?evil",
        "a\tevil",
        "a\x1a"
        "evil",
        "-evil",
        "!evil",
        "#evil",
        std::string(65536, 'x')};
}

// Whether a name may be in quotes, and its commands are statements.
bool has_quotes(std::string_view platform) { return platform == "junos" || platform == "srlinux"; }

// The word as a configuration of the platform spells it.
std::string spelt(std::string_view platform, const std::string& word)
{
    if (platform == "sonic") {
        const std::string quoted
            = nlohmann::json(word).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
        return quoted.substr(1, quoted.size() - 2);
    }
    if (!has_quotes(platform))
        return word;
    std::string out = "\"";
    for (const char c : word)
        out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    return out + '"';
}

bool is_word_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'
        || c == '-' || c == '/';
}

// Replaces whole words only.
std::string renamed(std::string text, std::string_view from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        const bool begins = at == 0 || !is_word_letter(text[at - 1]);
        const bool ends = at + from.size() == text.size() || !is_word_letter(text[at + from.size()]);
        if (begins && ends)
            text.replace(at, from.size(), to);
        at += begins && ends ? to.size() : from.size();
    }
    return text;
}

// One line without its quoted parts.
std::string outside_of_quotes(std::string_view line, bool& closed)
{
    std::string out;
    closed = true;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"')
            closed = !closed;
        else if (!closed && line[at] == '\\')
            ++at;
        else if (closed)
            out += line[at];
    }
    return out;
}

// Whether the unquoted part contains "evil" as a separate word or after a metacharacter of the platform. Junos has pipes.
bool becomes_more(std::string_view platform, std::string_view bare)
{
    const std::string_view signs = has_quotes(platform) ? ";|{}[]#?" : ";|<>\"`\\$?";
    for (std::size_t at = bare.find("evil"); at != std::string_view::npos; at = bare.find("evil", at + 1)) {
        const std::size_t space = bare.rfind(' ', at);
        const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
        if (begin == at || bare.substr(begin, at - begin).find_first_of(signs) != std::string_view::npos)
            return true;
    }
    return false;
}

// Why the device would execute more than the commands intend, or empty.
std::string escape_in(std::string_view platform, const Commands& commands)
{
    if (commands.netconf.find("<evil") != std::string::npos
        || commands.netconf.find("&evil;") != std::string::npos)
        return "an element of the edit: " + commands.netconf;
    if (platform == "sonic")
        return nlohmann::json::accept(commands.text) ? std::string() : "no JSON: " + commands.text;
    std::string_view rest = commands.text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        bool closed = true;
        const std::string bare = has_quotes(platform) ? outside_of_quotes(line, closed) : std::string(line);
        constexpr std::array<std::string_view, 4> verbs{"set ", "delete ", "activate ", "deactivate "};
        const bool is_statement = !has_quotes(platform)
            || std::ranges::any_of(verbs, [&](std::string_view verb) { return bare.starts_with(verb); });
        if (!closed || !is_statement || becomes_more(platform, bare)
            || line.find_first_of(std::string_view("\0\x1b\r\x1a", 4)) != std::string_view::npos)
            return fmt::format("the line: {}", line.substr(0, 200));
    }
    return {};
}

// The base example, with a device name that occurs nowhere else.
std::string text_of(const Driver& driver, std::string text)
{
    if (driver.name != "eos")
        return text;
    constexpr std::string_view port = "interface Ethernet1/1\n";
    const std::size_t at = text.find(port);
    REQUIRE(at != std::string::npos);
    text.insert(at + port.size(), "   service-profile SHARED\n");
    text.insert(at,
        "qos profile SHARED\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n   !\n   tx-queue 4\n"
        "      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10\n!\n");
    return text;
}

TEST_CASE("a name in a configuration never becomes a command, an element or an operation of its own")
{
    for_each_example([](const Driver& driver, const std::string& example) {
        if (driver.edit == nullptr || driver.commands == nullptr)
            return;
        const auto known = names().find(driver.name);
        if (known == names().end())
            return;
        const std::string text = text_of(driver, example);
        std::size_t made = 0;
        std::size_t refused = 0;
        std::size_t turn = 0;
        constexpr std::size_t one_of = 29;
        for (const std::string_view name : known->second) {
            REQUIRE(renamed(text, name, "x") != text);
            for (const std::string& word : hostile_words()) {
                CAPTURE(name);
                CAPTURE(word.substr(0, 40));
                const Read read(driver, renamed(text, name, spelt(driver.name, word)));
                const DeviceFiles files{driver, read.trees, read.device(), ""};
                const std::vector<Change> changes = contract::every_change(read.device());
                // Each word tries another subset of the changes: all of them for every word would take many minutes.
                for (std::size_t index = turn++ % one_of; index < changes.size(); index += one_of) {
                    const Amended amended = amend(files, std::span(changes).subspan(index, 1));
                    for (const Refusal& refusal : amended.refused)
                        CHECK_FALSE(refusal.reason.empty());
                    refused += amended.refused.size();
                    if (amended.made.empty())
                        continue;
                    const Commands commands = commands_for(files, std::span(changes).subspan(index, 1));
                    if (!commands.refused.empty() || commands.text.empty())
                        continue;
                    ++made;
                    const std::string what = describe(changes[index]);
                    CAPTURE(what);
                    CHECK(escape_in(driver.name, commands) == "");
                    if (driver.name == "sonic") {
                        const auto after
                            = replay::apply(driver.name, read.trees.front().source->text(), commands.text);
                        REQUIRE(after.has_value());
                        CHECK(after->refusal == "");
                        const Read device(driver, after->text);
                        CHECK(differences(device.device(), amended.after.device).empty());
                    }
                    if (driver.undo == nullptr)
                        continue;
                    const Commands back = driver.undo(
                        read.trees, amended.after.trees, read.device(), std::span(changes).subspan(index, 1));
                    if (back.refused.empty() && !back.text.empty())
                        CHECK(escape_in(driver.name, back) == "");
                }
            }
        }
        MESSAGE(fmt::format("{}: {} made, {} refused", driver.name, made, refused));
        CHECK(made + refused > 40);
    });
}

}
}
