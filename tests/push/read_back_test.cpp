// SPDX-License-Identifier: Apache-2.0
// Differences that used to go unreported: each is printed, counts as drift, and is never an accepted side effect of a push.
#include "drivers/driver.h"
#include "models/change/changes_between.h"
#include "models/fabric/fields/dump.h"
#include "push/reach/reading.h"
#include "push/run/verify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push {
namespace {

// A device read from one file.
struct OneFile {
    SourceSet sources{1};
    std::vector<Tree> trees;
    Device device;

    OneFile(const Driver& driver, const std::string& name, std::string_view text)
    {
        sources.put(std::make_unique<Source>(0, name, text));
        trees.push_back(driver.parse(*sources.find(0)));
        device = driver.read(trees, "device").device;
    }

    // The dump without positions, which an edit may shift.
    [[nodiscard]] std::string dumped() const
    {
        std::string out;
        bool inside = false;
        for (const char c : dump(device, sources)) {
            inside = inside || c == '(';
            if (!inside)
                out += c;
            inside = inside && c != ')';
        }
        return out;
    }
};

struct Edited {
    const char* platform;
    const char* file; ///< below fixtures/fabrics
    std::string_view old_text; ///< its first occurrence is replaced
    std::string_view new_text;
    std::string_view dumped; ///< `debug model` prints it only for the new text
    std::string_view drift; ///< drift reports it
    std::string_view refusal; ///< why push refuses to keep it
};

std::string text_of(const char* file)
{
    std::ifstream stream(std::filesystem::path(ROCELINT_SOURCE_DIR "/fixtures/fabrics") / file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void check_told(const Edited& row)
{
    CAPTURE(row.new_text);
    const Driver& driver = *find_driver(row.platform);
    std::string text = text_of(row.file);
    const OneFile before(driver, row.file, text);
    const std::size_t at = text.find(row.old_text);
    REQUIRE(at != std::string::npos);
    text.replace(at, row.old_text.size(), row.new_text);
    const OneFile after(driver, row.file, text);

    CHECK(before.dumped().find(row.dumped) == std::string::npos);
    CHECK(after.dumped().find(row.dumped) != std::string::npos);

    const ChangesBetween drift = changes_between(after.device, before.device);
    CHECK(drift.changes.empty());
    std::string said;
    for (const LeftDifference& left : drift.left)
        said += left.sentence + "\n";
    CAPTURE(said);
    CHECK(said.find(row.drift) != std::string::npos);

    CHECK_FALSE(difference_from_step(PlanStep{}, before.device, before.device).has_value());
    CHECK(difference_from_step(PlanStep{}, before.device, after.device).value_or("")
        == "read back, something else changed too: " + std::string(row.refusal));
}

}

TEST_CASE("a changed fill level of Junos is printed, is drift, and is not kept by a push")
{
    check_told({"junos",
        "junos-notations/juniper-leaf1.conf",
        "fill-level [ 55 90 ]",
        "fill-level [ 1 2 ]",
        "min-fill: 1 %",
        "a queue marks from another share of its buffer, and no change sets that",
        "ecn of et-0/0/1"});
}

TEST_CASE("a changed service policy of EOS is printed, is drift, and is not kept by a push")
{
    check_told({"eos",
        "eos-without-roce/spine1.cfg",
        "   service-policy type qos input RDMA-INGRESS\n",
        "",
        "ingress-policy: none",
        "Ethernet1: the policy that classifies what comes in differs, and no change sets it",
        "ingress-policy of Ethernet1"});
}

TEST_CASE("a changed pool of SONiC is printed, is drift, and is not kept by a push")
{
    check_told({"sonic",
        "clos-mixed/leaf1.json",
        "\"size\": \"46653440\"",
        "\"size\": \"46000000\"",
        "size: 46000000",
        "leaf1: the size of the buffer pool ingress_lossless_pool differs, and no change sets it",
        "buffer-pool of the device"});
}

TEST_CASE("a changed xon_offset of SONiC is printed, is drift, and is not kept by a push")
{
    check_told({"sonic",
        "clos-mixed/leaf1.json",
        "\"xon\": \"19456\"",
        "\"xon\": \"19456\", \"xon_offset\": \"2288\"",
        "xon-offset: 2288",
        "the fill at which a group resumes, or its fixed threshold, differs",
        "headroom of Ethernet0"});
}

TEST_CASE("a changed seed of the ECMP hash is printed, is drift, and is not kept by a push")
{
    check_told({"sonic",
        "clos-mixed/leaf1.json",
        "{\n    \"DEVICE_METADATA\"",
        "{\n    \"SWITCH\": {\"switch\": {\"ecmp_hash_seed\": \"7\"}},\n    \"DEVICE_METADATA\"",
        "ecmp-seed: 7",
        "leaf1: the seed of the ECMP hash differs, and no change sets it",
        "hashing of the device"});
}

TEST_CASE("a changed mode of DCBX is printed, is drift, and is not kept by a push")
{
    check_told({"linux-host",
        "fat-tree-bounce/hosts/host1.txt",
        "DCBX mode: OS controlled",
        "DCBX mode: Firmware controlled",
        "dcbx: firmware",
        "ens1f0np0: who controls DCBX differs, and no change sets it",
        "dcbx of ens1f0np0"});
}

}
