// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/eos.h"
#include "drivers/line_cli/live/health_reader.h"

namespace rocelint::eos {
namespace {

using line_cli::HealthReader;

// If all ports are requested, only ports that forward packets are shown.
bool is_shown(const HealthReader& reader, std::string_view port)
{
    return !reader.asks_for_all() || port.starts_with("Ethernet");
}

void read_links(const Node& answer, HealthReader& reader)
{
    const Node* all = answer.child("interfaceStatuses");
    if (all == nullptr)
        return reader.cannot_tell("`show interfaces status | json` has no member `interfaceStatuses`");
    for (const Node& port : *all) {
        const Node* status = port.child("linkStatus");
        if (status != nullptr && is_shown(reader, port.key))
            reader.add_link(port.key, status->value == "connected");
    }
    reader.end_links();
}

void read_drops(const Node& answer, HealthReader& reader)
{
    const Node* all = answer.child("interfaces");
    if (all == nullptr)
        return reader.cannot_tell("`show interfaces counters discards | json` has no member `interfaces`");
    for (const Node& port : *all) {
        for (const char* name : {"inDiscards", "outDiscards"}) {
            if (is_shown(reader, port.key))
                reader.add_drops(port.key, name, port.child(name));
        }
    }
}

// "linkStatusChanges" counts each time that the link went down or came up.
void read_flaps(const Node& answer, HealthReader& reader)
{
    const Node* all = answer.child("interfaces");
    if (all == nullptr)
        return reader.cannot_tell("`show interfaces | json` has no member `interfaces`");
    for (const Node& port : *all) {
        const Node* counters = port.child("interfaceCounters");
        if (counters != nullptr)
            reader.add(
                port.key, "linkStatusChanges", PortCounter::Kind::flap, counters->child("linkStatusChanges"));
    }
}

// PFC frames of a port, all priorities together (amd/node-scraper, scaleoutarista, AristaPfcCounters). A
// switch lists only ports for which it counted any; the others remain unjudged.
void read_pauses(const Node& answer, HealthReader& reader)
{
    const Node* all = answer.child("interfaceCounters");
    if (all == nullptr)
        return reader.cannot_tell(
            "`show priority-flow-control counters | json` has no member `interfaceCounters`");
    for (const Node& port : *all) {
        for (const char* name : {"rxFrames", "txFrames"}) {
            if (is_shown(reader, port.key))
                reader.add(port.key, name, PortCounter::Kind::pause, port.child(name));
        }
    }
}

}

Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports)
{
    HealthReader reader(terminal, ports);
    auto links = reader.read(
        "show interfaces status", "links", [&](const Node& answer) { read_links(answer, reader); });
    if (!links)
        return tl::unexpected(links.error());
    auto drops = reader.read("show interfaces counters discards", "drops", [&](const Node& answer) {
        read_drops(answer, reader);
    });
    if (!drops)
        return tl::unexpected(drops.error());
    // This command prints everything about every port, so it is run only to judge a change.
    if (!reader.asks_for_all()) {
        auto flaps = reader.read(
            "show interfaces", "flaps", [&](const Node& answer) { read_flaps(answer, reader); });
        if (!flaps)
            return tl::unexpected(flaps.error());
    }
    auto pauses = reader.read("show priority-flow-control counters", "pause frames", [&](const Node& answer) {
        read_pauses(answer, reader);
    });
    if (!pauses)
        return tl::unexpected(pauses.error());
    return reader.take();
}

}
