// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/detect.h"

#include "drivers/eos/syntax.h"

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

struct Sign {
    std::string_view prefix;
    int weight;
};

// Lines that only EOS writes, with how sure they make us; negative ones are another platform's.
constexpr std::array signs{
    Sign{"!RANCID-CONTENT-TYPE: arista", 100},
    Sign{"transceiver qsfp default-mode", 60},
    Sign{"service routing protocols model", 60},
    Sign{"management api http-commands", 50},
    Sign{"management api gnmi", 40},
    Sign{"interface profile ", 60},
    Sign{"interface Port-Channel", 25},
    Sign{"interface Vxlan", 40},
    Sign{"interface Management", 15},
    Sign{"interface Ethernet", 5},
    Sign{"vrf instance ", 20},
    Sign{"vlan internal order ", 20},
    Sign{"spanning-tree mode mstp", 10},
    Sign{"ip virtual-router mac-address", 30},
    Sign{"no aaa root", 40},
    Sign{"daemon TerminAttr", 60},
    Sign{"qos profile ", 40},
    Sign{"service-profile ", 40},
    Sign{"qos map dscp ", 25},
    Sign{"qos map cos ", 25},
    Sign{"qos map traffic-class ", 30},
    Sign{"policy-map type quality-of-service ", 50},
    Sign{"platform trident mmu", 50},
    Sign{"tx-queue ", 30},
    Sign{"uc-tx-queue ", 40},
    Sign{"priority-flow-control pause watchdog", 50},
    Sign{"priority-flow-control all off", 50},
    Sign{"priority-flow-control on", 30},
    Sign{"random-detect ecn minimum-threshold", 20},
    Sign{"!Command: show running-config", -200},
    Sign{"! Version 10.", -200},
    Sign{"!Version ArubaOS-CX", -200},
    Sign{"feature ", -100},
    Sign{"boot nxos", -200},
    Sign{"vdc ", -100},
    Sign{"interface ethernet", -20},
    Sign{"interface GigabitEthernet", -60},
    Sign{"interface TenGigabitEthernet", -60},
    Sign{"interface HundredGigE", -60},
    Sign{"interface vlan", -10},
    Sign{"interface mgmt", -40},
    Sign{"sonic-cli", -100},
    Sign{"sonic#", -100},
    Sign{"sonic(", -100},
    Sign{"## ", -40},
};

constexpr std::size_t looked_at = std::size_t{256} << 10;
constexpr std::size_t longest_line = 200;

std::string_view take_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
        line.remove_prefix(1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    return line;
}

bool ends_with_lldp_count(std::string_view line)
{
    return line.starts_with("Interface ") && line.ends_with(" LLDP neighbors:")
        && line.find(" detected ") != std::string_view::npos;
}

bool names_eos(std::string_view line)
{
    return line.starts_with("! device: ") && line.find("EOS-") != std::string_view::npos;
}

}

Detection detect(const Source& source)
{
    std::string_view text = source.text().substr(0, looked_at);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    // Structured text holds command lines, if any, as strings.
    if (first == std::string_view::npos || text[first] == '{' || text[first] == '[' || text[first] == '<')
        return {};
    int score = 0;
    std::array<bool, signs.size()> seen{};
    while (!text.empty()) {
        const std::string_view line = take_line(text).substr(0, longest_line);
        if (line.size() < 4)
            continue;
        if (names_eos(line))
            return {100, "its header comment names an EOS version"};
        if (ends_with_lldp_count(line))
            return {100, "output of show lldp neighbors detail"};
        for (std::size_t at = 0; at < signs.size(); ++at) {
            if (!seen[at] && line[0] == signs[at].prefix[0] && line.starts_with(signs[at].prefix)) {
                seen[at] = true;
                score += signs[at].weight;
            }
        }
    }
    constexpr int enough = 30;
    if (score < enough)
        return {};
    return {score > 95 ? 95 : score, "configuration lines that only EOS writes"};
}

Header read_header(std::string_view text)
{
    Header header;
    constexpr int most_lines = 60;
    for (int count = 0; count < most_lines && !text.empty(); ++count) {
        std::string_view line = take_line(text);
        if (line.starts_with("!RANCID-CONTENT-TYPE: arista"))
            header.is_running_config = true;
        const std::size_t command = line.find("show running-config");
        const std::size_t shortened = command == std::string_view::npos ? line.find("show run") : command;
        if (shortened != std::string_view::npos && (line.front() == '!' || is_prompt(line))) {
            header.is_running_config = true;
            Words words(line.substr(shortened));
            words.next();
            words.next();
            header.prints_defaults = words.peek() == "all";
        }
        if (!line.starts_with("! device: "))
            continue;
        header.is_running_config = true;
        line.remove_prefix(10);
        const std::size_t open = line.find(" (");
        header.device = line.substr(0, open);
        if (open == std::string_view::npos)
            continue;
        std::string_view inner = line.substr(open + 2);
        const std::size_t comma = inner.find(", ");
        header.model = inner.substr(0, std::min(comma, inner.find(')')));
        if (comma == std::string_view::npos)
            continue;
        inner.remove_prefix(comma + 2);
        if (inner.starts_with("EOS-"))
            inner.remove_prefix(4);
        header.version = inner.substr(0, inner.find_first_of(" )"));
    }
    return header;
}

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    std::string_view name;
    for (const Node& node : *tree.root) {
        if (node.key.starts_with("hostname ")) {
            Words words(node.key);
            words.next();
            name = words.next();
        }
    }
    if (!name.empty())
        return name;
    // A switch that nobody named calls itself localhost, which identifies nothing.
    const Header header = read_header(tree.source->text());
    return header.device == "localhost" ? std::string_view{} : header.device;
}

}
