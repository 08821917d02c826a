// SPDX-License-Identifier: Apache-2.0
// Pushes to netconfd edits that remove one value of a list while others stay: with our own module, and with Juniper's modules if
// they are available.
#include "drivers/driver.h"
#include "tests/e2e/push/push_fabric.h"
#include "tests/e2e/server/junos_text.h"
#include "tests/e2e/server/netconf_server.h"
#include "tests/vendor/schema_folder.h"

#include <doctest/doctest.h>

namespace rocelint::e2e {
namespace {

constexpr const char* policy
    = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";

// The base example with one fault, without its rate limit, which our own module does not have.
std::string faulty(const std::string& code)
{
    std::string text(find_driver("junos")->base_example);
    replace_in(text, "@NAME@", "leaf1");
    replace_in(text, "shaping-rate 5g;", "");
    if (code == "QOS005") {
        replace_in(text, "flow-control-queue 3;", "flow-control-queue 4;");
        return text;
    }
    replace_in(text, "[ 000000 001010 010010 ]", "[ 000000 001010 011010 ]");
    replace_in(text, "loss-priority low code-points 011010", "loss-priority low code-points 011000");
    replace_in(text, "code-point 011010 {", "code-point 011000 {");
    return text;
}

void push_and_roll_back(const std::string& code, const std::string& schemas)
{
    CAPTURE(code);
    NetconfServer::Options options;
    options.configuration = junos_xml(faulty(code));
    options.vendor_modules = schemas;
    const NetconfServer server(options);
    Fleet fleet;
    fleet.add_server("leaf1", Device::Kind::junos, server.endpoint().port);
    (void)fleet.work().write("rocelint.yaml", policy);
    (void)fleet.inventory();
    const std::string before = server.read_with_ncclient();
    const auto run = [&](const std::vector<std::string>& words) {
        Run done = run_at(fleet, words);
        INFO(done.out);
        INFO(done.err);
        CHECK(done.code == 0);
        return done;
    };
    const Run planned = run({"plan", "inventory.yaml", "--allow-disruptive"});
    CHECK(planned.says(code));
    const Run pushed = run({"push", "plan.json", "--yes", "--observe", "0", "--accept-blind"});
    CHECK(pushed.says("done"));
    CHECK(file_text(fleet.work().path("plan.json.journal")).find("\"event\": \"done\"") != std::string::npos);
    CHECK(server.read_with_ncclient() != before);
    run({"rollback", "plan.json.journal", "--yes", "--observe", "0", "--accept-blind"});
    CHECK(server.read_with_ncclient() == before);
}

TEST_CASE("netconfd: a DSCP and a paused queue are moved by a push, and every byte comes back")
{
    for (const char* code : {"QOS002", "QOS005"})
        push_and_roll_back(code, {});
}

TEST_CASE(
    "netconfd with Juniper's modules: a DSCP and a paused queue are moved by a push, and every byte comes back")
{
    const auto folder = vendor::schema_folder("junos");
    if (!folder)
        return;
    for (const char* code : {"QOS002", "QOS005"})
        push_and_roll_back(code, *folder);
}

}
}
