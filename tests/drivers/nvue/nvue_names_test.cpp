// SPDX-License-Identifier: Apache-2.0
// Names of profiles (NVIDIA Cumulus Linux 5.13 User Guide, NVUE Format Reference, profile-name).
#include "tests/drivers/nvue/nvue_case.h"
#include "tests/drivers/render_design.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue_test {
namespace {

std::string lines_with(std::string_view profile)
{
    return fmt::format("nv set system hostname leaf1\nnv set interface swp1-2 link speed 400G\n"
                       "nv set qos pfc {0} switch-priority 3\nnv set qos pfc {0} rx enable\n",
        profile);
}

std::string document_with(std::string_view profile)
{
    return fmt::format("- set:\n    system:\n      hostname: leaf1\n    qos:\n      pfc:\n        {}:\n"
                       "          rx: enable\n          switch-priority:\n            '3': {{}}\n",
        profile);
}

TEST_CASE("a profile whose name NVUE would refuse is reported once, where it is first named")
{
    struct Wrong {
        std::string_view name;
        std::string_view why;
    };
    for (const Wrong& wrong : {Wrong{"none", "is a reserved word (NVIDIA"},
             Wrong{"any", "is a reserved word (NVIDIA"},
             Wrong{"3m", "begins with '3', where a letter is expected (NVIDIA"},
             Wrong{"a.b", "has characters other than letters, digits and _- (NVIDIA"}}) {
        for (const std::string& text : {lines_with(wrong.name), document_with(wrong.name)}) {
            CAPTURE(text);
            const Case read(text);
            REQUIRE(read.reading.problems.size() == 1);
            CHECK(read.reading.problems.front().message.starts_with(
                fmt::format("qos pfc {} {}", wrong.name, wrong.why)));
            CHECK(read.lines(CoverageState::unrecognised) == 0);
        }
    }
}

TEST_CASE("other names of profiles are taken, and so is any name of a group in switchd's own files")
{
    for (const char* name : {"default-global", "lossless-3m", "A_b", "nonesuch", "m3"}) {
        CAPTURE(name);
        CHECK(Case(lines_with(name)).reading.problems.empty());
        CHECK(Case(document_with(name)).reading.problems.empty());
    }
    CHECK(Case("pfc.port_group_list = [3m]\npfc.3m.cos_list = [3]\npfc.3m.port_set = swp1\n")
              .reading.problems.empty());
}

TEST_CASE("a port without RDMA is written with a profile that pauses nothing and has a name that NVUE takes")
{
    DeviceDesign design = render_design::switch_design("nvue", "leaf1", Role::leaf);
    render_design::add_port(design, {.name = "swp1"});
    render_design::add_port(design, {.name = "swp2"}).rdma = false;
    const Rendering rendering = nvue::driver.render(design);
    REQUIRE_MESSAGE(rendering.refused.empty(), rendering.refused);
    CAPTURE(rendering.files.front().text);
    const Case read(rendering.files.front().text);
    CHECK(read.reading.problems.empty());
    CHECK(read.port("swp1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("swp2").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("swp2").pfc_rx.is(PrioritySet{}));
}

}
}
