// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/device.h"

#include <doctest/doctest.h>

#include <array>

namespace rocelint {
namespace {

constexpr Span line{1, 10, 5};

DscpSet points(std::initializer_list<Dscp> members)
{
    DscpSet set;
    for (const Dscp member : members)
        set.insert(member);
    return set;
}

MeterClass policed(DscpSet dscps, MeterEffect effect)
{
    return {.dscps = dscps, .effects = {{.effect = effect, .at = line}}};
}

Device device_with(std::initializer_list<Setting<BitsPerSecond>> speeds)
{
    Device device;
    for (const Setting<BitsPerSecond>& speed : speeds) {
        Port& port = device.ports.emplace_back();
        port.speed = speed;
    }
    return device;
}

Meter policer(std::uint64_t rate)
{
    return {.dscps = points({26}), .effect = MeterEffect::drop, .above = {rate}, .at = line};
}

TEST_SUITE_BEGIN("meters");

TEST_CASE("the first class that matches a code point meters it, and a catch-all what is left")
{
    MeterClass rest{.matches_everything = true, .effects = {{.effect = MeterEffect::drop, .at = line}}};
    const std::array classes{
        MeterClass{.dscps = points({26})}, policed(points({26, 48}), MeterEffect::red), rest};
    const std::vector<Meter> meters = meters_of_classes(classes);
    REQUIRE(meters.size() == 2);
    CHECK(meters[0].effect == MeterEffect::red);
    CHECK(meters[0].dscps == points({48}));
    CHECK(meters[1].effect == MeterEffect::drop);
    CHECK_FALSE(meters[1].dscps.has(26));
    CHECK_FALSE(meters[1].dscps.has(48));
    CHECK(meters[1].dscps.size() == 62);
}

TEST_CASE("a metered class that matches by more than the DSCP leaves open what it meters")
{
    MeterClass other = policed({}, MeterEffect::drop);
    other.matches_other = true;
    const std::vector<Meter> meters = meters_of_classes({&other, 1});
    REQUIRE(meters.size() == 1);
    CHECK(meters[0].effect == MeterEffect::unknown);
    CHECK(meters[0].dscps == DscpSet::all());
    CHECK_FALSE(meters[0].why_unknown.empty());
}

TEST_CASE("a class that matches by more than the DSCP leaves open what the classes behind it meter")
{
    MeterClass other{.matches_other = true};
    MeterClass rest{.matches_everything = true, .effects = {{.effect = MeterEffect::drop, .at = line}}};
    const std::array classes{MeterClass{.dscps = points({48})}, other, rest};
    const std::vector<Meter> meters = meters_of_classes(classes);
    REQUIRE(meters.size() == 1);
    CHECK(meters[0].effect == MeterEffect::unknown);
    CHECK(meters[0].dscps == DscpSet::all() - points({48}));
    CHECK_FALSE(meters[0].why_unknown.empty());
    other.possible = points({46});
    const std::array narrow{other, rest};
    const std::vector<Meter> known = meters_of_classes(narrow);
    REQUIRE(known.size() == 2);
    CHECK(known[0].effect == MeterEffect::drop);
    CHECK(known[0].dscps == DscpSet::all() - points({46}));
    CHECK(known[1].effect == MeterEffect::unknown);
    CHECK(known[1].dscps == points({46}));
}

TEST_CASE("a policer counts where the port can exceed its rate")
{
    constexpr std::uint64_t giga = 1'000'000'000;
    Device device = device_with({{}, {}, {}});
    const OriginId here = device.origins.explicit_at(line);
    device.ports[0].speed = {BitsPerSecond{100 * giga}, here};
    device.ports[1].speed = {BitsPerSecond{25 * giga}, here};
    const Meter meter = policer(40 * giga);
    for (const std::uint32_t port : {0U, 1U, 2U})
        bind_meters(device, port, {&meter, 1});
    REQUIRE(meters_of_port(device, 0, points({26})).size() == 1);
    CHECK_FALSE(meters_of_port(device, 0, points({26})).front().depends_on_speed);
    CHECK(meters_of_port(device, 0, points({48})).empty());
    CHECK(meters_of_port(device, 1, points({26})).empty());
    REQUIRE(meters_of_port(device, 2, points({26})).size() == 1);
    CHECK(meters_of_port(device, 2, points({26})).front().depends_on_speed);
    // RoCE also runs on ports of 1 Gb/s.
    device.meters.back().above = {5 * giga};
    CHECK(meters_of_port(device, 2, points({26})).front().depends_on_speed);
    device.meters.back().above = {giga / 2};
    CHECK_FALSE(meters_of_port(device, 2, points({26})).front().depends_on_speed);
}

TEST_CASE("a policer of a LAG is compared with one member, and with all of them together")
{
    constexpr std::uint64_t giga = 1'000'000'000;
    Device device = device_with({{}, {}, {}});
    const OriginId here = device.origins.explicit_at(line);
    for (Port& port : device.ports)
        port.speed = {BitsPerSecond{400 * giga}, here};
    device.ports[0].lag = device.ports[1].lag = 2;
    const auto found = [&device](std::uint64_t rate) {
        device.meters.clear();
        const Meter meter = policer(rate);
        bind_meters(device, 2, {&meter, 1});
        return meters_of_port(device, 0, points({26}));
    };
    REQUIRE(found(300 * giga).size() == 1);
    CHECK(found(300 * giga).front().why_open.empty());
    REQUIRE(found(500 * giga).size() == 1);
    CHECK_FALSE(found(500 * giga).front().why_open.empty());
    CHECK(found(800 * giga).empty());
    device.ports[1].speed = {};
    REQUIRE(found(800 * giga).size() == 1);
    CHECK_FALSE(found(800 * giga).front().why_open.empty());
}

TEST_CASE("the meters of a VLAN interface may count for switched ports")
{
    Device device = device_with({{}, {}, {}});
    const OriginId here = device.origins.explicit_at(line);
    device.ports[0].routed = {false, here};
    device.ports[1].routed = {true, here};
    device.ports[2].kind = PortKind::vlan;
    const Meter meter = policer(0);
    bind_meters(device, 2, {&meter, 1});
    REQUIRE(meters_of_port(device, 0, points({26})).size() == 1);
    CHECK_FALSE(meters_of_port(device, 0, points({26})).front().why_open.empty());
    CHECK(meters_of_port(device, 1, points({26})).empty());
    bind_meters(device, 0, {&meter, 1});
    REQUIRE(meters_of_port(device, 0, points({26})).size() == 1);
    CHECK(meters_of_port(device, 0, points({26})).front().why_open.empty());
}

TEST_CASE("the meters of a LAG count for its members, and differ by what they do and not by their place")
{
    Device device = device_with({{}, {}});
    device.ports[0].name = "Ethernet1";
    device.ports[1].name = "Port-Channel1";
    device.ports[0].lag = 1;
    const Meter meter = policer(1);
    bind_meters(device, 1, {&meter, 1});
    CHECK(meters_of_port(device, 0, points({26})).size() == 1);
    Device other = device_with({{}, {}});
    other.ports[0].name = "Port-Channel1";
    bind_meters(other, 0, {&meter, 1});
    other.meters[0].at = {2, 3, 4};
    CHECK(same_meters(device, other));
    other.meters[0].above = {2};
    CHECK_FALSE(same_meters(device, other));
}

TEST_SUITE_END();

}
}
