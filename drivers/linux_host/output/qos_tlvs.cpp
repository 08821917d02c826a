// SPDX-License-Identifier: Apache-2.0
// The text in which tools print the TLVs of IEEE 802.1Q annex D: `niccli getqos` and `niccli qos --ets --show`,
// `bnxtqos get_qos` (Broadcom), and `lldptool -t` (openlldp, lldp_8021qaz_clif.c). They differ in indentation and in
// the colon after a heading only. Older versions of niccli show the maps of priorities and DSCPs apart: `dump pri2cos`
// and `get_dscp2prio`.
#include "drivers/linux_host/output/nic_tools.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::uint64_t most_dscp = 63;

enum class TlvPart : std::uint8_t {
    none,
    shares,
    recommendation,
    pause,
    application,
    cee,
    dscps,
    priorities,
    other
};

// The part that a heading begins; nothing for any other line.
std::optional<TlvPart> part_of_heading(std::string_view line)
{
    struct Heading {
        std::string_view begins;
        TlvPart part;
    };
    constexpr Heading headings[]{{"IEEE 8021QAZ ETS Configuration TLV", TlvPart::shares},
        {"IEEE 8021QAZ ETS Recommendation TLV", TlvPart::recommendation},
        {"IEEE 8021QAZ PFC TLV", TlvPart::pause},
        {"IEEE 8021QAZ APP TLV", TlvPart::application},
        {"CEE DCBX TLV", TlvPart::cee},
        {"dscp2prio mapping:", TlvPart::dscps},
        {"Priority   TC   Queue ID", TlvPart::priorities}};
    for (const Heading& heading : headings) {
        if (line.starts_with(heading.begins))
            return heading.part;
    }
    // Headings within the TLV of CEE end with a colon, those of other TLVs do not.
    return line.ends_with(" TLV") ? std::optional(TlvPart::other) : std::nullopt;
}

// One entry of the application table: a priority for packets of one protocol.
struct AppEntry {
    std::optional<std::uint8_t> priority;
    std::optional<std::uint8_t> selector;
};

class TlvReader {
public:
    TlvReader(HostBuilder& host, const Section& section)
        : host_(host), section_(section), is_sent_(section.command.output == Output::lldp_tlvs)
    {
    }

    void read()
    {
        port_ = port_of_adapter(host_, section_);
        if (port_ == Port::no_index) {
            if (section_.node.first != nullptr)
                host_.warn(section_.place(),
                    "the interface of these DCB settings is not known: capture niccli --list_devices, or "
                    "ethtool -i of the interface");
            return;
        }
        for (const Node& line : section_.node) {
            if (line.kind == Node::Kind::line)
                line.mark(take(line));
        }
        settle_pfc();
        if (map_.at.somewhere() && !(is_sent_ && host_.port_at(port_).dscp_to_tc.peek_known())) {
            apply_dscp_map(host_, port_, map_);
            // Its effect on trust depends on the NIC's driver; see HostBuilder::settle_trust().
            if (!host_.port_at(port_).trust.known())
                host_.net(port_).trust_from_app_table = true;
        }
        for (const std::uint8_t tc : PrioritySet::all()) {
            if (classes_.classes[tc].present && classes_.classes[tc].kind.is(SchedulerKind::weighted))
                classes_.classes[tc].bandwidth = share_[tc];
        }
        if (!is_sent_ || (!takes_over_shares_ && !shows_classes(host_.net(port_).classes)))
            apply(host_, port_, classes_);
    }

private:
    // lldpad sends what it was set to. The settings in force are those of the kernel, or those of the
    // neighbour.
    void settle_pfc()
    {
        Port& port = host_.port_at(port_);
        if (!pause_at_.somewhere() || (is_sent_ && port.pfc_tx.peek_known()))
            return;
        if (!is_sent_ || !takes_over_pause_)
            return apply_pfc(host_, port_, paused_, pause_at_);
        port.pfc_rx = Setting<PrioritySet>::unread(host_.origins().unread(
            "lldpad takes over the neighbour's PFC, and lldptool shows what it sends: capture dcb pfc show"));
        port.pfc_tx = port.pfc_rx;
    }

