// SPDX-License-Identifier: Apache-2.0
// Two routing engines: the standby must not take over with the old configuration.
#include "drivers/junos/live/live_health.h"
#include "tests/e2e/live/live_junos.h"
#include "tests/e2e/server/device.h"

namespace rocelint::e2e {
namespace {

using junos::commits_to_both;
using junos::has_standby_engine;

std::string with_commit(const std::string& statement)
{
    std::string text = junos_start;
    const std::string_view name = "<host-name>leaf1</host-name>";
    text.insert(text.find(name) + name.size(), "<commit>" + statement + "</commit>");
    return text;
}

TEST_CASE("Junos: a change is refused if the second routing engine would keep the old configuration")
{
    constexpr const char* two = R"({"engines": ["master", "backup"]})";
    const auto ready = [](const std::string& control, const std::string& configuration) {
        const Device device(Device::Kind::junos, control, configuration);
        const auto live = open_junos(device.endpoint());
        const Transaction change = junos_transaction(need(live->read()).files.front().text, several_changes);
        const Result<void> checked = live->check_ready(change);
        // A refusal releases the lock: the next request gets the same answer.
        CHECK(checked.has_value() == live->check_ready(change).has_value());
        CHECK(live->stage(change).has_value() == checked.has_value());
        return checked;
    };
    CHECK(holds(reason_of(ready(two, junos_start)),
        "would keep the old configuration: `set system commit synchronize`"));
    CHECK(holds(reason_of(ready(two, with_commit("<persist-groups-inheritance/>"))), "would keep the old"));
    CHECK(holds(
        reason_of(ready(two, with_commit("<synchronize inactive=\"inactive\"/>"))), "would keep the old"));
    need(ready(two, with_commit("<synchronize/>")));
    need(ready(R"({"engines": ["master"]})", junos_start));
    // If the device does not show its engines, the change is allowed.
    need(ready(R"({"faults": [{"match": "<get-route-engine-information>", "do": "refuse"}]})", junos_start));
    need(ready("{}", junos_start));
}

TEST_CASE("Junos: only an engine that says backup counts as standby, and broken answers show nothing")
{
    CHECK(has_standby_engine(
        "<a><route-engine><slot>1</slot><mastership-state>backup</mastership-state></route-engine></a>"));
    CHECK(!has_standby_engine(
        "<a><route-engine><slot>0</slot><mastership-state>master</mastership-state></route-engine></a>"));
    CHECK(!has_standby_engine("<a><route-engine><slot>1</slot></route-engine></a>"));
    CHECK(!has_standby_engine("<a><route-engine>"));
    CHECK(!has_standby_engine(""));
    CHECK(!commits_to_both("<configuration><system><commit>"));
    CHECK(!commits_to_both(""));
}

}
}
