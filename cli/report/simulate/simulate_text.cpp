// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/port_list.h"
#include "cli/report/simulate/simulate_report.h"
#include "cli/terminal/table.h"
#include "cli/terminal/visible.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

std::string microseconds(const std::optional<simulate::Nanoseconds>& time)
{
    return time ? fmt::format("{:.2f} us", time->count() / 1000) : std::string("-");
}

std::string bytes(const std::optional<Bytes>& size)
{
    return size ? fmt::format("{}", size->count) : std::string("-");
}

std::string listed_ports(const Device& device, const std::vector<std::uint32_t>& ports)
{
    std::vector<std::string_view> names;
    for (const std::uint32_t port : ports)
        names.push_back(device.ports[port].name);
    return list_ports(names);
}

std::string threshold_words(const PauseFill& fill)
{
    if (fill.fixed)
        return fmt::format("a group pauses at {} bytes", fill.pause_at.count);
    return fill.alpha.infinite
        ? fmt::format("groups without a limit in a pool of {} bytes", fill.shared.count)
        : fmt::format(
            "a group may take {} times what is free of {} bytes", fill.alpha.value, fill.shared.count);
}

std::string marking_words(const simulate::ConfiguredIncast& incast)
{
    if (!incast.values.marking)
        return "not computed: " + incast.no_marking;
    const simulate::Marking& marking = *incast.values.marking;
    return fmt::format("{} from {} to {} bytes, {:.2f} % at the latter, all beyond",
        incast.marking_name.empty() ? std::string_view("packets are marked") : incast.marking_name,
        marking.low.count,
        marking.high.count,
        marking.most * 100);
}

std::string headroom_words(const simulate::ConfiguredIncast& incast, const Device& device)
{
    if (!incast.headroom)
        return "not simulated: " + incast.no_headroom;
    const simulate::SenderHeadroom& headroom = *incast.headroom;
    std::string words = fmt::format("{} bytes at {}, with {} and {} pause quanta until the peer stops",
        headroom.size.count,
        device.ports[headroom.port].name,
        describe(headroom.cable),
        headroom.response_quanta);
    if (incast.values.headroom->pool)
        words += fmt::format("; all groups share {} bytes", incast.values.headroom->pool->count);
    return words;
}

std::string forms_table(const SimulatedIncast& one, std::size_t width)
{
    constexpr std::array<Column, 7> columns{Column{"senders", true},
        Column{"first mark", true},
        Column{"first pause", true},
        Column{"in a group", true},
        Column{"in the queue", true},
        Column{"headroom", true},
        Column{"lost each", true}};
    std::vector<TableRow> rows;
    for (const SimulatedRow& row : one.rows) {
        const simulate::IncastForms& forms = row.forms;
        rows.push_back({fmt::format("{}", row.senders),
            microseconds(forms.to_mark),
            forms.grows ? microseconds(forms.to_pause) : "never",
            bytes(forms.group_at_pause),
            bytes(forms.queue_at_pause),
            bytes(forms.headroom_used),
            bytes(forms.lost)});
    }
    return table(columns, rows, width);
}

std::string packets_table(const SimulatedIncast& one, const SimulateData& data)
{
    constexpr std::array<Column, 7> columns{Column{"packets", true},
        Column{"first mark", true},
        Column{"first pause", true},
        Column{"pauses", true},
        Column{"largest queue", true},
        Column{"headroom", true},
        Column{"lost", true}};
    std::vector<TableRow> rows;
    std::string drawn;
    for (const SimulatedRow& row : one.rows) {
        if (!row.packets)
            continue;
        const simulate::PacketOutcome& packets = *row.packets;
        rows.push_back({fmt::format("{}", row.senders),
            microseconds(packets.first_mark),
            packets.first_pause ? microseconds(packets.first_pause) : "never",
            fmt::format("{}", packets.pauses),
            bytes(packets.most_queue),
            bytes(packets.most_headroom),
            bytes(packets.lost)});
        if (data.draw)
            drawn += fmt::format("{:>7}  {}\n", row.senders, sparkline(packets.queue));
    }
    return rows.empty() ? std::string() : '\n' + table(columns, rows, data.width) + drawn;
}