    State take(const Node& line)
    {
        if (const auto part = part_of_heading(line.key)) {
            part_ = *part;
            return *part == TlvPart::other ? State::irrelevant : State::read;
        }
        if (const auto limits = value_of(line.key, "TC Rate Limit"))
            return take_limits(*limits);
        switch (part_) {
        case TlvPart::shares:
            return take_shares(line);
        case TlvPart::pause:
            return take_pause(line);
        case TlvPart::application:
            return take_application(line);
        case TlvPart::dscps:
            return take_dscps(line);
        case TlvPart::priorities:
            return take_priority(line);
        case TlvPart::cee:
            return State::unsupported;
        case TlvPart::recommendation: // to the peer
        case TlvPart::other:
            return State::irrelevant;
        case TlvPart::none:
            break;
        }
        const bool title = line.key.starts_with("Base Queue is ") || line.key.starts_with("---");
        return title ? State::irrelevant : State::unrecognised;
    }

    // "priority:3  dscp: 26"
    State take_dscps(const Node& line)
    {
        Words words(value_of(line.key, "priority").value_or(""));
        const auto priority = small_number(words.next(), 7);
        if (!priority || !words.take("dscp:"))
            return State::unrecognised;
        const auto dscps = parse_dscps(words.rest());
        if (!dscps || dscps->empty())
            return State::unrecognised;
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (!map_.at.somewhere())
            map_.at = section_.span(line);
        for (const Dscp dscp : *dscps)
            map_.set(dscp, *priority, why);
        return State::read;
    }

    // "3         1    0": a priority, its traffic class, and the hardware's queue
    State take_priority(const Node& line)
    {
        if (line.key.starts_with("---"))
            return State::irrelevant;
        Words words(line.key);
        const auto priority = small_number(words.next(), 7);
        const auto tc = small_number(words.next(), 7);
        if (!priority || !tc)
            return State::unrecognised;
        classes_.of_priority[*priority] = *tc;
        classes_.of_priority_origin[*priority] = host_.origins().explicit_at(section_.span(line));
        return State::read;
    }

    // "100% 100% 0%", of the link's speed; 0 for classes that are not used or not limited
    static State take_limits(std::string_view limits)
    {
        Words words(limits);
        while (!words.at_end()) {
            const std::string_view limit = words.next();
            if (limit != "0%" && limit != "100%")
                return State::unsupported;
        }
        return State::read;
    }

    // A side that is not willing keeps what it shows.
    static std::optional<State> take_willing(std::string_view text, bool& takes_over)
    {
        const auto willing = value_of(text, "Willing");
        if (!willing)
            return std::nullopt;
        takes_over = *willing != "no";
        return takes_over ? State::unsupported : State::irrelevant;
    }

    State take_shares(const Node& line)
    {
        if (const auto willing = take_willing(line.key, takes_over_shares_))
            return *willing;
        if (value_of(line.key, "CBS") || value_of(line.key, "MAX_TCS"))
            return State::irrelevant;
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (const auto map = value_of(line.key, "PRIO_MAP"))
            return take_pairs(*map, [&](std::uint8_t priority, std::string_view value) {
                const auto tc = small_number(value, 7);
                classes_.of_priority[priority] = tc.value_or(0);
                classes_.of_priority_origin[priority] = why;
                return tc.has_value();
            });
        if (const auto services = value_of(line.key, "TSA_MAP"))
            return take_pairs(*services, [&](std::uint8_t tc, std::string_view value) {
                return take_service(tc, value, section_.span(line), why);
            });
        if (const auto shares = value_of(line.key, "TC Bandwidth"))
            return take_bandwidth(*shares, why);
        return State::unrecognised;
    }

    template <class Take>
    State take_pairs(std::string_view pairs, Take&& take_pair)
    {
        Words words(pairs);
        if (words.at_end())
            return State::unrecognised;
        while (!words.at_end()) {
            const std::string_view pair = words.next();
            const std::size_t colon = pair.find(':');
            const auto number = small_number(pair.substr(0, colon), 7);
            if (colon == std::string_view::npos || !number || !take_pair(*number, pair.substr(colon + 1)))
                return State::unrecognised;
        }
        return State::read;
    }

