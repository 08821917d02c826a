// SPDX-License-Identifier: Apache-2.0
// Values under /sys/class/net, /sys/class/infiniband and /sys/kernel/config/rdma_cm:
// `grep -r` lines, `cat`, or mirrored files. The tree is mlx5's: Linux
// drivers/infiniband/hw/mlx5 and MLNX_OFED's en_ecn.c and tc attributes.
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/physics/wire.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// Takes the next directory from a path.
std::string_view next_part(std::string_view& path)
{
    while (!path.empty() && path.front() == '/')
        path.remove_prefix(1);
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(part.size());
    return part;
}

// The path after the directory `name`, wherever it is:
// /sys/class/net/X and /sys/devices/pci…/net/X are the same.
std::string_view after_directory(std::string_view path, std::string_view name)
{
    for (std::size_t at = path.find(name); at != std::string_view::npos; at = path.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || path[at - 1] == '/') && end < path.size() && path[end] == '/')
            return path.substr(end + 1);
    }
    return {};
}

class SysfsReader {
public:
    SysfsReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    // An empty file, which only a command can show: no traffic class is forced.
    void take_nothing(std::string_view path)
    {
        at_ = section_.place();
        value_ = {};
        std::string_view rest = after_directory(path, "infiniband");
        const std::string_view device = next_part(rest);
        const std::string_view directory = next_part(rest);
        const auto number = small_number(next_part(rest), 254);
        if (directory == "tc" && number && next_part(rest) == "traffic_class")
            set_traffic_class(host_.rdma(device, *number).nic, -1, why());
    }

    State take(std::string_view path, std::string_view value, const Node& line)
    {
        at_ = section_.span(line);
        value_ = value;
        if (std::string_view rest = after_directory(path, "debug/mlx5"); !rest.empty())
            return take_cc_params(rest);
        if (const std::string_view rest = after_directory(path, "module/irdma/parameters"); !rest.empty())
            return read_module_parameter(host_, rest, value, at_);
        if (std::string_view rest = after_directory(path, "config/irdma"); !rest.empty())
            return take_irdma(rest);
        if (std::string_view rest = after_directory(path, "infiniband"); !rest.empty())
            return take_infiniband(rest);
        if (std::string_view rest = after_directory(path, "rdma_cm"); !rest.empty())
            return take_rdma_cm(rest);
        if (const std::string_view rest = after_directory(path, "bnxt_re"); !rest.empty())
            return read_bnxt_file(host_, host_.keep(rest, section_.tree), value, at_);
        if (std::string_view rest = after_directory(path, "net"); !rest.empty())
            return take_net(rest);
        return State::unrecognised;
    }

private:
    [[nodiscard]] OriginId why() { return host_.origins().explicit_at(at_); }

    // A value is one word; several words are the error message of a command that could not show the file.
    State unreadable(std::string_view what)
    {
        if (value_.find(' ') == std::string_view::npos)
            host_.unreadable(at_, what, value_);
        return State::unrecognised;
    }

    State take_net(std::string_view path)
    {
        const std::string_view name = next_part(path);
        const std::string_view directory = next_part(path);
        const std::uint32_t index = host_.port(name, section_.place());
        if (index == Port::no_index || directory.empty())
            return State::unrecognised;
        if (directory == "ecn")
            return take_ecn(index, path);
        if (directory == "qos" || directory == "settings")
            return State::unsupported;
        Port& port = host_.port_at(index);
        if (directory == "mtu") {
            const auto mtu = parse_number(value_);
            if (!mtu || *mtu > 0xffffff)
                return State::unrecognised;
            port.ip_mtu = {Bytes{*mtu}, why()};
            port.max_frame = {Bytes{*mtu + physics::ethernet_header},
                host_.origins().derived(at_, {}, "the interface's MTU and the Ethernet header")};
            return State::read;
        }
        if (directory == "operstate" || directory == "carrier") {
            if (value_ == "unknown")
                return State::read;
            port.link_up = {value_ == "up" || value_ == "1", why()};
            return State::read;
        }
        // The PCI device: "0x1021", of the vendor "0x15b3".
        if (directory == "device" && (path == "/device" || path == "/vendor") && value_.starts_with("0x")) {
            std::uint32_t number = 0;
            for (const char digit : value_.substr(2, 4))
                number = number * 16 + static_cast<std::uint32_t>(std::max(0, ascii::hex_value(digit)));
            (path == "/device" ? host_.net(index).device_id : host_.net(index).vendor_id) = number;
            return State::irrelevant;
        }
        if (directory == "speed") {
            const auto megabits = parse_number(value_);
            if (megabits && *megabits > 0 && *megabits <= 100'000'000)
                port.speed = {BitsPerSecond{*megabits * 1'000'000}, why()};
            return State::read;
        }
        return State::irrelevant;
    }

