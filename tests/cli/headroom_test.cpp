// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

Run headroom(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "headroom");
    return rocelint(arguments);
}

TEST_CASE("headroom prints each term with its source, and every model side by side")
{
    const Run run
        = headroom({"--speed", "400G", "--cable", "40m", "--asic", "ACS-SN5600", "--small-packets", "100"});
    CHECK(run.code == 0);
    CHECK(run.err == "");
    CHECK(run.says("SONiC's dynamic model of spectrum-4"));
    CHECK(run.says("57920.0  time the peer takes to stop"));
    CHECK(run.says("sonic-net/sonic-swss cfgmgr/buffer_headroom_mellanox.lua"));
    CHECK(run.says("xon 19456, xoff 283648, size 303104 bytes; 1579 cells of 192 bytes"));
    CHECK(run.says("component model of 802.1Qbb"));
    CHECK(run.says("the delay of an interface of 400G is not known and is counted as zero"));
    CHECK(run.says("shipped table ACS-SN5600, row of 40 m"));
    CHECK(run.says("shipped table Mellanox-SN5600-C224O8, row of 40 m"));
    CHECK(run.says("Floor: 21024 bytes"));
    CHECK(run.says("Assumed, as not stated: 4 lanes, MTU 9100, lossless MTU 1024."));
    CHECK(run.says("(the largest)"));
}

TEST_CASE("the first line of headroom is the answer, with its model and the reason for it")
{
    const Run chip = headroom({"--speed", "400G", "--cable", "30m", "--asic", "spectrum-4"});
    CHECK(chip.out.starts_with(
        "Configure xoff 113664, xon 19456, size 133120 bytes: SONiC's dynamic model of spectrum-4 (the formula of "
        "the chip's vendor, with the numbers below). All answers: xoff 99002 to 283648 bytes.\n\nOne lossless class"));
    const Run none = headroom({"--speed", "100G", "--cable", "5m"});
    CHECK(none.out.starts_with(
        "Configure xoff 51449, xon 0, size 51449 bytes: component model of 802.1Qbb (no --asic names a chip with a "
        "formula or table of its own).\n\n"));
}

TEST_CASE("headroom takes plain numbers and units and needs no ASIC")
{
    const Run run = headroom({"--speed",
        "100000",
        "--cable",
        "100",
        "--mtu",
        "9216",
        "--lossless-mtu",
        "9216",
        "--lanes",
        "4",
        "--small-packets",
        "50%"});
    CHECK(run.code == 0);
    CHECK(run.says("xoff 71632"));
    CHECK(!run.says("Assumed"));
    CHECK(!run.says("(the largest)"));
    CHECK(headroom({"--speed", "100G", "--cable", "2km"}).says("2000 m of cable"));
    const Run both = headroom({"--speed",
        "100G",
        "--cable",
        "100m",
        "--mtu",
        "9216",
        "--lossless-mtu",
        "9216",
        "--interfaces",
        "2"});
    CHECK(both.says("xoff 86992"));
}

TEST_CASE("headroom knows a NIC's receive buffer and its usual cable")
{
    const Run run = headroom({"--speed", "100G", "--nic", "ConnectX-7", "--mtu", "9000"});
    CHECK(run.code == 0);
    CHECK(run.says("receive buffer of a NIC of mlx5"));
    CHECK(run.says("XOFF 56080 bytes below the end"));
    CHECK(run.says("65424 bytes"));
    CHECK(run.says("a cable of 7 m"));
}

TEST_CASE("headroom sweeps the cable from the shortest to the longest")
{
    const Run run = headroom({"--speed", "100G", "--sweep", "cable=5..300:100", "--asic", "spectrum-2"});
    CHECK(run.code == 0);
    CHECK(run.says("     5 m"));
    CHECK(run.says("   205 m"));
    CHECK(run.says("   300 m"));
    CHECK(!run.says("   305 m"));
    CHECK(run.says("ACS-MSN3700"));
    const Run json = headroom({"--speed", "100G", "--sweep", "cable=5..5", "--format", "json"});
    CHECK(json.code == 0);
    CHECK(json.says("\"cable\": 5"));
}

TEST_CASE("a cable longer than any row of a shipped table is reported, not extrapolated")
{
    const Run run = headroom({"--speed", "100G", "--cable", "1km", "--asic", "ACS-MSN2700"});
    CHECK(run.code == 0);
    CHECK(run.says("Note: the shipped table ACS-MSN2700 has no row for 100G and 1000 m."));
}

