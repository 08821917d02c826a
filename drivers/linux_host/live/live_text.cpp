// SPDX-License-Identifier: Apache-2.0
// Removes what is volatile from the outputs of capture_script(). Sources: ip-address(8), ethtool(8),
// lldpcli(8), and for buffers mlx5's en_dcbnl.c: they are recomputed when PFC, the MTU or the cable length
// changes.
#include "drivers/linux_host/live/live_text.h"

#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/command.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace rocelint::linux_host {
namespace {

bool shows(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Calls `take(output, line)` for each line; a command line has Output::unknown and begins with "+ ".
template <class Take>
void for_each_line(std::string_view text, Take take)
{
    Output output = Output::unknown;
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        if (line.starts_with("+ ")) {
            output = parse_command(line.substr(2)).output;
            take(output, line, true);
        } else {
            take(output, line, false);
        }
    }
}

// Values that the transceiver measures again at each reading.
bool is_measured(std::string_view line)
{
    constexpr std::array words{"temperature", "voltage", " power", "bias", "alarm", "warning"};
    return std::ranges::any_of(words, [&](std::string_view word) { return shows(line, word); });
}

// Removes `expires 1724sec` from a route.
std::string without_expiry(std::string_view line)
{
    const std::size_t at = line.find(" expires ");
    if (at == std::string_view::npos)
        return std::string(line);
    const std::size_t end = std::min(line.find(' ', at + 9), line.size());
    return std::string(line.substr(0, at)) + std::string(line.substr(end));
}

// Clears the age in lines like "age": "0 day, 00:10:03".
std::string without_age(std::string_view line)
{
    const std::size_t at = line.find("\"age\": \"");
    const std::size_t from = at + 8;
    const std::size_t end = at == std::string_view::npos ? at : line.find('"', from);
    if (end == std::string_view::npos)
        return std::string(line);
    return std::string(line.substr(0, from)) + std::string(line.substr(end));
}

// `2: ens1f0np0@if3: <BROADCAST,UP> mtu 9000 … master bond0`
struct Header {
    bool found = false;
    bool up = false;
    std::string_view name;
    std::string_view below;
    std::string_view mtu;
    std::string_view master;
};

Header read_header(std::string_view line)
{
    Header header;
    const std::size_t flags = line.find(": <");
    const std::size_t colon = line.find(": ");
    if (line.empty() || !ascii::is_digit(line.front()) || flags == std::string_view::npos || colon >= flags)
        return header;
    header.found = true;
    header.name = line.substr(colon + 2, flags - colon - 2);
    if (const std::size_t at = header.name.find('@'); at != std::string_view::npos) {
        header.below = header.name.substr(at + 1);
        header.name = header.name.substr(0, at);
    }
    const std::size_t close = std::min(line.find('>', flags), line.size());
    const std::string_view set = line.substr(flags + 3, close - flags - 3);
    header.up = set == "UP" || set.starts_with("UP,") || shows(set, ",UP,") || set.ends_with(",UP");
    Words words(line.substr(close));
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word == "mtu")
            header.mtu = words.next();
        else if (word == "master")
            header.master = words.next();
    }
    return header;
}

// The interfaces of RDMA devices, with the bonds and bridges above them and the VLANs on them.
std::set<std::string_view> rdma_interfaces(std::string_view transcript)
{
    std::set<std::string_view> names;
    std::vector<Header> headers;
    for_each_line(transcript, [&](Output output, std::string_view line, bool command) {
        const std::size_t at = line.find(" netdev ");
        if (!command && output == Output::rdma_link && at != std::string_view::npos)
            names.insert(Words(line.substr(at + 8)).next());
        if (!command && output == Output::ip_address) {
            if (const Header header = read_header(line); header.found)
                headers.push_back(header);
        }
    });
    for (std::size_t before = headers.size() + 1; before != names.size();) {
        before = names.size();
        for (const Header& header : headers) {
            if (names.contains(header.name) && !header.master.empty())
                names.insert(header.master);
            if (names.contains(header.below))
                names.insert(header.name);
        }
    }
    return names;
}

// The line if it shows configuration, else nothing.
std::string configured_line(Output output, std::string_view line)
{
    const std::string_view key = line.substr(0, line.find(':'));
    switch (output) {
    case Output::mlnx_qos:
        return key == "Receive buffer size (bytes)" || line.starts_with("\tbuffer") ? std::string()
                                                                                    : std::string(line);
    case Output::ethtool:
        return shows(key, "Auto-negotiation") ? std::string(line) : std::string();
    case Output::ethtool_pause:
        return key == "Autonegotiate" || key == "RX" || key == "TX" ? std::string(line) : std::string();
    case Output::ethtool_driver:
        return key == "driver" || key == "version" || key == "firmware-version" ? std::string(line)
                                                                                : std::string();
    case Output::ethtool_fec:
        return shows(key, "Configured FEC") || shows(key, "Supported/Configured FEC") ? std::string(line)
                                                                                      : std::string();
    case Output::ethtool_flags:
        return shows(key, "fw-lldp") ? std::string(line) : std::string();
    case Output::ethtool_eee:
        return shows(key, "EEE status") ? std::string(line.substr(0, line.find(" - "))) : std::string();
    case Output::nicctl:
        return is_measured(line) || shows(key, "Operational status") || shows(key, "Link FSM state")
                || shows(key, "Transceiver state")
            ? std::string()
            : std::string(line);
    case Output::rdma_link: {
        const std::size_t state = line.find(" state ");
        const std::size_t device = line.find(" netdev ");
        return state == std::string_view::npos || device == std::string_view::npos
            ? std::string(line)
            : std::string(line.substr(0, state)) + std::string(line.substr(device));
    }
    case Output::hostname:
    case Output::sysfs:
    case Output::dcb_pfc:
    case Output::dcb_ets:
    case Output::dcb_app:
    case Output::dcb_apptrust:
    case Output::dcb_dcbx:
        return std::string(line);
    default:
        return {};
    }
}

}

std::string stored_text(std::string_view transcript)
{
    std::string text;
    LineRedactor redactor;
    for_each_line(transcript, [&](Output output, std::string_view line, bool command) {
        std::string kept(line);
        if (!command && output == Output::ip_address && shows(line, "valid_lft "))
            return;
        if (!command && (output == Output::ethtool_module || output == Output::nicctl) && is_measured(line))
            return;
        if (!command && output == Output::ip_route)
            kept = without_expiry(line);
        else if (!command && output == Output::lldp)
            kept = without_age(line);
        text += redactor.line(kept);
        text += '\n';
    });
    return text;
}

std::string configured_text(std::string_view transcript)
{
    const std::set<std::string_view> wanted = rdma_interfaces(transcript);
    std::string text;
    bool inside = false;
    for_each_line(transcript, [&](Output output, std::string_view line, bool command) {
        std::string kept;
        if (command) {
            if (output > Output::setting && output != Output::ip_route && output != Output::lldp
                && output != Output::gpus && output != Output::ethtool_module && output != Output::devinfo)
                kept = line;
        } else if (output == Output::ip_address) {
            if (const Header header = read_header(line); header.found) {
                inside = wanted.contains(header.name);
                if (inside)
                    kept = fmt::format("{}@{} {} mtu {} master {}",
                        header.name,
                        header.below,
                        header.up ? "up" : "down",
                        header.mtu,
                        header.master);
            } else if (inside && shows(line, " inet ") && !shows(line, " dynamic")) {
                kept = line;
            }
        } else {
            kept = configured_line(output, line);
        }
        if (!kept.empty())
            text += kept + '\n';
    });
    return text;
}

}
