// SPDX-License-Identifier: Apache-2.0
// Proofs on real tables of the real subnet manager: opensm over ibsim, captured with infiniband-diags.
#include "tests/cli/rocelint_run.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

// A net file of ibsim.
class Net {
public:
    void add_switch(const std::string& name)
    {
        nodes_.push_back({fmt::format("Switch 8 \"{}\"\n", name), name});
    }
    void add_host(const std::string& name, const std::string& network_switch, int port)
    {
        nodes_.push_back({fmt::format("Hca 1 \"{}\"\n", name), name});
        connect(name, 1, network_switch, port);
    }
    void connect(const std::string& a, int a_port, const std::string& b, int b_port)
    {
        lines_[a] += fmt::format("[{}] \"{}\"[{}]\n", a_port, b, b_port);
        lines_[b] += fmt::format("[{}] \"{}\"[{}]\n", b_port, a, a_port);
    }
    [[nodiscard]] std::string text() const
    {
        std::string out;
        for (const auto& [header, name] : nodes_)
            out += header + lines_.at(name) + "\n";
        return out;
    }

private:
    std::vector<std::pair<std::string, std::string>> nodes_;
    std::map<std::string, std::string> lines_;
};

std::string ring(int count)
{
    Net net;
    for (int one = 0; one < count; ++one)
        net.add_switch(fmt::format("ring{}", one));
    for (int one = 0; one < count; ++one) {
        net.connect(fmt::format("ring{}", one), 1, fmt::format("ring{}", (one + 1) % count), 2);
        net.add_host(fmt::format("host{}", one), fmt::format("ring{}", one), 3);
    }
    return net.text();
}

std::string torus(int width)
{
    Net net;
    const auto name = [width](int x, int y) { return fmt::format("torus{}.{}", x % width, y % width); };
    for (int y = 0; y < width; ++y) {
        for (int x = 0; x < width; ++x)
            net.add_switch(name(x, y));
    }
    for (int y = 0; y < width; ++y) {
        for (int x = 0; x < width; ++x) {
            net.connect(name(x, y), 1, name(x + 1, y), 2);
            net.connect(name(x, y), 3, name(x, y + 1), 4);
            net.add_host(fmt::format("host{}.{}", x, y), name(x, y), 5);
        }
    }
    return net.text();
}

// Four pods of two leaves and two spines, two cores above each plane, two hosts per leaf. If swapped, two leaves of different
// pods have exchanged their cables to a spine.
std::string pods(bool swapped)
{
    Net net;
    const auto name
        = [](const char* kind, int pod, int one) { return fmt::format("{}{}.{}", kind, pod, one); };
    for (int pod = 0; pod < 4; ++pod) {
        for (int one = 0; one < 2; ++one) {
            net.add_switch(name("leaf", pod, one));
            net.add_switch(name("spine", pod, one));
        }
    }
    for (int core = 0; core < 4; ++core)
        net.add_switch(name("core", core / 2, core % 2));
    for (int pod = 0; pod < 4; ++pod) {
        for (int leaf = 0; leaf < 2; ++leaf) {
            for (int plane = 0; plane < 2; ++plane) {
                const bool moved = swapped && pod < 2 && leaf == 0 && plane == 0;
                net.connect(name("leaf", pod, leaf),
                    3 + plane,
                    name("spine", moved ? 1 - pod : pod, plane),
                    1 + leaf);
                net.add_host(
                    fmt::format("host{}.{}.{}", pod, leaf, plane), name("leaf", pod, leaf), 1 + plane);
                net.connect(name("spine", pod, plane), 3 + leaf, name("core", plane, leaf), 1 + pod);
            }
        }
    }
    return net.text();
}

struct Captured {
    TemporaryFolder folder;
    Run proof; ///< of all pairs
    std::string log; ///< of opensm
};

bool has_tools()
{
    const char* const command
        = "command -v opensm ibsim ibsim-run ibnetdiscover dump_fts saquery smpquery >/dev/null && "
          "{ unshare -n true || unshare -rn true; } 2>/dev/null";
    return std::system(command) == 0; // NOLINT(cert-env33-c)
}

// Runs opensm over the net and checks the capture.
void capture(Captured& run, const std::string& net, const std::string& options, bool paths = false)
{
    const std::string file = run.folder.write("net", net);
    run.folder.write("sm/opensm.conf", options);
    const std::string command = fmt::format("{}/tests/e2e/opensm_over_ibsim.sh {} {} {} >{} 2>&1",
        ROCELINT_SOURCE_DIR,
        file,
        run.folder.path("sm"),
        paths ? "paths" : "",
        run.folder.path("output"));
    const int code = std::system(command.c_str()); // NOLINT(cert-env33-c)
    REQUIRE_MESSAGE(code == 0, run.folder.read("output"));
    run.log = run.folder.read("sm/osm.log");
    run.proof = rocelint({"trace", "--all-pairs", run.folder.path("sm/captures")});
}