TEST_CASE("a speed without a response time is calculated as SONiC does, with a warning")
{
    const Run run = headroom({"--speed", "1600G", "--cable", "30m", "--asic", "spectrum-6"});
    CHECK(run.code == 0);
    CHECK(run.says("SONiC's dynamic model of spectrum-6"));
    CHECK(run.says("Warning: the response time of a 1600G peer is undocumented."));
    CHECK(run.says("3.8 KiB are assumed"));
    CHECK(run.says("Note: the component model has no answer: no response time is known for 1600G."));
    CHECK(!run.says("component model of 802.1Qbb"));
    // A given response time is used, and no warning remains.
    CHECK(
        !headroom({"--speed", "1600G", "--cable", "30m", "--asic", "spectrum-6", "--response-quanta", "1810"})
             .says("Warning"));
    CHECK(headroom({"--speed", "1600G", "--cable", "30m"}).code == 2);
    CHECK(headroom({"--speed", "333G", "--cable", "30m", "--asic", "spectrum-6"}).code == 2);
}

TEST_CASE("a shared headroom pool changes the reserved size and states the pool")
{
    const Run run = headroom({"--speed",
        "100G",
        "--cable",
        "5",
        "--asic",
        "spectrum-4",
        "--shared-headroom",
        "2",
        "--model",
        "lua"});
    CHECK(run.code == 0);
    CHECK(run.says("xon 19456, xoff 47104, size 19456 bytes"));
    CHECK(run.says("a shared headroom pool of 18432 bytes at an oversubscription of 2"));
}

TEST_CASE("headroom rejects senseless values by name")
{
    struct Row {
        std::vector<std::string> arguments;
        std::string message;
    };
    const std::vector<std::string> good{"--speed", "400G", "--cable", "5"};
    const Row rows[] = {
        {{"--speed", "0", "--cable", "5"}, "--speed '0' is not a speed; write 400G or 100000 (Mb/s)"},
        {{"--speed", "fast", "--cable", "5"}, "--speed 'fast' is not a speed"},
        {{"--speed", "99999999999999999999G", "--cable", "5"}, "--speed '9999"},
        {{"--speed", "333G", "--cable", "5"},
            "no response time is known for 333G; the nearest speed with one is 400G"},
        {{"--cable", "5"}, "--speed is missing"},
        {{"--speed", "400G"}, "--cable is missing"},
        {{"--speed", "400G", "--cable", "201km"}, "--cable 201km is longer than 200 km"},
        {{"--speed", "400G", "--cable", "18446744073709551615km"},
            "--cable 18446744073709551615km is longer"},
        {{"--speed", "400G", "--cable", "-5"}, "--cable cannot be '-5'"},
        {{"--speed", "400G", "--cable", "5", "--sweep", "cable=5..9"},
            "--cable and --sweep exclude each other"},
        {{"--speed", "400G", "--sweep", "cable=9..5"}, "--sweep cannot be 'cable=9..5'"},
        {{"--speed", "400G", "--sweep", "cable=5..9:0"}, "--sweep cannot be 'cable=5..9:0'"},
        {{"--speed", "400G", "--sweep", "speed=5..9"}, "--sweep cannot be 'speed=5..9'"},
        {{"--small-packets", "101"}, "--small-packets cannot be '101'; it is a whole number from 0 to 100"},
        {{"--mtu", "63"}, "--mtu cannot be '63'"},
        {{"--mtu", "1500", "--lossless-mtu", "4200"},
            "--lossless-mtu 4200 is larger than the MTU of any class, 1500"},
        {{"--lanes", "0"}, "--lanes cannot be '0'"},
        {{"--interfaces", "3"}, "--interfaces cannot be '3'"},
        {{"--gearbox-ns", "2000000"}, "--gearbox-ns cannot be '2000000'"},
        {{"--shared-headroom", "0"}, "--shared-headroom cannot be '0'"},
        {{"--asic", "spectum-4"}, "--asic cannot be 'spectum-4'; did you mean 'spectrum-4'?"},
        {{"--nic", "mlx4"}, "--nic cannot be 'mlx4'; did you mean 'mlx5'?"},
        {{"--model", "lau"}, "--model cannot be 'lau'; did you mean 'lua'?"},
        {{"--model", "lua"}, "--model lua needs --asic with one of spectrum-1"},
        {{"--model", "table"}, "--model table needs --asic"},
        {{"--model", "table", "--asic", "teralynx7"}, "the catalog has no shipped table of teralynx7"},
        {{"--format", "jsn"}, "--format cannot be 'jsn'; did you mean 'json'?"},
        {{"--sped", "400G"}, "unknown option '--sped' of headroom; did you mean '--speed'?"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.message);
        std::vector<std::string> arguments = row.arguments;
        if (arguments.front() != "--speed" && arguments.front() != "--cable")
            arguments.insert(arguments.end(), good.begin(), good.end());
        const Run run = headroom(arguments);
        CHECK(run.code == 2);
        CHECK(run.err.starts_with("rocelint: "));
        CHECK(run.err.find(row.message) != std::string::npos);
        CHECK(run.out == "");
    }
}

}
}
