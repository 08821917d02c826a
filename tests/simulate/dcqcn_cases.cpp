// SPDX-License-Identifier: Apache-2.0
// The fluid model of DCQCN (Zhu et al. 2015, section 5), without the byte counter, which the public reference lacks:
// the fixed point is where the decreases of a rate equal its increases. Its approximation for small marking
// probabilities is that of Zhu et al. 2016 for a byte counter without end.
#include "tests/simulate/dcqcn_cases.h"

#include "analysis/simulate/packets.h"
#include "models/physics/threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rocelint::testing {
namespace {

using simulate::DcqcnParameters;
using simulate::DcqcnSender;
using simulate::Nanoseconds;

constexpr double gigabit = 1e9;
constexpr double mean_packet = 1000; // bytes
constexpr std::uint64_t microsecond = 1'000'000; // in picoseconds

// Those of the paper: g 1/256, CNPs 50 us apart, updates of alpha and increases every 55 us, F 5, R_AI 40 Mb/s.
DcqcnParameters of_the_paper()
{
    return {.gain = 1.0 / 256,
        .alpha_interval = 55 * microsecond,
        .decrease_interval = 50 * microsecond,
        .increase_interval = 55 * microsecond,
        .fast_recoveries = 5,
        .additive = 40e6,
        .hyper = 40e6,
        .least = 10e6};
}

// 5 kB, 200 kB and 1 %, as in the paper, and so much memory that pause never comes.
simulate::PacketRun run_of(std::uint32_t senders, double speed)
{
    simulate::PacketRun run;
    run.incast.senders = senders;
    run.incast.sender_rate = run.incast.egress_rate = {static_cast<std::uint64_t>(speed)};
    run.incast.threshold.alpha.value = 8;
    run.incast.threshold.shared = {32'000'000};
    run.incast.marking = simulate::Marking{{5000}, {200'000}, 0.01};
    run.incast.headroom = simulate::GroupHeadroom{
        .size = {200'000}, .propagation = Nanoseconds(50), .response = Nanoseconds(2000)};
    run.incast.feedback = Nanoseconds(4000);
    run.incast.packet = {static_cast<std::uint64_t>(mean_packet)};
    run.parameters = of_the_paper();
    run.duration = Nanoseconds(50e6);
    run.settled = Nanoseconds(20e6);
    return run;
}

// Kmin + p / Pmax * (Kmax - Kmin) with p = (R_AI * N^4 / (tau' * C^4 * T^2))^(1/3), rates in packets a second.
double queue_at_fixed_point(const simulate::PacketRun& run)
{
    const double seconds = 1e-12;
    const double capacity = static_cast<double>(run.incast.egress_rate.count) / 8 / mean_packet;
    const double additive = run.parameters->additive / 8 / mean_packet;
    const double alpha_interval = static_cast<double>(run.parameters->alpha_interval) * seconds;
    const double timer = static_cast<double>(run.parameters->increase_interval) * seconds;
    const double share = run.incast.senders / capacity;
    const double marked
        = std::cbrt(additive * share * share * share * share / (alpha_interval * timer * timer));
    const auto low = static_cast<double>(run.incast.marking->low.count);
    const auto high = static_cast<double>(run.incast.marking->high.count);
    return low + marked / run.incast.marking->most * (high - low);
}

double rate_after(int notifications)
{
    const DcqcnParameters parameters = of_the_paper();
    DcqcnSender sender(parameters, {100'000'000'000});
    for (int count = 0; count < notifications; ++count) {
        sender.notify();
        sender.decrease();
        sender.update_alpha();
    }
    return sender.rate() / gigabit;
}

// Microseconds until the rate is back at a share of the line rate after one CNP.
double recovery_to(double share, const DcqcnParameters& parameters)
{
    DcqcnSender sender(parameters, {40'000'000'000});
    sender.notify();
    sender.decrease();
    std::uint64_t time = 0;
    while (sender.rate() < share * 40 * gigabit) {
        sender.increase();
        time += parameters.increase_interval;
    }
    return static_cast<double>(time) / microsecond;
}

// What the second CNP takes of the rate if it comes after this number of updates of alpha without one.
double cut_after(int updates)
{
    const DcqcnParameters parameters = of_the_paper();
    DcqcnSender sender(parameters, {40'000'000'000});
    sender.notify();
    for (int update = 0; update < updates; ++update)
        sender.update_alpha();
    const double before = sender.rate();
    sender.decrease();
    return 1 - sender.rate() / before;
}

// The difference of two senders after a common CNP and `increases`, as a share of that before.
double difference_after(int increases)
{
    const DcqcnParameters parameters = of_the_paper();
    DcqcnSender fast(parameters, {40'000'000'000});
    DcqcnSender slow(parameters, {20'000'000'000});
    const double before = fast.rate() - slow.rate();
    for (DcqcnSender* sender : {&fast, &slow}) {
        sender->notify();
        sender->decrease();
        for (int count = 0; count < increases; ++count)
            sender->increase();
    }
    return (fast.rate() - slow.rate()) / before;
}

DcqcnCase fixed_point(std::string_view quantity, std::uint32_t senders, double speed)
{
    const simulate::PacketRun run = run_of(senders, speed);
    return {.quantity = quantity,
        .form = "Kmin + p / Pmax * (Kmax - Kmin), p = (R_AI * N^4 / (tau' * C^4 * T^2))^(1/3)",
        .unit = "bytes",
        .expected = queue_at_fixed_point(run),
        .measured = static_cast<double>(simulate::simulate_packets(run).mean_queue.count),
        .tolerance = 0.15};
}

// The share of the second of two senders, which begins when the first has the port for itself.
DcqcnCase fairness()
{
    simulate::PacketRun run = run_of(2, 40 * gigabit);
    run.senders = simulate::listed_senders(run.incast);
    run.senders[1].steps.front().from = Nanoseconds(2e6);
    const simulate::PacketOutcome packets = simulate::simulate_packets(run);
    const auto first = static_cast<double>(packets.delivered_by[0].count);
    const auto second = static_cast<double>(packets.delivered_by[1].count);
    return {.quantity = "share of a sender that begins 2 ms after another",
        .form = "1 / N",
        .unit = "",
        .expected = 0.5,
        .measured = second / (first + second),
        .tolerance = 0.1};
}

std::vector<DcqcnCase> compute_cases()
{
    const DcqcnParameters paper = of_the_paper();
    const auto reference
        = *simulate::dcqcn_parameters(simulate::RateControl::dcqcn_paper, BitsPerSecond{40'000'000'000});
    constexpr std::string_view halves = "C / 2^k, since alpha begins at 1";
    constexpr double exact = 1e-6;
    const physics::DcqcnBounds bounds = physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 8, 8);
    constexpr double to_kilobytes = 1e-3;
    constexpr double as_printed = 0.0005; // the paper prints four digits
    return {
        {"largest threshold of PFC for 12 MB, 32 ports, 22.4 kB in flight",
            "as the paper prints it",
            "kB",
            24.47,
            static_cast<double>(bounds.pfc_static.count) * to_kilobytes,
            as_printed},
        {"largest threshold of marking there, beta 8",
            "as the paper prints it",
            "kB",
            21.75,
            bounds.ecn_dynamic * to_kilobytes,
            as_printed},
        {"rate at 100G after 1 CNP", halves, "Gb/s", 50, rate_after(1), exact},
        {"rate at 100G after 4 CNPs in successive intervals",
            "C / 2^k; the public simulator lets the first CNP set alpha, not raise it",
            "Gb/s",
            6.25,
            rate_after(4),
            0.02},
        {"share that a CNP takes after 177 intervals without one",
            "(1 - g)^177 / 2",
            "",
            std::pow(1 - paper.gain, 177) / 2,
            cut_after(177),
            exact},
        {"time to 98 % of the rate before one CNP",
            "F * T, since 1 - 1 / 2^(F + 1) = 0.984",
            "us",
            5 * 55,
            recovery_to(0.98, paper),
            exact},
        {"the same with the set 'dcqcn-paper'", "F * T", "us", 5 * 55, recovery_to(0.98, reference), exact},
        {"difference of two rates after a common CNP and 3 increases",
            "1 - alpha / 2^(n + 1), alpha 1",
            "",
            1 - 1.0 / 16,
            difference_after(3),
            exact},
        fixed_point("mean queue of 2 senders at 40G", 2, 40 * gigabit),
        fixed_point("mean queue of 8 senders at 40G", 8, 40 * gigabit),
        fairness(),
    };
}

std::string number(double value)
{
    return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

constexpr std::string_view dcqcn_introduction = R"(
## DCQCN against its published model

With the parameters of the paper (Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015: g 1/256, a CNP every
50 us, T 55 us, F 5, R_AI 40 Mb/s; marking from 5 kB to 200 kB with 1 %), packets of 1000 bytes, and means from 20 ms to 50 ms. N is the number
of senders, C the speed of the port in packets a second, tau' the interval of alpha. The queue is that of the fixed point of the paper's
fluid model, in the approximation of Zhu et al. (ECN or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY, CoNEXT 2016) for small
probabilities, with the timer alone: neither the public simulator nor this one counts bytes.

| quantity | form | by the form | simulated | difference | allowed |
|---|---|---|---|---|---|
)";

}

std::span<const DcqcnCase> dcqcn_cases()
{
    static const std::vector<DcqcnCase> cases = compute_cases();
    return cases;
}

std::string dcqcn_section()
{
    std::string out(dcqcn_introduction);
    for (const DcqcnCase& one : dcqcn_cases()) {
        const std::string unit = one.unit.empty() ? std::string() : fmt::format(" {}", one.unit);
        out += fmt::format("| {} | {} | {}{} | {}{} | {:+.2f} % | {} |\n",
            one.quantity,
            one.form,
            number(one.expected),
            unit,
            number(one.measured),
            unit,
            (one.measured / one.expected - 1) * 100,
            one.tolerance < 1e-5 ? std::string("none") : fmt::format("{:.3g} %", one.tolerance * 100));
    }
    return out;
}

}
