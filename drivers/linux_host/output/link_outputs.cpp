// SPDX-License-Identifier: Apache-2.0
// `ip link` and `ip addr`: which interfaces are ports, members or neither.
#include "drivers/linux_host/output/outputs.h"
#include "models/physics/wire.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct KindWord {
    std::string_view word;
    PortKind kind;
};

// The first word of the line in which `ip -d link` shows the kind of
// a device. In `*_slave` lines it shows what the device is part of.
constexpr std::array kind_words{
    KindWord{"bond", PortKind::lag},
    KindWord{"team", PortKind::lag},
    KindWord{"vlan", PortKind::subinterface},
    KindWord{"bridge", PortKind::other},
    KindWord{"vrf", PortKind::other},
    KindWord{"veth", PortKind::other},
    KindWord{"dummy", PortKind::other},
    KindWord{"tun", PortKind::other},
    KindWord{"macvlan", PortKind::other},
    KindWord{"macvtap", PortKind::other},
    KindWord{"ipvlan", PortKind::other},
    KindWord{"ipoib", PortKind::other},
    KindWord{"ifb", PortKind::other},
    KindWord{"openvswitch", PortKind::other},
    KindWord{"netkit", PortKind::other},
    KindWord{"nlmon", PortKind::other},
    KindWord{"vxlan", PortKind::tunnel},
    KindWord{"geneve", PortKind::tunnel},
    KindWord{"gre", PortKind::tunnel},
    KindWord{"gretap", PortKind::tunnel},
    KindWord{"ipip", PortKind::tunnel},
    KindWord{"sit", PortKind::tunnel},
    KindWord{"ip6tnl", PortKind::tunnel},
    KindWord{"wireguard", PortKind::tunnel},
};

constexpr std::array<std::string_view, 11> lines_without_rdma{"bond_slave",
    "bridge_slave",
    "openvswitch_slave",
    "team_slave",
    "vrf_slave",
    "valid_lft",
    "RX:",
    "TX:",
    "RX",
    "TX",
    "prog/xdp"};

bool starts_with_digit(std::string_view text) { return !text.empty() && ascii::is_digit(text[0]); }

class LinkReader {
public:
    LinkReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        section_.take_lines([this](const Node& line) { return take(line); });
    }

