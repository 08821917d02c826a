// SPDX-License-Identifier: Apache-2.0
#include "models/change/change_document.h"
#include "models/syntax/json/json_tree.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

namespace rocelint {
namespace {

struct ReadAgain {
    NamedChange change;
    std::string error;
};

ReadAgain read_text(const std::string& text)
{
    const Source source(0, "plan.json", text);
    const Tree tree = parse_json(source);
    DocumentReader reader(tree);
    ReadAgain out;
    if (tree.root != nullptr)
        out.change = read_change(reader, *tree.root);
    if (!reader.good())
        out.error = reader.error().message;
    return out;
}

std::string text_of(const NamedChange& change)
{
    JsonWriter json;
    write_change(json, change);
    return json.take();
}

// A value of every kind with its property, with numbers up to the maximum.
NamedChange any_change(std::mt19937_64& random)
{
    const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
    const auto small = [&] { return static_cast<std::uint8_t>(random() % 64); };
    const auto word = [&] { return static_cast<std::uint32_t>(random()); };
    const auto time = [&]() -> std::optional<Milliseconds> {
        return random() % 2 == 0 ? std::nullopt : std::optional(Milliseconds(word()));
    };
    const auto share = [&] { return Percent{static_cast<std::uint32_t>(random() % 10'001)}; };
    const std::vector<std::pair<Property, ChangeValue>> values{
        {Property::pfc, PriorityDelta{{byte()}, {byte()}}},
        {Property::headroom, Bytes{random()}},
        {Property::link_pause, random() % 2 == 0},
        {Property::trust, static_cast<Trust>(random() % 4)},
        {Property::queue_map, MapEntry{static_cast<MapKind>(random() % 8), small(), small()}},
        {Property::ecn, EcnTarget{Bytes{random()}, Bytes{random()}, share()}},
        {Property::ecn_thresholds, EcnShares{share(), share(), share()}},
        {Property::watchdog, WatchdogTarget{{byte()}, time(), time(), time()}},
        {Property::mtu, Bytes{random()}},
        {Property::rdma_marking, byte()},
        {Property::roce_version, static_cast<RoceVersion>(random() % 2)},
        {Property::speed, BitsPerSecond{random()}},
        {Property::fec, static_cast<Fec>(random() % 6)},
        {Property::cable_length, Metres{word()}},
        {Property::scheduler,
            SchedulerTarget{static_cast<SchedulerKind>(random() % 2),
                random() % 2 == 0 ? std::nullopt : std::optional(share()),
                random() % 2 == 0 ? std::nullopt : std::optional(word())}},
        {Property::buffer_threshold, DynamicThreshold{static_cast<std::int64_t>(random())}},
        {Property::partitions, ManagerText{"ai=0x8001:\n ALL=Full;", "ai=0x8001:\n ALL=full;"}},
        {Property::hashing, HashFields{static_cast<std::uint8_t>(random() % 64)}},
    };
    const auto& [property, value] = values[random() % values.size()];
    constexpr std::array names{"", "Ethernet4", "Et1/1", "et-0/0/1:0", "a \"port\"\n"};
    return {names[random() % names.size()],
        {.port = {0, Port::no_index},
            .property = property,
            .number = byte(),
            .value = value,
            .shared = random() % 2 == 0,
            .fix_class = static_cast<FixClass>(random() % 4)}};
}

}

TEST_CASE("a change that is written and read again is the same change, whatever it sets")
{
    std::mt19937_64 random(1);
    std::set<std::size_t> kinds;
    for (int run = 0; run < 3000; ++run) {
        const NamedChange change = any_change(random);
        const std::string text = text_of(change);
        CAPTURE(text);
        const ReadAgain again = read_text(text);
        CHECK(again.error == "");
        CHECK(again.change == change);
        kinds.insert(change.change.value.index());
    }
    CHECK(kinds.size() == std::variant_size_v<ChangeValue>);
}

TEST_CASE("a change is written with its port's name, and without empty values")
{
    NamedChange change{
        "Ethernet4", {.property = Property::dscp_map, .value = MapEntry{MapKind::dscp_to_tc, 26, 3}}};
    CHECK(text_of(change)
        == R"({"port": "Ethernet4", "property": "dscp-map", "class": "hitless", )"
           R"("set": {"map": "dscp-to-tc", "from": 26, "to": 3}})"
           "\n");
}

TEST_CASE("a change applies to the port of its name, or to none if the device lacks it")
{
    Device device;
    device.ports.resize(2);
    device.ports[0].name = "Ethernet0";
    device.ports[1].name = "Ethernet4";
    const Change change{.port = {7, 1}, .property = Property::mtu, .value = Bytes{9214}};
    const NamedChange apart = named(device, change);
    CHECK(apart.port == "Ethernet4");
    CHECK(on_device(apart, device, 7) == change);
    device.ports.pop_back();
    CHECK_FALSE(on_device(apart, device, 7).has_value());
    const Change whole{
        .port = {7, Port::no_index}, .property = Property::lossless_packet, .value = Bytes{9214}};
    CHECK(on_device(named(device, whole), device, 7) == whole);
}

TEST_CASE("a mistake in a written change is reported at its place")
{
    const auto error_of
        = [](std::string_view set, std::string_view rest = R"("property": "mtu", "class": "hitless")") {
              return read_text("{" + std::string(rest) + ", \"set\": " + std::string(set) + "}").error;
          };
    CHECK(error_of(R"({"bytes": 9214})") == "");
    CHECK(error_of(R"({"bytes": "9214"})")
              .ends_with("'bytes' must be a whole number up to 18446744073709551615"));
    CHECK(error_of(R"({"bytes": -1})").find("must be a whole number") != std::string::npos);
    CHECK(error_of(R"({"bytes": 1, "more": 2})").find("unknown key in set: 'more'") != std::string::npos);
    CHECK(error_of(R"({"fec": "rs"})").ends_with("no change of mtu sets this"));
    CHECK(error_of("7").ends_with("set must be a mapping, not a single value"));
    CHECK(error_of("{}", R"("property": "mtus", "class": "hitless")").ends_with("did you mean 'mtu'?"));
    CHECK(error_of("{}", R"("property": "cabling", "class": "hitless")")
              .ends_with("no change of cabling sets this"));
    CHECK(error_of(R"({"bytes": 1})", R"("property": "mtu")").ends_with("'class' is missing"));
    CHECK(error_of(R"({"add": [3, 8], "remove": []})", R"("property": "pfc", "class": "hitless")")
              .find("up to 7")
        != std::string::npos);
    CHECK(error_of(R"({"map": "dscp-to-tc", "from": 64, "to": 3})",
              R"("property": "dscp-map", "class": "hitless")")
              .find("'from' must be a whole number up to 63")
        != std::string::npos);
    CHECK(read_text("[]").error.ends_with("a change must be a mapping, not a list"));
}

}