std::string verdict_words(const SimulatedIncast& one)
{
    std::string out;
    const std::string all = counted(one.incast.most, "sender");
    if (one.incast.values.marking)
        out += one.verdicts.pause_first.empty()
            ? fmt::format("  Marking slows the senders down before pause, with up to {}.\n", all)
            : fmt::format("  Pause comes before marking can slow the senders down. Number of senders: {}.\n",
                describe(one.verdicts.pause_first));
    if (one.incast.values.headroom)
        out += one.verdicts.loses.empty()
            ? fmt::format("  The headroom holds the packets that arrive after pause, with up to {}.\n", all)
            : fmt::format("  Packets are lost. Number of senders: {}.\n", describe(one.verdicts.loses));
    return out;
}

std::string incast_text(const SimulatedFabric& fabric, const SimulatedIncast& one, const SimulateData& data)
{
    const simulate::ConfiguredIncast& incast = one.incast;
    const Device& device = fabric.fabric.devices[incast.device];
    const RdmaClass& rdma_class = fabric.analysis.classes.classes[incast.rdma_class];
    std::string out = folded(fmt::format("{}, {}: to a port of {} at {}, through {} at {}",
                                 device.name,
                                 rdma_class.label(),
                                 listed_ports(device, incast.egress),
                                 value_text(incast.values.egress_rate),
                                 listed_ports(device, incast.senders),
                                 value_text(incast.values.sender_rate)),
        data.width);
    const auto line = [&](std::string_view name, const std::string& words) {
        out += folded(fmt::format("  {:<10} {}", name, words), data.width, 13);
    };
    line("threshold", threshold_words(incast.fill));
    line("marking", marking_words(incast));
    line("headroom", headroom_words(incast, device));
    return out + forms_table(one, data.width) + packets_table(one, data) + verdict_words(one);
}

std::string fabric_text(const SimulatedFabric& fabric, const SimulateData& data)
{
    std::string out;
    for (const SimulatedIncast& one : fabric.incasts)
        add_item(out, incast_text(fabric, one, data), "\n");
    std::string refused;
    for (const simulate::NotSimulated& one : fabric.refused) {
        const Device& device = fabric.fabric.devices[one.device];
        refused += folded(fmt::format("not simulated: {}, {}, {}: {}",
                              device.name,
                              fabric.analysis.classes.classes[one.rdma_class].label(),
                              listed_ports(device, one.ports),
                              one.reason),
            data.width,
            2);
    }
    if (!refused.empty())
        add_item(out, refused, "\n");
    if (const std::string loads = loads_text(fabric, data); !loads.empty())
        add_item(out, loads, "\n");
    if (fabric.incasts.empty() && fabric.loads.empty())
        return out;
    out += "\nAssumed:\n";
    for (const std::string& sentence : simulate_assumptions(data, fabric))
        out += folded("  * " + sentence, data.width, 4);
    return out;
}

}

std::string sparkline(const std::vector<Bytes>& queue)
{
    constexpr std::array<std::string_view, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::uint64_t most = std::ranges::max(queue).count;
    std::string line;
    for (const Bytes fill : queue)
        line += most == 0 ? bars[0] : bars[std::min<std::uint64_t>(7, fill.count * 8 / most)];
    return line;
}

std::string simulate_text(const SimulateData& data)
{
    std::string out;
    for (const auto& fabric : data.fabrics) {
        const std::string text = fabric_text(*fabric, data);
        if (!fabric->folder.empty() && !text.empty())
            out += fmt::format("{}fabric {}\n\n", out.empty() ? "" : "\n", visible(fabric->folder));
        out += text;
    }
    return out;
}

}
