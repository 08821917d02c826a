// SPDX-License-Identifier: Apache-2.0
// Which RDMA device belongs to which interface, and the GIDs, from rdma-core and OFED tools.
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// Records a device shown by a command that lists all RDMA devices.
void list_device(HostBuilder& host, std::string_view name)
{
    std::vector<std::string_view>& all = host.device().rdma_devices;
    if (std::ranges::find(all, name) == all.end())
        all.push_back(name);
}

// "i40iw0" of Linux before 5.14 (drivers/infiniband/hw/i40iw), which has iWARP alone; "iwp24s0f0" and "iwo1" as rdma-core
// names a device by its protocol (kernel-boot/rdma_rename.c, by RDMA_NLDEV_ATTR_DEV_PROTOCOL).
bool is_named_for_iwarp(std::string_view device)
{
    for (const std::string_view begin : {"i40iw", "iwp", "iwo"}) {
        if (device.starts_with(begin) && device.size() > begin.size()
            && ascii::is_digit(device[begin.size()]))
            return true;
    }
    return false;
}

// "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0"
State take_rdma_link(HostBuilder& host, const Node& line, Span at, bool lists_all)
{
    Words words(line.key);
    if (!words.take("link"))
        return State::unrecognised;
    const std::string_view name = words.next();
    const std::size_t slash = name.find('/');
    const auto number
        = slash == std::string_view::npos ? std::nullopt : small_number(name.substr(slash + 1), 254);
    if (!number || slash == 0)
        return State::unrecognised;
    RdmaPort& port = host.rdma(name.substr(0, slash), *number);
    if (is_named_for_iwarp(name) && !port.nic.iwarp.peek_known())
        port.nic.iwarp = {true,
            host.origins().derived(
                at, {}, "the name of its RDMA device is one that i40iw and rdma-core give for iWARP")};
    if (lists_all)
        list_device(host, name.substr(0, slash));
    while (!words.at_end()) {
        const std::string_view key = words.next();
        if (key == "netdev")
            port.net_device = words.next();
        else if (key == "state")
            port.down = words.next() == "ACTIVE" ? OriginId{} : host.origins().explicit_at(at);
        else if (key == "subnet_prefix")
            port.infiniband = true;
    }
    if (!port.infiniband && !port.net_device.empty())
        (void)host.port(port.net_device, at);
    return State::read;
}

// `rdma -j link`: an object for each port, read as the line that rdma prints for it (iproute2 7.0, rdma/link.c).
void take_rdma_objects(HostBuilder& host, const Section& section, const Node& list)
{
    list.mark(State::read);
    for (const Node& object : list) {
        std::string text = "link ";
        for (const std::string_view key : {"ifname", "port", "subnet_prefix", "state", "netdev"}) {
            const Node* member = object.child(key);
            if (member == nullptr)
                continue;
            if (key == "ifname")
                text += member->value;
            else if (key == "port")
                text += "/" + std::string(member->value);
            else
                text += " " + std::string(key) + " " + std::string(member->value);
        }
        Node line = object;
        line.key = host.device().arena->keep(text);
        const Node* name = object.child("ifname");
        const Span at = section.span(name != nullptr ? *name : list);
        object.mark_subtree(take_rdma_link(host, line, at, section.command.subject.empty()));
    }
}

// "mlx5_0 port 1 ==> ens1f0np0 (Up)", with more words in between with -v
State take_ibdev2netdev(HostBuilder& host, const Node& line, Span at)
{
    Words words(line.key);
    std::string_view device = words.next();
    if (device.find(':') != std::string_view::npos)
        device = words.next(); // -v begins with the PCI address
    std::string_view before;
    std::optional<std::uint8_t> number;
    while (!words.at_end() && words.peek() != "==>") {
        const std::string_view word = words.next();
        if (before == "port")
            number = small_number(word, 254);
        before = word;
    }
    if (!words.take("==>") || !number)
        return State::unrecognised;
    const std::string_view name = words.next();
    const std::string_view state = words.next();
    RdmaPort& rdma = host.rdma(device, *number);
    list_device(host, device);
    rdma.net_device = name;
    const std::uint32_t port = host.port(name, at);
    if (port != Port::no_index && (state == "(Up)" || state == "(Down)"))
        host.port_at(port).link_up = {state == "(Up)", host.origins().explicit_at(at)};
    return State::read;
}

// Parses "506b:4b03:00cc:02a6"; 0 if the text is not a GUID
std::uint64_t read_guid(std::string_view text)
{
    std::uint64_t guid = 0;
    std::size_t digits = 0;
    for (const char c : text) {
        if (c == ':')
            continue;
        // ibv_devinfo writes lower case only.
        const int digit = ascii::is_upper(c) ? -1 : ascii::hex_value(c);
        if (digit < 0 || ++digits > 16)
            return 0;
        guid = guid << 4U | static_cast<std::uint64_t>(digit);
    }
    return digits == 16 ? guid : 0;
}

