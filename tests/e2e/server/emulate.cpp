// SPDX-License-Identifier: Apache-2.0
// Starts an emulated device for each configuration in a folder, to try collect, plan and push by hand:
//   emulate FOLDER
// It prints the path of the inventory and how to use it, and ends when its standard input is closed.
#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/e2e/server/fleet.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

int main(int argc, char** argv)
{
    doctest::Context context;
    context.setAsDefaultForAssertsOutOfTestCases();
    context.setAssertHandler([](const doctest::AssertData& data) {
        if (data.m_failed) {
            fmt::print(stderr, "emulate: {} did not hold\n", data.m_expr);
            std::exit(1);
        }
    });
    if (argc != 2) {
        fmt::print(stderr, "usage: emulate FOLDER\n");
        return 2;
    }
    rocelint::e2e::Fleet fleet;
    fleet.add_all(argv[1]);
    const std::string inventory = fleet.inventory();
    fmt::print("cd {}\nexport {}\nrocelint plan {}\n",
        fleet.work().path(),
        fmt::join(fleet.environment(), " "),
        inventory);
    for (const std::string& name : fleet.names())
        fmt::print("# {}: {}\n", name, fleet.device(name).folder().path());
    std::fflush(stdout);
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) > 0) { }
    return 0;
}
