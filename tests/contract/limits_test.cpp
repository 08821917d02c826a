// SPDX-License-Identifier: Apache-2.0
// One row, three directions: a number that a device does not take is told when it is read, refused when it is to be
// written, and brought into the range, with a word, when a design is rendered, always with the same limit and source.
#include "drivers/driver.h"
#include "drivers/eos/grammar.h"
#include "drivers/line_cli/slot.h"
#include "drivers/onyx/grammar.h"
#include "drivers/sample_cli/grammar.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>

#include <optional>
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

/// A number one beyond a limit, as text of the base example and as a change of its first RDMA port.
struct Beyond {
    std::string_view platform;
    std::string_view sentence;
    std::string_view from; ///< empty: no text says it
    std::string_view to;
    std::optional<Property> property; ///< nothing: no change asks for it
    ChangeValue value{};
    std::uint8_t number = 0xff;
};

EcnTarget marking(std::uint32_t hundredths) { return {Bytes{150'000}, Bytes{600'000}, Percent{hundredths}}; }
WatchdogTarget times(std::uint32_t detection, std::uint32_t restoration, std::uint32_t poll)
{
    return {PrioritySet::of(3), Milliseconds(detection), Milliseconds(restoration), Milliseconds(poll)};
}

const std::vector<Beyond>& all_beyond()
{
    static const std::vector<Beyond> rows{
        {"sonic",
            "mtu 9217: out of range, 68 to 9216 (sonic-port.yang",
            R"("mtu": "9100")",
            R"("mtu": "9217")",
            Property::mtu,
            Bytes{9217 + 14}},
        {"sonic",
            "mtu 67: out of range, 68 to 9216 (sonic-port.yang",
            R"("mtu": "9100")",
            R"("mtu": "67")",
            Property::mtu,
            Bytes{67 + 14}},
        {"sonic",
            "speed 1600001: out of range, 1 to 1600000 (sonic-port.yang",
            R"("speed": "100000")",
            R"("speed": "1600001")",
            Property::speed,
            BitsPerSecond{1'600'001'000'000}},
        {"sonic",
            "weight 101: out of range, 1 to 100 (sonic-scheduler.yang",
            R"("weight": "50")",
            R"("weight": "101")",
            {}},
        {"sonic",
            "weight 0: out of range, 1 to 100 (sonic-scheduler.yang",
            R"("weight": "50")",
            R"("weight": "0")",
            {}},
        {"sonic",
            "drop_probability 101: out of range, 0 to 100 (sonic-wred-profile.yang",
            R"("green_drop_probability": "20")",
            R"("green_drop_probability": "101")",
            Property::ecn_thresholds,
            marking(10'100),
            3},
        {"sonic",
            "dynamic_th 8: out of range, -8 to 7 (sonic-buffer-profile.yang",
            {},
            {},
            Property::buffer_threshold,
            DynamicThreshold{8},
            3},
        {"sonic",
            "detection_time 5001: out of range, 100 to 5000 ms (sonic-pfcwd.yang",
            R"("detection_time": "200")",
            R"("detection_time": "5001")",
            Property::watchdog_timers,
            times(5001, 200, 100)},
        {"sonic",
            "restoration_time 60001: out of range, 100 to 60000 ms (sonic-pfcwd.yang",
            R"("restoration_time": "200")",
            R"("restoration_time": "60001")",
            Property::watchdog_timers,
            times(200, 60'001, 100)},
        {"sonic",
            "POLL_INTERVAL 99: out of range, 100 to 1000 ms (sonic-pfcwd.yang",
            R"("POLL_INTERVAL": "200")",
            R"("POLL_INTERVAL": "99")",
            Property::watchdog_timers,
            times(200, 200, 99)},
        {"sonic",
            R"(cannot map "64" to "3": the two go up to 63 and 15 (sonic-dscp-tc-map.yang)",
            R"("26": "3")",
            R"("64": "3")",
            Property::dscp_map,
            MapEntry{MapKind::dscp_to_tc, 64, 3}},
        {"sonic",
            R"(cannot map "26" to "16": the two go up to 63 and 15 (sonic-dscp-tc-map.yang)",
            R"("26": "3")",
            R"("26": "16")",
            Property::dscp_map,
            MapEntry{MapKind::dscp_to_tc, 26, 16}},
        {"sonic",
            R"(cannot map "3" to "8": the two go up to 15 and 7 (sonic-tc-priority-group-map.yang)",
            {},
            {},
            Property::priority_group_map,
            MapEntry{MapKind::tc_to_priority_group, 3, 8}},
        {"junos",
            "mtu 9217: out of range, 256 to 9216 (of EX and QFX Series switches;",
            "mtu 9216",
            "mtu 9217",
            Property::mtu,
            Bytes{9217}},
        {"junos",
            "mtu 255: out of range, 256 to 9216 (of EX and QFX Series switches;",
            "mtu 9216",
            "mtu 255",
            Property::mtu,
            Bytes{255}},
        {"junos",
            "poll-interval 1001: out of range, 100 to 1000 ms (Junos OS 23.2R1",
            "poll-interval 100",
            "poll-interval 1001",
            Property::watchdog_timers,
            times(2002, 200, 1001)},
        {"junos",
            "detection 11: out of range, 2 to 10 (Junos OS 23.2R1",
            "detection 2",
            "detection 11",
            Property::watchdog_timers,
            times(1100, 200, 100)},
        {"junos",
            "recovery 1001: out of range, 200 to 1000 ms (Junos OS 23.2R1",
            "recovery 200",
            "recovery 1001",
            Property::watchdog_timers,
            times(200, 1001, 100)},
        {"junos",
            "percent 101: out of range, 0 to 100 (Junos OS 23.2R1",
            {},
            {},
            Property::scheduler,
            SchedulerTarget{SchedulerKind::weighted, Percent{10'100}, {}},
            3},
        {"eos",
            "mtu 9215: out of range, 68 to 9214 (Arista EOS User Manual",
            "mtu 9214",
            "mtu 9215",
            Property::mtu,
            Bytes{9215 + 14}},
        {"onyx", "mtu 9217: out of range, 1 to 9216", "mtu 9216", "mtu 9217", {}},
        {"sample-cli",
            "mtu 9217: out of range, 68 to 9216",
            "mtu 9114",
            "mtu 9217",
            Property::mtu,
            Bytes{9217}},
        {"linux-host",
            "mtu 65536: out of range, 68 to 65535 (linux/if_ether.h",
            "\n",
            "\nip link set ens1f0np0 mtu 65536\n",
            Property::mtu,
            Bytes{65536}},
        {"linux-host",
            "mtu 67: out of range, 68 to 65535 (linux/if_ether.h",
            "\n",
            "\nip link set ens1f0np0 mtu 67\n",
            Property::mtu,
            Bytes{67}},
        {"linux-host",
            "type of service 256: out of range, 0 to 255",
            "\n",
            "\ncma_roce_tos -d mlx5_0 -p 1 -t 256\n",
            {}},
        {"linux-host",
            "DSCP 64: out of range, 0 to 63",
            "\n",
            "\necho 64 > /sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp\n",
            Property::cnp_marking,
            std::uint8_t{64}},
        {"linux-host",
            "cable_len 65536: out of range, 0 to 65535",
            "\n",
            "\ndcb pfc set dev ens1f0np0 delay 65536\n",
            Property::cable_length,
            Metres{65536}},
        {"linux-host",
            "priority 8: out of range, 0 to 7",
            "\n",
            "\necho 8 > /sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio\n",
            Property::dscp_map,
            MapEntry{MapKind::dscp_to_tc, 26, 8}},
    };
    return rows;
}

TEST_SUITE_BEGIN("limit contract");

TEST_CASE("a number beyond a limit is told when it is read")
{
    for (const Beyond& row : all_beyond()) {
        if (row.from.empty())
            continue;
        CAPTURE(row.platform);
        CAPTURE(row.to);
        const Driver& driver = *find_driver(row.platform);
        // Captures state what is; only a script of a host asks for something.
        const bool script = row.platform == "linux-host";
        const Read read(driver,
            {{script ? "setup.sh" : driver.base_file_name,
                script ? with("#!/bin/sh\n", row.from, row.to)
                       : with(driver.base_example, row.from, row.to)}});
        CHECK(read.tells(row.sentence));
        for (const SyntaxProblem& problem : read.reading.problems)
            CHECK(problem.at.somewhere());
    }
}

TEST_CASE("a change beyond a limit is refused with the sentence that reading it gives")
{
    for (const Beyond& row : all_beyond()) {
        if (!row.property)
            continue;
        CAPTURE(row.platform);
        CAPTURE(row.sentence);
        const Driver& driver = *find_driver(row.platform);
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
}

TEST_CASE("a design beyond the limits is rendered within them, and each of them is told")
{
    struct Row {
        std::string_view platform;
        std::vector<std::string_view> sentences;
    };
    const std::vector<Row> rows{
        {"sonic",
            {"mtu takes 68 to 9216 (sonic-port.yang",
                "detection_time takes 100 to 5000 ms (sonic-pfcwd.yang",
                "restoration_time takes 100 to 60000 ms (sonic-pfcwd.yang",
                "POLL_INTERVAL takes 100 to 1000 ms (sonic-pfcwd.yang",
                "dynamic_th takes -8 to 7 (sonic-buffer-profile.yang"}},
        {"junos",
            {"mtu takes 256 to 9216 (of EX and QFX Series switches;",
                "poll-interval takes 100 to 1000 ms (Junos OS 23.2R1",
                "recovery takes 200 to 1000 ms (Junos OS 23.2R1",
                "Junos counts 2 to 10 polls (Junos OS 23.2R1"}},
        {"eos", {"mtu"}},
        {"linux-host",
            {"mtu takes 68 to 65535 (linux/if_ether.h", "cable_len takes 0 to 65535 (linux/dcbnl.h"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.platform);
        DeviceDesign design = render_design::switch_design(row.platform, "leaf1", Role::leaf);
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
        const Rendering rendering = find_driver(row.platform)->render(design);
        for (const std::string_view sentence : row.sentences) {
            CAPTURE(sentence);
            CHECK(std::ranges::any_of(rendering.left_out,
                [&](const std::string& said) { return said.find(sentence) != std::string::npos; }));
        }
        for (const RenderedFile& file : rendering.files) {
            const Read read(*find_driver(row.platform), {{file.name, file.text}});
            CHECK_FALSE(read.tells("out of range"));
        }
    }
}

// A fact with a value in every slot of the row, each within its range.
line_cli::Fact filled(const line_cli::Statement& row)
{
    line_cli::Fact fact{.kind = row.fact, .text = "x"};
    for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
        const line_cli::Slot& slot = row.slots[at];
        const std::uint64_t unit = slot.terms.empty() ? 1 : slot.terms.front().number;
        switch (slot.kind) {
        case line_cli::SlotKind::index:
            fact.number = static_cast<std::uint8_t>(slot.terms.empty() ? slot.least : unit);
            break;
        case line_cli::SlotKind::word:
            fact.values[at] = line_cli::Value::of(unit);
            break;
        case line_cli::SlotKind::set:
        case line_cli::SlotKind::points:
            fact.values[at] = line_cli::Value::of(1);
            break;
        default:
            fact.values[at] = line_cli::Value::of((slot.least + unit - 1) / unit * unit);
        }
    }
    return fact;
}

TEST_CASE("a row of a line tells the same of a value that is read and of one that is to be written")
{
    constexpr std::uint64_t unlimited = 1'000'000'000'000;
    for (const line_cli::Grammar* grammar : {&eos::grammar(), &onyx::grammar(), &sample_cli::grammar()}) {
        int checked = 0;
        for (const line_cli::Statement& row : grammar->rows()) {
            for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
                const line_cli::Slot& slot = row.slots[at];
                const bool counted
                    = slot.kind == line_cli::SlotKind::number || slot.kind == line_cli::SlotKind::thousandths;
                if (!counted || slot.most >= unlimited)
                    continue;
                CAPTURE(row.pattern.text());
                CAPTURE(slot.name);
                line_cli::Fact fact = filled(row);
                const std::uint64_t unit = slot.terms.empty() ? 1 : slot.terms.front().number;
                fact.values[at] = line_cli::Value::of((slot.most / unit + 1) * unit);
                const std::string refusal = out_of_range(row, fact);
                CHECK(refusal.find(": out of range, ") != std::string::npos);
                CHECK(out_of_range(row, in_range(row, fact)).empty());
                const std::string line = write(grammar->dialect(), row, fact);
                const line_cli::Match match
                    = grammar->match(static_cast<line_cli::Scopes>(row.scopes & -row.scopes), line);
                if (match.statement != &row)
                    continue;
                CHECK(problem_of(match) == refusal);
                ++checked;
            }
        }
        CHECK(checked > 0);
    }
}

TEST_SUITE_END();

}
}
