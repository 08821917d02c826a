// SPDX-License-Identifier: Apache-2.0
// How a push handles faults: one row per fault, one column per transport and platform. The outcome must match the row and
// docs/push-safety.md. Plays a sample (tests/support/sample.h), every cell (`./dev test --all`; `./dev push-matrix` also writes
// that page), or the rows of ROCELINT_MATRIX=ROW[,ROW].
#include "tests/e2e/matrix/push_matrix.h"
#include "tests/support/sample.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace rocelint::e2e {
namespace {

struct Cell {
    const Fault* fault = nullptr;
    Road road = Road::eos;
    std::string wanted;
    std::string got;
    std::string said;
    double seconds = 0;
};

// A cell mostly waits for its device.
constexpr std::size_t at_once = 3;

void play(Cell& cell, const Plans& plans)
{
    const auto begin = std::chrono::steady_clock::now();
    try {
        const Bench bench(cell.road, &plans, cell.fault->login);
        cell.got = cell.fault->play(bench);
        cell.said = bench.said() + "\n" + file_text(bench.journal());
    } catch (const std::exception& problem) {
        cell.got = problem.what();
    } catch (...) {
        cell.got = "a tool of the test failed";
    }
    cell.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Task>
void in_parallel(std::size_t count, Task&& task)
{
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < at_once; ++thread) {
        threads.emplace_back([&] {
            for (std::size_t index = next++; index < count; index = next++)
                task(index);
        });
    }
}

enum class Selection { sample, all, rows };

Selection selection()
{
    if (testing::plays_everything())
        return Selection::all;
    return std::getenv("ROCELINT_MATRIX") == nullptr ? Selection::sample : Selection::rows;
}

bool is_selected(const std::vector<Fault>& faults, std::size_t row, Road road)
{
    switch (selection()) {
    case Selection::sample:
        return is_in_sample(faults, row, road);
    case Selection::all:
        return true;
    case Selection::rows:
        return holds(
            fmt::format(",{},", std::getenv("ROCELINT_MATRIX")), fmt::format(",{},", faults[row].id));
    }
    return false;
}

void run_column(Road road)
{
    (void)keys();
    const Plans plans(road);
    const std::vector<Fault> faults = all_faults();
    std::vector<Cell> cells;
    for (std::size_t row = 0; row < faults.size(); ++row) {
        const std::string wanted = outcome_of(faults[row], road);
        if (!wanted.starts_with('-') && is_selected(faults, row, road))
            cells.push_back({&faults[row], road, wanted, {}, {}, 0});
    }
    in_parallel(cells.size(), [&](std::size_t index) { play(cells[index], plans); });
    std::vector<std::pair<std::string, CellOutcome>> passed;
    for (const Cell& cell : cells) {
        if (cell.got == cell.wanted)
            passed.emplace_back(cell.fault->id, cell.got);
        CAPTURE(std::string(cell.fault->id));
        CAPTURE(cell.said);
        CAPTURE(cell.seconds);
        CHECK(cell.got == cell.wanted);
        if (std::getenv("ROCELINT_MATRIX_TIMES") != nullptr)
            fmt::print("{:26} {:10} {:5.1f} s  {}\n", cell.fault->id, name_of(road), cell.seconds, cell.got);
    }
    if (selection() != Selection::rows)
        keep_passed(road, passed);
}

TEST_CASE("push, fault by fault: EOS over SSH") { run_column(Road::eos); }
TEST_CASE("push, fault by fault: Onyx over SSH") { run_column(Road::onyx); }
TEST_CASE("push, fault by fault: NX-OS over SSH") { run_column(Road::nxos); }
TEST_CASE("push, fault by fault: SONiC over SSH") { run_column(Road::sonic); }
TEST_CASE("push, fault by fault: a Linux host over SSH") { run_column(Road::linux_host); }
TEST_CASE("push, fault by fault: Junos over NETCONF 1.0") { run_column(Road::junos); }
TEST_CASE("push, fault by fault: netconfd with a candidate and confirmed commits of version 1.1")
{
    run_column(Road::netconfd);
}

TEST_CASE("push, fault by fault: NVUE over SSH") { run_column(Road::nvue); }

TEST_CASE("push, fault by fault: the real opensm, a subnet manager over a simulated subnet")
{
    if (!can_run_opensm()) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return;
    }
    run_column(Road::opensm);
}

