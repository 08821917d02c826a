// SPDX-License-Identifier: Apache-2.0
// Processes that evaluate foreign code: their limits, what they may not open, and the order of what they return.
#include "models/confined/bytes.h"
#include "models/confined/confined.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <string>
#include <vector>

namespace rocelint::confined {
namespace {

// Sanitizers open files themselves; see models/confined/inside.cpp.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
constexpr int most_files = 64;
#else
constexpr int most_files = 0;
#endif
#else
constexpr int most_files = 0;
#endif

using std::chrono::milliseconds;

// Uses this much CPU time, which is what the limits count.
void work_for(milliseconds time)
{
    const std::clock_t end = std::clock() + static_cast<std::clock_t>(time.count()) * CLOCKS_PER_SEC / 1000;
    while (std::clock() < end) { }
}

// Runs `count` steps of each kind, `time` each, in one process.
Outcome run_steps(int count, std::uint32_t kinds, milliseconds time, const Limits& limits)
{
    return run(1, 1, kinds, limits, [=](Worker& worker) {
        const auto batch = worker.take();
        for (int step = 0; step < count; ++step) {
            for (std::uint32_t kind = 0; kind < kinds; ++kind) {
                worker.begin_step(kind);
                work_for(time);
            }
        }
        worker.end_step();
        worker.give(*batch, "done");
    });
}

// What one process says about itself.
std::string asked(const std::function<std::string()>& question)
{
    const Outcome outcome = run(1, 1, 1, {}, [&](Worker& worker) {
        const auto batch = worker.take();
        worker.begin_step(0);
        worker.give(*batch, question());
        worker.end_step();
    });
    REQUIRE(!outcome.failure);
    REQUIRE(outcome.batches.size() == 1);
    return outcome.batches.front();
}

TEST_CASE("each batch is given to one process, and the results are in the order of the batches")
{
    constexpr std::uint32_t batches = 5;
    for (const std::size_t processes : {1U, 2U, 9U}) {
        CAPTURE(processes);
        const Outcome outcome = run(processes, batches, 1, {}, [](Worker& worker) {
            while (const auto batch = worker.take())
                worker.give(*batch, std::string(*batch, 'x'));
        });
        CHECK(!outcome.failure);
        REQUIRE(outcome.batches.size() == batches);
        for (std::uint32_t batch = 0; batch < batches; ++batch)
            CHECK(outcome.batches[batch] == std::string(batch, 'x'));
    }
}

TEST_CASE("a step that exceeds its time is stopped")
{
    const Limits limits{.step = milliseconds(200), .kind = milliseconds(60'000)};
    const Outcome outcome = run_steps(1, 2, milliseconds(2000), limits);
    REQUIRE(outcome.failure.has_value());
    CHECK(outcome.failure->why == Failure::Why::step_time);
    CHECK(outcome.failure->kind == 0);
    CHECK(outcome.batches.empty());
}

TEST_CASE("short steps of one kind are stopped once they exceed the time of their kind")
{
    const Limits limits{.step = milliseconds(60'000), .kind = milliseconds(500)};
    const Outcome outcome = run_steps(100, 1, milliseconds(30), limits);
    REQUIRE(outcome.failure.has_value());
    CHECK(outcome.failure->why == Failure::Why::kind_time);
    CHECK(outcome.failure->kind == 0);
    CHECK(outcome.batches.empty());
}

TEST_CASE("the time of one kind does not count for another, nor that of one step for the next")
{
    // Three kinds of 300 ms each, in steps of 100 ms.
    const Outcome kinds
        = run_steps(3, 3, milliseconds(100), {.step = milliseconds(60'000), .kind = milliseconds(600)});
    CHECK(!kinds.failure);
    CHECK(kinds.batches == std::vector<std::string>{"done"});
    const Outcome steps
        = run_steps(8, 1, milliseconds(100), {.step = milliseconds(400), .kind = milliseconds(60'000)});
    CHECK(!steps.failure);
}

TEST_CASE("time between steps is not counted")
{
    const Limits limits{.step = milliseconds(200), .kind = milliseconds(200)};
    const Outcome outcome = run(1, 1, 1, limits, [](Worker& worker) {
        const auto batch = worker.take();
        worker.begin_step(0);
        worker.end_step();
        work_for(milliseconds(1000));
        worker.give(*batch, "done");
    });
    CHECK(!outcome.failure);
}

TEST_CASE("numbers, bytes and texts are read as they were written, and bytes that end too soon are a failure")
{
    ByteWriter writer;
    for (const std::uint64_t number :
        {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, ~std::uint64_t{0}})
        writer.number(number);
    writer.byte(200);
    writer.text("three");
    const std::string bytes = writer.take();
    const auto read = [](ByteReader& reader) {
        const bool numbers = reader.number() == 0 && reader.number() == 127 && reader.number() == 128
            && reader.number() == ~std::uint64_t{0};
        const bool rest = reader.byte() == 200 && reader.text() == "three";
        return numbers && rest;
    };
    ByteReader whole(bytes);
    CHECK(read(whole));
    CHECK(whole.done());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        CAPTURE(length);
        ByteReader cut(std::string_view(bytes).substr(0, length));
        CHECK_FALSE(read(cut));
        CHECK(cut.failed());
        CHECK_FALSE(cut.done());
        CHECK(cut.byte() == 0);
    }
    ByteReader more(bytes);
    CHECK(more.number() == 0);
    CHECK_FALSE(more.failed());
    CHECK_FALSE(more.done());
}

TEST_CASE("a process can open no file and sees no environment")
{
    constexpr int many = 200;
    const std::string opened = asked([] {
        int count = 0;
        while (count < many && ::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0)
            ++count;
        return std::to_string(count);
    });
    CHECK(std::stoi(opened) <= most_files);
    REQUIRE(std::getenv("PATH") != nullptr);
    CHECK(asked([] { return std::string(std::getenv("PATH") == nullptr ? "none" : "some"); }) == "none");
    CHECK(asked([] { return std::string(std::getenv("HOME")); }) == "/nonexistent");
}

}
}
