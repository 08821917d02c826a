// SPDX-License-Identifier: Apache-2.0
// An incast by closed forms and packet by packet.
#include "tests/simulate/incast_cases.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rocelint::testing {
namespace {

using simulate::Incast;
using simulate::IncastForms;
using simulate::Nanoseconds;
using simulate::PacketOutcome;
using simulate::PacketRun;

const IncastCase& case_of(std::size_t index) { return incast_cases()[index]; }

TEST_CASE("closed forms give the times and fills that they are published with")
{
    struct Row {
        std::size_t index;
        double to_mark; // us
        double to_pause; // us
        std::uint64_t group;
    };
    for (const Row& row : {Row{0, 8.00, 192.00, 1'200'000},
             Row{1, 1.14, 68.57, 750'000},
             Row{2, 17.14, 45.71, 500'000},
             Row{3, 0.53, 56.89, 2'666'667}}) {
        CAPTURE(row.index);
        const IncastForms forms = simulate::closed_forms(case_of(row.index).incast);
        CHECK(forms.to_mark->count() / 1000 == doctest::Approx(row.to_mark).epsilon(0.01));
        CHECK(forms.to_pause->count() / 1000 == doctest::Approx(row.to_pause).epsilon(0.0002));
        CHECK(forms.group_at_pause.count == row.group);
        CHECK(forms.queue_at_pause.count
            == doctest::Approx(static_cast<double>(row.group) * case_of(row.index).incast.senders));
    }
}

TEST_CASE("headroom is used at the rate at which a group fills, and needed at the sender's rate")
{
    const IncastForms forms = simulate::closed_forms(case_of(1).incast);
    // (12.5 - 12.5 / 8) bytes a ns for 2 * 50 + 2000 ns, and two packets of 1048 bytes.
    CHECK(forms.headroom_used->count == 22'969 + 2096);
    CHECK(forms.headroom_need->count == 26'250 + 2096);
    CHECK(forms.lost->count == 0);
    CHECK(simulate::closed_forms(case_of(5).incast).lost->count == 22'969 + 2096 - 20'000);
}

TEST_CASE("a queue that does not grow never pauses")
{
    Incast incast = case_of(0).incast;
    incast.senders = 1;
    CHECK_FALSE(simulate::closed_forms(incast).grows);
    CHECK_FALSE(simulate::closed_forms(incast).to_pause);
    incast.sender_rate = {400'000'000'000};
    const IncastForms faster = simulate::closed_forms(incast);
    CHECK(faster.grows);
    // alpha * B / (1 + alpha) bytes at 50 - 12.5 bytes a ns.
    CHECK(faster.to_pause->count() == doctest::Approx(1'333'333.3 / 37.5));
}

TEST_CASE("a fixed threshold holds as long as the pool does")
{
    Incast incast = case_of(1).incast;
    incast.threshold.fixed = true;
    incast.threshold.pause_at = {100'000};
    CHECK(simulate::closed_forms(incast).group_at_pause.count == 100'000);
    incast.threshold.shared = {400'000};
    CHECK(simulate::closed_forms(incast).group_at_pause.count == 50'000);
}

TEST_CASE("a shared headroom pool is divided among the senders that are paused together")
{
    Incast incast = case_of(1).incast;
    incast.headroom->pool = Bytes{120'000};
    const IncastForms forms = simulate::closed_forms(incast);
    // Eight times 22968.75 bytes and two packets.
    CHECK(forms.pool_used->count == 200'518);
    CHECK(forms.lost->count == 22'969 + 2096 - 15'000);
    const simulate::IncastVerdicts verdicts = simulate::verdicts_up_to(incast, 16);
    REQUIRE(verdicts.loses.size() == 1);
    CHECK(verdicts.loses.front().to == 16);
    CHECK(verdicts.loses.front().from > 2);
}

TEST_CASE("verdicts list the numbers of senders for which they are bad")
{
    // Kmin / ((m - 1) * r) + 20 us is later than Q / (r - r / m) from a certain number on.
    Incast incast = case_of(1).incast;
    const simulate::IncastVerdicts verdicts = simulate::verdicts_up_to(incast, 64);
    REQUIRE(verdicts.pause_first.size() == 1);
    const std::uint32_t from = verdicts.pause_first.front().from;
    CHECK(verdicts.pause_first.front().to == 64);
    incast.senders = from;
    CHECK_FALSE(*simulate::closed_forms(incast).marks_in_time);
    incast.senders = from - 1;
    CHECK(*simulate::closed_forms(incast).marks_in_time);
    CHECK(verdicts.loses.empty());
    CHECK(simulate::describe({{2, 2}, {9, 31}}) == "2, 9 to 31");
}

TEST_CASE("packets first pause when the closed form says, within 0.1 % or one packet")
{
    for (const IncastCase& one : incast_cases()) {
        CAPTURE(one.title);
        const IncastForms forms = simulate::closed_forms(one.incast);
        const PacketOutcome packets = packets_of(one);
        const double packet_time = static_cast<double>(one.incast.packet.count) * 8e9
            / static_cast<double>(one.incast.sender_rate.count);
        REQUIRE(packets.first_pause);
        CHECK(std::abs((*packets.first_pause - *forms.to_pause).count())
            <= std::max(0.001 * forms.to_pause->count(), packet_time));
        CHECK((packets.lost.count > 0) == one.loses);
        CHECK((forms.lost->count > 0) == one.loses);
        if (!one.loses)
            CHECK(packets.most_headroom.count <= forms.headroom_used->count + one.incast.packet.count);
    }
}

TEST_CASE("the first mark comes as late as the curve makes it on average")
{
    for (const std::size_t index : {0U, 1U, 3U}) {
        CAPTURE(index);
        PacketRun run{.incast = case_of(index).incast, .duration = Nanoseconds(25'000)};
        const auto low = static_cast<double>(run.incast.marking->low.count);
        double sum = 0;
        constexpr unsigned runs = 200;
        for (run.seed = 1; run.seed <= runs; ++run.seed) {
            const PacketOutcome packets = simulate::simulate_packets(run);
            REQUIRE(packets.queue_at_mark);
            sum += static_cast<double>(packets.queue_at_mark->count) - low;
        }
        CHECK(sum / runs
            == doctest::Approx(static_cast<double>(simulate::mean_growth_to_mark(run.incast).count))
                   .epsilon(0.15));
    }
}

TEST_CASE("more headroom never loses more")
{
    for (const std::size_t index : {1U, 4U, 5U}) {
        CAPTURE(index);
        PacketRun run{.incast = case_of(index).incast, .duration = Nanoseconds(200'000)};
        std::uint64_t before = ~std::uint64_t{0};
        std::uint64_t by_form = ~std::uint64_t{0};
        for (std::uint64_t headroom = 0; headroom <= 40'000; headroom += 2500) {
            CAPTURE(headroom);
            run.incast.headroom->size = {headroom};
            const std::uint64_t lost = simulate::simulate_packets(run).lost.count;
            CHECK(lost <= before);
            before = lost;
            const std::uint64_t form = simulate::closed_forms(run.incast).lost->count;
            CHECK(form <= by_form);
            by_form = form;
        }
        CHECK(before == 0);
        CHECK(by_form == 0);
    }
}

TEST_CASE("the same seed gives the same outcome, another seed other marks")
{
    PacketRun run{.incast = case_of(0).incast, .duration = Nanoseconds(100'000)};
    const PacketOutcome first = simulate::simulate_packets(run);
    const PacketOutcome again = simulate::simulate_packets(run);
    CHECK(first.first_mark == again.first_mark);
    CHECK(first.marked == again.marked);
    CHECK(first.queue == again.queue);
    run.seed = 2;
    CHECK(simulate::simulate_packets(run).first_mark != first.first_mark);
}

TEST_CASE(
    "bytes are delivered at most at the rate of the egress port, and it is never idle under pause alone")
{
    PacketRun run{.incast = case_of(1).incast, .duration = Nanoseconds(500'000)};
    const auto most = static_cast<double>(run.incast.egress_rate.count) / 8 * 500e-6;
    const auto delivered = static_cast<double>(simulate::simulate_packets(run).delivered.count);
    CHECK(delivered <= most);
    CHECK(delivered >= 0.99 * most);
}

TEST_CASE("DCQCN sends fewer pauses than senders that nothing else slows down")
{
    PacketRun run{.incast = case_of(1).incast, .duration = Nanoseconds(2'000'000)};
    const std::uint64_t alone = simulate::simulate_packets(run).pauses;
    run.control = simulate::RateControl::dcqcn;
    const std::uint64_t controlled = simulate::simulate_packets(run).pauses;
    CHECK(alone > 0);
    CHECK(controlled < alone);
}

TEST_CASE("a DCQCN sender halves its rate at first, and recovers to its target")
{
    const BitsPerSecond line{100'000'000'000};
    const auto parameters = simulate::dcqcn_parameters(simulate::RateControl::dcqcn, line);
    REQUIRE(parameters);
    CHECK_FALSE(simulate::dcqcn_parameters(simulate::RateControl::none, line));
    simulate::DcqcnSender sender(*parameters, line);
    CHECK_FALSE(sender.decrease());
    CHECK(sender.rate() == 100e9);
    CHECK(sender.notify());
    CHECK_FALSE(sender.notify());
    CHECK(sender.decrease());
    CHECK(sender.rate() == doctest::Approx(50e9));
    CHECK_FALSE(sender.decrease());
    for (int step = 0; step < 20; ++step)
        sender.increase();
    CHECK(sender.rate() > 99e9);
    CHECK(sender.rate() <= 100e9);
    // Without marks, alpha fades, and the next decrease takes less.
    for (int step = 0; step < 256; ++step)
        sender.update_alpha();
    CHECK_FALSE(sender.notify());
    const double before = sender.rate();
    CHECK(sender.decrease());
    CHECK(sender.rate() > 0.75 * before);
    CHECK(sender.rate() < before);
}

TEST_CASE("docs/simulate.md is what the forms and the packets give")
{
    const std::string path = fmt::format("{}/docs/simulate.md", ROCELINT_SOURCE_DIR);
    const std::string page = simulate_page();
    if (std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << page;
    std::ifstream file(path);
    const std::string written{std::istreambuf_iterator<char>(file), {}};
    CHECK_MESSAGE(written == page, "ROCELINT_UPDATE_GOLDEN=1 writes it anew");
}

}
}
