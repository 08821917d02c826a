// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/nxos.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view two_strict = "!Command: show running-config\n"
                                        "hostname leaf1\n"
                                        "policy-map type queuing OUT\n"
                                        "  class type queuing c-out-8q-q7\n"
                                        "    priority level 2\n"
                                        "  class type queuing c-out-8q-q6\n"
                                        "    priority level 1\n"
                                        "  class type queuing c-out-8q-q3\n"
                                        "    bandwidth remaining percent 50\n"
                                        "interface Ethernet1/1\n"
                                        "  service-policy type queuing output OUT\n";

TEST_CASE("a queue that becomes strict gets the first unused priority level of its policy")
{
    const tests::TextCase from(nxos::driver, "leaf1.cfg", two_strict);
    const std::uint32_t port = from.device().find_port("Ethernet1/1");
    REQUIRE(port != Port::no_index);
    Change change{.port = {0, port},
        .property = Property::scheduler,
        .value = SchedulerTarget{SchedulerKind::strict, {}, {}}};
    change.number = 3;
    const Editing editing = nxos::driver.edit({&from.tree, 1}, from.device(), {&change, 1});
    REQUIRE(editing.refused.empty());
    const auto text = apply_edits(*from.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    CHECK(text->find("c-out-8q-q3\n    priority level 3\n") != std::string::npos);
    CHECK(text->find("c-out-8q-q6\n    priority level 1\n") != std::string::npos);
}

}
}
