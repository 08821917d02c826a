// SPDX-License-Identifier: Apache-2.0
// Compares predictions from the files with the actual fabric: opensm runs with them over ibsim, and the diagnostics show the
// result. The files contain every pitfall that the reader knows, so that a wrong prediction shows.
#include "drivers/driver.h"
#include "tests/e2e/process.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <unistd.h>

namespace rocelint {
namespace {

// One leaf, one spine, three hosts: host1 runs the subnet manager.
constexpr std::string_view net = R"(Switch	8 "leaf1"
[1]	"spine1"[1]
[2]	"host1"[1]
[3]	"host2"[1]

Switch	8 "leaf2"
[1]	"spine1"[2]
[2]	"host3"[1]

Switch	8 "spine1"
[1]	"leaf1"[1]
[2]	"leaf2"[1]

Hca	1 "host1"
[1]	"leaf1"[2]

Hca	1 "host2"
[1]	"leaf1"[3]

Hca	1 "host3"
[1]	"leaf2"[2]
)";

// Everything runs in a separate network namespace, since ibsim's abstract sockets allow only one simulator in each. Its standard
// input must stay open. The output of each tool follows a line that names the tool.
constexpr std::string_view script = R"(cd "$1" || exit 9
mkfifo hold
ibsim -s net < hold > sim.log 2>&1 &
simulator=$!
exec 9> hold
trap 'kill $simulator' EXIT
for try in $(seq 300); do
    sleep 0.2
    SIM_HOST=host2 ibsim-run smpquery -D nodedesc 0 > /dev/null 2>&1 && break
done
export OSM_TMP_DIR="$1" OSM_CACHE_DIR="$1"
SIM_HOST=host1 timeout 300 ibsim-run opensm -F opensm.conf -f osm.log -o > osm.out 2>&1
export SIM_HOST=host2
for lid in 1 2 3 4 5 6; do
    desc=$(ibsim-run smpquery nodedesc $lid)
    echo "== lid $lid ${desc##*.}"
    ibsim-run smpquery sl2vl $lid 1 | grep 'in  0'
    ibsim-run smpquery vlarb $lid 1
    ibsim-run smpquery portinfo $lid 1 | grep -E '^(OperVLs|HoqLife|VLStallCount|VLHighLimit)'
    ibsim-run smpquery pkeys $lid 1 | grep ' 0:'
done
)";

struct Fabric {
    e2e::Folder folder;
    std::string answers;
    std::unique_ptr<Source> sources[3];
    std::vector<Tree> trees;
    Reading reading;