    State take_ecn(std::uint32_t index, std::string_view path)
    {
        const std::string_view side = next_part(path);
        const std::string_view name = next_part(path);
        NetDevice& net = host_.net(index);
        const bool notification = side == "roce_np";
        if (!notification && side != "roce_rp")
            return State::unrecognised;
        if (name == "enable") {
            const auto priority = small_number(next_part(path), 7);
            const auto on = small_number(value_, 1);
            if (!priority || !on)
                return priority
                    ? unreadable(notification ? "whether the NIC sends CNPs" : "whether the NIC heeds CNPs")
                    : State::unrecognised;
            Setting<PrioritySet>& set = notification ? net.nic.ecn_notification : net.nic.ecn_reaction;
            PrioritySet& seen = notification ? net.nic.notification_seen : net.nic.reaction_seen;
            seen.insert(*priority);
            (notification ? net.nic.notification_at : net.nic.reaction_at)[*priority] = why();
            if (*on == 1)
                set.value.insert(*priority);
            else
                set.value.erase(*priority);
            // The location shown is that of a priority that is on, else of the first one that is off.
            if (*on == 1 || !set.known())
                set.origin = why();
            net.has_nic = true;
            return State::read;
        }
        if (!notification || (name != "cnp_dscp" && name != "cnp_802p_prio"))
            return name.empty() ? State::unrecognised : State::unsupported; // DCQCN's other parameters
        const bool dscp = name == "cnp_dscp";
        const auto number = small_number(value_, dscp ? 63 : 7);
        if (!number)
            return unreadable(dscp ? "the DSCP of CNPs" : "the priority of CNPs");
        (dscp ? net.nic.cnp_dscp : net.nic.cnp_priority) = {*number, why()};
        net.has_nic = true;
        return State::read;
    }

    State take_infiniband(std::string_view path)
    {
        const std::string_view device = next_part(path);
        const std::string_view directory = next_part(path);
        if (device.empty() || directory.empty())
            return State::unrecognised;
        const auto number = small_number(next_part(path), 254);
        const std::string_view name = next_part(path);
        if (directory == "tc")
            return name == "traffic_class" && number ? take_traffic_class(device, *number)
                                                     : State::unsupported;
        if (directory != "ports" || !number)
            return State::irrelevant;
        if (name == "link_layer") {
            host_.rdma(device, *number).infiniband = value_ == "InfiniBand";
            return State::read;
        }
        if (name == "pkeys")
            return take_pkey(host_.rdma(device, *number), small_number(next_part(path), 254));
        if (name == "hw_counters" && *number == 1)
            return read_hardware_counter(host_, section_, device, next_part(path), value_, at_);
        if (name != "gid_attrs")
            return State::irrelevant;
        const std::string_view attribute = next_part(path);
        RdmaPort& port = host_.rdma(device, *number);
        if (attribute == "ndevs" && !value_.empty()) {
            if (port.net_device.empty())
                port.net_device = value_;
            (void)host_.port(value_, at_);
            return State::read;
        }
        if (attribute == "types" && (value_ == "RoCE v2" || value_ == "IB/RoCE v1")) {
            if (!port.nic.has_v2_gid.is(true))
                port.nic.has_v2_gid = {value_ == "RoCE v2", why()};
            return State::read;
        }
        return State::irrelevant;
    }

    // "0xffff": the key at an index of the port's table (Linux, Documentation/ABI/stable/sysfs-class-infiniband).
    State take_pkey(RdmaPort& port, std::optional<std::uint8_t> index)
    {
        constexpr std::string_view prefix = "0x";
        constexpr std::size_t digits = 4;
        if (!index || !value_.starts_with(prefix) || value_.size() != prefix.size() + digits)
            return State::unrecognised;
        unsigned key = 0;
        for (const char c : value_.substr(prefix.size())) {
            const int digit = ascii::hex_value(c);
            if (digit < 0)
                return State::unrecognised;
            key = key << 4U | static_cast<unsigned>(digit);
        }
        if (port.pkeys.size() <= *index)
            port.pkeys.resize(std::size_t{*index} + 1, 0);
        port.pkeys[*index] = static_cast<std::uint16_t>(key);
        if (!port.pkeys_at.somewhere())
            port.pkeys_at = at_;
        return State::read;
    }

    // "106", or MLNX_OFED's "Global tclass=106", possibly followed by rules for single destinations
    State take_traffic_class(std::string_view device, std::uint8_t number)
    {
        constexpr std::string_view title = "Global tclass=";
        const std::string_view written = value_.starts_with(title) ? value_.substr(title.size()) : value_;
        if (written.empty() || written == "-1") {
            set_traffic_class(host_.rdma(device, number).nic, -1, why());
            return State::read;
        }
        const auto traffic_class = small_number(written, 255);
        if (!traffic_class)
            return value_.find("tclass=") != std::string_view::npos
                ? State::unsupported
                : unreadable("the type of service that the NIC forces");
        set_traffic_class(host_.rdma(device, number).nic, *traffic_class, why());
        return State::read;
    }