TEST_CASE("push, fault by fault: OS10 over SSH") { run_column(Road::os10); }
TEST_CASE("push, fault by fault: sonic-cli over SSH") { run_column(Road::sonic_cli); }
TEST_CASE("push, fault by fault: AOS-CX over SSH") { run_column(Road::aoscx); }
TEST_CASE("push, fault by fault: VRP over SSH") { run_column(Road::vrp); }

TEST_CASE("push, the page: docs/push-safety.md says what the columns gave")
{
    if (!can_run_opensm()) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return;
    }
    const std::vector<Fault> faults = all_faults();
    PassedCells passed = read_passed(faults);
    if (selection() == Selection::sample)
        fill_outside_of_sample(faults, passed);
    const std::string page = push_safety_page(faults, passed);
    const std::string path = ROCELINT_SOURCE_DIR "/docs/push-safety.md";
    if (selection() == Selection::all && std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << page;
    CHECK(!holds(page, "not shown"));
    CHECK(file_text(path) == page);
}

TEST_CASE("push, the page: no outcome is shown in the words of the tests")
{
    const std::vector<Fault> faults = all_faults();
    PassedCells passed(faults.size());
    for (std::size_t row = 0; row < faults.size(); ++row) {
        for (std::size_t road = 0; road < road_count; ++road)
            passed[row][road] = outcome_of(faults[row], static_cast<Road>(road));
    }
    const std::string page = push_safety_page(faults, passed);
    for (const std::string_view word : {"| 0 ", "| 4 ", "taken_back", "not_saved", "NEITHER", "then:"}) {
        CAPTURE(word);
        CHECK(!holds(page, std::string(word)));
    }
}

TEST_CASE("push, running only: a server without a candidate is refused, since it cannot roll back")
{
    const Bench bench(Road::netconfd_running, nullptr);
    const std::string before = bench.state();
    const std::string plan = bench.work().path("plan.json");
    CHECK(bench.run({"plan", bench.work().path("inventory.yaml"), "--allow-disruptive", "-o", plan}) == 0);
    CHECK_MESSAGE(holds(bench.said(), "no way to undo"), bench.said());
    CHECK(holds(bench.said(), "there is nothing to push"));
    CHECK(bench.state() == before);
    // A plan made against another server is not pushed there either.
    const Plans plans(Road::netconfd);
    const Bench other(Road::netconfd_running, &plans);
    CHECK(other.push() == 4);
    CHECK_MESSAGE(holds(other.said(), "no way to undo"), other.said());
    CHECK(other.last_event() == "refused");
    CHECK(other.state() == before);
}

TEST_CASE("push, ncclient: where we are killed before confirming, it sees the old configuration again")
{
    const Plans plans(Road::netconfd);
    const Bench bench(Road::netconfd, &plans);
    const std::string before = bench.server()->read_with_ncclient();
    CHECK(holds(before, "<mtu>1500</mtu>"));
    const auto push = bench.start(bench.push_words({"--confirm-timeout", "20", "--observe", "19"}));
    REQUIRE(bench.wait_for_event("committed"));
    push->signal(SIGKILL);
    CHECK(push->wait() == -1);
    std::string seen;
    CHECK(wait_for([&] { return holds(seen = bench.server()->read_with_ncclient(), "<mtu>1500</mtu>"); },
        std::chrono::seconds(180)));
    CHECK(!holds(seen, "<mtu>4160</mtu>"));
    CHECK(bench.verdict() == "old");
}

}
}
