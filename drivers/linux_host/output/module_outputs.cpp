// SPDX-License-Identifier: Apache-2.0
// What the cable reports about itself (ethtool -m, mlxlink): length,
// reach and medium. A module reports zero for what it does not know.
#include "drivers/linux_host/output/outputs.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <charconv>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Parses "3m", "2.00km", "0.50m" or "3"; 0 for other text, which is
// also what a module reports if it does not know.
Metres metres(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !(number >= 0 && number < 1e6))
        return {};
    const auto used = static_cast<std::size_t>(end - text.data());
    const double scale = text.substr(used).starts_with("km") ? 1000 : 1;
    return Metres::of(std::min(number * scale, 1e6));
}

// "Raw Physical BER      : 3E-12": key and value without the blanks around the colon.
struct KeyValue {
    std::string_view key;
    std::string_view value;
};
KeyValue split(std::string_view line)
{
    // Some keys contain a colon; the one that ends the key has a blank before it.
    std::size_t colon = line.find(" : ");
    colon = colon == std::string_view::npos ? line.find(':') : colon + 1;
    if (colon == std::string_view::npos)
        return {};
    std::string_view key = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    key = ascii::trimmed_back(key, ascii::is_blank);
    const std::size_t from = value.find_first_not_of(" \t");
    return {key, from == std::string_view::npos ? std::string_view{} : value.substr(from)};
}

// What is reported about a cable, line by line. A cable states its
// length; a transceiver states its reach over each kind of fiber.
class Media {
public:
    explicit Media(HostBuilder& host) : host_(host) { }

    void length(Metres metres, Span at)
    {
        if (metres > Metres{})
            length_ = {metres, host_.origins().explicit_at(at)};
    }
    void reach(Metres metres, Span at)
    {
        if (metres > Metres{} && metres > reach_.value)
            reach_ = {metres, host_.origins().explicit_at(at)};
    }
    void passive(bool copper, Span at) { passive_ = {copper, host_.origins().explicit_at(at)}; }
    /// The cable cannot be unplugged from its modules.
    void fixed() { fixed_ = true; }
    /// SFF-8636 byte 146: the length of a cable, but the reach over OM4 of a transceiver.
    void length_or_reach(Metres metres, Span at)
    {
        if (metres > Metres{})
            ambiguous_ = {metres, host_.origins().explicit_at(at)};
    }

    void apply(Port& port)
    {
        if (ambiguous_.known() && (fixed_ || passive_.is(true)))
            length_ = length_.known() ? length_ : ambiguous_;
        else if (ambiguous_.known() && ambiguous_.value > reach_.value)
            reach_ = ambiguous_;
        if (passive_.known())
            port.passive_copper = passive_;
        const bool by_cable = length_.known();
        const Setting<Metres>& found = by_cable ? length_ : reach_;
        if (!found.known())
            return;
        port.media_length = found;
        port.media_is_reach = {!by_cable, found.origin};
    }

private:
    HostBuilder& host_;
    Setting<Metres> length_;
    Setting<Metres> reach_;
    Setting<Metres> ambiguous_;
    Setting<bool> passive_;
    bool fixed_ = false;
};

// Lines printed by ethtool's qsfp.c, cmis.c, sff-common.c and sfpid.c.
State take_module_line(Media& media, KeyValue line, Span at)
{
    if (line.key == "Connector") {
        if (has(line.value, "No separable connector"))
            media.fixed();
        return State::read;
    }
    if (line.key == "Transmitter technology") {
        media.passive(has(line.value, "Copper cable") && !has(line.value, "active equalizers"), at);
        return State::read;
    }
    if (line.key == "Passive Cu cmplnce.") {
        media.passive(true, at);
        return State::read;
    }
    if (line.key == "Active Cu cmplnce.") {
        media.passive(false, at);
        return State::read;
    }
    if (line.key == "Cable assembly length") {
        media.length(metres(line.value), at);
        return State::read;
    }
    if (line.key.starts_with("Length (Copper")) {
        media.length_or_reach(metres(line.value), at);
        return State::read;
    }
    if (line.key.starts_with("Length (")) {
        media.reach(metres(line.value), at);
        return State::read;
    }
    return State::irrelevant;
}

