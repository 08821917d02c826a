// SPDX-License-Identifier: Apache-2.0
// The tables of `show pfc counters`.
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint {
namespace {

constexpr std::string_view shown = R"(admin@leaf1:~$ show pfc counters
  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   1,200     N/A       0       0       0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   9.000       0       0       0       0
)";

TEST_CASE("show pfc counters: thousands, N/A and the numbers of another language")
{
    const tests::ReadFiles device("sonic", {{"leaf1/show_pfc_counters.txt", shown}});
    CHECK(device.all_recognised());
    CHECK(device.device().name == "leaf1");
    std::string out;
    for (const CounterReading& reading : device.device().counter_readings) {
        if (reading.part == 3 || reading.part == 4)
            out += fmt::format("{} {}={}\n", reading.on, reading.name, reading.value);
    }
    CHECK(out == "Ethernet0 Port Rx PFC3=1200\nEthernet0 Port Tx PFC4=0\n");
    REQUIRE(device.problems().size() == 1);
    CHECK(device.problems().front().message.find("'9.000'") != std::string::npos);
    CHECK(device.gaps() == "");
}

}
}
