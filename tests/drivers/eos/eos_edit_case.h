// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/eos/eos_case.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::eos_case {

/// A change of one port.
inline Change change_of(const Case& from, std::string_view port, Property property, ChangeValue value)
{
    const std::uint32_t index = from.device().find_port(port);
    REQUIRE(index != Port::no_index);
    return {.port = {0, index}, .property = property, .value = value};
}

/// The text after the changes, which must be made with no other difference; or "refused: why".
inline std::string corrected(const Case& from, const std::vector<Change>& changes)
{
    const Editing editing = eos::driver.edit({&from.tree, 1}, from.device(), changes);
    if (!editing.refused.empty())
        return "refused: " + editing.refused[0].reason;
    const auto text = apply_edits(*from.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    const Case after(*text);
    CHECK(after.first_problem() == "");
    for (const Change& change : changes)
        CHECK_MESSAGE(is_made(after.device(), change), *text);
    CHECK(unexplained(differences(from.device(), after.device()), from.device(), changes).empty());
    CHECK(eos::driver.edit({&after.tree, 1}, after.device(), changes).refused.empty());
    return *text;
}

/// The commands that make the changes.
inline std::string commands_for(const Case& from, const std::vector<Change>& changes)
{
    return eos::driver.commands({&from.tree, 1}, from.device(), changes).text;
}

inline PriorityDelta pause(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
inline PriorityDelta no_pause(Priority priority) { return {.add = {}, .remove = PrioritySet::of(priority)}; }

inline constexpr std::string_view two_ports = "hostname leaf1\n"
                                              "!\n"
                                              "interface Ethernet1\n"
                                              "   no switchport\n"
                                              "   ! to the host\n"
                                              "   priority-flow-control on\n"
                                              "   priority-flow-control priority 3 no-drop\n"
                                              "!\n"
                                              "interface Ethernet2\n"
                                              "   no switchport\n"
                                              "!\n"
                                              "end\n";

inline constexpr std::string_view range = "hostname leaf1\n"
                                          "!\n"
                                          "interface Ethernet1-2\n"
                                          "   no switchport\n"
                                          "   mtu 1500\n"
                                          "   priority-flow-control on\n"
                                          "   priority-flow-control priority 3,4 no-drop\n"
                                          "!\n"
                                          "end\n";

inline constexpr std::string_view with_profile
    = "hostname leaf1\n"
      "!\n"
      "qos profile RDMA\n"
      "   qos trust cos\n"
      "   priority-flow-control on\n"
      "   priority-flow-control priority 3 no-drop\n"
      "   !\n"
      "   tx-queue 3\n"
      "      random-detect ecn minimum-threshold 500 kbytes maximum-threshold 1500 kbytes "
      "max-mark-probability 10\n"
      "!\n"
      "interface Ethernet1\n"
      "   no switchport\n"
      "   service-profile RDMA\n"
      "!\n"
      "interface Ethernet2\n"
      "   no switchport\n"
      "   service-profile RDMA\n"
      "!\n"
      "end\n";

}
