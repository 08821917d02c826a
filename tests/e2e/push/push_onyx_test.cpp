// SPDX-License-Identifier: Apache-2.0
// Plans, pushes and rolls back a switch without commits by running the program as a user would.
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"
#include "tests/e2e/server/fleet.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::push_onyx {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

TEST_CASE(
    "Onyx is planned for, pushed under a job of its own, saved, and rolled back to its old configuration")
{
    Fleet fleet;
    const std::string sound = replaced(std::string(find_driver("onyx")->base_example), "@NAME@", "leaf1");
    fleet.add("leaf1",
        Device::Kind::onyx,
        replaced(sound, "dcb priority-flow-control mode on force", "flowcontrol send off force"));
    fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    (void)fleet.inventory();
    const auto run = [&](const std::vector<std::string>& arguments) {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        const Run done = rocelint(arguments, options);
        INFO(done.out);
        INFO(done.err);
        CHECK(done.code == 0);
    };
    const auto configuration = [&](const std::string& folder) {
        run({"collect", "inventory.yaml", "-o", folder});
        return file_text(fleet.work().path(folder + "/leaf1.cfg"));
    };
    const std::string before = configuration("before");
    run({"plan", "inventory.yaml", "--allow-disruptive"});
    run({"push", "plan.json", "--yes", "--observe", "0"});
    const std::string after = configuration("after");
    CHECK(after != before);
    CHECK(after.find("interface ethernet 1/1 dcb priority-flow-control mode on force") != std::string::npos);
    const std::string typed = fleet.device("leaf1").commands();
    CHECK(typed.find("job 4791 enable") < typed.find("dcb priority-flow-control mode on"));
    CHECK(typed.find("no job 4791", typed.find("dcb priority-flow-control mode on"))
        < typed.find("configuration write"));
    run({"rollback", "plan.json.journal", "--yes", "--observe", "0"});
    CHECK(configuration("back") == before);
}

TEST_CASE(
    "Onyx is identified by its serial number and MAC address: another box at its IP address is not pushed to")
{
    Fleet fleet;
    const std::string broken
        = replaced(replaced(std::string(find_driver("onyx")->base_example), "@NAME@", "leaf1"),
            "dcb priority-flow-control mode on force",
            "flowcontrol send off force");
    const Device& leaf = fleet.add("leaf1", Device::Kind::onyx, broken);
    fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    (void)fleet.inventory();
    const auto run = [&](const std::vector<std::string>& arguments) {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        return rocelint(arguments, options);
    };
    leaf.set_control(R"({"serial": "MT1708X1", "mac": "02:00:00:00:00:98"})");
    REQUIRE(run({"plan", "inventory.yaml", "--allow-disruptive"}).code == 0);
    CHECK(holds(file_text(fleet.work().path("plan.json")), R"("serial": "MT1708X1")"));
    CHECK(holds(file_text(fleet.work().path("plan.json")), "02:00:00:00:00:98"));
    leaf.set_control(R"({"serial": "MT1708X2", "mac": "02:00:00:00:00:98"})");
    const Run other = run({"push", "plan.json", "--yes", "--observe", "0"});
    CHECK(other.code == 4);
    CHECK(other.says(
        "leaf1: it is not the device that was planned for: its serial number is MT1708X2 and was MT1708X1"));
    // A board without a serial number reports a sentence in its place; then the MAC address identifies it.
    leaf.set_control(R"({"serial": "Defined in system VPD", "mac": "02:00:00:00:00:99"})");
    CHECK(run({"push", "plan.json", "--yes", "--observe", "0", "--journal", "second"})
              .says("its base MAC address is 02:00:00:00:00:99 and was 02:00:00:00:00:98"));
    leaf.set_control(R"({"serial": "Defined in system VPD", "mac": "02:00:00:00:00:98"})");
    CHECK(run({"push", "plan.json", "--yes", "--observe", "0", "--journal", "third"}).code == 0);
}

}
}