    // "rocep49s0f0/roce_dcqcn_enable": one switch for all priorities. The files of iWARP begin with "iw_" (README of
    // Intel's irdma driver 1.x, ECN Configuration).
    State take_irdma(std::string_view path)
    {
        const std::string_view device = next_part(path);
        const std::string_view name = next_part(path);
        const bool roce = name.starts_with("roce_");
        if (device.empty() || (!roce && !name.starts_with("iw_")))
            return name.empty() ? State::unrecognised : State::irrelevant;
        Nic& nic = host_.rdma(device, 1).nic;
        nic.iwarp = {!roce, why()};
        if (name != "roce_dcqcn_enable")
            return roce ? State::unsupported : State::read;
        const auto on = small_number(value_, 1);
        if (!on)
            return unreadable("whether the NIC heeds CNPs");
        nic.ecn_reaction = {*on == 1 ? PrioritySet::all() : PrioritySet{}, why()};
        nic.reaction_seen = PrioritySet::all();
        nic.reaction_at.fill(why());
        return State::read;
    }

    // "0000:1a:00.0/cc_params/np_cnp_dscp" (Linux, mlx5 cong.c). The other files are numbers of DCQCN.
    State take_cc_params(std::string_view path)
    {
        const std::string_view pci = next_part(path);
        if (next_part(path) != "cc_params")
            return State::irrelevant;
        const std::string_view name = next_part(path);
        const bool dscp = name == "np_cnp_dscp";
        if (!dscp && name != "np_cnp_prio" && name != "np_cnp_prio_mode")
            return name.empty() ? State::unrecognised : State::unsupported;
        const auto number = small_number(value_, dscp ? 63 : 7);
        if (!number)
            return unreadable(dscp ? "the DSCP of CNPs" : "the priority of CNPs");
        host_.note_cnp_marking(
            {host_.keep(pci, section_.tree), host_.keep(name, section_.tree), *number, why()});
        return State::read;
    }

    State take_rdma_cm(std::string_view path)
    {
        const std::string_view device = next_part(path);
        const std::string_view ports = next_part(path);
        const auto number = small_number(next_part(path), 254);
        const std::string_view name = next_part(path);
        if (ports != "ports" || !number)
            return State::unrecognised;
        if (name == "default_roce_tos") {
            const auto tos = small_number(value_, 255);
            if (!tos)
                return unreadable("the type of service of connections");
            host_.rdma(device, *number).nic.cm_tos = {*tos, why()};
            return State::read;
        }
        const bool second = value_ == "RoCE v2";
        if (name != "default_roce_mode" || (!second && value_ != "IB/RoCE v1"))
            return State::unrecognised;
        host_.rdma(device, *number).nic.cm_version = {second ? RoceVersion::v2 : RoceVersion::v1, why()};
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    Span at_;
    std::string_view value_;
};

// The files of a command: for `cat /sys/a /sys/b` the n-th file; for `cat …/enable/*` the file of priority n.
class FileList {
public:
    explicit FileList(std::string_view line) : words_(line) { }

    // The path of the next value, in two parts so that no string has to be built.
    std::string_view next(std::string_view& digit)
    {
        constexpr std::array<std::string_view, 8> digits{"0", "1", "2", "3", "4", "5", "6", "7"};
        if (glob_.empty()) {
            while (!words_.at_end()) {
                const std::string_view word = words_.next();
                if (!word.starts_with("/sys/"))
                    continue;
                if (!word.ends_with("/enable/*"))
                    return word;
                glob_ = word.substr(0, word.size() - 1);
                break;
            }
        }
        if (glob_.empty() || count_ >= digits.size())
            return {};
        digit = digits[count_++];
        return glob_;
    }

private:
    Words words_;
    std::string_view glob_;
    std::size_t count_ = 0;
};

}

bool read_sysfs_line(HostBuilder& host, const Section& section, const Node& line)
{
    if (!line.key.starts_with("/sys/"))
        return false;
    // PCI addresses in a path contain colons too, so the value begins
    // after the last part of the path. Only one value contains a slash.
    constexpr std::string_view with_slash = ":IB/RoCE v1";
    const std::size_t colon = line.key.ends_with(with_slash) ? line.key.size() - with_slash.size()
                                                             : line.key.find(':', line.key.rfind('/'));
    if (colon == std::string_view::npos)
        return false;
    const std::string_view path = line.key.substr(0, colon);
    line.mark(SysfsReader(host, section).take(path, value_of(line.key, path).value_or(""), line));
    return true;
}

void read_sysfs(HostBuilder& host, const Section& section)
{
    SysfsReader reader(host, section);
    // With several files we cannot know which one is empty.
    if (section.node.length != 0 && section.node.first == nullptr) {
        FileList shown(section.node.key);
        std::string_view digit;
        const std::string_view only = shown.next(digit);
        if (!only.empty() && digit.empty() && shown.next(digit).empty())
            reader.take_nothing(only);
        return;
    }
    FileList files(section.node.length == 0 ? std::string_view{} : section.node.key);
    std::string_view path = section.node.length == 0 ? section.command.subject : std::string_view{};
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line || line.state != State::unrecognised)
            continue;
        std::string_view digit;
        if (const std::string_view listed = files.next(digit); !listed.empty())
            path = listed;
        if (path.empty())
            continue;
        if (digit.empty()) {
            line.mark(reader.take(path, line.key, line));
            continue;
        }
        const std::string_view whole = host.device().arena->keep(std::string(path).append(digit));
        line.mark(reader.take(whole, line.key, line));
    }
}

}
