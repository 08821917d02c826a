// SPDX-License-Identifier: Apache-2.0
#include "tests/simulate/incast_cases.h"

#include "tests/simulate/dcqcn_cases.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::testing {
namespace {

using simulate::Incast;
using simulate::Nanoseconds;

constexpr std::uint64_t giga = 1'000'000'000;

Incast incast_of(std::uint32_t senders, std::uint64_t speed, std::uint64_t pool, double alpha)
{
    Incast incast;
    incast.senders = senders;
    incast.sender_rate = {speed * giga};
    incast.egress_rate = {speed * giga};
    incast.threshold.alpha.value = alpha;
    incast.threshold.shared = {pool};
    incast.feedback = Nanoseconds(20'000);
    incast.packet = {1048};
    return incast;
}

Incast with(Incast incast,
    std::uint64_t low,
    std::uint64_t high,
    std::uint64_t headroom,
    double propagation,
    double response)
{
    incast.marking = simulate::Marking{{low}, {high}, 0.2};
    incast.headroom = simulate::GroupHeadroom{
        .size = {headroom}, .propagation = Nanoseconds(propagation), .response = Nanoseconds(response)};
    return incast;
}

const std::array<IncastCase, 6>& all_cases()
{
    static const std::array<IncastCase, 6> cases{{
        {"2 at 100G, 12 MB, alpha 1/8",
            with(incast_of(2, 100, 12'000'000, 0.125), 100'000, 400'000, 60'000, 50, 2000)},
        {"8 at 100G, 12 MB, alpha 1/8",
            with(incast_of(8, 100, 12'000'000, 0.125), 100'000, 400'000, 60'000, 50, 2000)},
        {"8 at 100G, 12 MB, alpha 1/16, late marks",
            with(incast_of(8, 100, 12'000'000, 0.0625), 1'500'000, 3'000'000, 60'000, 50, 2000)},
        {"16 at 400G, 64 MB, alpha 1/8",
            with(incast_of(16, 400, 64'000'000, 0.125), 400'000, 1'600'000, 250'000, 150, 1200)},
        {"31 at 100G, 20 MiB, alpha 1",
            with(incast_of(31, 100, 20'971'520, 1), 150'000, 1'500'000, 33'792, 25, 2017)},
        {"8 at 100G, 12 MB, alpha 1/8, little headroom",
            with(incast_of(8, 100, 12'000'000, 0.125), 100'000, 400'000, 20'000, 50, 2000),
            true},
    }};
    return cases;
}

std::string in_microseconds(const std::optional<Nanoseconds>& time)
{
    return time ? fmt::format("{:.2f}", time->count() / 1000) : std::string("-");
}

constexpr std::string_view introduction = R"(<!-- Written by the tests: ROCELINT_UPDATE_GOLDEN=1. -->
# Simulate an incast

`rocelint simulate PATH` says, from the configuration alone, what happens when several senders send to one port at the same time: when
the first packet is marked, when the switch first sends pause, how much headroom the packets after that need, and whether packets are
lost. It answers for every lossless RDMA class of every switch, for 2 senders, for 8, and for as many as there are ports, and it lists the numbers of
senders for which the verdict is bad. `--port` chooses one egress port, `--senders` one number. `--fail-on-loss` exits with 1 where packets are lost.

Alpha, pools, headroom and marking are those that [ECN005](rules/ECN005.md) and [HDR001](rules/HDR001.md) judge. Where a threshold or
a pool is unknown, the incast is not simulated; where marking or headroom is unknown, what rests on it is not computed. The reason is printed, and no
value is guessed. Everything that is assumed is printed with the result.

## Flows instead of equal senders

`--flows FILE` takes what your jobs send, as YAML or as a table ([every key](reference/flows.md)):

```
from,to,class,rate,start_us
host2,host1,3,line,0
host3,host1,3,40G,10
```

Each flow takes the paths that `rocelint trace` shows, divided evenly among the next hops of every switch. So follows for each egress port and
class of a switch what is offered to it, through how many ports, and how fast. Ports that are offered more than they can send are
computed like those of equal senders; of the others only the busiest is named. `--fail-on-loss` and `--packets` work as without flows.

Rates are constant between two times at which a flow begins. At each of these times they are computed again on all hops of all paths:

* A flow offers its rate from its start to the end. A switch divides it evenly among its next hops.
* A cable carries at most its speed, which is the lower of those of its two ports. If it is offered more, it carries the same share of every
  flow, `speed / offered`; the rest is not offered to the hops after it. So flows of one host's port share its line rate, a matrix of all pairs
  needs no rates, and a flow has what others leave it only while they send.
* Which flow is how fast therefore depends on cables that other flows fill elsewhere. The shares are computed again until none changes by more than
  a billionth; if they don't settle, which needs a circle of full cables, the report says so.

This is how first-in, first-out queues divide a cable, once what waited in them before the change has left; max-min fairness would favor slow
flows. The time in which a queue passes on a change, and the pause of other switches, are left out: every port is computed as if its senders heard
nothing from any other. The rate of a flow may fall when another begins, so that a queue may also become empty again before anything is
marked or paused.

## Closed forms

With `m` senders of rate `s` to an egress port of rate `r`, bytes as a fluid, and nothing but pause to slow the senders down:

| what | form | source |
|---|---|---|
| fill of a group at the first pause | Q = alpha * B / (1 + m * alpha), or the fixed threshold, and at most B / m | Choudhury and Hahne 1998 |
| fill of the egress queue then | m * Q | |
| time to the first pause | Q / (s - r / m) | derived |
| time to the lower marking threshold | Kmin / (m * s - r) | derived |
| marking acts in time | that time + feedback < time to the first pause; feedback is `rtt_us` of [ECN004](rules/ECN004.md), or `--feedback-us` | derived |
| headroom that a group uses | (s - r / m) * (2 * propagation + response) + 2 packets; response is what 802.3 allows at most | IEEE 802.1Q annex N, without delays inside ports |
| headroom that it needs if nothing drains | s * (2 * propagation + response) + 2 packets | the same |
| bytes lost by each sender | what it uses beyond its headroom, or beyond its share of a shared headroom pool | derived |
| growth of the queue from Kmin to the first mark | sqrt(pi / 2 * packet * (m * s / r - 1) * (Kmax - Kmin) / Pmax) on average | derived: the probability begins at zero |

With flows, `s` is the rate of one sender and `S` of all, `w = s / S`, and the first group to pause decides:

| what | form |
|---|---|
| fill of the egress queue when a group pauses | alpha * B / (w + alpha), or the fixed threshold / w, and at most B |
| time to the first pause | the smallest of these fills / (S - r) |
| headroom that a group uses | (s - w * r) * (2 * propagation + response) + 2 packets, if its pause comes before the first sender falls silent |

Flows that begin change these rates, and the queue drains in the proportions in which its oldest bytes arrived; between two such changes
the same forms hold. Groups that would pause later are listed without headroom: what happens to them depends on who has stopped,
which only `--packets` follows.

## Packets

`--packets` simulates every packet as well, with the shared memory of the public simulator of alibaba-edu/High-Precision-Congestion-Control
(`switch-mmu.cc`): a packet over the threshold goes to headroom, headroom drains first, a group that is 3072 bytes below its threshold lets its
sender resume, and packets are marked as they leave. `--control dcqcn` and `--control dcqcn-paper` slow the senders down as `rdma-hw.cc` does, with its two
sets of parameters; the NICs' own parameters are not used. The same `--seed` gives the same result on every machine. On a terminal, the fill of the queue
over time is drawn; `--plot FILE` draws it, with the thresholds of marking, the first mark and the first pause, into an SVG picture.

)";

}

std::span<const IncastCase> incast_cases() { return all_cases(); }

simulate::PacketOutcome packets_of(const IncastCase& one)
{
    return simulate::simulate_packets({.incast = one.incast, .duration = Nanoseconds(300'000)});
}

std::string simulate_page()
{
    std::string out(introduction);
    out += "## Closed forms against packets\n\n"
           "300 us without congestion control, packets of 1048 bytes, seed 1. Times in us, sizes in bytes. The time to the first pause\n"
           "agrees within 0.1 % or the time of one packet.\n\n"
           "| incast | Kmin: form | first mark: packets | first pause: form | packets | difference | headroom: form | packets | "
           "has | lost: form | packets |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const IncastCase& one : incast_cases()) {
        const simulate::IncastForms forms = simulate::closed_forms(one.incast);
        const simulate::PacketOutcome packets = packets_of(one);
        out += fmt::format("| {} | {} | {} | {} | {} | {:+.3f} % | {} | {} | {} | {} | {} |\n",
            one.title,
            in_microseconds(forms.to_mark),
            in_microseconds(packets.first_mark),
            in_microseconds(forms.to_pause),
            in_microseconds(packets.first_pause),
            (*packets.first_pause / *forms.to_pause - 1) * 100,
            forms.headroom_used->count,
            packets.most_headroom.count,
            one.incast.headroom->size.count,
            forms.lost->count > 0 ? "yes" : "no",
            packets.lost.count > 0 ? "yes" : "no");
    }
    out += dcqcn_section();
    return out;
}

}
