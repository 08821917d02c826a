// SPDX-License-Identifier: Apache-2.0
// What the neighbour of a host announces by DCBX, in the words of `lldptool -t -n` (open-lldp, lldp_8021qaz_clif.c and
// lldp_dcbx_clif.c). A neighbour may send the TLVs of several versions, and then suits
// a host of any; those of IEEE 802.1Qaz count first.
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/fabric/value/roce_packet.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::string_view first_of_frame = "Chassis ID TLV";

// The TLVs of one version of DCBX.
struct Announced {
    DcbxVersion version = DcbxVersion::ieee;
    OriginId at; ///< the heading of its first TLV
    Setting<bool> willing;
    Setting<PrioritySet> paused;
};

enum class PeerPart : std::uint8_t { none, pause, application, shares, legacy, legacy_pause, other };

class PeerReader {
public:
    PeerReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        port_ = port_of_output(host_, section_, "lldptool");
        if (port_ == Port::no_index)
            return;
        section_.take_lines([this](const Node& line) { return take(line); });
        settle();
    }

private:
    [[nodiscard]] OriginId here(const Node& line) { return host_.origins().explicit_at(section_.span(line)); }

    State take(const Node& node)
    {
        const std::string_view line = ascii::trimmed(node.key, ascii::is_blank_or_cr);
        if (line.ends_with(" TLV"))
            return take_heading(line, node);
        switch (part_) {
        case PeerPart::pause:
            return take_pause(line, node);
        case PeerPart::application:
            return take_application(line, node);
        case PeerPart::shares: // of the neighbour's own queues
            return State::irrelevant;
        case PeerPart::legacy:
        case PeerPart::legacy_pause:
            return take_legacy(line, node);
        case PeerPart::other:
            return State::irrelevant;
        case PeerPart::none:
            break;
        }
        return State::unrecognised;
    }

    State take_heading(std::string_view line, const Node& node)
    {
        if (line == first_of_frame)
            frame_at_ = here(node);
        part_ = line == "IEEE 8021QAZ PFC TLV"                 ? PeerPart::pause
            : line == "IEEE 8021QAZ APP TLV"                   ? PeerPart::application
            : line.starts_with("IEEE 8021QAZ ")                ? PeerPart::shares
            : line == "CEE DCBX TLV" || line == "CIN DCBX TLV" ? PeerPart::legacy
                                                               : PeerPart::other;
        if (part_ == PeerPart::other)
            return State::irrelevant;
        if (part_ == PeerPart::legacy)
            now_ = &said_[line.starts_with("CEE") ? 1 : 2];
        else
            now_ = &said_[0];
        if (now_->at == OriginId{})
            now_->at = here(node);
        return State::read;
    }

    State take_pause(std::string_view line, const Node& node)
    {
        if (const auto willing = value_of(line, "Willing")) {
            if (*willing != "yes" && *willing != "no")
                return State::unrecognised;
            now_->willing = {*willing == "yes", here(node)};
            return State::read;
        }
        if (value_of(line, "MACsec Bypass Capable") || value_of(line, "PFC capable traffic classes"))
            return State::irrelevant;
        const auto enabled = value_of(line, "PFC enabled");
        return enabled ? take_priorities(*enabled, node) : State::unrecognised;
    }

    // "3 4", "3, 4" or "none"
    State take_priorities(std::string_view list, const Node& node)
    {
        PrioritySet priorities;
        list = ascii::trimmed(list, ascii::is_blank_or_cr);
        if (list.empty()) // a capture that was cut: lldptool prints "none"
            return State::unrecognised;
        for (std::string_view rest = list == "none" ? std::string_view{} : list; !rest.empty();) {
            const std::size_t end = rest.find_first_of(" \t,");
            const std::string_view word = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (word.empty())
                continue;
            const auto priority = small_number(word, 7);
            if (!priority)
                return State::unrecognised;
            priorities.insert(*priority);
        }
        now_->paused = {priorities, here(node)};
        return State::read;
    }

    // "App#   0   Prio 3   Sel 3   P-ID   UDP or DCCP Port: 4791", "Prio:3   dscp:  26,"
    State take_application(std::string_view line, const Node& node)
    {
        // Which DSCPs the neighbour gives a priority, the model has no place for.
        if (line.starts_with("Prio:"))
            return State::unsupported;
        Words words(line);
        if (!words.take("App#"))
            return State::unrecognised;
        words.next();
        const auto priority = words.take("Prio") ? small_number(words.next(), 7) : std::nullopt;
        const auto selector = words.take("Sel") ? small_number(words.next(), 7) : std::nullopt;
        const std::size_t colon = line.rfind(':');
        if (!priority || !selector || colon == std::string_view::npos)
            return State::unrecognised;
        const auto protocol
            = number_in_any_base(ascii::trimmed(line.substr(colon + 1), ascii::is_blank_or_cr));
        if (!protocol)
            return State::unrecognised;
        constexpr std::uint8_t any_transport = 4; // IEEE 802.1Q-2022 table D-9: TCP, SCTP, UDP or DCCP
        if (*protocol != roce_udp_port || (*selector != app_selector_datagram && *selector != any_transport))
            return State::irrelevant;
        host_.port_at(port_).peer_roce_priority = {*priority, here(node)};
        return State::read;
    }

    // "Priority Flow Control TLV:", "Enabled, Not Willing, No Error", "PFC enabled priorities: 3, 4"
    State take_legacy(std::string_view line, const Node& node)
    {
        if (line.ends_with(" TLV:")) {
            part_ = line == "Priority Flow Control TLV:" ? PeerPart::legacy_pause : PeerPart::legacy;
            return part_ == PeerPart::legacy_pause ? State::read : State::unsupported;
        }
        if (part_ != PeerPart::legacy_pause)
            return State::unsupported;
        if (const auto priorities = value_of(line, "PFC enabled priorities"))
            return is_off_ ? State::read : take_priorities(*priorities, node);
        if (!line.ends_with("Error"))
            return State::unsupported; // the number of classes
        is_off_ = line.starts_with("Not Enabled");
        if (is_off_)
            now_->paused = {PrioritySet{}, here(node)};
        now_->willing = {line.find("Not Willing") == std::string_view::npos, here(node)};
        return State::read;
    }

    void settle()
    {
        Port& port = host_.port_at(port_);
        const auto spoken
            = std::ranges::count_if(said_, [](const Announced& said) { return said.at != OriginId{}; });
        for (const Announced& said : said_) {
            if (said.at == OriginId{})
                continue;
            port.peer_dcbx_version = {spoken > 1 ? DcbxVersion::automatic : said.version, said.at};
            port.peer_willing = said.willing;
            port.peer_pfc = said.paused;
            return;
        }
        // Without a TLV identifier, the command shows all TLVs of the neighbour.
        if (frame_at_ != OriginId{})
            port.peer_dcbx_version = {DcbxVersion::off, frame_at_};
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t port_ = Port::no_index;
    PeerPart part_ = PeerPart::none;
    std::array<Announced, 3> said_{Announced{.version = DcbxVersion::ieee},
        {.version = DcbxVersion::cee},
        {.version = DcbxVersion::cin}};
    Announced* now_ = said_.data();
    OriginId frame_at_;
    bool is_off_ = false; ///< PFC, in the TLV of CEE or CIN
};

}

void read_lldptool_neighbour(HostBuilder& host, const Section& section) { PeerReader(host, section).read(); }

}
