// SPDX-License-Identifier: Apache-2.0
// Ports that are offered more than they can send come with their senders; of the others only the busiest is named.
#include "cli/report/simulate/simulate_report.h"
#include "cli/terminal/table.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

constexpr double giga = 1e9;

std::string time_words(const std::optional<simulate::Nanoseconds>& time)
{
    return time ? fmt::format("{:.2f} us", time->count() / 1000) : std::string("-");
}

std::string size_words(const std::optional<Bytes>& size)
{
    return size ? fmt::format("{}", size->count) : std::string("-");
}

std::string port_words(const SimulatedFabric& fabric, const simulate::LoadedPort& port)
{
    return fmt::format("{}, {}: {}",
        fabric.fabric.device(port.egress).name,
        fabric.analysis.classes.classes[port.rdma_class].label(),
        fabric.fabric.port(port.egress).name);
}

// Rates that change are named by their highest.
std::string rate_words(const simulate::MixedSender& sender)
{
    return fmt::format(
        "{}{:.1f} Gb/s", sender.steps.size() > 1 ? "up to " : "", sender.highest_rate() / giga);
}

bool changes(const simulate::LoadedPort& port)
{
    return std::ranges::any_of(port.senders, [&port](const simulate::LoadedSender& sender) {
        return sender.values.steps.size() > 1
            || sender.values.steps.front().from != port.senders.front().values.steps.front().from;
    });
}

std::string senders_table(const SimulatedFabric& fabric, const SimulatedLoad& load, std::size_t width)
{
    constexpr std::array<Column, 6> columns{Column{"through", false},
        Column{"offers", true},
        Column{"pause", true},
        Column{"headroom", true},
        Column{"has", true},
        Column{"lost", true}};
    std::vector<TableRow> rows;
    for (std::size_t index = 0; index < load.port.senders.size(); ++index) {
        const simulate::LoadedSender& sender = load.port.senders[index];
        const simulate::MixedSenderForms& forms = load.forms->senders[index];
        rows.push_back({std::string(fabric.fabric.device(load.port.egress).ports[sender.port].name),
            rate_words(sender.values),
            forms.with_the_first       ? time_words(forms.to_pause)
                : load.forms->to_pause ? std::string("later")
                                       : std::string("-"),
            size_words(forms.headroom_used),
            sender.headroom ? size_words(sender.headroom->size) : std::string("-"),
            size_words(forms.lost)});
    }
    return table(columns, rows, width);
}

std::string verdicts(const SimulatedLoad& load)
{
    const simulate::MixedForms& forms = *load.forms;
    std::string out = fmt::format("  The queue grows from {:.2f} us on. First mark: {}. First pause: ",
        forms.grows_from->count() / 1000,
        time_words(forms.to_mark));
    out += forms.to_pause ? fmt::format(
               "{}, with {} bytes in the queue.\n", time_words(forms.to_pause), forms.queue_at_pause.count)
                          : std::string("none, because the queue does not grow that far.\n");
    if (!load.port.no_marking.empty())
        out += fmt::format("  Marking: not computed: {}.\n", load.port.no_marking);
    else if (forms.marks_in_time)
        out += *forms.marks_in_time ? "  Marking slows the senders down before pause.\n"
                                    : "  Pause comes before marking can slow the senders down.\n";
    if (const auto lost = forms.lost())
        out += lost->count == 0 ? "  The headroom holds the packets that arrive after the first pause.\n"
                                : fmt::format("  Packets are lost: {} bytes.\n", lost->count);
    for (const simulate::LoadedSender& sender : load.port.senders) {
        if (!sender.headroom)
            return out + fmt::format("  Headroom: not computed: {}.\n", sender.no_headroom);
    }
    return out;
}

std::string packets_words(const SimulatedLoad& load, const SimulateData& data)
{
    if (!load.packets)
        return {};
    const simulate::PacketOutcome& packets = *load.packets;
    std::string out = fmt::format(
        "  Packets: first mark {}, first pause {}, {}, largest queue {} bytes, lost {} bytes.\n",
        time_words(packets.first_mark),
        packets.first_pause ? time_words(packets.first_pause) : "never",
        counted(packets.pauses, "pause"),
        packets.most_queue.count,
        packets.lost.count);
    if (data.draw)
        out += fmt::format("  {}\n", sparkline(packets.queue));
    return out;
}

std::string load_text(const SimulatedFabric& fabric, const SimulatedLoad& load, const SimulateData& data)
{
    std::string out = folded(fmt::format("{} at {} is offered {}{:.1f} Gb/s through {}",
                                 port_words(fabric, load.port),
                                 value_text(load.port.values.egress_rate),
                                 changes(load.port) ? "up to " : "",
                                 load.port.bits_per_second / giga,
                                 counted(load.port.senders.size(), "port")),
        data.width);
    return out + senders_table(fabric, load, data.width) + verdicts(load) + packets_words(load, data);
}

// The share of its speed that a port is offered.
double use_of(const SimulatedLoad& load)
{
    return load.port.bits_per_second / static_cast<double>(load.port.values.egress_rate.count);
}

}

std::string loads_text(const SimulatedFabric& fabric, const SimulateData& data)
{
    std::string out;
    std::string refused;
    const SimulatedLoad* busiest = nullptr;
    std::size_t others = 0;
    for (const SimulatedLoad& load : fabric.loads) {
        if (load.forms) {
            add_item(out, load_text(fabric, load, data), "\n");
        } else if (!load.port.refused.empty()
            && (load.port.overfilled() || load.port.values.egress_rate.count == 0)) {
            refused += folded(
                fmt::format("not simulated: {}: {}", port_words(fabric, load.port), load.port.refused),
                data.width,
                2);
        } else {
            ++others;
            if (busiest == nullptr || use_of(load) > use_of(*busiest))
                busiest = &load;
        }
    }
    if (!refused.empty())
        add_item(out, refused, "\n");
    std::string rest;
    if (busiest != nullptr)
        rest = folded(
            fmt::format("{} offered at most what {} can send; the busiest is {} with {:.1f} Gb/s of {}",
                out.empty() ? counted(others, "port is", "ports are")
                            : counted(others, "other port is", "other ports are"),
                others == 1 ? "it" : "they",
                port_words(fabric, busiest->port),
                busiest->port.bits_per_second / giga,
                value_text(busiest->port.values.egress_rate)),
            data.width);
    for (const std::string& sentence : fabric.lost_traffic)
        rest += folded(sentence, data.width);
    if (!rest.empty())
        add_item(out, rest, "\n");
    return out;
}

}