    bool take_service(std::uint8_t tc, std::string_view word, Span at, OriginId why)
    {
        ServedClass& served = classes_.classes[tc];
        served.present = true;
        served.at = at;
        if (word == "strict")
            served.kind = {SchedulerKind::strict, why};
        else if (word == "ets")
            served.kind = {SchedulerKind::weighted, why};
        else
            served.kind = Setting<SchedulerKind>::unread(
                host_.origins().unread("neither strict nor ets: the NIC decides how the class is served"));
        return served.kind.peek_known() || word == "vendor" || word == "cbshaper" || word == "unknown";
    }

    State take_bandwidth(std::string_view shares, OriginId why)
    {
        Words words(shares);
        for (std::uint8_t tc = 0; !words.at_end(); ++tc) {
            const std::string_view share = words.next();
            const auto percent = small_number(share.substr(0, share.find('%')), 100);
            if (!percent || tc > 7)
                return State::unrecognised;
            share_[tc] = {Percent::whole(*percent), why};
        }
        return State::read;
    }

    // "3", "3 4", "3,4" or "none": the numbers of priorities
    State take_pause(const Node& line)
    {
        if (const auto willing = take_willing(line.key, takes_over_pause_))
            return *willing;
        if (value_of(line.key, "MACsec Bypass Capable") || value_of(line.key, "PFC capable traffic classes"))
            return State::irrelevant;
        const auto enabled = value_of(line.key, "PFC enabled");
        if (!enabled)
            return State::unrecognised;
        PrioritySet paused;
        for (std::string_view rest = *enabled == "none" ? std::string_view{} : *enabled; !rest.empty();) {
            const std::size_t end = rest.find_first_of(" \t,");
            const std::string_view word = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (word.empty())
                continue;
            const auto priority = small_number(word, 7);
            if (!priority) {
                host_.unreadable(section_.span(line), "the priorities with PFC", line.key);
                return State::unrecognised;
            }
            paused.insert(*priority);
        }
        paused_ = paused;
        pause_at_ = section_.span(line);
        return State::read;
    }

    // "APP#0:", then "Priority: 3", "Sel: 5" and the protocol: "DSCP: 26", "UDP or DCCP: 4791"
    State take_application(const Node& line)
    {
        const std::string_view text = line.key;
        if (text.starts_with("APP#") || text.starts_with("App#")) {
            entry_ = {};
            return text.ends_with(':') ? State::read : State::unrecognised;
        }
        if (const auto priority = value_of(text, "Priority")) {
            entry_.priority = small_number(*priority, 7);
            return entry_.priority ? State::read : State::unrecognised;
        }
        if (const auto selector = value_of(text, "Sel")) {
            entry_.selector = small_number(*selector, 7);
            return entry_.selector ? State::read : State::unrecognised;
        }
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos || !entry_.priority || !entry_.selector)
            return State::unrecognised;
        const auto protocol
            = number_in_any_base(ascii::trimmed_front(text.substr(colon + 1), ascii::is_blank));
        if (!protocol)
            return State::unrecognised;
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (*entry_.selector == app_selector_dscp) {
            if (*protocol > most_dscp)
                return State::unrecognised;
            if (!map_.at.somewhere())
                map_.at = section_.span(line);
            map_.set(static_cast<Dscp>(*protocol), *entry_.priority, why);
            return State::read;
        }
        if (!is_roce_application(*entry_.selector, *protocol))
            return State::irrelevant; // another protocol
        host_.net(port_).nic.roce_priority = {*entry_.priority, why};
        host_.net(port_).has_nic = true;
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    bool is_sent_; ///< by lldpad to the neighbour
    bool takes_over_shares_ = false;
    bool takes_over_pause_ = false;
    std::uint32_t port_ = Port::no_index;
    TlvPart part_ = TlvPart::none;
    AppEntry entry_;
    ClassMap map_;
    PrioritySet paused_;
    Span pause_at_;
    TrafficClasses classes_;
    std::array<Setting<Percent>, 8> share_;
};

}

void read_qos_tlvs(HostBuilder& host, const Section& section)
{
    TlvReader(host, section).read();
    if (section.command.output == Output::qos_tlvs)
        note_broadcom_tool(host, port_of_adapter(host, section), section);
}

}
