// SPDX-License-Identifier: Apache-2.0
// Reads the output of `show dcbx interface 1/1/1`: the state of DCBX on a port, what it announces and what its peer does, in
// two columns (AOS-CX 10.18.xxxx Quality of Service Guide (832x, 93xx, 100xx), show dcbx interface). The state
// `multiple_peers` is that of Azure/AzureLocal-Supportability, guide on competing LLDP agents (2026-07).
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <optional>

namespace rocelint::aoscx {
namespace {

using State = CoverageState;

constexpr std::string_view dcbx_command = "show dcbx interface ";
constexpr std::uint64_t roce_port = 4791;

std::optional<DcbxVersion> dcbx_version_in(std::string_view word)
{
    return equal_ignoring_case(word, "IEEE") ? std::optional(DcbxVersion::ieee)
        : equal_ignoring_case(word, "CEE")   ? std::optional(DcbxVersion::cee)
                                             : std::nullopt;
}

// The text behind the first colon of a line, without blanks around it.
std::string_view behind_colon(std::string_view line)
{
    const std::size_t colon = line.find(':');
    return colon == std::string_view::npos ? std::string_view{}
                                           : ascii::trimmed(line.substr(colon + 1), ascii::is_blank_or_cr);
}

class DcbxReader {
public:
    DcbxReader(Config& config, const Tree& tree) : config_(config), tree_(tree) { }

    // A line that is a command: what follows is about its port.
    void begin(std::string_view line)
    {
        port_ = Port::no_index;
        is_inside_ = false;
        section_ = Section::none;
        const std::size_t at = line.find(dcbx_command);
        if (!line_cli::is_prompt(line) || at == std::string_view::npos)
            return;
        Words words(line.substr(at + dcbx_command.size()));
        const std::string_view name = words.next();
        // The list of the peer alone has another form.
        is_inside_ = words.at_end();
        port_ = config_.device.find_port(name);
        // The last output of a log is the newest.
        if (port_ != Port::no_index)
            config_.shown_dcbx[port_] = {};
        config_.device.shows_state = config_.device.shows_state || is_inside_;
    }

    void take(const Node& node)
    {
        if (is_inside_)
            node.mark(take_line(node));
    }

private:
    enum class Section : std::uint8_t { none, pause, applications, other };

    State take_line(const Node& node)
    {
        const std::string_view line = node.key;
        const State known = port_ == Port::no_index ? State::unsupported : State::read;
        if (line.starts_with("DCBx ") || line.starts_with("PFC operational state"))
            return take_state(node) ? known : State::unrecognised;
        if (line.starts_with("---") || line.starts_with("Mismatch ") || line.starts_with("Priority  ")) {
            if (section_ == Section::applications && line.starts_with("Mismatch "))
                find_columns(node);
            return State::irrelevant;
        }
        if (begins_section(line))
            return State::irrelevant;
        switch (section_) {
        case Section::pause:
            return take_pause(node) ? known : State::irrelevant;
        case Section::applications:
            return take_application(node) ? known : State::irrelevant;
        case Section::other:
            return State::irrelevant;
        case Section::none:
            return State::unrecognised;
        }
        return State::unrecognised;
    }

    bool begins_section(std::string_view line)
    {
        const bool is_pause = line.starts_with("Priority Flow Control");
        const bool is_map = line.starts_with("Application Priority Map");
        const bool is_other = line == "Control" || line == "Priority Group" || line == "Application Protocol"
            || line.starts_with("Enhanced Transmission Selection");
        if (is_pause || is_map || is_other)
            section_ = is_pause ? Section::pause : is_map ? Section::applications : Section::other;
        return is_pause || is_map || is_other;
    }

    bool take_state(const Node& node)
    {
        const std::string_view line = node.key;
        const std::string_view value = behind_colon(line);
        if (port_ == Port::no_index)
            return !value.empty();
        const OriginId here = config_.device.origins.explicit_at(tree_.span(node));
        ShownDcbx& shown = config_.shown_dcbx[port_];
        if (line.starts_with("DCBx version"))
            return take_versions(value, here, shown);
        if (line.starts_with("DCBx admin state"))
            shown.enabled = value == "enabled";
        if (line.starts_with("DCBx operational state")) {
            shown.several_peers = {value == "multiple_peers", here};
            if (value == "inactive")
                shown.peer_version = {DcbxVersion::off, here};
        } else if (line.starts_with("PFC operational state")) {
            shown.pfc_active = {value == "active", here};
        }
        return !value.empty();
    }

    // "local = IEEE, remote = CEE"
    static bool take_versions(std::string_view text, OriginId here, ShownDcbx& shown)
    {
        constexpr std::string_view local = "local = ";
        constexpr std::string_view remote = "remote = ";
        const std::size_t comma = text.find(',');
        const std::size_t at = text.find(remote);
        if (!text.starts_with(local) || comma == std::string_view::npos || at == std::string_view::npos)
            return false;
        if (const auto own = dcbx_version_in(text.substr(local.size(), comma - local.size())))
            shown.version = {*own, here};
        if (const auto peer = dcbx_version_in(text.substr(at + remote.size()));
            peer && !shown.peer_version.peek_known())
            shown.peer_version = {*peer, here};
        return true;
    }