class DevinfoReader {
public:
    DevinfoReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    State take(const Node& line)
    {
        if (const auto name = value_of(line.key, "hca_id")) {
            device_ = *name;
            number_ = 1;
            guid_ = 0;
            device_id_ = 0;
            iwarp_ = {};
            return State::read;
        }
        if (device_.empty())
            return State::unrecognised;
        if (const auto number = value_of(line.key, "port")) {
            number_ = small_number(*number, 254).value_or(1);
            return State::read;
        }
        const OriginId why = host_.origins().explicit_at(section_.span(line));
        if (const auto mtu = value_of(line.key, "active_mtu")) {
            const auto bytes = parse_number(mtu->substr(0, mtu->find(' ')));
            if (!bytes || *bytes > 65536)
                return State::unrecognised;
            host_.rdma(device_, number_).nic.rdma_mtu = {Bytes{*bytes}, why};
            return State::read;
        }
        // "InfiniBand (0)" stands for RoCE too (rdma-core, libibverbs/examples/devinfo.c, transport_str).
        if (const auto transport = value_of(line.key, "transport");
            transport && transport->starts_with("iWARP")) {
            iwarp_ = {true, why};
            return State::read;
        }
        // The PCI device: 4129 is 0x1021, a ConnectX-7.
        if (const auto part = value_of(line.key, "vendor_part_id")) {
            device_id_ = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(parse_number(*part).value_or(0), 0xffff));
            return State::irrelevant;
        }
        if (const auto firmware = value_of(line.key, "fw_ver")) {
            firmware_ = {*firmware, why};
            return State::read;
        }
        if (const auto board = value_of(line.key, "board_id")) {
            board_ = {*board, why};
            return State::read;
        }
        if (const auto guid = value_of(line.key, "node_guid")) {
            guid_ = read_guid(*guid);
            return guid_ != 0 ? State::read : State::unrecognised;
        }
        if (const auto layer = value_of(line.key, "link_layer")) {
            RdmaPort& port = host_.rdma(device_, number_);
            port.infiniband = *layer == "InfiniBand";
            port.node_guid = guid_;
            port.device_id = device_id_;
            if (iwarp_.peek_known())
                port.nic.iwarp = iwarp_;
            if (firmware_.known())
                port.nic.firmware = firmware_;
            if (board_.known())
                port.nic.board = board_;
            return State::read;
        }
        return State::irrelevant;
    }

private:
    HostBuilder& host_;
    const Section& section_;
    std::string_view device_;
    std::uint32_t number_ = 1;
    std::uint64_t guid_ = 0;
    std::uint32_t device_id_ = 0;
    Setting<std::string_view> firmware_;
    Setting<std::string_view> board_;
    Setting<bool> iwarp_;
};

// "mlx5_0	1	3	0000:…:ffff:0a00:0001	10.0.0.1  	v2	ens1f0np0"; the IPv4 column may be empty
State take_gid(HostBuilder& host, const Node& line, Span at)
{
    Words words(line.key);
    const std::string_view device = words.next();
    if (device == "DEV" || device == "---" || device.starts_with("n_gids_found="))
        return State::irrelevant;
    const auto number = small_number(words.next(), 254);
    const auto index = small_number(words.next(), 255);
    const std::string_view address = words.next();
    std::string_view version = words.next();
    if (version.find('.') != std::string_view::npos)
        version = words.next();
    if (!number || !index)
        return State::unrecognised;
    if (version != "v1" && version != "v2")
        return version.empty() ? State::irrelevant : State::unrecognised;
    RdmaPort& port = host.rdma(device, *number);
    const std::string_view name = words.next();
    // A VLAN's GIDs are listed with those of the physical port, which come first.
    if (!name.empty() && port.net_device.empty()) {
        port.net_device = name;
        (void)host.port(name, at);
    }
    const OriginId why = host.origins().explicit_at(at);
    if (!port.nic.has_v2_gid.is(true))
        port.nic.has_v2_gid = {version == "v2", why};
    port.nic.gids.push_back({.index = *index,
        .version = version == "v2" ? RoceVersion::v2 : RoceVersion::v1,
        .link_local = address.starts_with("fe80:"),
        .ipv4 = address.starts_with("0000:0000:0000:0000:0000:ffff:"),
        .at = why});
    return State::read;
}

}

void read_rdma_link(HostBuilder& host, const Section& section)
{
    for (const Node& list : section.node) {
        if (list.kind == Node::Kind::array)
            take_rdma_objects(host, section, list);
    }
    section.take_lines([&](const Node& line) {
        return take_rdma_link(host, line, section.span(line), section.command.subject.empty());
    });
}

void read_ibdev2netdev(HostBuilder& host, const Section& section)
{
    section.take_lines([&](const Node& line) { return take_ibdev2netdev(host, line, section.span(line)); });
}

void read_devinfo(HostBuilder& host, const Section& section)
{
    DevinfoReader reader(host, section);
    section.take_lines([&](const Node& line) { return reader.take(line); });
}

void read_gids(HostBuilder& host, const Section& section)
{
    section.take_lines([&](const Node& line) { return take_gid(host, line, section.span(line)); });
}

void read_cma(HostBuilder& host, const Section& section)
{
    section.take_lines([&](const Node& line) {
        const OriginId why = host.origins().explicit_at(section.span(line));
        if (section.command.subject.empty())
            return State::unsupported;
        // A value is a single word or a RoCE version; more words are an error message of the command.
        const auto unreadable = [&](std::string_view what) {
            if (line.key.find(' ') == std::string_view::npos)
                host.unreadable(section.span(line), what, line.key);
            return State::unrecognised;
        };
        if (section.command.output == Output::cma_tos) {
            const auto tos = small_number(line.key, 255);
            if (!tos)
                return unreadable("the type of service of connections");
            host.rdma(section.command.subject, section.command.rdma_port).nic.cm_tos = {*tos, why};
            return State::read;
        }
        const bool second = line.key == "RoCE v2" || line.key == "2";
        if (!second && line.key != "IB/RoCE v1" && line.key != "1")
            return unreadable("the RoCE version of connections");
        host.rdma(section.command.subject, section.command.rdma_port).nic.cm_version
            = {second ? RoceVersion::v2 : RoceVersion::v1, why};
        return State::read;
    });
}

}
