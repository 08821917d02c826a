// SPDX-License-Identifier: Apache-2.0
// A result is only as good as its assumptions, so the report states every one of them.
#include "cli/report/simulate/simulate_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

void add_once(std::vector<std::string>& list, std::string sentence)
{
    if (std::ranges::find(list, sentence) == list.end())
        list.push_back(std::move(sentence));
}

void add_of_values(std::vector<std::string>& list, const simulate::ConfiguredIncast& incast)
{
    add_once(list,
        fmt::format(
            "all packets are {} bytes long, as the largest of a lossless class", incast.values.packet.count));
    if (!incast.fill.shipped.empty())
        add_once(list, fmt::format("thresholds that no file states are those of {}", incast.fill.shipped));
    if (!incast.headroom)
        return;
    add_once(list,
        fmt::format("a peer takes as long to stop as the standard allows at most ({})",
            incast.headroom->response_source));
    if (!incast.headroom->shipped.empty())
        add_once(list, fmt::format("headroom that no file states is that of {}", incast.headroom->shipped));
}

void add_of_load(std::vector<std::string>& list, const simulate::LoadedPort& port)
{
    add_once(list,
        fmt::format(
            "all packets are {} bytes long, as the largest of a lossless class", port.values.packet.count));
    for (const simulate::LoadedSender& sender : port.senders) {
        if (!sender.shipped.empty())
            add_once(list, fmt::format("thresholds that no file states are those of {}", sender.shipped));
        if (!sender.headroom)
            continue;
        add_once(list,
            fmt::format("a peer takes as long to stop as the standard allows at most ({})",
                sender.headroom->response_source));
        if (!sender.headroom->shipped.empty())
            add_once(
                list, fmt::format("headroom that no file states is that of {}", sender.headroom->shipped));
    }
}

void add_of_flows(std::vector<std::string>& list)
{
    list.emplace_back(
        "every switch divides a flow evenly among its next hops; a single connection takes one of "
        "them");
    list.emplace_back("a flow offers its rate from its start to the end");
    list.emplace_back(
        "a cable that is offered more than its speed carries the same share of every flow, whatever the weights of "
        "their classes; the rest is not offered to the hops after it");
    list.emplace_back(
        "rates change on all hops at once when a flow begins: neither the packets that wait in queues before nor the "
        "pause of other switches delay or lower them");
    list.emplace_back("each class has the whole speed of its egress port");
    list.emplace_back("all traffic that enters through one port counts as one sender");
}

void add_of_packets(std::vector<std::string>& list, const SimulateData& data)
{
    list.push_back("packets: a port resumes its sender 3072 bytes below the threshold, headroom drains "
                   "first, and packets are marked as they leave, as in the public simulator "
                   "alibaba-edu/High-Precision-Congestion-Control (switch-mmu.cc)");
    list.push_back(data.control == simulate::RateControl::none
            ? std::string("packets: nothing but pause slows the senders down")
            : fmt::format("packets: senders use DCQCN with the parameters of '{}' in that simulator, not "
                          "those of the NICs",
                word_of_control(data.control)));
    list.push_back(fmt::format("packets: {:.0f} us with seed {}", data.duration.count() / 1000, data.seed));
}

}

std::string_view word_of_control(simulate::RateControl control)
{
    switch (control) {
    case simulate::RateControl::none:
        break;
    case simulate::RateControl::dcqcn:
        return "dcqcn";
    case simulate::RateControl::dcqcn_paper:
        return "dcqcn-paper";
    }
    return "none";
}

bool SimulateData::loses() const
{
    const auto row_loses = [](const SimulatedRow& row) {
        return (row.forms.lost && row.forms.lost->count > 0) || (row.packets && row.packets->lost.count > 0);
    };
    const auto load_loses = [](const SimulatedLoad& load) {
        const auto lost = load.forms ? load.forms->lost() : std::nullopt;
        return (lost && lost->count > 0) || (load.packets && load.packets->lost.count > 0);
    };
    return std::ranges::any_of(fabrics, [&](const auto& fabric) {
        return std::ranges::any_of(fabric->incasts, [&](const SimulatedIncast& one) {
            return std::ranges::any_of(one.rows, row_loses);
        }) || std::ranges::any_of(fabric->loads, load_loses);
    });
}

std::vector<std::string> simulate_assumptions(const SimulateData& data, const SimulatedFabric& fabric)
{
    std::vector<std::string> list;
    if (data.flows == 0)
        list.emplace_back(
            "the senders are equal, begin at the same time at the full rate of their ports, and "
            "each comes in through a port of its own");
    else
        add_of_flows(list);
    list.emplace_back("closed forms: nothing but pause slows the senders down");
    list.emplace_back(
        "nothing else uses the pool, and memory counts in bytes, not in cells; bytes that a group "
        "has for itself alone and delays within ports are left out");
    list.emplace_back("a cable takes 5 ns for each metre");
    list.push_back(fmt::format("slower packets of a sender arrive {:.1f} us after one of its packets was "
                               "marked ({})",
        fabric.feedback.count() / 1000,
        fabric.feedback_source));
    for (const SimulatedIncast& one : fabric.incasts)
        add_of_values(list, one.incast);
    for (const SimulatedLoad& load : fabric.loads) {
        if (load.forms)
            add_of_load(list, load.port);
    }
    if (data.packets)
        add_of_packets(list, data);
    for (const std::string& line : fabric.analysis.assumptions)
        list.push_back("policy: " + line);
    return list;
}

}