    // "->  Willing:   No   Yes" and "Priority 4:   True   True": this end, then the peer. False if no value of it is read.
    bool take_pause(const Node& node)
    {
        std::string_view line = node.key;
        if (line.starts_with("->"))
            line = ascii::trimmed(line.substr(2), ascii::is_blank_or_cr);
        const auto columns = line_cli::last_words<2>(Words(behind_colon(line)));
        if (!columns || port_ == Port::no_index)
            return columns.has_value();
        const OriginId here = config_.device.origins.explicit_at(tree_.span(node));
        ShownDcbx& shown = config_.shown_dcbx[port_];
        constexpr std::string_view priority = "Priority ";
        if (line.starts_with("Willing:")) {
            shown.peer_willing = {columns->back() == "Yes", here};
            return true;
        }
        if (!line.starts_with(priority))
            return false;
        const auto number = parse_number(line.substr(priority.size(), line.find(':') - priority.size()));
        if (!number || *number >= queue_count)
            return false;
        if (!shown.peer_pfc.peek_known())
            shown.peer_pfc = {PrioritySet{}, here};
        if (columns->back() == "True") {
            shown.peer_pfc.value.insert(static_cast<Priority>(*number));
            shown.peer_pfc.origin = here;
        }
        return true;
    }

    [[nodiscard]] std::size_t column_of(std::string_view word) const
    {
        const std::string_view text = tree_.source->text();
        const auto at = static_cast<std::size_t>(word.data() - text.data());
        const std::size_t line = text.substr(0, at).rfind('\n');
        return at - (line == std::string_view::npos ? 0 : line + 1);
    }

    void find_columns(const Node& heading)
    {
        const std::size_t peer = heading.key.rfind("Peer");
        peer_column_ = peer == std::string_view::npos ? 0 : column_of(heading.key.substr(peer));
    }

    // "->  udp   4791 (0x12B7)   3   4": where this end announces nothing, its column is empty.
    bool take_application(const Node& node)
    {
        Words words(node.key);
        (void)words.take("->");
        const std::string_view protocol = words.next();
        const std::string_view id = words.next();
        if (protocol.find("udp") == std::string_view::npos || parse_number(id) != roce_port)
            return false;
        std::string_view last;
        for (std::string_view word = words.next(); !word.empty(); word = words.next())
            last = word;
        const auto priority = parse_number(last);
        if (!priority || *priority >= queue_count || peer_column_ == 0 || column_of(last) < peer_column_)
            return false;
        if (port_ != Port::no_index)
            config_.shown_dcbx[port_].peer_roce_priority = {
                static_cast<std::uint8_t>(*priority), config_.device.origins.explicit_at(tree_.span(node))};
        return true;
    }

    Config& config_;
    const Tree& tree_;
    std::uint32_t port_
        = Port::no_index; ///< that the next lines are about; no_index: the configuration does not have it
    bool is_inside_ = false;
    Section section_ = Section::none;
    std::size_t peer_column_ = 0; ///< where the priorities of the peer begin; 0: no heading yet
};

}

void read_shown_dcbx(Config& config, std::span<const Tree> trees)
{
    for (const Tree& tree : trees) {
        DcbxReader reader(config, tree);
        line_cli::for_each_shown_line(
            tree,
            [&](const Node& line) {
                if (line_cli::is_prompt(line.key))
                    reader.begin(line.key);
                else
                    reader.take(line);
            },
            [&](const Node& line) { reader.begin(line.key); });
    }
}

void apply_shown_dcbx(Config& config, std::uint32_t index)
{
    const auto found = config.shown_dcbx.find(index);
    if (found == config.shown_dcbx.end())
        return;
    const ShownDcbx& shown = found->second;
    Port& port = config.device.ports[index];
    if (shown.version.peek_known())
        port.dcbx_version = shown.version;
    port.peer_dcbx_version = shown.peer_version;
    port.peer_willing = shown.peer_willing;
    port.peer_pfc = shown.peer_pfc;
    port.peer_roce_priority = shown.peer_roce_priority;
    port.several_dcbx_peers = shown.several_peers;
    // PFC that is configured and that the switch shows inactive is what DCBX left of it.
    if (shown.enabled && shown.pfc_active.is(false) && port.pfc_tx.peek_known()
        && !(port.pfc_tx.value | port.pfc_rx.value_or({})).empty()) {
        port.pfc_negotiated = {true, port.pfc_tx.origin};
        port.pfc_rx = port.pfc_tx = {PrioritySet{}, shown.pfc_active.origin};
    }
}

}