    Fabric(std::string_view options, std::string_view partitions, std::string_view policy)
    {
        const std::string all
            = fmt::format("{}partition_config_file {}/partitions.conf\nqos_policy_file {}/qos-policy.conf\n",
                options,
                folder.path(),
                folder.path());
        folder.write("net", net);
        folder.write("run.sh", script);
        add(0, "opensm.conf", all);
        add(1, "partitions.conf", partitions);
        add(2, "qos-policy.conf", policy);
        reading = find_driver("opensm")->read(trees, "host1");
        answers = e2e::run_tool({"/usr/bin/unshare", "-n", "/bin/bash", folder.path("run.sh"), folder.path()},
            {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"});
    }
    [[nodiscard]] const SubnetManager& manager() const { return *reading.device.manager; }
    // The lines about the port of one node.
    [[nodiscard]] std::string of(std::string_view node) const
    {
        std::size_t at = 0;
        while ((at = answers.find("== lid ", at)) != std::string::npos) {
            const std::size_t end = std::min(answers.find("== lid ", at + 1), answers.size());
            const std::string part = answers.substr(at, end - at);
            if (part.substr(0, part.find('\n')).ends_with(node))
                return part;
            at = end;
        }
        return {};
    }

private:
    void add(std::size_t index, const char* name, std::string_view text)
    {
        folder.write(name, text);
        sources[index] = std::make_unique<Source>(static_cast<SourceId>(index), folder.path(name), text);
        trees.push_back(find_driver("opensm")->parse(*sources[index]));
    }
};

// "| 0| 1| 2|…" or "|0x0 |0x1 |…"
std::vector<unsigned> cells_behind(std::string_view text, std::string_view header, std::size_t from = 0)
{
    std::vector<unsigned> cells;
    std::size_t at = text.find(header, from);
    REQUIRE(at != std::string_view::npos);
    at += header.size();
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    while (line.find('|') != std::string_view::npos) {
        line.remove_prefix(line.find('|') + 1);
        std::string_view cell = line.substr(0, line.find('|'));
        while (cell.starts_with(' '))
            cell.remove_prefix(1);
        const bool hexadecimal = cell.starts_with("0x");
        cell.remove_prefix(hexadecimal ? 2 : 0);
        unsigned value = 0;
        if (std::from_chars(cell.data(), cell.data() + cell.size(), value, hexadecimal ? 16 : 10).ec
            == std::errc{})
            cells.push_back(value);
    }
    return cells;
}

bool is_missing()
{
    for (const char* program :
        {"/usr/sbin/opensm", "/usr/bin/ibsim", "/usr/bin/unshare", "/usr/sbin/smpquery"}) {
        if (::access(program, X_OK) != 0) {
            testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
            return true;
        }
    }
    if (::geteuid() != 0) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return true;
    }
    return false;
}

void check_table(const Fabric& fabric, std::string_view node)
{
    const std::string part = fabric.of(node);
    CAPTURE(part);
    const Setting<SlToVl>& predicted = fabric.manager().sl2vl_of(SmPortClass::channel_adapter);
    REQUIRE(predicted.known());
    const unsigned lanes = vls_of_code(fabric.manager().max_op_vls.value);
    const std::vector<unsigned> got = cells_behind(part, "out  0:");
    REQUIRE(got.size() == 16);
    for (std::size_t sl = 0; sl < got.size(); ++sl) {
        CAPTURE(sl);
        CHECK(got[sl] == (predicted.value.vl[sl] & (lanes - 1)));
    }
}

void check_arbitration(const Fabric& fabric, std::string_view node)
{
    const std::string part = fabric.of(node);
    CAPTURE(part);
    for (const bool high : {false, true}) {
        const SmQosClass* table = fabric.manager().arbitration_of(SmPortClass::channel_adapter, high);
        REQUIRE(table != nullptr);
        const std::vector<IbArbEntry>& entries = high ? table->high : table->low;
        const std::size_t from = part.find(high ? "# High" : "# Low");
        const std::vector<unsigned> lanes = cells_behind(part, "VL    :", from);
        const std::vector<unsigned> weights = cells_behind(part, "WEIGHT:", from);
        REQUIRE(lanes.size() == weights.size());
        REQUIRE(entries.size() <= lanes.size());
        const unsigned operational = vls_of_code(fabric.manager().max_op_vls.value);
        for (std::size_t at = 0; at < entries.size(); ++at) {
            CAPTURE(at);
            CHECK(lanes[at] == (entries[at].vl & (operational - 1)));
            CHECK(weights[at] == entries[at].weight);
        }
    }
}

TEST_CASE("lanes, weights and partitions of a fabric are those that were predicted from broken files")
{
    if (is_missing())
        return;
    const Fabric fabric(
        "routing_engine updn,no_fallback\nqos TRUE\nmax_op_vls 3\nqos_high_limit 9999\n"
        "qos_vlarb_high 1:300,17:4\nqos_vlarb_low 0:64,1:4,2:32,3:32\nqos_sl2vl 0,1,2,3,4,21\n",
        "Default=0x7fff, ipoib, mtu=5: A=full;\nai=0x18001, sl=2: ALL_CAS;\n",
        "qos-levels\n qos-level\n name: DEFAULT\n sl: 0\n end-qos-level\nend-qos-levels\n");
    REQUIRE_MESSAGE(fabric.answers.find("== lid 1") != std::string::npos, fabric.answers);
    check_table(fabric, "host2");
    check_arbitration(fabric, "host2");
    const std::string part = fabric.of("host2");
    CAPTURE(part);
    CHECK(part.find("VLHighLimit:.....................0\n") != std::string::npos);
    CHECK(part.find("OperVLs:.........................VL0-3") != std::string::npos);
    // Partition A applies to ALL as full members; the 17-bit key is cut to another one, and its members are limited.
    REQUIRE(fabric.manager().partitions.size() == 2);
    const SmPartition& ai = fabric.manager().partitions[1];
    CHECK(ai.pkey == 0x0001);
    CHECK(ai.members.front().membership == SmMembership::limited);
    CHECK(part.find(fmt::format(" 0xffff 0x{:04x} 0x0000", ai.pkey)) != std::string::npos);
}

TEST_CASE("one line of partitions.conf that opensm rejects leaves only the default partition")
{
    if (is_missing())
        return;
    const Fabric fabric(
        "routing_engine updn\n", "Default=0x7fff, ipoib: ALL=limited, SELF=full\nai=0x8001: ALL=full;\n", "");
    CHECK(fabric.manager().partitions_dropped);
    const std::string part = fabric.of("host2");
    CAPTURE(part);
    // Every port is a full member, although the file requested limited ones.
    CHECK(part.find(" 0xffff 0x0000") != std::string::npos);
}

TEST_CASE("without a rule for the default partition hosts are limited members of it")
{
    if (is_missing())
        return;
    const Fabric fabric("routing_engine updn\n", "ai=0x8001: ALL_CAS=full;\n", "");
    const std::string host = fabric.of("host2");
    const std::string own = fabric.of("host1");
    CAPTURE(host);
    CHECK(host.find(" 0x7fff 0x8001") != std::string::npos);
    CHECK(own.find(" 0xffff 0x8001") != std::string::npos);
}

TEST_CASE("qos in lower case is off: no table is written and partitions keep service level 0")
{
    if (is_missing())
        return;
    // The simulator starts with lane n for service level n.
    const Fabric fabric("routing_engine updn\nqos true\nqos_sl2vl 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n",
        "Default=0x7fff: ALL=full;\n",
        "");
    CHECK(fabric.manager().qos.known());
    CHECK_FALSE(fabric.manager().qos.value);
    const std::vector<unsigned> got = cells_behind(fabric.of("host2"), "out  0:");
    CHECK(std::ranges::count(got, 0U) == 1);
}

}
}