private:
    State take(const Node& line)
    {
        Words words(line.key);
        const std::string_view first = words.next();
        if (starts_with_digit(first) && first.back() == ':')
            return take_header(line, words);
        if (port_ == Port::no_index)
            return State::unrecognised;
        if (first.starts_with("link/"))
            return take_address(first, words);
        if (first == "vf")
            return take_virtual_function(words);
        if (first == "inet" || first == "inet6")
            return take_inet(line, words);
        if (first == "altname") {
            host_.port_at(port_).alias = words.next();
            return State::read;
        }
        if (first == "alias") {
            host_.port_at(port_).description = words.rest();
            return State::read;
        }
        if (std::ranges::find(lines_without_rdma, first) != lines_without_rdma.end()
            || starts_with_digit(first))
            return State::irrelevant;
        const auto* kind = std::ranges::find(kind_words, first, &KindWord::word);
        if (kind == kind_words.end())
            return State::unrecognised;
        host_.port_at(port_).kind = kind->kind;
        host_.net(port_).kind_is_known = true;
        if (first == "bond")
            take_bond(line, words);
        return State::read;
    }

    // "2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT …"
    State take_header(const Node& line, Words& words)
    {
        port_ = Port::no_index;
        std::string_view name = words.next();
        const std::string_view flags = words.next();
        if (!name.ends_with(':') || !flags.starts_with('<') || !flags.ends_with('>'))
            return State::unrecognised;
        name.remove_suffix(1);
        const Span at = section_.span(line);
        port_ = host_.port(name, at);
        if (port_ == Port::no_index)
            return State::unrecognised;
        const OriginId why = host_.origins().explicit_at(at);
        Port& port = host_.port_at(port_);
        port.at = at;
        take_flags(port, flags.substr(1, flags.size() - 2), why);
        while (!words.at_end()) {
            const std::string_view key = words.next();
            if (key == "mtu")
                take_mtu(port, words.next(), at);
            else if (key == "master")
                host_.net(port_).master = words.next();
        }
        return State::read;
    }

    // "bond mode 802.3ad miimon 100 … xmit_hash_policy layer3+4 …"
    void take_bond(const Node& line, Words& words)
    {
        std::string_view mode;
        while (!words.at_end()) {
            const std::string_view key = words.next();
            if (key == "mode")
                mode = words.next();
            else if (key == "xmit_hash_policy")
                (void)set_member_hash(host_, port_, {mode, words.next()}, section_.span(line));
        }
    }

    // "inet 10.0.0.2/31 brd … scope global ens1f0np0", "inet 10.0.0.2 peer 10.0.0.3/32 scope global tun0"
    State take_inet(const Node& line, Words& words)
    {
        const std::string_view address = words.next();
        while (!words.at_end()) {
            // Addresses that are valid only on the link or the host are not reachable.
            if (words.next() == "scope" && words.next() != "global")
                return State::irrelevant;
        }
        return add_address(host_, port_, address, host_.origins().explicit_at(section_.span(line)))
            ? State::read
            : State::unrecognised;
    }

    static void take_flags(Port& port, std::string_view flags, OriginId why)
    {
        bool up = false;
        bool carrier = false;
        while (!flags.empty()) {
            const std::size_t comma = flags.find(',');
            const std::string_view flag = flags.substr(0, comma);
            up = up || flag == "UP";
            carrier = carrier || flag == "LOWER_UP";
            if (flag == "LOOPBACK")
                port.kind = PortKind::loopback;
            flags.remove_prefix(comma == std::string_view::npos ? flags.size() : comma + 1);
        }
        port.admin_up = {up, why};
        port.link_up = {carrier, why};
    }

    void take_mtu(Port& port, std::string_view word, Span at)
    {
        const auto mtu = parse_number(word);
        if (!mtu || *mtu > 0xffffff)
            return;
        constexpr std::uint64_t ethernet_header = physics::ethernet_header;
        port.ip_mtu = {Bytes{*mtu}, host_.origins().explicit_at(at)};
        port.max_frame = {Bytes{*mtu + ethernet_header},
            host_.origins().derived(at, {}, "the interface's MTU and the Ethernet header")};
    }

    State take_address(std::string_view first, Words& words)
    {
        const std::string_view type = first.substr(5);
        if (type == "ether")
            host_.net(port_).mac = words.next();
        else if (type == "loopback")
            host_.port_at(port_).kind = PortKind::loopback;
        else
            host_.port_at(port_).kind = PortKind::other;
        host_.net(port_).kind_is_known = type != "ether";
        // `ip -d link` ends the line with "parentbus pci parentdev 0000:1a:00.0".
        bool on_pci = false;
        while (!words.at_end()) {
            const std::string_view key = words.next();
            if (key == "parentbus")
                on_pci = words.next() == "pci";
            else if (key == "parentdev" && on_pci && host_.net(port_).pci.empty())
                host_.net(port_).pci = words.next();
        }
        return State::irrelevant;
    }

    // "vf 0     link/ether 0c:42:a1:00:00:01 brd …, spoof checking off, …" and the older "vf 0 MAC 0c:…, …"
    State take_virtual_function(Words& words)
    {
        words.next();
        const std::string_view type = words.next();
        if (type != "link/ether" && type != "MAC")
            return State::unrecognised;
        const std::string_view mac = words.next();
        host_.virtual_function(mac.substr(0, mac.find(',')), port_);
        return State::irrelevant;
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t port_ = Port::no_index;
};

}

void read_ip_link(HostBuilder& host, const Section& section) { LinkReader(host, section).read(); }

}
