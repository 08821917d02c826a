// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"
#include "tests/models/physics/csv.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

namespace rocelint {
namespace {

std::uint64_t number(const std::string& text) { return std::stoull(text); }

physics::HeadroomInput input_at(BitsPerSecond speed, Metres cable)
{
    physics::HeadroomInput input;
    input.speed = speed;
    input.cable = cable;
    const auto quanta = catalog::response_quanta(speed);
    if (quanta.known()) {
        input.response_quanta = quanta.value;
        input.response_source = quanta.source;
    }
    return input;
}

physics::Headroom headroom_of(const catalog::Asic& asic, const physics::HeadroomInput& input)
{
    return asic.model.value == catalog::HeadroomModel::tofino
        ? physics::tofino_headroom(input, asic.delays())
        : physics::spectrum_headroom(input, asic.delays());
}

TEST_CASE("every result of SONiC's headroom programs is reproduced to the byte")
{
    const auto rows = read_csv("sonic_headroom.csv");
    REQUIRE(rows.size() == 259);
    for (const auto& row : rows) {
        REQUIRE(row.size() == 12);
        CAPTURE(fmt::format("{}", fmt::join(row, ",")));
        const catalog::Asic* asic = catalog::find_asic(row[0]);
        REQUIRE(asic != nullptr);
        physics::HeadroomInput input
            = input_at({number(row[4]) * 1'000'000}, {static_cast<std::uint32_t>(number(row[5]))});
        input.lossless_mtu = {number(row[1])};
        input.small_packets = Percent::whole(static_cast<std::uint32_t>(number(row[2])));
        input.shared_headroom = row[3] == "1";
        input.mtu = {number(row[6])};
        input.gearbox = std::chrono::nanoseconds(number(row[7]));
        input.lanes = static_cast<std::uint32_t>(number(row[8]));
        const physics::Headroom headroom = headroom_of(*asic, input);
        CHECK(headroom.xon.count == number(row[9]));
        CHECK(headroom.xoff.count == number(row[10]));
        CHECK(headroom.size.count == number(row[11]));
    }
}

TEST_CASE("the printed terms of a headroom add up to its xoff before rounding")
{
    for (const auto& row : read_csv("sonic_headroom.csv")) {
        const catalog::Asic* asic = catalog::find_asic(row[0]);
        REQUIRE(asic != nullptr);
        physics::HeadroomInput input
            = input_at({number(row[4]) * 1'000'000}, {static_cast<std::uint32_t>(number(row[5]))});
        input.small_packets = Percent::whole(static_cast<std::uint32_t>(number(row[2])));
        input.gearbox = std::chrono::nanoseconds(number(row[7]));
        const physics::Headroom headroom = headroom_of(*asic, input);
        double sum = 0;
        for (const physics::Term& term : headroom.terms) {
            CHECK(!term.name.empty());
            CHECK(!term.source.empty());
            sum += term.bytes;
        }
        CHECK(static_cast<double>(headroom.xoff.count) >= sum - 0.01);
        CHECK(static_cast<double>(headroom.xoff.count) < sum + 1024);
    }
}

TEST_CASE("the table shipped for the ACS-SN5600 is the model's result or 1 KiB more")
{
    const catalog::HeadroomTable* table = catalog::table_of_sku("ACS-SN5600");
    REQUIRE(table != nullptr);
    int exact = 0;
    int larger = 0;
    for (const catalog::HeadroomRow& row : table->rows) {
        physics::HeadroomInput input = input_at(row.speed, row.cable);
        input.small_packets = Percent::whole(100);
        input.lanes = row.speed.count == 800'000'000'000 ? 8 : 4;
        const physics::Headroom headroom = headroom_of(*table->asic, input);
        exact += row.xoff == headroom.xoff ? 1 : 0;
        larger += row.xoff.count == headroom.xoff.count + 1024 ? 1 : 0;
    }
    CHECK(exact == 15);
    CHECK(larger == 9);
    CHECK(table->rows.size() == 24);
}

TEST_CASE("a shared headroom pool takes xoff out of the reserved size and counts its cells")
{
    const catalog::Asic& asic = *catalog::find_asic("spectrum-4");
    physics::HeadroomInput input = input_at({400'000'000'000}, {40});
    input.shared_headroom = true;
    const physics::Headroom headroom = headroom_of(asic, input);
    CHECK(headroom.size == headroom.xon);
    CHECK(headroom.cells == (headroom.xoff.count + 191) / 192);
}

TEST_CASE("a speed without its own response time uses the ASIC's")
{
    const catalog::Asic& asic = *catalog::find_asic("spectrum-3");
    physics::HeadroomInput input = input_at({20'000'000'000}, {5});
    CHECK(!input.response_quanta);
    bool found = false;
    for (const physics::Term& term : headroom_of(asic, input).terms)
        found = found
            || (term.name == "time the peer takes to stop" && std::abs(term.bytes - 3.8 * 1024) < 1e-6);
    CHECK(found);
}

}
}