#define NEEDS_TOOLS()                                                                                        \
    if (!has_tools()) {                                                                                      \
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");   \
        return;                                                                                              \
    }

bool ran(const Captured& run, std::string_view engine)
{
    return run.log.find(fmt::format("{} tables configured on all switches", engine)) != std::string::npos;
}

}

TEST_CASE("opensm's min hop closes a loop in a ring of five switches, but not in one of three")
{
    NEEDS_TOOLS();
    Captured five;
    capture(five, ring(5), "routing_engine minhop\n");
    INFO(five.proof.out);
    CHECK(ran(five, "minhop"));
    CHECK(five.proof.says("loop of 5 cables"));
    CHECK(five.proof.says("ring0 port 1 -> ring1 port 2: packets for LID"));
    const Run way = rocelint({"trace", "host0", "host2", five.folder.path("sm/captures")});
    CHECK(way.code == 0);
    CHECK_MESSAGE(
        way.says("  ring0 port 1 -> ring1 port 2\n  ring1 port 1 -> ring2 port 2\n  ring2 port 3 -> host2\n"
                 "  arrives at host2\n"),
        way.out);
    const Run nobody = rocelint({"trace", "host0", "host9", five.folder.path("sm/captures")});
    CHECK(nobody.code == 2);
    Captured three;
    capture(three, ring(3), "routing_engine minhop\n");
    CHECK_MESSAGE(three.proof.says("no credit loop"), three.proof.out);
    CHECK(three.proof.code == 0);
}

TEST_CASE(
    "opensm's up/down closes no loop in a ring whose root is listed, and falls back to min hop without one")
{
    NEEDS_TOOLS();
    Captured listed;
    const std::string roots = listed.folder.write("root_guid.conf", "0x200000\n");
    capture(listed, ring(5), "routing_engine updn\nroot_guid_file " + roots + "\n");
    INFO(listed.proof.out);
    CHECK(ran(listed, "updn"));
    CHECK(listed.proof.says("no credit loop"));
    Captured detected;
    capture(detected, ring(5), "routing_engine updn\n");
    CHECK(ran(detected, "minhop"));
    CHECK_MESSAGE(detected.proof.says("loop of 5 cables"), detected.proof.out);
}

TEST_CASE("opensm's down/up keeps the loop of a ring whose switches all have hosts")
{
    NEEDS_TOOLS();
    Captured run;
    capture(run, ring(5), "routing_engine dnup\n");
    CHECK(ran(run, "dnup"));
    CHECK_MESSAGE(run.proof.says("loop of 5 cables"), run.proof.out);
}

TEST_CASE("opensm's lash keeps packets of a ring apart by the service levels of its path records")
{
    NEEDS_TOOLS();
    Captured run;
    capture(run, ring(5), "routing_engine lash\nqos TRUE\n", true);
    INFO(run.proof.out);
    CHECK(ran(run, "lash"));
    CHECK(run.proof.says("service levels and lanes keep packets apart"));
    CHECK(run.proof.says("no credit loop"));
    // Without the path records the proof assumes one SL for all packets, and the loop is back.
    std::filesystem::remove(run.folder.path("sm/captures/saquery.txt"));
    const Run without = rocelint({"trace", "--all-pairs", run.folder.path("sm/captures")});
    CHECK_MESSAGE(without.says("loop of 5 cables"), without.out);
}

TEST_CASE("opensm routes a fat tree without loops, whichever engine it runs")
{
    NEEDS_TOOLS();
    for (const char* engine : {"minhop", "updn", "ftree"}) {
        Captured run;
        capture(run, pods(false), fmt::format("routing_engine {}\n", engine));
        INFO(run.proof.out);
        CHECK(ran(run, engine));
        CHECK(run.proof.says("no credit loop"));
    }
}

TEST_CASE(
    "Two swapped cables of a fat tree give a loop with opensm's min hop, but not with its up/down and ftree")
{
    NEEDS_TOOLS();
    Captured minhop;
    capture(minhop, pods(true), "routing_engine minhop\n");
    CHECK(ran(minhop, "minhop"));
    CHECK_MESSAGE(minhop.proof.says("loop of "), minhop.proof.out);
    for (const char* engine : {"updn", "ftree"}) {
        Captured run;
        capture(run, pods(true), fmt::format("routing_engine {}\n", engine));
        CHECK(ran(run, engine));
        CHECK_MESSAGE(run.proof.says("no credit loop"), run.proof.out);
    }
}

TEST_CASE(
    "opensm's dimension order closes loops in a torus of five by five, but not in one of three by three")
{
    NEEDS_TOOLS();
    Captured three;
    capture(three, torus(3), "routing_engine dor\n");
    CHECK(ran(three, "dor"));
    CHECK_MESSAGE(three.proof.says("no credit loop"), three.proof.out);
    Captured five;
    capture(five, torus(5), "routing_engine dor\n");
    CHECK(ran(five, "dor"));
    CHECK_MESSAGE(five.proof.says("loop of 5 cables"), five.proof.out);
}

}
