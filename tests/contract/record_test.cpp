// SPDX-License-Identifier: Apache-2.0
// A driver's record is complete: everything that other parts of the program ask it for is there and consistent.
#include "tests/contract/driver_case.h"

#include <set>
#include <string_view>

namespace rocelint {
namespace {

TEST_SUITE_BEGIN("driver contract");

TEST_CASE("a record has the functions and words that every driver needs")
{
    for (const Driver* driver : all_drivers()) {
        CAPTURE(driver->name);
        CHECK_FALSE(driver->name.empty());
        CHECK_FALSE(driver->title.empty());
        CHECK((driver->detect != nullptr || !driver->signs.empty()));
        CHECK((driver->parse != nullptr && driver->identity != nullptr && driver->read != nullptr));
        CHECK(find_driver(driver->name) == driver);
    }
    CHECK(find_driver("nobody") == nullptr);
}

TEST_CASE("a driver that supports push can edit, give commands and undo them")
{
    for (const Driver* driver : all_drivers()) {
        CAPTURE(driver->name);
        if (driver->open == nullptr)
            continue;
        CHECK((driver->edit != nullptr && driver->commands != nullptr && driver->undo != nullptr));
    }
}

TEST_CASE("a driver says how its devices are reached if and only if it can reach them")
{
    for (const Driver* driver : all_drivers()) {
        CAPTURE(driver->name);
        CHECK((driver->protocol != Protocol::none) == (driver->open != nullptr));
        CHECK(driver->port != 0);
        if (driver->open != nullptr)
            CHECK_FALSE(driver->ansible_names.empty());
    }
}

TEST_CASE("one platform has a script that captures a device, which is what collect --script prints")
{
    std::size_t scripts = 0;
    for (const Driver* driver : all_drivers()) {
        if (driver->capture_script == nullptr)
            continue;
        ++scripts;
        CHECK(driver->capture_script().starts_with("#!/bin/sh\n"));
    }
    CHECK(scripts == 1);
}

TEST_CASE("an Ansible name means one platform, and the first one of each can be shown")
{
    std::set<std::string_view> seen;
    for (const Driver* driver : all_drivers()) {
        for (const std::string_view name : driver->ansible_names) {
            CAPTURE(name);
            CHECK(seen.insert(name).second);
            CHECK(find_driver_of_ansible(name) == driver);
        }
        if (!driver->ansible_names.empty())
            CHECK_FALSE(driver->ansible_names.front().empty());
    }
    CHECK(find_driver_of_ansible("nobody.knows.it") == nullptr);
}

TEST_CASE("a recognition sign is long enough to be looked up, has a weight and a reason")
{
    for (const Driver* driver : all_drivers()) {
        std::set<std::string> seen;
        for (const Sign& sign : driver->signs) {
            CAPTURE(sign.begins);
            CHECK(sign.begins.size() >= 3);
            CHECK(sign.begins.front() != ' ');
            CHECK(sign.weight != 0);
            CHECK_FALSE(sign.reason.empty());
            CHECK(seen.insert(std::string(sign.begins) + '\n' + std::string(sign.holds)).second);
        }
    }
}

TEST_CASE(
    "a recognition sign counts once, at the start of a line, together with the rest that the line must contain")
{
    static constexpr Sign signs[]{
        {"one thing ", 20, "one"}, {"another", 30, "another", " here", ";"}, {"deep", 90, "deep", {}, {}, 2}};
    Driver driver;
    driver.signs = signs;
    const auto found = [&driver](std::string_view text) { return detect(driver, Source(0, "x", text)); };
    CHECK(found("one thing x\none thing y\n").confidence == 0);
    CHECK(found("another x here;\n").confidence == 0);
    CHECK(found("one thing x\r\n\tanother x here;\r\n").confidence == 50);
    CHECK(found("one thing x\nanother x here;\n").reason == "another");
    CHECK(found("one thing x\nanother x here\n").confidence == 0);
    CHECK(found("one thing x\nanother x;\n").confidence == 0);
    CHECK(found("not one thing x\nanother x here;\n").confidence == 0);
    CHECK(found("  deep").confidence == 90);
    CHECK(found("   deep").confidence == 0);
    CHECK(found("{\n  deep\n").confidence == 0);
}

TEST_SUITE_END();

}
}
