// SPDX-License-Identifier: Apache-2.0
// A correction follows the site's style: it uses the profile or mode of the other ports and lines.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {
namespace {

constexpr std::string_view site_policy
    = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";

constexpr std::string_view profiled = R"(! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)
hostname leaf1
!
qos map dscp 26 to traffic-class 3
qos map dscp 48 to traffic-class 6
!
priority-flow-control pause watchdog default timeout 0.4
priority-flow-control pause watchdog default polling-interval 0.1
priority-flow-control pause watchdog default recovery-time 0.8
!
qos profile AI-ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 3
      no priority
      bandwidth percent 50
      random-detect ecn minimum-threshold 220 kbytes maximum-threshold 1800 kbytes max-mark-probability 15
   !
   uc-tx-queue 6
      priority strict
!
interface Ethernet1/1
   mtu 9214
   speed forced 100gfull
   no switchport
   service-profile AI-ROCE
!
interface Ethernet2/1
   mtu 9214
   speed forced 100gfull
   no switchport
   service-profile AI-ROCE
!
interface Ethernet3/1
   mtu 9214
   speed forced 100gfull
   no switchport
!
end
)";

// The lines that a printed diff adds or removes.
std::vector<std::string> changed_lines(const std::string& text)
{
    std::vector<std::string> changed;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        if ((line.starts_with('+') || line.starts_with('-')) && !line.starts_with("+++")
            && !line.starts_with("---"))
            changed.push_back(line);
        at = end + 1;
    }
    return changed;
}

TEST_CASE("a port that was forgotten gets the others' service profile in one line")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", site_policy);
    folder.write("leaf1.cfg", profiled);
    const Run run = rocelint({"fix", folder.path()});
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(changed_lines(run.out) == std::vector<std::string>{"+   service-profile AI-ROCE"});
}

TEST_CASE("a port with lines of its own keeps them, and gets the missing ones as lines")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", site_policy);
    std::string text(profiled);
    const std::size_t port = text.find("interface Ethernet3/1");
    text.insert(text.find("   no switchport", port),
        "   qos trust dscp\n   uc-tx-queue 3\n      bandwidth percent 50\n      random-detect ecn minimum-threshold 220 kbytes "
        "maximum-threshold 1800 kbytes max-mark-probability 15\n   !\n   uc-tx-queue 6\n      priority strict\n   !\n");
    folder.write("leaf1.cfg", text);
    const Run run = rocelint({"fix", folder.path()});
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK_FALSE(run.says("+   service-profile"));
    CHECK(run.says("+   priority-flow-control priority 3 no-drop"));
}

TEST_CASE("a lossy RoCE mode becomes the lossless one if all its ports shall pause")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", site_policy);
    folder.write("leaf1.nv",
        "nv set system hostname leaf1\nnv set interface swp1-2 type swp\nnv set interface swp1-2 link mtu 9216\n"
        "nv set interface swp1-2 link state up\nnv set qos roce mode lossy\nnv set interface swp1-2 qos pfc-watchdog state "
        "enable\n");
    const Run run = rocelint({"fix", folder.path()});
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(changed_lines(run.out)
        == std::vector<std::string>{"-nv set qos roce mode lossy", "+nv set qos roce mode lossless"});
}

}
}