// The FEC in mlxlink's terms: "Standard RS-FEC - RS(528,514)", "Standard_RS-FEC - (544,514)", "Firecode FEC".
std::optional<Fec> fec_of(std::string_view text)
{
    if (has(text, "544,"))
        return Fec::rs544;
    if (has(text, "528,"))
        return Fec::rs528;
    if (has(text, "Firecode"))
        return Fec::base_r;
    if (has(text, "No FEC"))
        return Fec::none;
    return std::nullopt;
}

class MlxlinkReader {
public:
    MlxlinkReader(HostBuilder& host, Port& port) : host_(host), port_(port), media_(host) { }

    State take(KeyValue line, Span at)
    {
        const OriginId why = host_.origins().explicit_at(at);
        if (line.value == "N/A")
            return State::irrelevant;
        if (line.key == "Raw Physical BER") {
            // Raw is the rate before FEC, effective the rate after it (NVIDIA, ibdiagnet User Manual, Bit
            // Error Rate: effective errors are those after error correction).
            const auto rate = parse_rate(line.value);
            if (rate)
                port_.bit_error_rate = {*rate, why};
            return rate ? State::read : State::unrecognised;
        }
        if (line.key == "FEC") {
            const auto fec = fec_of(line.value);
            if (fec)
                port_.fec = {*fec, why};
            return fec ? State::read : State::unrecognised;
        }
        if (line.key == "Width") {
            const auto lanes = small_number(line.value.substr(0, line.value.find('x')), 16);
            if (lanes && *lanes > 0)
                port_.lanes = {*lanes, why};
            return lanes ? State::read : State::unrecognised;
        }
        return take_cable(line, at);
    }
    void finish() { media_.apply(port_); }

private:
    State take_cable(KeyValue line, Span at)
    {
        if (line.key == "Cable Type") {
            if (line.value == "Passive copper cable")
                media_.passive(true, at);
            else if (line.value.starts_with("Active cable") || line.value.starts_with("Optical Module"))
                media_.passive(false, at);
            if (line.value.starts_with("Active cable"))
                media_.fixed();
            return State::read;
        }
        if (line.key == "Transfer Distance [m]") {
            media_.length_or_reach(metres(line.value), at);
            return State::read;
        }
        if (line.key.ends_with(" Length")) {
            media_.reach(metres(line.value), at);
            return State::read;
        }
        return State::irrelevant;
    }

    HostBuilder& host_;
    Port& port_;
    Media media_;
};

}

void read_module(HostBuilder& host, const Section& section)
{
    if (section.node.first == nullptr)
        return;
    const std::uint32_t port = ethtool_port(host, section);
    if (port == Port::no_index)
        host.warn(section.place(), "the interface that this ethtool output is about is not known");
    Media media(host);
    section.take_lines([&](const Node& line) {
        return port == Port::no_index ? State::unsupported
                                      : take_module_line(media, split(line.key), section.span(line));
    });
    if (port != Port::no_index)
        media.apply(host.port_at(port));
}

void read_mlxlink(HostBuilder& host, const Section& section)
{
    if (section.node.first == nullptr)
        return;
    const std::uint32_t index = host.port(host.interface_of(section.command.subject), section.place());
    if (index == Port::no_index) {
        host.warn(section.place(), "the interface that this mlxlink output is about is not known");
        for (const Node& line : section.node)
            line.mark(State::unsupported);
        return;
    }
    MlxlinkReader reader(host, host.port_at(index));
    section.take_lines([&](const Node& line) { return reader.take(split(line.key), section.span(line)); });
    reader.finish();
}

}
