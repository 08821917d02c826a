// SPDX-License-Identifier: Apache-2.0
// Senders that differ: closed forms against those of equal senders, against numbers worked out by hand, and against
// packets.
#include "analysis/simulate/mixed.h"
#include "tests/simulate/incast_cases.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rocelint::mixed_test {
namespace {

using simulate::Incast;
using simulate::MixedForms;
using simulate::MixedSender;
using simulate::Nanoseconds;
using simulate::PacketOutcome;

// 12 MB, alpha 1/8, to a port of 100G.
const Incast& to_one_port() { return testing::incast_cases()[1].incast; }

MixedSender sender_of(double gigabits, double start_us = 0)
{
    MixedSender sender = simulate::listed_senders(to_one_port()).front();
    sender.steps = {{Nanoseconds(start_us * 1000), gigabits * 1e9}};
    return sender;
}

PacketOutcome packets_of(const std::vector<MixedSender>& senders, double duration_us)
{
    return simulate::simulate_packets(
        {.incast = to_one_port(), .duration = Nanoseconds(duration_us * 1000), .senders = senders});
}

TEST_CASE("equal senders in a list give what the forms of equal senders give")
{
    for (const testing::IncastCase& one : testing::incast_cases()) {
        CAPTURE(one.title);
        const simulate::IncastForms equal = simulate::closed_forms(one.incast);
        const MixedForms listed = simulate::mixed_forms(one.incast, simulate::listed_senders(one.incast));
        REQUIRE(listed.to_pause);
        CHECK(listed.to_pause->count() == doctest::Approx(equal.to_pause->count()));
        CHECK(listed.to_mark->count() == doctest::Approx(equal.to_mark->count()));
        CHECK(listed.marks_in_time == equal.marks_in_time);
        CHECK(listed.queue_at_pause == equal.queue_at_pause);
        for (const simulate::MixedSenderForms& sender : listed.senders) {
            CHECK(sender.with_the_first);
            CHECK(sender.headroom_used == equal.headroom_used);
            CHECK(sender.headroom_need == equal.headroom_need);
            CHECK(sender.lost == equal.lost);
        }
    }
}

TEST_CASE("a shared headroom pool is divided as for equal senders")
{
    Incast incast = to_one_port();
    incast.headroom->pool = Bytes{120'000};
    const MixedForms listed = simulate::mixed_forms(incast, simulate::listed_senders(incast));
    CHECK(listed.senders.front().lost == simulate::closed_forms(incast).lost);
}

TEST_CASE("of two senders the faster one is paused first, at the fill of its share")
{
    // w = 100/150: the queue is alpha * B / (w + alpha) = 1 894 737 bytes at 6.25 bytes a ns.
    const std::vector<MixedSender> senders{sender_of(100), sender_of(50)};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK(forms.queue_at_pause.count == 1'894'737);
    CHECK(forms.to_pause->count() == doctest::Approx(1'894'736.8 / 6.25));
    CHECK(forms.to_mark->count() == doctest::Approx(100'000 / 6.25));
    CHECK(forms.senders[0].with_the_first);
    CHECK_FALSE(forms.senders[1].with_the_first);
    CHECK_FALSE(forms.senders[1].headroom_used);
    // (12.5 - 12.5 * 2/3) bytes a ns for 2100 ns, and two packets of 1048 bytes.
    CHECK(forms.senders[0].headroom_used->count == 8750 + 2096);
}

TEST_CASE("a queue grows from the start of the sender that overfills the port")
{
    // From 20 us on 160 of 100G; before, nothing waits.
    const std::vector<MixedSender> senders{sender_of(60), sender_of(100, 20)};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK(forms.grows_from->count() == 20'000);
    CHECK(forms.to_mark->count() == doctest::Approx(20'000 + 100'000 / 7.5));
}

TEST_CASE("what begins later leaves later: its group fills faster at first")
{
    // 150 of 100G from the start, and a third sender of 100G from 40 us on, when 250 000 bytes wait. These leave
    // until 60 us, and until then the third group fills at its whole rate.
    std::vector<MixedSender> senders{sender_of(75), sender_of(75), sender_of(100, 40)};
    senders[2].threshold = {.fixed = true, .pause_at = {200'000}, .shared = {12'000'000}};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK(forms.to_pause->count() == doctest::Approx(40'000 + 200'000 / 12.5));
    CHECK(forms.senders[2].headroom_used->count == 26'250 + 2096);
}

TEST_CASE("senders that together are slower than the port never pause")
{
    const std::vector<MixedSender> senders{sender_of(40), sender_of(60)};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK_FALSE(forms.grows);
    CHECK_FALSE(forms.to_pause);
    CHECK_FALSE(forms.lost());
    CHECK(packets_of(senders, 300).pauses == 0);
}

TEST_CASE("packets of different senders first pause when the form says, within 0.5 % or a few packets")
{
    const std::vector<std::vector<MixedSender>> cases{{sender_of(100), sender_of(50)},
        {sender_of(60), sender_of(100, 20)},
        {sender_of(100), sender_of(45), sender_of(45, 10)},
        {sender_of(75), sender_of(75), sender_of(100, 40)}};
    for (const std::vector<MixedSender>& senders : cases) {
        const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
        const PacketOutcome packets = packets_of(senders, forms.to_pause->count() / 1000 + 50);
        CAPTURE(forms.to_pause->count());
        REQUIRE(packets.first_pause);
        const double packet_time = 1048.0 * 8 / 100;
        CHECK(std::abs((*packets.first_pause - *forms.to_pause).count())
            <= std::max(0.005 * forms.to_pause->count(), 4 * packet_time));
        CHECK(packets.lost.count == 0);
    }
}

TEST_CASE("a sender that steps up offers the sum from then on")
{
    MixedSender sender = sender_of(40);
    sender.steps.push_back({Nanoseconds(30'000), 90e9});
    CHECK(sender.rate_at(Nanoseconds(-1)) == 0);
    CHECK(sender.rate_at(Nanoseconds(0)) == 40e9);
    CHECK(sender.rate_at(Nanoseconds(30'000)) == 90e9);
    const std::vector<MixedSender> senders{sender, sender_of(50)};
    CHECK(simulate::mixed_forms(to_one_port(), senders).grows_from->count() == 30'000);
}

TEST_CASE("a queue that was empty again fills again, in the forms as in packets")
{
    // It grows by 2.5 bytes a ns for 10 us, is empty at 15 us, and grows by 3.75 from 40 us on.
    MixedSender first = sender_of(60);
    first.steps.push_back({Nanoseconds(10'000), 30e9});
    MixedSender second = first;
    first.steps.push_back({Nanoseconds(40'000), 100e9});
    const std::vector<MixedSender> senders{first, second};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK(forms.grows_from->count() == 0);
    REQUIRE(forms.to_mark);
    CHECK(forms.to_mark->count() == doctest::Approx(40'000 + 100'000 / 3.75));
    REQUIRE(forms.to_pause);
    const double queue = 1.5e6 / (100.0 / 130 + 0.125); // alpha * B / (w + alpha)
    CHECK(static_cast<double>(forms.queue_at_pause.count) == doctest::Approx(queue).epsilon(1e-6));
    CHECK(forms.to_pause->count() == doctest::Approx(40'000 + queue / 3.75).epsilon(1e-6));
    const PacketOutcome packets = packets_of(senders, 600);
    REQUIRE(packets.first_pause);
    CHECK(packets.first_pause->count() == doctest::Approx(forms.to_pause->count()).epsilon(0.002));
}

TEST_CASE("a queue that is empty before any threshold is reached marks and pauses nothing")
{
    MixedSender sender = sender_of(60);
    sender.steps.push_back({Nanoseconds(10'000), 30e9});
    const std::vector<MixedSender> senders{sender, sender};
    const MixedForms forms = simulate::mixed_forms(to_one_port(), senders);
    CHECK(forms.grows);
    CHECK_FALSE(forms.to_mark);
    CHECK_FALSE(forms.to_pause);
    CHECK_FALSE(forms.marks_in_time);
    CHECK_FALSE(forms.lost());
    const PacketOutcome packets = packets_of(senders, 100);
    CHECK_FALSE(packets.first_mark);
    CHECK_FALSE(packets.first_pause);
    // 2.5 bytes a ns for 10 us.
    CHECK(static_cast<double>(packets.most_queue.count) == doctest::Approx(25'000).epsilon(0.15));
}

TEST_CASE("packets of a sender whose rate rises come at the new rate at once")
{
    // At 0.01 Gb/s a packet takes most of a millisecond.
    MixedSender slow = sender_of(0.01);
    slow.steps.push_back({Nanoseconds(20'000), 100e9});
    const PacketOutcome packets = packets_of({slow}, 120);
    CHECK(static_cast<double>(packets.delivered.count) == doctest::Approx(100 * 12'500).epsilon(0.02));
}

}
}
