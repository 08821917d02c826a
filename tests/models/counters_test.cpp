// SPDX-License-Identifier: Apache-2.0
// Two captures of a counter give a difference only where it cannot be wrong.
#include "models/fabric/link/settle_counters.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace rocelint {
namespace {

using Capture = CounterReading::Capture;

CounterReading reading(std::uint64_t value, Capture capture, SourceId file = 1, std::uint32_t offset = 0)
{
    return {.on = "ens1f0np0",
        .name = "rx_prio3_pause",
        .kind = CounterKind::pause_received,
        .part = 3,
        .value = value,
        .at = {.source = file, .offset = offset, .length = 1},
        .capture = capture};
}

Device device_with(std::vector<CounterReading> readings)
{
    Device device;
    device.ports.push_back({.name = "ens1f0np0"});
    device.counter_readings = std::move(readings);
    settle_counters(device);
    return device;
}

std::optional<std::uint64_t> growth_of(std::vector<CounterReading> readings)
{
    const Device device = device_with(std::move(readings));
    const auto counters = counters_of(device, 0, CounterKind::pause_received, 3);
    REQUIRE(counters.size() == 1);
    return counters.front().growth();
}

TEST_CASE("the difference of an earlier and a later capture")
{
    CHECK(growth_of({reading(10, Capture::earlier), reading(30, Capture::later)}) == 20);
    CHECK(growth_of({reading(30, Capture::later), reading(10, Capture::earlier)}) == 20);
}

TEST_CASE("no difference if the counter went down, or there is one capture")
{
    CHECK(growth_of({reading(30, Capture::earlier), reading(10, Capture::later)}) == std::nullopt);
    CHECK(growth_of({reading(30, Capture::earlier)}) == std::nullopt);
    CHECK(growth_of({reading(30, Capture::alone)}) == std::nullopt);
}

TEST_CASE("two readings of one file are in order, those of two files are not")
{
    CHECK(growth_of({reading(10, Capture::alone, 1, 5), reading(30, Capture::alone, 1, 90)}) == 20);
    CHECK(growth_of({reading(10, Capture::alone, 1, 90), reading(30, Capture::alone, 1, 5)}) == std::nullopt);
    CHECK(growth_of({reading(10, Capture::alone, 1), reading(30, Capture::alone, 2)}) == std::nullopt);
}

TEST_CASE("a counter names its port, the RDMA device of the port, or what the vendor's tool calls it")
{
    for (const std::string_view name : {"ens1f0np0", "ionic_0", "0490814a-6c40-4242-4242-000011010000"}) {
        CAPTURE(name);
        Device device;
        device.ports.push_back({.name = "ens1f0np0"});
        device.nics.push_back(
            {.rdma_device = "ionic_0", .port_id = "0490814a-6c40-4242-4242-000011010000", .port = 0});
        device.counter_readings.push_back(reading(10, Capture::alone));
        device.counter_readings.back().on = name;
        settle_counters(device);
        CHECK(counters_of(device, 0, CounterKind::pause_received, 3).size() == 1);
    }
}

TEST_CASE("counters of a port that the device does not have are left out")
{
    CounterReading other = reading(10, Capture::alone);
    other.on = "ens9";
    CHECK(device_with({other}).counters.empty());
}

TEST_CASE(
    "ports that the device does not have are counted, unless others are known and they count what any port does")
{
    CounterReading known = reading(10, Capture::alone);
    CounterReading other = reading(10, Capture::alone);
    other.on = "ens9";
    CounterReading idle = reading(0, Capture::alone);
    idle.on = "ens8";
    CounterReading sent = reading(10, Capture::alone);
    sent.on = "ens7";
    sent.kind = CounterKind::queue_sent;
    const Device mixed = device_with({known, idle, sent, other, other});
    const UnknownPorts some = find_unknown_ports(mixed);
    REQUIRE(some.first != nullptr);
    CHECK(some.first->on == "ens9");
    CHECK(some.count == 1);
    CHECK_FALSE(some.is_all);
    CHECK(find_unknown_ports(device_with({known, idle, sent})).first == nullptr);
    const UnknownPorts all = find_unknown_ports(device_with({idle, sent}));
    CHECK(all.count == 2);
    CHECK(all.is_all);
    CHECK(find_unknown_ports(device_with({})).first == nullptr);
}

TEST_CASE("a reading owns its names, and what is no number is told apart from what is not counted")
{
    Device device;
    {
        const std::string name = "UC3 Drop/pkts";
        CHECK(add_reading(
                  device, {.on = "Ethernet0", .name = name, .kind = CounterKind::queue_dropped}, "1,200")
            == CounterText::number);
    }
    for (const char* text : {"N/A", "n/a", "-", "--", "", "null"})
        CHECK(add_reading(device, {.on = "Ethernet0", .name = "x"}, text) == CounterText::none);
    CHECK(add_reading(device, {.on = "Ethernet0", .name = "x"}, "1.2 MB") == CounterText::unknown);
    REQUIRE(device.counter_readings.size() == 1);
    CHECK(device.counter_readings.front().name == "UC3 Drop/pkts");
    CHECK(device.counter_readings.front().value == 1200);
}

TEST_CASE("a counter of 32 bits that wrapped around gives no difference")
{
    CHECK(growth_of({reading(4294967290U, Capture::earlier), reading(20, Capture::later)}) == std::nullopt);
}

TEST_CASE(
    "a counter of 64 bits grows past the range of 32 bits, and one of 32 bits that wraps beside it leaves nothing to compare")
{
    constexpr std::uint64_t end = std::uint64_t{1} << 32;
    CHECK(growth_of({reading(end - 6, Capture::earlier), reading(end + 14, Capture::later, 2)}) == 20);
    Device device;
    device.ports.push_back({.name = "ens1f0np0"});
    const auto add = [&device](CounterKind kind, std::uint64_t before, std::uint64_t after, SourceId file) {
        for (CounterReading one :
            {reading(before, Capture::earlier, file), reading(after, Capture::later, file + 1)}) {
            one.kind = kind;
            device.counter_readings.push_back(one);
        }
    };
    // A restart between the captures would look the same.
    add(CounterKind::pause_received, end - 6, 20, 1);
    add(CounterKind::packets_received, 3 * end, 3 * end + 500, 1);
    // The counters of another command do not restart with those.
    add(CounterKind::queue_sent, 3 * end, 3 * end + 700, 3);
    settle_counters(device);
    const auto growth
        = [&device](CounterKind kind) { return counters_of(device, 0, kind, 3).front().growth(); };
    CHECK_FALSE(growth(CounterKind::pause_received));
    CHECK_FALSE(growth(CounterKind::packets_received));
    CHECK(growth(CounterKind::queue_sent) == 700);
}

TEST_CASE("no difference beside a counter that went down: the device may have been restarted")
{
    const auto of
        = [](std::string_view on, CounterKind kind, std::uint64_t value, Capture capture, SourceId file) {
              CounterReading one = reading(value, capture, file);
              one.on = on;
              one.kind = kind;
              return one;
          };
    Device device;
    device.ports.push_back({.name = "ens1f0np0"});
    device.ports.push_back({.name = "ens2f0np0"});
    device.counter_readings = {of("ens1f0np0", CounterKind::packets_received, 900, Capture::earlier, 1),
        of("ens1f0np0", CounterKind::packets_received, 20, Capture::later, 2),
        of("ens1f0np0", CounterKind::pause_received, 10, Capture::earlier, 1),
        of("ens1f0np0", CounterKind::pause_received, 30, Capture::later, 2),
        // Another command, whose counters have a life of their own, and another port.
        of("ens1f0np0", CounterKind::queue_sent, 10, Capture::earlier, 3),
        of("ens1f0np0", CounterKind::queue_sent, 30, Capture::later, 4),
        of("ens2f0np0", CounterKind::pause_received, 10, Capture::earlier, 1),
        of("ens2f0np0", CounterKind::pause_received, 30, Capture::later, 2)};
    settle_counters(device);
    const auto growth = [&device](std::uint32_t port, CounterKind kind) {
        const auto counters = counters_of(device, port, kind, 3);
        REQUIRE(counters.size() == 1);
        return counters.front().growth();
    };
    CHECK_FALSE(growth(0, CounterKind::packets_received));
    CHECK_FALSE(growth(0, CounterKind::pause_received));
    CHECK(growth(0, CounterKind::queue_sent) == 20);
    CHECK(growth(1, CounterKind::pause_received) == 20);
}

TEST_CASE("counters of an RDMA device are reset together, also those in files of their own")
{
    Device device;
    device.ports.push_back({.name = "ens1f0np0"});
    device.nics.push_back({.rdma_device = "mlx5_0", .port = 0});
    const auto add = [&device](CounterKind kind, std::uint64_t before, std::uint64_t after, SourceId file) {
        for (const auto& [value, capture, source] : {std::tuple(before, Capture::earlier, file),
                 std::tuple(after, Capture::later, static_cast<SourceId>(file + 1))}) {
            CounterReading one = reading(value, capture, source);
            one.on = "mlx5_0";
            one.kind = kind;
            one.part = Counter::whole;
            device.counter_readings.push_back(one);
        }
    };
    add(CounterKind::marks_received, 500, 900, 1);
    add(CounterKind::cnps_sent, 300, 4, 3);
    settle_counters(device);
    for (const CounterKind kind : {CounterKind::marks_received, CounterKind::cnps_sent}) {
        const auto counters = counters_of(device, 0, kind);
        REQUIRE(counters.size() == 1);
        CHECK(counters.front().went_down());
    }
}

TEST_CASE("a watermark that was cleared between two captures says nothing of the counters beside it")
{
    CounterReading before = reading(4096, Capture::earlier);
    before.kind = CounterKind::headroom_peak;
    CounterReading after = reading(0, Capture::later, 2);
    after.kind = CounterKind::headroom_peak;
    CHECK(growth_of({before, after, reading(10, Capture::earlier), reading(30, Capture::later, 2)}) == 20);
}

TEST_CASE("numbers as captures print them")
{
    CHECK(parse_count("1200") == 1200);
    CHECK(parse_count("1,200") == 1200);
    CHECK(parse_count("12,345,678") == 12345678);
    CHECK(parse_count("18446744073709551615") == 18446744073709551615U);
    for (const char* text : {"",
             "N/A",
             "-",
             "-5",
             "1.200",
             "1 200",
             "1,20",
             "1,2000",
             ",200",
             "1200,300",
             "0x10",
             "18446744073709551616"})
        CHECK_MESSAGE(parse_count(text) == std::nullopt, text);
}

}
}
